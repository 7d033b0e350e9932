//! The API of Black Forest Labs for FLUX, <https://docs.bfl.ai/api-reference>.
//!
//! The API is asynchronous. A `POST` starts a task, the client polls the task's state until it is `Ready`, and then
//! downloads the picture from a signed URL.

mod tasks;

use std::{collections::HashMap, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, Request, Uri};
use runtime::{ModelConfig, Options, PictureSize, SecretRef};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep};

use self::tasks::{Task, Tasks, fingerprint};
use crate::{
    Cause, GeneratedPicture, ModelError, PictureRequest, Vendors,
    offer::Offer,
    request::shape::nearest,
    wire::{
        body::{Body, Marks},
        download::{Downloads, FORBIDDEN_URL},
        http::{MAX_LIST_RESPONSE_BYTES, MAX_TEXT_RESPONSE_BYTES, Reply, get, post},
        json::merge,
    },
};

const BASE_URL: &str = "https://api.bfl.ai";
/// The domain of the vendor's servers. The API of one region may name a polling URL in another region.
const DOMAIN: &str = "bfl.ai";
/// The time between two polls, as in the vendor's examples.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How many polls or downloads may fail in succession before the attempt fails.
const MAX_FAILURES: u32 = 3;

const TASK_FAILED: ModelError = ModelError::transient(Cause::TaskFailed);

pub(crate) struct Bfl {
    vendors: Vendors,
    base_url: String,
    /// The model's name, which is the last part of its path.
    model: String,
    secret: Option<SecretRef>,
    options: Options,
    reference_options: Options,
    sizes: Vec<PictureSize>,
    seed: bool,
    /// How long an attempt may take.
    timeout: Duration,
    downloads: Downloads,
    tasks: Tasks,
}

impl Bfl {
    pub(crate) fn painter(vendors: &Vendors, model: &ModelConfig) -> Self {
        let own = model.base_url.as_deref();
        let base_url = own.unwrap_or(BASE_URL);
        Self {
            vendors: vendors.clone(),
            base_url: base_url.strip_suffix("/v1").unwrap_or(base_url).to_owned(),
            model: model.upstream_model.clone().unwrap_or_default(),
            secret: model.secret.clone(),
            options: model.options.clone(),
            reference_options: model.reference_options.clone(),
            sizes: model.capabilities.sizes.clone(),
            seed: model.capabilities.seed,
            timeout: model.timeout(),
            downloads: Downloads::of(own),
            tasks: Tasks::default(),
        }
    }

    pub(crate) async fn paint(&self, request: PictureRequest<'_>) -> Result<GeneratedPicture, ModelError> {
        let deadline = Instant::now() + self.timeout;
        let fingerprint = fingerprint(&request);
        let task = match self.tasks.take(&fingerprint) {
            Some(task) => task,
            None => self.submit(&request).await?,
        };
        let held = self.tasks.hold(fingerprint, task.clone());
        let result = self.picture_of(&task, deadline).await;
        if !result.as_ref().is_err_and(may_still_succeed) {
            held.forget();
        }
        Ok(GeneratedPicture {
            bytes: result?,
            request_id: Some(task.id),
            seed: self.seed.then_some(request.seed),
        })
    }

    /// Starts a task, which the vendor charges.
    async fn submit(&self, request: &PictureRequest<'_>) -> Result<Task, ModelError> {
        let mut marks = Marks::new();
        let mut body = json!({ "prompt": request.text, "output_format": "png" });
        if let Some(fields) = body.as_object_mut() {
            match nearest(&self.sizes, request.size) {
                PictureSize::Pixels(size) => {
                    fields.insert("width".to_owned(), json!(size.width));
                    fields.insert("height".to_owned(), json!(size.height));
                }
                shape @ PictureSize::Ratio(..) => {
                    fields.insert("aspect_ratio".to_owned(), json!(shape.to_string()));
                }
                PictureSize::Any => {}
            }
            if self.seed {
                fields.insert("seed".to_owned(), json!(request.seed));
            }
            for (index, reference) in request.references.iter().enumerate() {
                fields.insert(input_name(index), json!(marks.add(reference)));
            }
        }
        merge(&mut body, &self.options);
        if !request.references.is_empty() {
            merge(&mut body, &self.reference_options);
        }
        let url = format!("{}/v1/{}", self.base_url, self.model);
        let request = post(&url, "application/json", marks.body(&body)?)?;
        let accepted: Accepted = self.send(request, MAX_TEXT_RESPONSE_BYTES).await?.json()?;
        let (Some(id), Some(polling_url)) = (accepted.id, accepted.polling_url) else {
            return Err(ModelError::transient(Cause::Empty));
        };
        if !may_be_polled(&polling_url, &self.base_url) {
            return Err(FORBIDDEN_URL);
        }
        Ok(Task::accepted(id, polling_url))
    }

