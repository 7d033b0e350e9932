//! The texts of `GET /api/v1/tools`. They are made when the project is built, because making them takes longer than the
//! rest of a function's first call.

use contract::{Category, ToolInfo, tools::ALL};
use serde::Serialize;

use crate::{
    discovery::{ListedError, ToolDescriptor},
    formats,
};

/// Stands for the caller's limit, which is known at run time. Nothing else in a descriptor contains this number.
const LIMIT: u32 = u32::MAX - 1;
/// The field that depends on the scopes of the caller's key. The text of a description cannot contain it, because its
/// quotation marks are escaped there.
const CALLABLE: &str = r#""callable":true"#;

/// A piece of the list of tools in the service's own format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<T> {
    /// This text.
    Text(T),
    /// The requests a minute that the caller may make to the tool of this name.
    Limit(T),
    /// Whether the caller's key has this scope.
    Callable(Category),
    /// This text, unless the caller asks for no output schemas.
    Output(T),
}

/// The texts of all formats.
#[derive(Debug)]
pub struct Catalog {
    /// The tools in the service's own format, as a JSON array.
    pub tools: Vec<Piece<String>>,
    /// The tools as OpenAI takes them, as a JSON array.
    pub openai: String,
    /// The tools as Anthropic takes them, as a JSON array.
    pub anthropic: String,
    /// The tools as Gemini takes them, as a JSON array.
    pub gemini: String,
    /// The errors that a call may get, as a JSON array.
    pub errors: String,
}

impl Catalog {
    /// The texts of this version.
    ///
    /// # Errors
    ///
    /// Does not happen, because JSON can express all values of these types.
    pub fn new() -> Result<Self, serde_json::Error> {
        Ok(Self {
            tools: tools()?,
            openai: json(&formats::openai())?,
            anthropic: json(&formats::anthropic())?,
            gemini: json(&formats::gemini())?,
            errors: json(&ListedError::all())?,
        })
    }
}

fn json(value: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(value)
}

fn tools() -> Result<Vec<Piece<String>>, serde_json::Error> {
    let mut pieces = vec![Piece::Text("[".to_owned())];
    for (index, tool) in ALL.iter().enumerate() {
        if index > 0 {
            pieces.push(Piece::Text(",".to_owned()));
        }
        pieces.extend(descriptor(tool)?);
    }
    pieces.push(Piece::Text("]".to_owned()));
    Ok(pieces)
}

/// The pieces of one tool's descriptor.
fn descriptor(tool: &ToolInfo) -> Result<Vec<Piece<String>>, serde_json::Error> {
    let text = json(&ToolDescriptor::new(tool, LIMIT))?;
    let text = text.strip_suffix('}').unwrap_or(&text);
    let mut pieces = Vec::new();
    for (index, part) in text.split(&LIMIT.to_string()).enumerate() {
        if index > 0 {
            pieces.push(Piece::Limit(tool.name.to_owned()));
        }
        match part.split_once(CALLABLE) {
            Some((before, after)) => {
                pieces.push(Piece::Text(format!(r#"{before}"callable":"#)));
                pieces.push(Piece::Callable(tool.category));
                pieces.push(Piece::Text(after.to_owned()));
            }
            None => pieces.push(Piece::Text(part.to_owned())),
        }
    }
    let output = json(&(tool.output_schema)())?;
    pieces.push(Piece::Output(format!(r#","outputSchema":{output}"#)));
    pieces.push(Piece::Text("}".to_owned()));
    Ok(pieces)
}

/// The list of tools for a caller, as a JSON array. `limit` returns how many requests a minute the caller may make to a
/// tool, and `has_scope` whether the caller's key has a scope.
pub fn tools_for<T: AsRef<str>>(
    pieces: &[Piece<T>],
    limit: impl Fn(&str) -> u32,
    has_scope: impl Fn(Category) -> bool,
    slim: bool,
) -> String {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(part) => text.push_str(part.as_ref()),
            Piece::Output(part) if !slim => text.push_str(part.as_ref()),
            Piece::Output(_) => {}
            Piece::Limit(tool) => text.push_str(&limit(tool.as_ref()).to_string()),
            Piece::Callable(scope) if has_scope(*scope) => text.push_str("true"),
            Piece::Callable(_) => text.push_str("false"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn listed(slim: bool) -> Vec<Value> {
        let catalog = Catalog::new().unwrap();
        let text = tools_for(&catalog.tools, |_| 60, |scope| scope == Category::Images, slim);
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn every_tool_is_listed_with_the_callers_limit_and_scopes() {
        let tools = listed(false);
        assert_eq!(tools.len(), ALL.len());
        for (shown, tool) in tools.iter().zip(&ALL) {
            let meta = json!({ "creditCost": tool.cost, "rateLimit": 60, "idempotent": tool.idempotent });
            assert_eq!(shown["name"], tool.name);
            assert_eq!(shown["endpoint"], format!("/api/v1/tools/{}", tool.name));
            assert_eq!(shown["meta"], meta, "{}", tool.name);
            assert_eq!(shown["callable"], tool.category == Category::Images, "{}", tool.name);
            assert_eq!(shown["inputSchema"], (tool.input_schema)());
            assert_eq!(shown["outputSchema"], (tool.output_schema)());
        }
    }

    #[test]
    fn a_slim_list_has_no_output_schemas() {
        for (slim, full) in listed(true).into_iter().zip(listed(false)) {
            let mut full = full;
            full.as_object_mut().unwrap().remove("outputSchema").unwrap();
            assert_eq!(slim, full);
        }
    }

    #[test]
    fn the_errors_have_their_status_and_meaning() {
        let errors: Vec<Value> = serde_json::from_str(&Catalog::new().unwrap().errors).unwrap();
        assert_eq!(errors.len(), 7);
        assert_eq!(
            (&errors[0]["code"], &errors[0]["status"]),
            (&json!("UNAUTHORIZED"), &json!(401))
        );
        assert!(
            errors
                .iter()
                .all(|error| error["meaning"].as_str().unwrap().ends_with('.'))
        );
    }
}
