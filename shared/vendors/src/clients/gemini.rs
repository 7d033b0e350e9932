//! Gemini's `generateContent`, <https://ai.google.dev/api/generate-content>.

use std::time::Duration;

use contract::Resolution;
use http::{HeaderValue, Request};
use runtime::{ModelConfig, Options, PictureSize, SecretRef, WordsConfig};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    Attachment, Cause, GeneratedPicture, ModelError, PictureRequest, Question, Vendors,
    offer::Offer,
    request::shape::nearest,
    wire::{
        body::{Body, Marks},
        encoded,
        http::{MAX_PICTURE_RESPONSE_BYTES, MAX_TEXT_RESPONSE_BYTES, Reply, get, post},
        json::merge,
    },
};

const BASE_URL: &str = "https://generativelanguage.googleapis.com";

/// The values of `promptFeedback.blockReason` and `candidates[].finishReason` that mean a refusal.
const REFUSALS: [&str; 14] = [
    "SAFETY",
    "OTHER",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "IMAGE_SAFETY",
    "IMAGE_PROHIBITED_CONTENT",
    "IMAGE_RECITATION",
    "IMAGE_OTHER",
    "NO_IMAGE",
    "RECITATION",
    "SPII",
    "LANGUAGE",
    "BLOCK_REASON_UNSPECIFIED",
    "MODEL_ARMOR",
];

pub(crate) struct Gemini {
    vendors: Vendors,
    url: String,
    secret: Option<SecretRef>,
    options: Options,
    reference_options: Options,
    sizes: Vec<PictureSize>,
    seed: bool,
}

impl Gemini {
    pub(crate) fn painter(vendors: &Vendors, model: &ModelConfig) -> Self {
        Self {
            vendors: vendors.clone(),
            url: url(
                model.base_url.as_deref(),
                model.upstream_model.as_deref().unwrap_or_default(),
            ),
            secret: model.secret.clone(),
            options: model.options.clone(),
            reference_options: model.reference_options.clone(),
            sizes: model.capabilities.sizes.clone(),
            seed: model.capabilities.seed,
        }
    }

    pub(crate) fn writer(vendors: &Vendors, words: &WordsConfig) -> Self {
        Self {
            vendors: vendors.clone(),
            url: url(words.base_url.as_deref(), &words.upstream_model),
            secret: words.secret.clone(),
            options: words.options.clone(),
            reference_options: Options::new(),
            sizes: Vec::new(),
            seed: false,
        }
    }

