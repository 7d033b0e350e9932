//! A caller's observation of one call.

use std::{fmt, time::Duration};

use serde_json::Value as Json;

/// How a call ended, as its caller saw it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The response was a success.
    Success {
        data: Json,
        /// The response body with the presigned URLs masked, because a replay signs them anew.
        body: String,
        replayed: bool,
    },
    /// The response was a refusal (4xx). A refused call has changed nothing.
    Refused { status: u16, code: String, details: Json },
    /// The caller does not know whether the call took effect.
    Unclear(&'static str),
}

impl Outcome {
    pub(crate) const fn is_success(&self) -> bool {
        matches!(self, Self::Success { .. })
    }

    pub(crate) const fn is_unclear(&self) -> bool {
        matches!(self, Self::Unclear(_))
    }

    pub(crate) const fn data(&self) -> Option<&Json> {
        match self {
            Self::Success { data, .. } => Some(data),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Success { body, replayed, .. } => {
                write!(f, "{}{body}", if *replayed { "replay of " } else { "" })
            }
            Self::Refused { status, code, details } => write!(f, "{status} {code} {details}"),
            Self::Unclear(why) => write!(f, "no answer: {why}"),
        }
    }
}

/// One call that was sent.
#[derive(Clone, Debug)]
pub(crate) struct Observation {
    /// The plan step of the call.
    pub(crate) step: usize,
    pub(crate) organization: usize,
    pub(crate) tool: &'static str,
    pub(crate) body: Json,
    pub(crate) key: Option<u8>,
    /// Counted from the beginning of the run.
    pub(crate) sent: Duration,
    /// `None` while the caller waits for the response.
    pub(crate) ended: Option<Duration>,
    pub(crate) outcome: Outcome,
}

impl Observation {
    /// The mark by which checks find the records that a step created.
    pub(crate) fn tag(step: usize) -> String {
        format!("step-{step}.")
    }
}

/// A copy of a response with masked presigned URLs. Signatures differ between the first response and its replay.
pub(crate) fn without_urls(mut value: Json) -> Json {
    fn strip(value: &mut Json) {
        match value {
            Json::Array(items) => items.iter_mut().for_each(strip),
            Json::Object(fields) => {
                for name in ["url", "urlExpiresAt", "previewUrl"] {
                    if let Some(field) = fields.get_mut(name).filter(|field| field.is_string()) {
                        *field = Json::from("…");
                    }
                }
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    strip(&mut value);
    value
}
