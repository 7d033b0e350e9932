//! OpenAI's API for images and chat completions, <https://platform.openai.com/docs/api-reference>, and compatible
//! servers.

mod multipart;

use http::{HeaderValue, Request, header};
use runtime::{ModelConfig, Options, PictureSize, SecretRef, WordsConfig};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

use self::multipart::Multipart;
use crate::{
    Cause, GeneratedPicture, ModelError, PictureRequest, Question, Vendors,
    offer::{Offer, moment},
    request::shape::nearest,
    wire::{
        body::{Body, Marks},
        download::Downloads,
        encoded,
        http::{MAX_LIST_RESPONSE_BYTES, MAX_PICTURE_RESPONSE_BYTES, MAX_TEXT_RESPONSE_BYTES, Reply, get, post},
        json::merge,
    },
};

const BASE_URL: &str = "https://api.openai.com";

pub(crate) struct OpenAi {
    vendors: Vendors,
    base_url: String,
    model: String,
    secret: Option<SecretRef>,
    options: Options,
    reference_options: Options,
    sizes: Vec<PictureSize>,
    seed: bool,
    downloads: Downloads,
}

impl OpenAi {
    pub(crate) fn painter(vendors: &Vendors, model: &ModelConfig) -> Self {
        Self {
            vendors: vendors.clone(),
            base_url: base_url(model.base_url.as_deref()),
            model: model.upstream_model.clone().unwrap_or_default(),
            secret: model.secret.clone(),
            options: model.options.clone(),
            reference_options: model.reference_options.clone(),
            sizes: model.capabilities.sizes.clone(),
            seed: model.capabilities.seed,
            downloads: Downloads::of(model.base_url.as_deref()),
        }
    }

    pub(crate) fn writer(vendors: &Vendors, words: &WordsConfig) -> Self {
        Self {
            vendors: vendors.clone(),
            base_url: base_url(words.base_url.as_deref()),
            model: words.upstream_model.clone(),
            secret: words.secret.clone(),
            options: words.options.clone(),
            reference_options: Options::new(),
            sizes: Vec::new(),
            seed: false,
            downloads: Downloads::of(words.base_url.as_deref()),
        }
    }

    pub(crate) async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let mut fields = json!({ "model": self.model, "prompt": request.text, "n": 1 });
        if let Some(fields) = fields.as_object_mut() {
            if let size @ PictureSize::Pixels(_) = nearest(&self.sizes, request.size) {
                fields.insert("size".to_owned(), json!(size.to_string()));
            }
            // OpenAI's own models accept no seed, but compatible servers may.
            if self.seed {
                fields.insert("seed".to_owned(), json!(request.seed));
            }
        }
        merge(&mut fields, &self.options);
        let request_to = if request.references.is_empty() {
            self.post("images/generations", &fields, &Marks::new())?
        } else {
            merge(&mut fields, &self.reference_options);
            let mut form = Multipart::new();
            for (name, value) in fields.as_object().into_iter().flatten() {
                match value {
                    Value::String(text) => form.text(name, text),
                    other => form.text(name, &other.to_string()),
                }
            }
            for (index, reference) in request.references.iter().enumerate() {
                let file_name = format!("{}.{}", index + 1, reference.format.extension());
                form.file(
                    "image[]",
                    &file_name,
                    reference.format.content_type(),
                    reference.bytes.clone(),
                );
            }
            let content_type = form.content_type();
            post(
                &format!("{}/v1/images/edits", self.base_url),
                &content_type,
                form.finish(),
            )?
        };
        let reply = self.send(request_to, MAX_PICTURE_RESPONSE_BYTES).await?;
        let request_id = reply.header("x-request-id");
        let pictures: Pictures = reply.json()?;
        let picture = pictures
            .data
            .into_iter()
            .next()
            .ok_or(ModelError::transient(Cause::Empty))?;
        // Some servers leave a blank text in the field that they do not use.
        let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let bytes = match (given(picture.b64_json), given(picture.url)) {
            (Some(data), _) => encoded::picture(&data)?,
            (None, Some(url)) if url.starts_with("data:") => encoded::picture(&url)?,
            (None, Some(url)) => self.downloads.get(&self.absolute(url)).await?,
            (None, None) => return Err(ModelError::transient(Cause::Empty)),
        };
        Ok(GeneratedPicture {
            bytes,
            request_id,
            seed: self.seed.then_some(request.seed),
        })
    }

    /// The URL of a picture. Some servers return it relative to the URL of the request.
    fn absolute(&self, url: String) -> String {
        let base = Url::parse(&format!("{}/v1/images/generations", self.base_url));
        let joined = base.and_then(|base| base.join(&url));
        joined.map_or(url, String::from)
    }

    pub(crate) async fn ask(&self, question: Question<'_>) -> Result<String, ModelError> {
        let mut marks = Marks::new();
        let mut content = vec![json!({ "type": "text", "text": question.text })];
        if let Some(picture) = question.picture {
            let data = marks.add(picture);
            let url = format!("data:{};base64,{data}", picture.format.content_type());
            content.push(json!({ "type": "image_url", "image_url": { "url": url } }));
        }
        let mut body = json!({
            "model": self.model,
            "messages": [
                { "role": "system", "content": question.instructions },
                { "role": "user", "content": content },
            ],
        });
        merge(&mut body, &self.options);
        let reply = self
            .send(self.post("chat/completions", &body, &marks)?, MAX_TEXT_RESPONSE_BYTES)
            .await?;
        let completion: Completion = reply.json()?;
        let choice = completion
            .choices
            .into_iter()
            .next()
            .ok_or(ModelError::transient(Cause::Empty))?;
        if choice.finish_reason.as_deref() == Some("content_filter") {
            return Err(ModelError::Refused {
                reason: "content_filter",
            });
        }
        if choice.message.refusal.is_some() {
            return Err(ModelError::Refused { reason: "refusal" });
        }
        choice.message.content.ok_or(ModelError::transient(Cause::Empty))
    }

    /// Looks for the model in the server's list of models.
    pub(crate) async fn look_up(&self) -> Result<Offer, ModelError> {
        let request = get(&format!("{}/v1/models", self.base_url))?;
        let reply = match self.send(request, MAX_LIST_RESPONSE_BYTES).await {
            // The request names no model, so the server has no list.
            Err(ModelError::Gone | ModelError::Permanent { cause: Cause::Invalid }) => return Ok(Offer::Unlisted),
            reply => reply?,
        };
        let list: List = reply.json()?;
        if list.data.is_empty() {
            return Ok(Offer::Unlisted);
        }
        let listed = list.data.into_iter().find(|listed| listed.id == self.model);
        let shutdown_date = listed.ok_or(ModelError::Gone)?.shutdown_date;
        Ok(Offer::Offered {
            ends: shutdown_date.as_deref().and_then(moment),
        })
    }

    fn post(&self, path: &str, body: &Value, marks: &Marks) -> Result<Request<Body>, ModelError> {
        let url = format!("{}/v1/{path}", self.base_url);
        post(&url, "application/json", marks.body(body)?)
    }

    async fn send(&self, mut request: Request<Body>, limit: usize) -> Result<Reply, ModelError> {
        if let Some(secret) = &self.secret {
            let key = self.vendors.keys.get(secret).await?;
            let bearer = HeaderValue::from_str(&format!("Bearer {}", key.expose()));
            let mut bearer = bearer.map_err(|_| ModelError::permanent(Cause::NoSecret))?;
            bearer.set_sensitive(true);
            request.headers_mut().insert(header::AUTHORIZATION, bearer);
        }
        let reply = self.vendors.http.send(request, limit).await?;
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err(self.vendors.keys.note(self.secret.as_ref(), failure(&reply)))
    }
}

