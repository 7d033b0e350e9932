//! The errors of calls as callers see them: code, message and details.

mod issue;
mod message;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use self::issue::Issue;
use crate::{Amount, Category, GenerationStatus, QuotaExceeded, RequestId, ThumbnailStatus, Timestamp};

/// The code of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Code {
    /// The caller is not authenticated.
    Unauthorized,
    /// The caller may not do this.
    Forbidden,
    /// Something that the call names does not exist.
    NotFound,
    /// The call is not valid.
    ValidationError,
    /// The balance is too low.
    InsufficientCredits,
    /// A rate limit is exceeded.
    RateLimited,
    /// The service failed.
    InternalError,
}

impl Code {
    /// Every code.
    pub const ALL: [Self; 7] = [
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::ValidationError,
        Self::InsufficientCredits,
        Self::RateLimited,
        Self::InternalError,
    ];

    /// The HTTP status of a response with this code.
    pub const fn http_status(self) -> u16 {
        match self {
            Self::Unauthorized => 401,
            Self::Forbidden => 403,
            Self::NotFound => 404,
            Self::ValidationError | Self::InsufficientCredits => 400,
            Self::RateLimited => 429,
            Self::InternalError => 500,
        }
    }

    /// What the code means, and what a caller should do.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Unauthorized => "The request has no valid API key. Send `Authorization: Bearer <API_KEY>`.",
            Self::Forbidden => {
                "The key lacks the scope in `details.requiredScope`, the organization is suspended, or the record belongs \
                 to another organization. Use another key, or ask the operator."
            }
            Self::NotFound => "The tool, the path or a record in `details` does not exist. Check the id.",
            Self::ValidationError => "The request is not valid. `details.issues` lists every problem with its path.",
            Self::InsufficientCredits => "The balance is smaller than the cost. Ask the operator for more thumbnails.",
            Self::RateLimited => "A rate limit is reached. Try again after `details.retryAfterSeconds`.",
            Self::InternalError => {
                "The service failed. Repeat the call with the same `Idempotency-Key`, or tell the operator \
                 `details.requestId`."
            }
        }
    }
}

/// Why a request is not authenticated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum UnauthorizedReason {
    /// No `Authorization` header.
    Missing,
    /// The header is not `Bearer` and a text in the form of a key.
    Malformed,
    /// No such key.
    Invalid,
    /// The key was revoked.
    Revoked,
    /// The key is past its expiry.
    Expired,
}

/// Kinds of things that may not be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Resource {
    /// A tool's name.
    Tool,
    /// A path, or a path with another method.
    Route,
    /// `gen_…`
    Generation,
    /// `prm_…`
    Prompt,
    /// `thm_…`
    Thumbnail,
    /// `img_…`
    Image,
    /// `ins_…`
    Inspiration,
    /// `per_…`
    Person,
    /// `whk_…`
    Webhook,
    /// `dlv_…`
    Delivery,
}

impl Resource {
    const fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Route => "route",
            Self::Generation => "generation",
            Self::Prompt => "prompt",
            Self::Thumbnail => "thumbnail",
            Self::Image => "image",
            Self::Inspiration => "inspiration",
            Self::Person => "person",
            Self::Webhook => "webhook",
            Self::Delivery => "delivery",
        }
    }
}

/// Why a request from a browser is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BrowserRefusal {
    /// The origin of the page that sent the request.
    Origin,
    /// The name by which the page addresses this machine.
    Host,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LimitScope {
    /// All requests of the organization.
    Plan,
    /// Requests of the organization to the tool of this name.
    Tool(&'static str),
}

impl LimitScope {
    /// The scope's name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Plan => "plan",
            Self::Tool(_) => "tool",
        }
    }
}

/// What kind of rule a request breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValidationReason {
    /// The body breaks the tool's schema or rules.
    Body,
    /// A source of a picture cannot be used.
    Source,
    /// The generation's status forbids the call.
    State(GenerationStatus),
    /// The `Idempotency-Key` is malformed, or was used for another call.
    Idempotency,
    /// The organization would have more than its quota allows.
    Quota(QuotaExceeded),
    /// The organization would have more webhooks than it may have.
    Webhooks {
        /// How many it may have.
        limit: u64,
        /// How many it has.
        used: u64,
    },
    /// A record that the call names cannot be used, or a record to inherit from does not exist.
    Reference,
    /// The thumbnail that the call refers to exists, but it is not completed.
    UnfinishedReference(ThumbnailStatus),
    /// The call asks for no change of the thumbnail, or the composer understands no part of `newPrompt`.
    Change,
}

