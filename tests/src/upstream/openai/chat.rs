//! Chat Completions with pictures as data URLs.

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Map, Value, json};

use super::{
    super::{Order, Wants},
    rules::{Checked, known, missing, refused, text},
};

const FIELDS: [&str; 14] = [
    "model",
    "messages",
    "max_completion_tokens",
    "max_tokens",
    "temperature",
    "top_p",
    "n",
    "stop",
    "seed",
    "user",
    "store",
    "reasoning_effort",
    "response_format",
    "service_tier",
];

pub(super) fn read(body: &Map<String, Value>) -> Checked<Order> {
    known(body, &FIELDS)?;
    let model = text(body, "model")?.ok_or_else(|| missing("model"))?;
    let messages = body.get("messages").ok_or_else(|| missing("messages"))?;
    let Some(messages) = messages.as_array().filter(|messages| !messages.is_empty()) else {
        return Err(refused(
            "messages",
            "empty_array",
            "Invalid 'messages': empty array. Expected an array with minimum length 1.",
        ));
    };
    if body.contains_key("max_tokens")
        && ["gpt-5", "o1", "o3", "o4"]
            .iter()
            .any(|family| model.starts_with(family))
    {
        let message = "Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                       'max_completion_tokens' instead.";
        return Err(refused("max_tokens", "unsupported_parameter", message));
    }
    for (at, message) in messages.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if !["developer", "system", "user", "assistant"].contains(&role) {
            let param = format!("messages[{at}].role");
            return Err(refused(&param, "invalid_value", format!("Invalid value: '{role}'.")));
        }
        content(&format!("messages[{at}].content"), &message["content"])?;
    }
    Ok(Order {
        model: model.to_owned(),
        wants: Wants::Words,
    })
}

fn content(at: &str, content: &Value) -> Checked {
    let parts = match content {
        Value::String(_) => return Ok(()),
        Value::Array(parts) if !parts.is_empty() => parts,
        _ => {
            return Err(refused(
                at,
                "invalid_type",
                format!("Invalid type for '{at}': expected a string or an array."),
            ));
        }
    };
    for (number, part) in parts.iter().enumerate() {
        let at = format!("{at}[{number}]");
        match part["type"].as_str() {
            Some("text") if part["text"].is_string() => {}
            Some("image_url") => picture(&at, part["image_url"]["url"].as_str())?,
            _ => {
                return Err(refused(
                    &at,
                    "invalid_value",
                    "Invalid value: supported are 'text' and 'image_url'.",
                ));
            }
        }
    }
    Ok(())
}

/// Checks a picture, which must be a data URL: unlike OpenAI, the fake fetches no pictures from URLs.
fn picture(at: &str, url: Option<&str>) -> Checked {
    let encoded = url
        .and_then(|url| url.strip_prefix("data:"))
        .and_then(|url| url.split_once(";base64,"));
    let bytes = encoded.and_then(|(mime_type, data)| Some((mime_type, STANDARD.decode(data).ok()?)));
    let Some((mime_type, bytes)) = bytes else {
        let message = "Invalid base64 image_url.";
        return Err(refused(&format!("{at}.image_url.url"), "invalid_base64", message));
    };
    let taken = ["image/png", "image/jpeg", "image/gif", "image/webp"];
    let is_such = image::guess_format(&bytes).is_ok_and(|format| format.to_mime_type() == mime_type);
    if !taken.contains(&mime_type) || !is_such {
        let message = "You uploaded an unsupported image. Please make sure your image has of one the following formats: \
                       ['png', 'jpeg', 'gif', 'webp'].";
        return Err(refused(&format!("{at}.image_url.url"), "invalid_image_format", message));
    }
    Ok(())
}

pub(super) fn completion(order: &Order, content: Value, refusal: Value, reason: &str) -> Value {
    json!({
        "id": "chatcmpl-tests",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": order.model,
        "choices": [{
            "index": 0,
            "message": { "role": "assistant", "content": content, "refusal": refusal, "annotations": [] },
            "logprobs": null,
            "finish_reason": reason,
        }],
        "usage": { "prompt_tokens": 900, "completion_tokens": 40, "total_tokens": 940 },
        "service_tier": "default",
    })
}
