//! The Gemini API: `POST /v1beta/models/{model}:generateContent`, and `GET /v1beta/models/{model}`.
//!
//! Sources: the API reference of `models.generateContent`, `GenerationConfig` and `Content`, the guides to image
//! generation and to troubleshooting, and `google.rpc` for the details of errors.

mod rules;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use serde_json::{Value, json};

use super::{Failure, Fake, Order, Seen, Standing, Vendor, Wants};

/// A fake of the Gemini API. It returns pictures if `responseModalities` contains `IMAGE`, and otherwise text.
pub type Gemini = Fake<Wire>;

/// The wire format of Gemini.
#[derive(Clone, Copy, Debug)]
pub struct Wire;

/// The reasons for which a prompt is blocked: `promptFeedback.blockReason`.
pub const BLOCK_REASONS: [&str; 5] = ["SAFETY", "OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY"];

/// The reasons for which a candidate has no picture: `finishReason`.
pub const FINISH_REASONS: [&str; 11] = [
    "SAFETY",
    "RECITATION",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "OTHER",
    "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION",
    "IMAGE_OTHER",
    "NO_IMAGE",
];

/// Answers that only Gemini gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Status 200 without candidates: the prompt is blocked for this reason, such as one of [`BLOCK_REASONS`].
    Blocked(&'static str),
    /// Status 200 with a candidate without content, for this reason, such as one of [`FINISH_REASONS`].
    Finished(&'static str),
    /// Status 200 with neither candidates nor a reason.
    Nothing,
    /// 403: the key is known but may not be used.
    KeyForbidden,
    /// 400: the API cannot be used from the caller's location, or without billing.
    FailedPrecondition,
}

impl Own {
    /// All refusals of a request.
    pub fn refusals() -> Vec<Self> {
        let blocked = BLOCK_REASONS.map(Self::Blocked);
        let finished = FINISH_REASONS.map(Self::Finished);
        blocked.into_iter().chain(finished).chain([Self::Nothing]).collect()
    }
}

/// A part of a request's contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Text.
    Text(String),
    /// A picture.
    Picture {
        /// The `mimeType`.
        mime_type: String,
        /// The decoded bytes.
        bytes: Bytes,
    },
}

impl Seen {
    /// The parts of all contents of a request to Gemini, in order.
    pub fn parts(&self) -> Vec<Part> {
        let body = self.json();
        let contents = body["contents"].as_array().into_iter().flatten();
        let parts = contents.flat_map(|content| content["parts"].as_array().into_iter().flatten());
        parts.filter_map(part).collect()
    }
}

fn part(part: &Value) -> Option<Part> {
    if let Some(text) = part["text"].as_str() {
        return Some(Part::Text(text.to_owned()));
    }
    let data = &part["inlineData"];
    Some(Part::Picture {
        mime_type: data["mimeType"].as_str()?.to_owned(),
        bytes: STANDARD.decode(data["data"].as_str()?).ok()?.into(),
    })
}

impl Vendor for Wire {
    type Own = Own;

    const COLOUR: [u8; 3] = [60, 110, 240];

