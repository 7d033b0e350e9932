//! What a request is about, from its method and path.

use contract::ToolSpec;
use contract::{
    ApiError, ToolTerms,
    error::Resource,
    tools::{self, GetCredits},
};
use http::Method;

/// Where all tools are.
const TOOLS: &str = "/api/v1/tools";
/// At how many edits a name is still taken for a slip.
const SLIP: usize = 3;

/// What a request is about.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Route<'a> {
    /// The list of tools.
    Discovery,
    /// One tool.
    Tool(&'static ToolTerms),
    /// A tool that does not exist.
    UnknownTool(&'a str),
    /// Nothing; under the tools' path, where the key is asked for first.
    NothingOfTools(&'a str),
    /// Nothing.
    Nothing(&'a str),
}

impl<'a> Route<'a> {
    pub(crate) fn of(method: &Method, path: &'a str) -> Self {
        let Some(rest) = path
            .strip_prefix(TOOLS)
            .filter(|rest| rest.is_empty() || rest.starts_with('/'))
        else {
            return Self::Nothing(path);
        };
        let Some(name) = rest.strip_prefix('/') else {
            return if method == Method::GET {
                Self::Discovery
            } else {
                Self::NothingOfTools(path)
            };
        };
        if name.is_empty() || name.contains('/') {
            return Self::NothingOfTools(path);
        }
        let tool = tools::find(name);
        match (method, tool) {
            (&Method::POST, Some(tool)) => Self::Tool(tool),
            (&Method::GET, Some(tool)) if accepts_get(tool) => Self::Tool(tool),
            (&Method::POST, None) => Self::UnknownTool(name),
            _ => Self::NothingOfTools(path),
        }
    }

    /// What the logs call it. Never the path, which is the caller's text.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Discovery => "discovery",
            Self::Tool(tool) => tool.name,
            Self::UnknownTool(_) => "unknown tool",
            Self::NothingOfTools(_) | Self::Nothing(_) => "unknown route",
        }
    }
}

/// `get_credits` alone may be called without a body, by GET.
pub fn accepts_get(tool: &ToolTerms) -> bool {
    tool.name == GetCredits::NAME
}

/// NOT_FOUND for a tool's name, with the name that was probably meant.
pub(crate) fn unknown_tool(name: &str) -> ApiError {
    let error = ApiError::not_found(Resource::Tool, name);
    // A name that is far too long is no slip, and not worth measuring.
    if name.len() > 100 {
        return error;
    }
    let distance = |tool: &&ToolTerms| strsim::levenshtein(tool.name, name);
    match tools::TERMS
        .iter()
        .min_by_key(distance)
        .filter(|tool| distance(tool) <= SLIP)
    {
        Some(tool) => error.did_you_mean(tool.name),
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(method: Method, path: &str) -> String {
        format!("{:?}", Route::of(&method, path))
            .split(['(', ' '])
            .next()
            .unwrap()
            .to_owned()
    }

    #[test]
    fn a_path_leads_to_a_tool_or_nowhere() {
        for (method, path, route) in [
            (Method::GET, "/api/v1/tools", "Discovery"),
            (Method::POST, "/api/v1/tools", "NothingOfTools"),
            (Method::POST, "/api/v1/tools/get_credits", "Tool"),
            (Method::GET, "/api/v1/tools/get_credits", "Tool"),
            (Method::GET, "/api/v1/tools/list_generations", "NothingOfTools"),
            (Method::POST, "/api/v1/tools/nope", "UnknownTool"),
            (Method::POST, "/api/v1/tools/", "NothingOfTools"),
            (Method::POST, "/api/v1/tools/a/b", "NothingOfTools"),
            (Method::POST, "/api/v1/toolsx", "Nothing"),
            (Method::GET, "/", "Nothing"),
        ] {
            assert_eq!(name(method, path), route, "{path}");
        }
    }

    #[test]
    fn a_slip_is_told_and_a_stranger_is_not() {
        let hint = |name: &str| unknown_tool(name).details()["didYouMean"].clone();
        assert_eq!(hint("get_credit"), "get_credits");
        assert_eq!(hint("generate_thumbnails"), "generate_thumbnail");
        assert!(hint("make_coffee").is_null());
    }
}