/// The base URL without the version, with which some compatible servers document their URL.
fn base_url(configured: Option<&str>) -> String {
    let url = configured.unwrap_or(BASE_URL);
    url.strip_suffix("/v1").unwrap_or(url).to_owned()
}

/// The response of `GET /v1/models`.
#[derive(Deserialize)]
struct List {
    data: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    id: String,
    /// The day from which OpenAI no longer offers the model. Compatible servers do not return it.
    shutdown_date: Option<String>,
}

#[derive(Deserialize)]
struct Pictures {
    #[serde(default)]
    data: Vec<Picture>,
}

#[derive(Deserialize)]
struct Picture {
    b64_json: Option<String>,
    url: Option<String>,
}

#[derive(Deserialize)]
struct Completion {
    #[serde(default)]
    choices: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
    refusal: Option<String>,
}

#[derive(Default, Deserialize)]
struct Failed {
    #[serde(default)]
    error: Problem,
}

#[derive(Default, Deserialize)]
struct Problem {
    code: Option<Value>,
}

fn failure(reply: &Reply) -> ModelError {
    let problem = serde_json::from_slice::<Failed>(&reply.body).unwrap_or_default().error;
    match problem.code.as_ref().and_then(Value::as_str) {
        Some("moderation_blocked") => ModelError::Refused {
            reason: "moderation_blocked",
        },
        Some("content_policy_violation") => ModelError::Refused {
            reason: "content_policy_violation",
        },
        Some("content_filter") => ModelError::Refused {
            reason: "content_filter",
        },
        Some("model_not_found") => ModelError::Gone,
        Some("insufficient_quota" | "billing_hard_limit_reached") => ModelError::permanent(Cause::QuotaUsedUp),
        _ => reply.failure(),
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;
    use http::{HeaderMap, StatusCode};

    #[test]
    fn a_base_url_may_end_in_the_version() {
        assert_eq!(base_url(None), "https://api.openai.com");
        assert_eq!(base_url(Some("http://10.0.0.7:8080/v1")), "http://10.0.0.7:8080");
        assert_eq!(base_url(Some("https://host/openai")), "https://host/openai");
    }

    #[test]
    fn an_error_code_counts_before_the_status() {
        let failed = |status: u16, code: Value| {
            failure(&Reply {
                status: StatusCode::from_u16(status).unwrap(),
                headers: HeaderMap::new(),
                body: Bytes::from(json!({ "error": { "code": code, "message": "no" } }).to_string()),
            })
        };
        assert!(matches!(
            failed(400, json!("moderation_blocked")),
            ModelError::Refused { .. }
        ));
        assert_eq!(
            failed(400, json!("invalid_size")),
            ModelError::permanent(Cause::Invalid)
        );
        assert_eq!(failed(400, json!(null)), ModelError::permanent(Cause::Invalid));
        assert_eq!(failed(400, json!(400)), ModelError::permanent(Cause::Invalid));
        assert_eq!(failed(403, json!("model_not_found")), ModelError::Gone);
        assert_eq!(
            failed(429, json!("insufficient_quota")),
            ModelError::permanent(Cause::QuotaUsedUp)
        );
        assert!(failed(429, json!("rate_limit_exceeded")).is_retryable());
    }
}