    pub(crate) async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let mut marks = Marks::new();
        let mut parts = vec![json!({ "text": request.text })];
        parts.extend(request.references.iter().map(|picture| inline(&mut marks, picture)));
        let mut body = json!({
            "contents": [{ "role": "user", "parts": parts }],
            "generationConfig": { "responseModalities": ["IMAGE"] },
        });
        if let Some(config) = body.get_mut("generationConfig").and_then(Value::as_object_mut) {
            let mut image = Options::new();
            if let shape @ PictureSize::Ratio(..) = nearest(&self.sizes, request.size) {
                image.insert("aspectRatio".to_owned(), json!(shape.to_string()));
            }
            if let Some(size) = image_size(request.resolution) {
                image.insert("imageSize".to_owned(), json!(size));
            }
            if !image.is_empty() {
                config.insert("imageConfig".to_owned(), image.into());
            }
            if self.seed {
                config.insert("seed".to_owned(), json!(seed(request.seed)));
            }
        }
        merge(&mut body, &self.options);
        if !request.references.is_empty() {
            merge(&mut body, &self.reference_options);
        }
        let generated = self.generate(&body, &marks, MAX_PICTURE_RESPONSE_BYTES).await?;
        let request_id = generated.response_id.clone();
        let picture = generated.finished_parts().find_map(|part| part.inline_data.as_ref());
        let Some(picture) = picture else {
            return Err(generated.why_nothing());
        };
        Ok(GeneratedPicture {
            bytes: encoded::picture(&picture.data)?,
            request_id,
            seed: self.seed.then(|| seed(request.seed)),
        })
    }

    pub(crate) async fn ask(&self, question: Question<'_>) -> Result<String, ModelError> {
        let mut marks = Marks::new();
        let picture = question.picture.map(|picture| inline(&mut marks, picture));
        let mut parts: Vec<Value> = picture.into_iter().collect();
        parts.push(json!({ "text": question.text }));
        let mut body = json!({
            "systemInstruction": { "parts": [{ "text": question.instructions }] },
            "contents": [{ "role": "user", "parts": parts }],
        });
        merge(&mut body, &self.options);
        let generated = self.generate(&body, &marks, MAX_TEXT_RESPONSE_BYTES).await?;
        let text: String = generated
            .finished_parts()
            .filter_map(|part| part.text.as_deref())
            .collect();
        if text.is_empty() {
            return Err(generated.why_nothing());
        }
        Ok(text)
    }

    async fn generate(&self, body: &Value, marks: &Marks, limit: usize) -> Result<Generated, ModelError> {
        let url = format!("{}:generateContent", self.url);
        let reply = self.send(post(&url, "application/json", marks.body(body)?)?, limit);
        reply.await?.json()
    }

    /// Asks whether the vendor offers the model. Gemini does not report when a model ends.
    pub(crate) async fn look_up(&self) -> Result<Offer, ModelError> {
        let reply = self.send(get(&self.url)?, MAX_TEXT_RESPONSE_BYTES).await?;
        reply.json::<Listed>().map(|_| Offer::Offered { ends: None })
    }

    async fn send(&self, mut request: Request<Body>, limit: usize) -> Result<Reply, ModelError> {
        if let Some(secret) = &self.secret {
            let key = self.vendors.keys.get(secret).await?;
            let mut key = HeaderValue::from_str(key.expose()).map_err(|_| ModelError::permanent(Cause::NoSecret))?;
            key.set_sensitive(true);
            request.headers_mut().insert("x-goog-api-key", key);
        }
        let reply = self.vendors.http.send(request, limit).await?;
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err(self.vendors.keys.note(self.secret.as_ref(), failure(&reply)))
    }
}

/// The URL of a model.
fn url(base_url: Option<&str>, model: &str) -> String {
    format!("{}/v1beta/models/{model}", base_url.unwrap_or(BASE_URL))
}

/// Gemini's name of a resolution; `None` for its default, `1K`, which older models do not accept as a name.
const fn image_size(resolution: Resolution) -> Option<&'static str> {
    match resolution {
        Resolution::P720 => None,
        Resolution::P1080 => Some("2K"),
        Resolution::P2160 => Some("4K"),
    }
}

/// Gemini's seeds are signed. The first bit is dropped and not the last one, because the thumbnails of a generation
/// have consecutive seeds.
const fn seed(seed: u32) -> u32 {
    seed & i32::MAX.cast_unsigned()
}

fn inline(marks: &mut Marks, picture: &Attachment) -> Value {
    json!({ "inlineData": { "mimeType": picture.format.content_type(), "data": marks.add(picture) } })
}

/// A model in a response of `models.get`, <https://ai.google.dev/api/models>.
#[derive(Deserialize)]
struct Listed {
    #[serde(rename = "name")]
    _name: String,
}