    /// Polls a task until it has ended, and downloads its picture. If the task is still pending at the deadline, the
    /// attempt has timed out.
    async fn picture_of(&self, task: &Task, deadline: Instant) -> Result<Bytes, ModelError> {
        let mut failures = 0;
        while Instant::now() < deadline {
            let found = match self.poll(&task.polling_url).await {
                Ok(None) => {
                    failures = 0;
                    sleep(POLL_INTERVAL).await;
                    continue;
                }
                Ok(Some(url)) => self.download(&url).await,
                Err(error) => Err(error),
            };
            failures += 1;
            match found {
                // The task is paid for, so one lost response is no reason to end the attempt.
                Err(error) if may_still_succeed(&error) && failures < MAX_FAILURES => {
                    sleep(POLL_INTERVAL).await;
                }
                found => return found,
            }
        }
        Err(ModelError::transient(Cause::TimedOut))
    }

    /// Asks for the state of a task. The result is the URL of the picture, or `None` while the task is pending.
    async fn poll(&self, polling_url: &str) -> Result<Option<String>, ModelError> {
        let reply = self.send(get(polling_url)?, MAX_TEXT_RESPONSE_BYTES).await;
        // The path of polls always exists, so 404 means that the task does not exist.
        let reply = reply.map_err(|error| if error == ModelError::Gone { TASK_FAILED } else { error })?;
        let state: State = reply.json()?;
        match state.status.as_str() {
            "Ready" => state.result.map(|result| Some(result.sample)).ok_or(TASK_FAILED),
            "Request Moderated" => Err(ModelError::Refused {
                reason: "Request Moderated",
            }),
            "Content Moderated" => Err(ModelError::Refused {
                reason: "Content Moderated",
            }),
            "Error" | "Task not found" => Err(TASK_FAILED),
            // `Pending`, or a stage of the work that the documentation does not name.
            _ => Ok(None),
        }
    }

    /// Downloads a picture from its signed URL, which needs no key. The vendor does not document the hosts of its
    /// storage.
    async fn download(&self, url: &str) -> Result<Bytes, ModelError> {
        self.downloads.get(url).await.map_err(|error| match error {
            // The URL has expired.
            ModelError::Transient {
                cause: Cause::Status(403 | 404 | 410),
                ..
            } => TASK_FAILED,
            error => error,
        })
    }

    /// Checks the key by asking for the account's credits, and looks for the model in the vendor's OpenAPI document.
    /// Both requests are free.
    pub(crate) async fn look_up(&self) -> Result<Offer, ModelError> {
        let asking = async {
            let request = get(&format!("{}/v1/credits", self.base_url))?;
            let account: Account = self.send(request, MAX_TEXT_RESPONSE_BYTES).await?.json()?;
            if account.credits <= 0.0 {
                return Err(ModelError::permanent(Cause::QuotaUsedUp));
            }
            let request = get(&format!("{}/openapi.json", self.base_url))?;
            self.send(request, MAX_LIST_RESPONSE_BYTES).await
        };
        let description: Description = match asking.await {
            // Neither request names a model, so the server lacks one of the two paths.
            Err(ModelError::Gone) => return Ok(Offer::Unlisted),
            reply => reply?.json()?,
        };
        let operation = description.paths.get(&format!("/v1/{}", self.model));
        let operation = operation.and_then(|path| path.get("post")).ok_or(ModelError::Gone)?;
        match operation.get("deprecated").and_then(Value::as_bool) {
            Some(true) => Ok(Offer::Legacy),
            _ => Ok(Offer::Offered { ends: None }),
        }
    }