impl ValidationReason {
    /// The reason's name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Body => "body",
            Self::Source => "source",
            Self::State(_) => "state",
            Self::Idempotency => "idempotency",
            Self::Quota(_) | Self::Webhooks { .. } => "quota",
            Self::Reference | Self::UnfinishedReference(_) => "reference",
            Self::Change => "change",
        }
    }
}

/// An id that the call names and that does not exist for its caller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Missing {
    /// The path of the id in the body.
    pub path: String,
    /// The given id, shortened to 200 code points.
    pub id: String,
    /// The kind of record that the id should name.
    #[serde(skip)]
    pub resource: Resource,
}

impl Missing {
    /// The id given at `path` does not exist.
    pub fn new(path: impl Into<String>, id: &str, resource: Resource) -> Self {
        Self {
            path: path.into(),
            id: echo(id),
            resource,
        }
    }
}

/// An error that a caller may learn about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// There is no valid key.
    Unauthorized(UnauthorizedReason),
    /// The key lacks the scope of the tool's category.
    MissingScope(Category),
    /// The operators have suspended the organization.
    Suspended {
        /// The operators' message.
        message: String,
    },
    /// A page in a browser sent the request, and may not.
    BrowserRefused(BrowserRefusal),
    /// The record belongs to another organization, and every organization can see it.
    NotOwner {
        /// What kind of thing.
        resource: Resource,
        /// Which one.
        id: String,
    },
    /// Something that the call names does not exist for the caller.
    NotFound {
        /// What kind of thing.
        resource: Resource,
        /// Its id, name or path in the request.
        id: String,
        /// The closest name that exists, for tools.
        did_you_mean: Option<&'static str>,
        /// All missing ids, if the call named two or more ids.
        missing: Vec<Missing>,
    },
    /// The call is not valid, for each of these reasons.
    Validation {
        /// The problems.
        issues: Vec<Issue>,
        /// What kind of rule the request breaks.
        reason: ValidationReason,
    },
    /// The balance is too low.
    InsufficientCredits {
        /// What the call costs.
        required: Amount,
        /// What the balance is.
        available: Amount,
    },
    /// A rate limit is exceeded.
    RateLimited {
        /// The limit that was exceeded.
        scope: LimitScope,
        /// Requests a minute.
        limit: u32,
        /// When the next window opens.
        reset_at: Timestamp,
        /// Seconds until then, at least 1.
        retry_after_seconds: u32,
    },
    /// The service failed. The error does not reveal the cause.
    Internal(RequestId),
}

/// How much of a given id an error repeats, in code points.
const ECHO: usize = 200;

fn echo(id: &str) -> String {
    id.chars().take(ECHO).collect()
}

impl ApiError {
    /// A VALIDATION_ERROR about one thing.
    pub fn invalid(reason: ValidationReason, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self::Validation {
            issues: vec![Issue::new(path, message)],
            reason,
        }
    }

    /// A VALIDATION_ERROR about a named thumbnail that is not completed.
    pub fn unfinished_thumbnail(path: impl Into<String>, status: ThumbnailStatus) -> Self {
        let message = if status.is_ended() {
            format!(
                "names a thumbnail that has no picture, because it is {}; name a completed one",
                status.as_str()
            )
        } else {
            format!(
                "names a thumbnail that is still {}; wait until get_generation_status shows it completed",
                status.as_str()
            )
        };
        Self::invalid(ValidationReason::UnfinishedReference(status), path, message)
    }

    /// A VALIDATION_ERROR about a quota.
    pub fn over_quota(exceeded: QuotaExceeded) -> Self {
        Self::invalid(ValidationReason::Quota(exceeded), "", exceeded.message())
    }

    /// A VALIDATION_ERROR about the number of webhooks.
    pub fn too_many_webhooks(limit: u64, used: u64) -> Self {
        let message = format!("the organization may have {limit} webhooks and has {used}; delete one first");
        Self::invalid(ValidationReason::Webhooks { limit, used }, "", message)
    }

