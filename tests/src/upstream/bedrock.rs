//! Amazon Bedrock's runtime API: `POST /model/{modelId}/invoke` for Stability's image models, and `/converse` for text.
//! And its catalog: `GET /foundation-models/{modelId}`.
//!
//! Sources: the API references of InvokeModel and Converse, the user guide's pages on Stability's models and on error
//! codes, and the SDK for Rust, which parses these responses.

mod rules;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};

use super::{Failure, Fake, Order, Seen, Standing, Vendor, Wants};

/// A fake of Bedrock's runtime API. It accepts signed requests and requests with a Bedrock API key, and verifies
/// neither.
pub type Bedrock = Fake<Wire>;

/// The wire format of Bedrock.
#[derive(Clone, Copy, Debug)]
pub struct Wire;

/// Answers that only Bedrock gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// Status 200 of a Stability model with one of [`FINISH_REASONS`], and without the members `images` and `seeds`.
    Filtered(&'static str),
    /// Status 200 of a Stability model with one of [`FINISH_REASONS`], and with empty `images` and `seeds`.
    FilteredWithEmptyImages(&'static str),
    /// 400 `ValidationException`: "blocked by our content filters".
    ContentFilters,
    /// Status 200 of Converse. `stopReason` is `content_filtered`, and the text is a notice of it.
    ContentFiltered,
    /// Status 200 of Converse. `stopReason` is `guardrail_intervened`, and the text comes from the guardrail.
    GuardrailIntervened,
    /// 400 `ValidationException`: the model version has reached its end of life.
    EndOfLifeInvalid,
    /// 400 `ValidationException`: the model does not exist.
    ModelInvalid,
    /// 403 `AccessDeniedException`: the caller is known but may not use the model.
    AccessDenied,
}

/// The reasons for which a Stability model returns no picture. The last reason is a failure and not a refusal.
pub const FINISH_REASONS: [&str; 4] = [
    "Filter reason: prompt",
    "Filter reason: output image",
    "Filter reason: input image",
    "Inference error",
];

impl Own {
    /// All refusals of a picture.
    pub fn refusals() -> Vec<Self> {
        let reasons = FINISH_REASONS.into_iter().filter(|reason| reason.starts_with("Filter"));
        let both = reasons.flat_map(|reason| [Self::Filtered(reason), Self::FilteredWithEmptyImages(reason)]);
        both.chain([Self::ContentFilters]).collect()
    }
}

impl Seen {
    /// The model id in the path of a request to Bedrock, percent-decoded.
    pub fn model_id(&self) -> Option<String> {
        let target = self.target();
        let invoked = target.strip_prefix("/model/").and_then(|rest| rest.split_once('/'));
        let model = invoked.map(|(model, _)| model);
        let model = model.or_else(|| target.strip_prefix("/foundation-models/"))?;
        Some(percent_decode_str(model).decode_utf8().ok()?.into_owned())
    }
}

impl Vendor for Wire {
    type Own = Own;

    const COLOUR: [u8; 3] = [240, 120, 40];

    fn read(seen: &Seen) -> Result<Order, Failure> {
        rules::read(seen)
    }

    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>) {
        let usual = match failure.status {
            400 => "ValidationException",
            403 => "AccessDeniedException",
            404 => "ResourceNotFoundException",
            408 => "ModelTimeoutException",
            424 => "ModelErrorException",
            429 => "ThrottlingException",
            503 => "ServiceUnavailableException",
            _ => "InternalServerException",
        };
        let code = failure.code.as_deref().unwrap_or(usual);
        let mut body = json!({ "message": failure.message });
        for (name, value) in &failure.more {
            body[name] = value.clone();
        }
        let name = format!("{code}:http://internal.amazon.com/coral/com.amazon.bedrock/");
        let mut headers = vec![("x-amzn-errortype", name)];
        // This header is in milliseconds.
        headers.extend(
            failure
                .retry_after
                .map(|seconds| ("x-amz-retry-after", (seconds * 1_000).to_string())),
        );
        (body, headers)
    }

    fn throttled(_: &Order) -> Failure {
        Failure::of(429).message("Too many requests, please wait before trying again.")
    }

    fn gone(_: &Order) -> Failure {
        Failure::of(404).message(END_OF_LIFE)
    }

    fn key_refused() -> Failure {
        Failure::of(403)
            .code("UnrecognizedClientException")
            .message("The security token included in the request is invalid.")
    }

    fn pictures(_: &Order, pictures: &[Bytes], _: &Seen) -> Value {
        let images: Vec<_> = pictures.iter().map(|picture| STANDARD.encode(picture)).collect();
        json!({ "seeds": [2_130_420_379_u32], "finish_reasons": [null], "images": images })
    }

    fn words(order: &Order, words: &str) -> Value {
        match order.wants {
            Wants::Words => converse(&json!([{ "text": words }]), "end_turn"),
            Wants::Pictures { .. } | Wants::Catalog => Self::empty(order),
        }
    }

    fn empty(order: &Order) -> Value {
        match order.wants {
            Wants::Words => converse(&json!([]), "end_turn"),
            Wants::Pictures { .. } => json!({ "seeds": [], "finish_reasons": [], "images": [] }),
            Wants::Catalog => json!({}),
        }
    }

    fn own(own: &Own, _: &Order, _: &Seen) -> Result<Value, Failure> {
        let refused = Failure::of(400);
        match own {
            Own::Filtered(reason) => Ok(json!({ "finish_reasons": [reason] })),
            Own::FilteredWithEmptyImages(reason) => {
                Ok(json!({ "seeds": [], "finish_reasons": [reason], "images": [] }))
            }
            Own::ContentFilters => Err(refused.message(
                "This request has been blocked by our content filters. Please adjust your text prompt to submit a new \
                 request.",
            )),
            Own::ContentFiltered => {
                let notice = " - The generated text has been blocked by our content filters.";
                Ok(converse(&json!([{ "text": notice }]), "content_filtered"))
            }
            Own::GuardrailIntervened => {
                let notice = "Sorry, the model cannot answer this question.";
                Ok(converse(&json!([{ "text": notice }]), "guardrail_intervened"))
            }
            Own::EndOfLifeInvalid => Err(refused.message(END_OF_LIFE)),
            Own::ModelInvalid => Err(refused.message("The provided model identifier is invalid.")),
            Own::AccessDenied => {
                Err(Failure::of(403).message("You don't have access to the model with the specified model ID."))
            }
        }
    }

    fn catalog(order: &Order, standing: Standing) -> Result<Value, Failure> {
        let model = &order.model;
        let lifecycle = match standing {
            Standing::Gone => return Err(Failure::of(400).message("The provided model identifier is invalid.")),
            Standing::Offered(None) => json!({ "status": "ACTIVE", "startOfLifeTime": "2025-08-20T00:00:00Z" }),
            Standing::Offered(Some(day)) => {
                json!({ "status": "LEGACY", "endOfLifeTime": format!("{day}T00:00:00Z") })
            }
            Standing::Legacy => json!({ "status": "LEGACY" }),
        };
        Ok(json!({
            "modelDetails": {
                "modelArn": format!("arn:aws:bedrock:us-west-2::foundation-model/{model}"),
                "modelId": model,
                "modelName": "Stable Image Core 1.0",
                "providerName": "Stability AI",
                "inputModalities": ["TEXT"],
                "outputModalities": ["IMAGE"],
                "responseStreamingSupported": false,
                "inferenceTypesSupported": ["ON_DEMAND"],
                "modelLifecycle": lifecycle,
            },
        }))
    }

    fn headers(number: u64) -> Vec<(&'static str, String)> {
        vec![("x-amzn-requestid", format!("00000000-0000-4000-8000-{number:012x}"))]
    }
}

const END_OF_LIFE: &str =
    "This model version has reached the end of its life. Please refer to the AWS documentation for more details.";

fn converse(content: &Value, reason: &str) -> Value {
    json!({
        "metrics": { "latencyMs": 1 },
        "output": { "message": { "content": content, "role": "assistant" } },
        "stopReason": reason,
        "usage": { "inputTokens": 900, "outputTokens": 40, "totalTokens": 940 },
    })
}