    /// Sends a request with the key.
    async fn send(&self, mut request: Request<Body>, limit: usize) -> Result<Reply, ModelError> {
        if let Some(secret) = &self.secret {
            let key = self.vendors.keys.get(secret).await?;
            let mut key = HeaderValue::from_str(key.expose()).map_err(|_| ModelError::permanent(Cause::NoSecret))?;
            key.set_sensitive(true);
            request.headers_mut().insert("x-key", key);
        }
        let reply = self.vendors.http.send(request, limit).await?;
        if reply.status.is_success() {
            return Ok(reply);
        }
        Err(self.vendors.keys.note(self.secret.as_ref(), failure(&reply)))
    }
}

/// The field of a reference: `input_image`, `input_image_2`, `input_image_3`, …
fn input_name(index: usize) -> String {
    match index {
        0 => "input_image".to_owned(),
        _ => format!("input_image_{}", index + 1),
    }
}

/// Whether a polling URL may be requested with the key. The URL comes from a response, so it must be at the configured
/// server. If that is a server of the vendor, the URL may be at any server of the vendor's domain.
fn may_be_polled(polling_url: &str, base_url: &str) -> bool {
    let (Ok(url), Ok(base)) = (polling_url.parse::<Uri>(), base_url.parse::<Uri>()) else {
        return false;
    };
    if url.scheme() == base.scheme() && url.authority() == base.authority() {
        return true;
    }
    let is_vendors = |uri: &Uri| {
        let host = uri.authority().map_or("", |authority| authority.as_str());
        let is_in_domain = host == DOMAIN || host.ends_with(&format!(".{DOMAIN}"));
        uri.scheme_str() == Some("https") && is_in_domain && !host.contains('@')
    };
    is_vendors(&url) && is_vendors(&base)
}

/// The response to a request that started a task.
#[derive(Deserialize)]
struct Accepted {
    id: Option<String>,
    polling_url: Option<String>,
}

/// The state of a task.
#[derive(Deserialize)]
struct State {
    status: String,
    result: Option<Finished>,
}

#[derive(Deserialize)]
struct Finished {
    /// The signed URL of the picture.
    sample: String,
}

/// The response of `GET /v1/credits`.
#[derive(Deserialize)]
struct Account {
    credits: f64,
}

/// The OpenAPI document of the vendor's API.
#[derive(Deserialize)]
struct Description {
    paths: HashMap<String, Value>,
}

/// Whether the task may still succeed after this failure of an attempt, a poll or a download.
fn may_still_succeed(error: &ModelError) -> bool {
    error.is_retryable() && *error != TASK_FAILED
}

fn failure(reply: &Reply) -> ModelError {
    match reply.status.as_u16() {
        402 => ModelError::permanent(Cause::QuotaUsedUp),
        _ => reply.failure(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polling_url_must_be_at_the_configured_server_or_in_the_vendors_domain() {
        for url in [
            "https://api.bfl.ai/v1/get_result?id=1",
            "https://api.eu2.bfl.ai/v1/get_result?id=1",
        ] {
            assert!(may_be_polled(url, BASE_URL), "{url}");
            assert!(!may_be_polled(url, "https://flux.example"), "{url}");
        }
        for url in [
            "http://api.bfl.ai/v1/get_result?id=1",
            "https://api.bfl.ai.example/v1/get_result?id=1",
            "https://notbfl.ai/v1/get_result?id=1",
            "https://api.bfl.ai@127.0.0.1/",
            "https://user@api.eu2.bfl.ai/",
            "https://api.eu2.bfl.ai:8443/",
            "https://169.254.169.254/latest/meta-data",
            "/v1/get_result?id=1",
            "",
        ] {
            assert!(!may_be_polled(url, BASE_URL), "{url}");
        }
        let own = "http://127.0.0.1:8080";
        assert!(may_be_polled("http://127.0.0.1:8080/v1/get_result?id=1", own));
        assert!(!may_be_polled("http://127.0.0.1:8081/v1/get_result?id=1", own));
        assert!(!may_be_polled("https://127.0.0.1:8080/v1/get_result?id=1", own));
    }

    #[test]
    fn references_are_numbered_from_the_second() {
        let names: Vec<_> = (0..3).map(input_name).collect();
        assert_eq!(names, ["input_image", "input_image_2", "input_image_3"]);
    }
}