    fn read(seen: &Seen) -> Result<Order, Failure> {
        rules::read(seen)
    }

    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>) {
        let usual = match failure.status {
            400 => "INVALID_ARGUMENT",
            401 => "UNAUTHENTICATED",
            403 => "PERMISSION_DENIED",
            404 => "NOT_FOUND",
            429 => "RESOURCE_EXHAUSTED",
            499 => "CANCELLED",
            503 => "UNAVAILABLE",
            504 => "DEADLINE_EXCEEDED",
            _ => "INTERNAL",
        };
        let mut error = json!({
            "code": failure.status,
            "message": failure.message,
            "status": failure.code.as_deref().unwrap_or(usual),
        });
        let details = failure.more.get("details").and_then(Value::as_array);
        let mut details = details.cloned().unwrap_or_default();
        if let Some(seconds) = failure.retry_after {
            details.push(json!({
                "@type": "type.googleapis.com/google.rpc.RetryInfo",
                "retryDelay": format!("{seconds}s"),
            }));
        }
        if !details.is_empty() {
            error["details"] = details.into();
        }
        (json!({ "error": error }), Vec::new())
    }

    fn throttled(order: &Order) -> Failure {
        let message = "You exceeded your current quota, please check your plan and billing details.";
        let quota = json!({
            "@type": "type.googleapis.com/google.rpc.QuotaFailure",
            "violations": [{
                "quotaMetric": "generativelanguage.googleapis.com/generate_requests_per_model",
                "quotaId": "GenerateRequestsPerMinutePerProjectPerModel",
                "quotaDimensions": { "location": "global", "model": order.model },
            }],
        });
        let help = json!({
            "@type": "type.googleapis.com/google.rpc.Help",
            "links": [{
                "description": "Learn more about Gemini API quotas",
                "url": "https://ai.google.dev/gemini-api/docs/rate-limits",
            }],
        });
        Failure::of(429).message(message).with("details", json!([quota, help]))
    }

    fn gone(order: &Order) -> Failure {
        Failure::of(404).message(format!(
            "models/{} is not found for API version v1beta, or is not supported for generateContent. Call \
             ModelService.ListModels to see the list of available models and their supported methods.",
            order.model
        ))
    }

    fn key_refused() -> Failure {
        let message = "API key not valid. Please pass a valid API key.";
        let reason = json!({
            "@type": "type.googleapis.com/google.rpc.ErrorInfo",
            "reason": "API_KEY_INVALID",
            "domain": "googleapis.com",
            "metadata": { "service": "generativelanguage.googleapis.com" },
        });
        let localized = json!({
            "@type": "type.googleapis.com/google.rpc.LocalizedMessage",
            "locale": "en-US",
            "message": message,
        });
        Failure::of(400)
            .message(message)
            .with("details", json!([reason, localized]))
    }

    fn pictures(order: &Order, pictures: &[Bytes], _: &Seen) -> Value {
        let mime_type = match order.wants {
            Wants::Pictures { format, .. } => format.to_mime_type(),
            Wants::Words | Wants::Catalog => "image/png",
        };
        let parts = pictures
            .iter()
            .map(|picture| json!({ "inlineData": { "mimeType": mime_type, "data": STANDARD.encode(picture) } }));
        stopped(order, parts.collect())
    }

    fn words(order: &Order, words: &str) -> Value {
        stopped(order, vec![json!({ "text": words })])
    }

    fn empty(order: &Order) -> Value {
        stopped(order, Vec::new())
    }

    fn own(own: &Own, order: &Order, _: &Seen) -> Result<Value, Failure> {
        match own {
            Own::Blocked(reason) => Ok(response(order, json!({ "promptFeedback": { "blockReason": reason } }))),
            Own::Finished(reason) => {
                let candidate = json!({
                    "finishReason": reason,
                    "finishMessage": "Unable to show the generated image.",
                    "index": 0,
                });
                Ok(response(order, json!({ "candidates": [candidate] })))
            }
            Own::Nothing => Ok(response(order, json!({}))),
            Own::KeyForbidden => {
                Err(Failure::of(403).message("Your API key was reported as leaked. Please use another API key."))
            }
            Own::FailedPrecondition => Err(Failure::of(400)
                .code("FAILED_PRECONDITION")
                .message("User location is not supported for the API use.")),
        }
    }

    /// The model's resource. Gemini tells neither a state nor an end.
    fn catalog(order: &Order, standing: Standing) -> Result<Value, Failure> {
        match standing {
            Standing::Gone => Err(Self::gone(order)),
            Standing::Offered(_) | Standing::Legacy => Ok(json!({
                "name": format!("models/{}", order.model),
                "version": "001",
                "displayName": order.model,
                "inputTokenLimit": 65_536,
                "outputTokenLimit": 32_768,
                "supportedGenerationMethods": ["generateContent", "countTokens", "batchGenerateContent"],
                "temperature": 1,
            })),
        }
    }

    fn headers(_: u64) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

fn stopped(order: &Order, parts: Vec<Value>) -> Value {
    let content = json!({ "parts": parts, "role": "model" });
    let candidate = json!({ "content": content, "finishReason": "STOP", "index": 0 });
    response(order, json!({ "candidates": [candidate] }))
}

fn response(order: &Order, mut response: Value) -> Value {
    response["usageMetadata"] = json!({
        "promptTokenCount": 258,
        "candidatesTokenCount": 1120,
        "totalTokenCount": 1378,
        "promptTokensDetails": [{ "modality": "TEXT", "tokenCount": 258 }],
    });
    response["modelVersion"] = order.model.clone().into();
    response["responseId"] = "mWnmaP6KLpGk7M8P4cGR8Qc".into();
    response
}
