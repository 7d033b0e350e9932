//! Discovery: the list of tools, the texts that describe the API, and the state of the service.

mod published;
mod query;

use contract::{
    ApiError, Category, RateLimits,
    tools::{TERMS, find},
};
use descriptions::catalog::{
    Piece::{self, Callable, Limit, Output, Text},
    tools_for,
};

pub(crate) use self::published::Published;
use self::query::{Format, ListQuery};

/// The tools in the service's own format.
static TOOLS: &[Piece<&str>] = &{
    use Category::{Balance, Generation, Images, Inspirations, Persons};
    include!(concat!(env!("OUT_DIR"), "/tools.rs"))
};
/// The tools in the vendors' formats, as JSON arrays.
const OPENAI: &str = include_str!(concat!(env!("OUT_DIR"), "/openai.json"));
const ANTHROPIC: &str = include_str!(concat!(env!("OUT_DIR"), "/anthropic.json"));
const GEMINI: &str = include_str!(concat!(env!("OUT_DIR"), "/gemini.json"));
/// The errors that a call may get, as a JSON array.
const ERRORS: &str = include_str!(concat!(env!("OUT_DIR"), "/errors.json"));

/// The routes that only the function of discovery serves. They are behind a trait, so that other functions are linked
/// without their texts.
pub(crate) trait Discovery: std::fmt::Debug + Send + Sync {
    /// The body of the list of tools, for a caller with these limits and scopes.
    ///
    /// # Errors
    ///
    /// VALIDATION_ERROR for a wrong query.
    fn list(&self, query: Option<&str>, limits: &RateLimits, scopes: &[Category]) -> Result<String, ApiError>;

    /// The OpenAPI document.
    fn openapi(&self) -> Published;

    /// The text for language models.
    fn llms_txt(&self) -> Published;
}

/// The texts of discovery.
#[derive(Debug)]
pub(crate) struct Texts {
    /// The configured models, as a JSON array.
    pub(crate) models: String,
}

impl Discovery for Texts {
    fn list(&self, query: Option<&str>, limits: &RateLimits, scopes: &[Category]) -> Result<String, ApiError> {
        let ListQuery { format, slim } = ListQuery::parse(query)?;
        let own;
        let tools = match format {
            None => {
                let limit = |tool: &str| find(tool).map_or(0, |tool| limits.of_tool(tool));
                own = tools_for(TOOLS, limit, |scope| scopes.contains(&scope), slim);
                &own
            }
            Some(Format::OpenAi) => OPENAI,
            Some(Format::Anthropic) => ANTHROPIC,
            Some(Format::Gemini) => GEMINI,
        };
        let (count, models) = (TERMS.len(), &self.models);
        Ok(format!(
            r#"{{"success":true,"tools":{tools},"totalCount":{count},"models":{models},"errors":{ERRORS}}}"#
        ))
    }

    fn openapi(&self) -> Published {
        Published {
            content_type: "application/json",
            text: include_str!(concat!(env!("OUT_DIR"), "/openapi.json")),
            entity_tag: include_str!(concat!(env!("OUT_DIR"), "/openapi.json.etag")),
        }
    }

    fn llms_txt(&self) -> Published {
        Published {
            content_type: "text/plain; charset=utf-8",
            text: include_str!(concat!(env!("OUT_DIR"), "/llms.txt")),
            entity_tag: include_str!(concat!(env!("OUT_DIR"), "/llms.txt.etag")),
        }
    }
}

#[cfg(test)]
mod tests {
    use contract::Plan;
    use serde_json::{Value, json};

    use super::*;

    fn list(query: &str) -> Value {
        let texts = Texts {
            models: r#"[{"id":"composer"}]"#.to_owned(),
        };
        let body = texts
            .list(Some(query), &Plan::Pro.into(), &[Category::Generation])
            .unwrap();
        serde_json::from_str(&body).unwrap()
    }

    #[test]
    fn the_list_has_tools_models_and_errors() {
        let body = list("");
        let tools = body["tools"].as_array().unwrap();
        assert_eq!(body["success"], true);
        assert_eq!(body["totalCount"], tools.len());
        assert_eq!(body["models"], json!([{ "id": "composer" }]));
        assert_eq!(body["errors"][0]["code"], "UNAUTHORIZED");
        let meta = json!({ "creditCost": 1, "rateLimit": 10, "idempotent": true });
        assert_eq!((&tools[0]["meta"], &tools[0]["callable"]), (&meta, &json!(true)));
        assert_eq!(tools[20]["callable"], false);
        assert!(tools[0]["outputSchema"].is_object());
    }

    #[test]
    fn the_query_chooses_the_format() {
        let slim = list("fields=slim");
        assert!(slim["tools"][0]["inputSchema"].is_object() && slim["tools"][0]["outputSchema"].is_null());
        for (query, tool) in [
            ("for=openai", &list("for=openai")["tools"][0]),
            ("for=anthropic", &list("for=anthropic")["tools"][0]),
            ("for=gemini", &list("for=gemini")["tools"][0]["functionDeclarations"][0]),
        ] {
            assert_eq!(tool["name"], "generate_thumbnail", "{query}");
            let body = list(query);
            assert_eq!((&body["totalCount"], body.as_object().unwrap().len()), (&json!(21), 5));
        }
    }
}
