//! OpenAI's Images and Chat Completions: `POST /v1/images/generations`, `/v1/images/edits`, `/v1/chat/completions`; and
//! the list of models, `GET /v1/models`.
//!
//! Sources: the reference and the specification of these operations, the guides to image generation and to error
//! codes, and responses that users have reported. Streaming is not supported.

mod chat;
mod rules;

use base64::{Engine, engine::general_purpose::STANDARD};
use bytes::Bytes;
use http::Method;
use image::ImageFormat;
use serde_json::{Value, json};

use super::{Failure, Fake, FollowUp, Order, Seen, Standing, Vendor, Wants, paint::paint};

/// The models that the fake lists.
const MODELS: [&str; 4] = ["gpt-image-2", "gpt-image-2.6-sunburst", "gpt-5.6-luna", "gpt-6.1-terra"];

/// A fake of OpenAI, or of a server with a compatible API.
pub type OpenAi = Fake<Wire>;

/// The wire format of OpenAI.
#[derive(Clone, Copy, Debug)]
pub struct Wire;

/// Answers that only OpenAI and compatible servers give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// 400 `moderation_blocked`.
    ModerationBlocked,
    /// 400 `content_policy_violation`.
    ContentPolicyViolation,
    /// Status 200 with withheld text: `finish_reason` is `content_filter`. Only for requests for text.
    ContentFiltered,
    /// Status 200 with `message.refusal` instead of text. Only for requests for text.
    Declined,
    /// 429 `insufficient_quota`: the account has no credit left, so a retry does not help.
    QuotaSpent,
    /// 403 `unsupported_country_region_territory`, or an organization that is not verified: this key cannot use the
    /// model.
    Forbidden,
    /// Status 200 with `url` instead of `b64_json`. The same server serves the picture.
    Url,
}

impl Own {
    /// All refusals of a picture.
    pub fn refusals() -> Vec<Self> {
        vec![Self::ModerationBlocked, Self::ContentPolicyViolation]
    }
}

impl Vendor for Wire {
    type Own = Own;

    const COLOUR: [u8; 3] = [40, 220, 120];

    fn read(seen: &Seen) -> Result<Order, Failure> {
        rules::read(seen)
    }

