//! `tools/call`

use std::time::Duration;

use contract::{
    ApiError, ToolSpec,
    error::Resource,
    tools::{self, GetGenerationStatus, TERMS},
};
use http::{HeaderMap, HeaderValue, header::HeaderName};
use rest::{frame::MAX_RESPONSE_BYTES, request as http_request};
use serde_json::{Map, value::RawValue};
use service::{Arguments, Identity, Invocation, Outcome, Success, closest_tool};

use crate::{
    api::{Arrival, Inner, LoggedFacts},
    protocol::{
        error::ProtocolError,
        json::{is_object, members, present, string},
        message::Request,
        result,
        revision::Era,
    },
    reply::Reply,
    tools::{
        content::{self, PAGE_ROOM},
        preview,
    },
};

const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");
/// How long before the deadline the call stops waiting for previews.
const ANSWER: Duration = Duration::from_millis(200);
/// How much of an unknown tool's name an error repeats, in code points.
const ECHO: usize = 200;

impl Inner {
    /// Calls a tool.
    pub(crate) async fn call(
        &self,
        arrival: Arrival<'_>,
        request: &Request<'_>,
        era: Era,
        told: &mut LoggedFacts,
    ) -> Outcome<Reply> {
        let id = request.id;
        let (name, arguments) = match (request.params.name.and_then(string), request.params.arguments) {
            (Some(name), None) => (name, None),
            (Some(name), Some(arguments)) if is_object(arguments) => (name, Some(arguments)),
            (name, _) => {
                let problem = match name {
                    None => "`name` must be the name of a tool.",
                    Some(_) => "`arguments` must be an object.",
                };
                let reply = Reply::refusal(Some(id), &ProtocolError::InvalidParams(problem));
                return self.admitted_request(arrival, id, |_, _| Ok(reply)).await;
            }
        };
        told.tool = tools::find(&name).map(|tool| tool.name);
        // The text is a part of the body, so this copies nothing.
        let text = arguments.map(|arguments| arrival.http.body().slice_ref(arguments.get().as_bytes()));
        let idempotency_key = idempotency_key(arrival.http.headers(), request.params.meta);
        let invocation = Invocation {
            request_id: arrival.request_id,
            credentials: arrival.credentials,
            tool: &name,
            arguments: match &text {
                Some(text) => Arguments::Text(text),
                None => Arguments::Object(Map::new()),
            },
            idempotency_key: idempotency_key.as_deref(),
            deadline: arrival.deadline,
            room: PAGE_ROOM,
        };
        let Outcome {
            result,
            caller,
            standing,
        } = self.service.call(invocation).await;
        let result = match result {
            Ok(success) => Ok(self.success(arrival, id, era, &name, &success).await),
            // The key was deleted since it was authenticated.
            Err(error @ ApiError::Unauthorized(_)) => Err(error),
            Err(error) => Ok(match unknown_tool(&name, &error, caller.as_ref()) {
                Some(unknown) => Reply::refusal(Some(id), &unknown),
                None => Reply::failure(id, era, &error),
            }),
        };
        Outcome {
            result,
            caller,
            standing,
        }
    }