/// The body of a response with status 200.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Generated {
    #[serde(default)]
    candidates: Vec<Candidate>,
    prompt_feedback: Option<PromptFeedback>,
    response_id: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Candidate {
    content: Option<Content>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Part {
    text: Option<String>,
    inline_data: Option<InlineData>,
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
struct InlineData {
    data: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PromptFeedback {
    block_reason: Option<String>,
}

impl Generated {
    /// The parts of the response, without the drafts of thinking models.
    fn finished_parts(&self) -> impl Iterator<Item = &Part> {
        let contents = self
            .candidates
            .iter()
            .filter_map(|candidate| candidate.content.as_ref());
        contents.flat_map(|content| &content.parts).filter(|part| !part.thought)
    }

    /// The error for a response without a result. Without candidates the prompt was blocked, even if no reason is
    /// given.
    fn why_nothing(&self) -> ModelError {
        let blocked = self
            .prompt_feedback
            .as_ref()
            .and_then(|feedback| feedback.block_reason.as_deref());
        let finished = self
            .candidates
            .iter()
            .filter_map(|candidate| candidate.finish_reason.as_deref());
        let reason = blocked.into_iter().chain(finished).find_map(|reason| {
            let known = REFUSALS.iter().find(|known| **known == reason);
            known.copied().or(blocked.is_some().then_some("blocked"))
        });
        match reason {
            Some(reason) => ModelError::Refused { reason },
            None if self.candidates.is_empty() => ModelError::Refused {
                reason: "no candidates",
            },
            None => ModelError::transient(Cause::Empty),
        }
    }
}

/// The body of a response with another status, <https://cloud.google.com/apis/design/errors>.
#[derive(Default, Deserialize)]
struct Failed {
    #[serde(default)]
    error: Status,
}

#[derive(Default, Deserialize)]
struct Status {
    #[serde(default)]
    details: Vec<Detail>,
}

/// `ErrorInfo` has a reason, `RetryInfo` a delay.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Detail {
    reason: Option<String>,
    retry_delay: Option<String>,
}

fn failure(reply: &Reply) -> ModelError {
    let details = serde_json::from_slice::<Failed>(&reply.body)
        .unwrap_or_default()
        .error
        .details;
    let is_about_the_key = |detail: &Detail| {
        detail
            .reason
            .as_deref()
            .is_some_and(|reason| reason.starts_with("API_KEY_"))
    };
    if reply.status.as_u16() == 400 && details.iter().any(is_about_the_key) {
        return ModelError::permanent(Cause::KeyRefused);
    }
    match reply.failure() {
        ModelError::Transient { cause, retry_after } => {
            let delay = details
                .iter()
                .find_map(|detail| seconds(detail.retry_delay.as_deref()?));
            ModelError::Transient {
                cause,
                retry_after: retry_after.max(delay),
            }
        }
        failure => failure,
    }
}

/// Parses a duration in Google's format, such as `3s` or `1.5s`.
fn seconds(text: &str) -> Option<Duration> {
    Duration::try_from_secs_f64(text.strip_suffix('s')?.parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use http::{HeaderMap, StatusCode};

    fn nothing(answer: Value) -> ModelError {
        serde_json::from_value::<Generated>(answer).unwrap().why_nothing()
    }

    #[test]
    fn every_kind_of_refusal_is_recognized() {
        for (answer, reason) in [
            (
                json!({ "promptFeedback": { "blockReason": "PROHIBITED_CONTENT" } }),
                "PROHIBITED_CONTENT",
            ),
            (
                json!({ "promptFeedback": { "blockReason": "SOMETHING_NEW" } }),
                "blocked",
            ),
            (
                json!({ "candidates": [{ "finishReason": "IMAGE_SAFETY" }] }),
                "IMAGE_SAFETY",
            ),
            (json!({}), "no candidates"),
        ] {
            assert_eq!(nothing(answer), ModelError::Refused { reason });
        }
        let words =
            json!({ "candidates": [{ "finishReason": "STOP", "content": { "parts": [{ "text": "Sorry" }] } }] });
        assert_eq!(nothing(words), ModelError::transient(Cause::Empty));
    }

    #[test]
    fn drafts_of_thinking_models_are_ignored() {
        let parts = json!([
            { "inlineData": { "mimeType": "image/png", "data": "YQ==" }, "thought": true },
            { "text": "Here it is" },
            { "inlineData": { "mimeType": "image/png", "data": "Yg==" } },
        ]);
        let answer = json!({ "candidates": [{ "content": { "parts": parts }, "finishReason": "STOP" }] });
        let generated: Generated = serde_json::from_value(answer).unwrap();
        let mut pictures = generated.finished_parts().filter_map(|part| part.inline_data.as_ref());
        assert_eq!(pictures.next().map(|picture| picture.data.as_str()), Some("Yg=="));
    }

    #[test]
    fn error_details_name_refused_keys_and_waits() {
        let failed = |status: u16, details: Value| {
            failure(&Reply {
                status: StatusCode::from_u16(status).unwrap(),
                headers: HeaderMap::new(),
                body: Bytes::from(json!({ "error": { "code": status, "details": details } }).to_string()),
            })
        };
        let key = json!([{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID" }]);
        assert_eq!(failed(400, key), ModelError::permanent(Cause::KeyRefused));
        assert_eq!(failed(400, json!([])), ModelError::permanent(Cause::Invalid));
        assert_eq!(failed(404, json!([])), ModelError::Gone);
        let wait = json!([{ "@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "31.5s" }]);
        assert_eq!(failed(429, wait).retry_after(), Some(Duration::from_millis(31_500)));
    }
}
