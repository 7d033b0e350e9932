//! The query of the list of tools.

use std::borrow::Cow;

use contract::{ApiError, input::Issues};

/// A vendor's format of tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// The Responses API of OpenAI.
    OpenAi,
    /// The Messages API of Anthropic.
    Anthropic,
    /// The API of Gemini.
    Gemini,
}

/// The parsed query of the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ListQuery {
    /// The vendor's format; `None` for the service's own.
    pub(crate) format: Option<Format>,
    /// Whether output schemas are left out.
    pub(crate) slim: bool,
}

impl ListQuery {
    /// Parses a query. Unknown parameters are ignored, a blank value counts as absent, and of a repeated parameter the
    /// last one counts.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR with an issue for each parameter that has a wrong value.
    pub(crate) fn parse(query: Option<&str>) -> Result<Self, ApiError> {
        let mut issues = Issues::default();
        let mut parsed = Self::default();
        let value = |name: &str| last_value(query.unwrap_or_default(), name);
        match value("for").as_deref() {
            None => {}
            Some("openai") => parsed.format = Some(Format::OpenAi),
            Some("anthropic") => parsed.format = Some(Format::Anthropic),
            Some("gemini") => parsed.format = Some(Format::Gemini),
            Some(_) => issues.add("for", "must be one of `openai`, `anthropic`, `gemini`"),
        }
        match value("fields").as_deref() {
            None => {}
            Some("slim") => parsed.slim = true,
            Some(_) => issues.add("fields", "must be `slim`"),
        }
        if issues.is_empty() {
            Ok(parsed)
        } else {
            Err(issues.into_error())
        }
    }
}

/// The last value of a parameter, unless that value is blank.
fn last_value<'a>(query: &'a str, name: &str) -> Option<Cow<'a, str>> {
    let pairs = form_urlencoded::parse(query.as_bytes());
    let (_, value) = pairs.filter(|(key, _)| key == name).last()?;
    (!value.trim().is_empty()).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(query: &str) -> Vec<String> {
        match ListQuery::parse(Some(query)) {
            Err(ApiError::Validation { issues, .. }) => issues.into_iter().map(|issue| issue.path).collect(),
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn a_query_chooses_format_and_fields() {
        let parsed = |query| ListQuery::parse(query).unwrap();
        let gemini = ListQuery {
            format: Some(Format::Gemini),
            slim: true,
        };
        assert_eq!(parsed(None), ListQuery::default());
        assert_eq!(parsed(Some("for=&fields=%20&other=1&For=x")), ListQuery::default());
        assert_eq!(parsed(Some("for=openai&for=gemini&fields=slim")), gemini);
        assert_eq!(parsed(Some("%66or=g%65mini&fields=slim")), gemini);
        assert_eq!(parsed(Some("for=x&for=")), ListQuery::default());
    }

    #[test]
    fn wrong_values_are_told_together() {
        assert_eq!(paths("for=OpenAI"), ["for"]);
        assert_eq!(paths("fields=all"), ["fields"]);
        assert_eq!(paths("fields=slim,name&for=mistral"), ["for", "fields"]);
    }
}