    /// The reply to a success: its data, links to its pictures, and previews.
    async fn success(&self, arrival: Arrival<'_>, id: &RawValue, era: Era, tool: &str, success: &Success) -> Reply {
        let mut further = Vec::new();
        if era.has_links() {
            further.extend(content::links(success.output.get()));
        }
        if tool == GetGenerationStatus::NAME {
            further.extend(preview::read(&self.bucket, success.output.get(), arrival.deadline - ANSWER).await);
        }
        let body = result::success(id, era, &success.output, further);
        if body.len() > MAX_RESPONSE_BYTES {
            tracing::error!(response.bytes = body.len(), "the result is too large to be sent");
            return Reply::failure(id, era, &ApiError::Internal(arrival.request_id));
        }
        let mut reply = Reply::message(body);
        reply.replayed = success.replayed;
        if success.replayed {
            let headers = reply.response.headers_mut();
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
        reply
    }
}

/// The idempotency key of a call, which may be in the header and in `_meta`. Two keys that differ become text that is
/// no valid key, as does a value in `_meta` that is no string.
fn idempotency_key(headers: &HeaderMap, meta: Option<&RawValue>) -> Option<String> {
    let header = http_request::idempotency_key(headers).map(String::from);
    let mut own = None;
    if let Some(meta) = meta {
        members(meta, |name, value| {
            if name == "idempotencyKey" {
                own = present(value).map(|value| string(value).unwrap_or_default());
            }
        });
    }
    match (header, own) {
        (Some(header), Some(own)) if header != own => Some(format!("{header}, {own}")),
        (header, own) => header.or(own),
    }
}

/// The error for a tool that does not exist, or that the caller's key may not call. `None` if this is another error.
fn unknown_tool(name: &str, error: &ApiError, caller: Option<&Identity>) -> Option<ProtocolError> {
    let required_scope = match error {
        ApiError::NotFound {
            resource: Resource::Tool,
            ..
        } => None,
        ApiError::MissingScope(category) => Some(category.as_str()),
        _ => return None,
    };
    let name: String = name.chars().take(ECHO).collect();
    let problem = match required_scope {
        Some(scope) => format!("This API key lacks the scope `{scope}`, which the tool `{name}` needs."),
        None => format!("Unknown tool: `{name}`."),
    };
    let permitted = |tool: &&contract::ToolTerms| caller.is_some_and(|caller| caller.scopes.contains(&tool.category));
    // A tool that the key may not call has no misspelt name.
    let closest = match required_scope {
        Some(_) => None,
        None => closest_tool(&name, TERMS.iter().filter(permitted)),
    };
    let message = match closest {
        Some((closest, _)) => format!("{problem} Did you mean `{}`?", closest.name),
        None => problem,
    };
    Some(ProtocolError::UnknownTool {
        message,
        required_scope,
    })
}

#[cfg(test)]
mod tests {
    use contract::Category;

    use super::*;

    fn key(header: Option<&str>, meta: Option<&str>) -> Option<String> {
        let mut headers = HeaderMap::new();
        if let Some(header) = header {
            headers.insert("idempotency-key", header.parse().unwrap());
        }
        let meta = meta.map(|value| RawValue::from_string(format!(r#"{{"idempotencyKey":{value}}}"#)).unwrap());
        idempotency_key(&headers, meta.as_deref())
    }

    #[test]
    fn an_idempotency_key_may_be_in_the_header_and_in_the_message() {
        assert_eq!(key(None, None), None);
        assert_eq!(key(None, Some("null")), None);
        assert_eq!(key(Some("a"), None).as_deref(), Some("a"));
        assert_eq!(key(None, Some("\"a\"")).as_deref(), Some("a"));
        assert_eq!(key(Some("a"), Some("\"a\"")).as_deref(), Some("a"));
        // Neither of these is a valid key.
        assert_eq!(key(Some("a"), Some("\"b\"")).as_deref(), Some("a, b"));
        assert_eq!(key(None, Some("5")).as_deref(), Some(""));
    }

    #[test]
    fn an_unknown_tool_is_told_the_closest_one_that_the_key_may_call() {
        let caller = |scopes: &[Category]| Identity {
            organization: "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            key: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            scopes: scopes.to_vec(),
        };
        let unknown = ApiError::not_found(Resource::Tool, "get_imag");
        let told = |error, caller| unknown_tool("get_imag", error, Some(&caller)).unwrap();
        let error = told(&unknown, caller(&Category::ALL));
        assert!(error.to_string().ends_with("Did you mean `get_image`?"), "{error}");
        assert_eq!(error.data(), None);
        let lacking = ApiError::MissingScope(Category::Images);
        let error = told(&lacking, caller(&[Category::Balance]));
        assert!(error.to_string().contains("lacks the scope `images`"), "{error}");
        assert!(!error.to_string().contains("Did you mean"), "{error}");
        assert_eq!(error.data(), Some(serde_json::json!({ "requiredScope": "images" })));
        assert!(!told(&unknown, caller(&[])).to_string().contains("Did you mean"));
        assert_eq!(unknown_tool("x", &ApiError::bad_sources(Vec::new()), None), None);
    }
}