    fn failure(failure: &Failure) -> (Value, Vec<(&'static str, String)>) {
        let code = failure
            .code
            .as_deref()
            .or((failure.status == 429).then_some("rate_limit_exceeded"));
        let kind = match (code, failure.status) {
            (Some("rate_limit_exceeded"), _) => "requests",
            (Some("insufficient_quota"), _) => "insufficient_quota",
            (Some("moderation_blocked"), _) => "image_generation_user_error",
            (_, 500..) => "server_error",
            _ => "invalid_request_error",
        };
        let mut error = json!({ "message": failure.message, "type": kind, "param": null, "code": code });
        for (name, value) in &failure.more {
            error[name] = value.clone();
        }
        let wait = failure.retry_after.map(|seconds| ("retry-after", seconds.to_string()));
        (json!({ "error": error }), wait.into_iter().collect())
    }

    fn throttled(order: &Order) -> Failure {
        Failure::of(429).code("rate_limit_exceeded").message(format!(
            "Rate limit reached for {} in organization org-tests on images per min: Limit 5, Used 5, Requested 1.",
            order.model
        ))
    }

    fn gone(order: &Order) -> Failure {
        rules::no_model(&order.model)
    }

    fn key_refused() -> Failure {
        Failure::of(401).code("invalid_api_key").message(
            "Incorrect API key provided: sk-*****ests. You can find your API key at \
             https://platform.openai.com/account/api-keys.",
        )
    }

    fn pictures(order: &Order, pictures: &[Bytes], _: &Seen) -> Value {
        let data = pictures
            .iter()
            .map(|picture| json!({ "b64_json": STANDARD.encode(picture) }));
        images(order, data.collect())
    }

    fn words(order: &Order, words: &str) -> Value {
        match order.wants {
            Wants::Words => chat::completion(order, json!(words), Value::Null, "stop"),
            Wants::Pictures { .. } | Wants::Catalog => images(order, Vec::new()),
        }
    }

    fn empty(order: &Order) -> Value {
        match order.wants {
            Wants::Words => chat::completion(order, Value::Null, Value::Null, "stop"),
            Wants::Pictures { .. } | Wants::Catalog => images(order, Vec::new()),
        }
    }

    fn own(own: &Own, order: &Order, seen: &Seen) -> Result<Value, Failure> {
        match own {
            Own::ModerationBlocked => Err(Failure::of(400)
                .code("moderation_blocked")
                .message(
                    "Your request was rejected by the safety system. If you believe this is an error, contact us at \
                     help.openai.com and include the request ID req_tests. safety_violations=[violence].",
                )
                .with(
                    "moderation_details",
                    json!({ "moderation_stage": "input", "categories": ["violence"] }),
                )),
            Own::ContentPolicyViolation => Err(Failure::of(400).code("content_policy_violation").message(
                "Your request was rejected as a result of our safety system. Your prompt may contain text that is not \
                 allowed by our safety system.",
            )),
            Own::ContentFiltered => Ok(chat::completion(order, json!(""), Value::Null, "content_filter")),
            Own::Declined => {
                let refusal = json!("I'm sorry, I can't help with that.");
                Ok(chat::completion(order, Value::Null, refusal, "stop"))
            }
            Own::QuotaSpent => Err(Failure::of(429).code("insufficient_quota").message(
                "You exceeded your current quota, please check your plan and billing details. For more information on \
                 this error, read the docs: https://platform.openai.com/docs/guides/error-codes/api-errors.",
            )),
            Own::Forbidden => Err(Failure::of(403)
                .code("unsupported_country_region_territory")
                .message("Country, region, or territory not supported")
                .with("type", "request_forbidden")),
            Own::Url => {
                let host = seen.header("host").unwrap_or_default();
                let Wants::Pictures {
                    size: (width, height),
                    count,
                    ..
                } = order.wants
                else {
                    return Ok(Self::empty(order));
                };
                let url = format!("http://{host}/files/{width}x{height}.png");
                Ok(images(order, vec![json!({ "url": url }); count]))
            }
        }
    }

    /// The list of all models. OpenAI tells no state besides `shutdown_date`.
    fn catalog(_: &Order, standing: Standing) -> Result<Value, Failure> {
        let (names, ends): (&[&str], _) = match standing {
            Standing::Offered(ends) => (&MODELS, ends),
            Standing::Legacy => (&MODELS, None),
            Standing::Gone => (&["gpt-image-9"], None),
        };
        let model = |name: &&str| {
            json!({
                "id": name, "object": "model", "created": 1_780_000_000, "owned_by": "system", "shutdown_date": ends,
            })
        };
        let data: Vec<Value> = names.iter().map(model).collect();
        Ok(json!({ "object": "list", "data": data }))
    }

    fn headers(number: u64) -> Vec<(&'static str, String)> {
        vec![
            ("x-request-id", format!("req_{number:032x}")),
            ("openai-version", "2020-10-01".to_owned()),
            ("openai-processing-ms", "1".to_owned()),
        ]
    }

    fn follow_up(seen: &Seen) -> Option<FollowUp> {
        let name = seen.target().strip_prefix("/files/")?.strip_suffix(".png")?;
        let (width, height) = name.split_once('x')?;
        let size = (width.parse().ok()?, height.parse().ok()?);
        (seen.method == Method::GET).then(|| FollowUp::File(paint(Self::COLOUR, size, ImageFormat::Png)))
    }
}

fn images(order: &Order, data: Vec<Value>) -> Value {
    let (size, format) = match order.wants {
        Wants::Pictures {
            size: (width, height),
            format,
            ..
        } => (format!("{width}x{height}"), format),
        Wants::Words | Wants::Catalog => (String::new(), ImageFormat::Png),
    };
    json!({
        "created": 1_790_000_000,
        "background": "opaque",
        "data": data,
        "output_format": format.to_mime_type().trim_start_matches("image/"),
        "quality": "medium",
        "size": size,
        "usage": {
            "input_tokens": 50,
            "input_tokens_details": { "image_tokens": 40, "text_tokens": 10 },
            "output_tokens": 1568,
            "total_tokens": 1618,
        },
    })
}