    /// A VALIDATION_ERROR about sources of pictures.
    pub const fn bad_sources(issues: Vec<Issue>) -> Self {
        Self::Validation {
            issues,
            reason: ValidationReason::Source,
        }
    }

    /// A NOT_FOUND about one id.
    pub fn not_found(resource: Resource, id: &str) -> Self {
        Self::NotFound {
            resource,
            id: echo(id),
            did_you_mean: None,
            missing: Vec::new(),
        }
    }

    /// Adds the name that was probably meant to a NOT_FOUND. Other errors do not change.
    pub fn did_you_mean(mut self, name: &'static str) -> Self {
        if let Self::NotFound { did_you_mean, .. } = &mut self {
            *did_you_mean = Some(name);
        }
        self
    }

    /// Adds all missing ids to a NOT_FOUND. Other errors do not change.
    pub fn with_missing(mut self, all: Vec<Missing>) -> Self {
        if let Self::NotFound { missing, .. } = &mut self {
            *missing = all;
        }
        self
    }

    /// The code.
    pub const fn code(&self) -> Code {
        match self {
            Self::Unauthorized(_) => Code::Unauthorized,
            Self::MissingScope(_) | Self::Suspended { .. } | Self::BrowserRefused(_) | Self::NotOwner { .. } => {
                Code::Forbidden
            }
            Self::NotFound { .. } => Code::NotFound,
            Self::Validation { .. } => Code::ValidationError,
            Self::InsufficientCredits { .. } => Code::InsufficientCredits,
            Self::RateLimited { .. } => Code::RateLimited,
            Self::Internal(_) => Code::InternalError,
        }
    }

    /// Details for programs: always an object.
    pub fn details(&self) -> Value {
        match self {
            Self::Unauthorized(reason) => json!({ "reason": reason }),
            Self::MissingScope(category) => json!({ "requiredScope": category }),
            Self::Suspended { message } => json!({ "reason": "suspended", "message": message }),
            Self::BrowserRefused(refusal) => json!({ "reason": refusal }),
            Self::NotOwner { resource, id } => json!({ "resource": resource, "id": id }),
            Self::NotFound {
                resource,
                id,
                did_you_mean,
                missing,
            } => {
                let mut details = Map::new();
                details.insert("resource".into(), json!(resource));
                details.insert("id".into(), json!(id));
                if let Some(name) = did_you_mean {
                    details.insert("didYouMean".into(), json!(name));
                }
                if !missing.is_empty() {
                    details.insert("missing".into(), json!(missing));
                }
                Value::Object(details)
            }
            Self::Validation { issues, reason } => {
                let mut details = Map::new();
                details.insert("issues".into(), json!(issues));
                details.insert("reason".into(), json!(reason.as_str()));
                match reason {
                    ValidationReason::State(status) => {
                        details.insert("status".into(), json!(status));
                    }
                    ValidationReason::UnfinishedReference(status) => {
                        details.insert("status".into(), json!(status));
                    }
                    ValidationReason::Quota(exceeded) => {
                        details.insert("quota".into(), json!(exceeded.quota));
                        details.insert("limit".into(), json!(exceeded.limit));
                        details.insert("used".into(), json!(exceeded.used));
                    }
                    ValidationReason::Webhooks { limit, used } => {
                        details.insert("quota".into(), json!("webhooks"));
                        details.insert("limit".into(), json!(limit));
                        details.insert("used".into(), json!(used));
                    }
                    _ => {}
                }
                Value::Object(details)
            }
            Self::InsufficientCredits { required, available } => {
                json!({ "required": required, "available": available })
            }
            Self::RateLimited {
                scope,
                limit,
                reset_at,
                retry_after_seconds,
            } => {
                let mut details = Map::new();
                details.insert("scope".into(), json!(scope.as_str()));
                if let LimitScope::Tool(tool) = scope {
                    details.insert("tool".into(), json!(tool));
                }
                details.insert("limit".into(), json!(limit));
                details.insert("resetAt".into(), json!(reset_at));
                details.insert("retryAfterSeconds".into(), json!(retry_after_seconds));
                Value::Object(details)
            }
            Self::Internal(request) => json!({ "requestId": request }),
        }
    }
}
