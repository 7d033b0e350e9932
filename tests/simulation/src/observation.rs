//! What a caller saw of one call.

use std::{fmt, time::Duration};

use serde_json::Value as Json;

/// How a call ended for its caller.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// It succeeded.
    Success {
        data: Json,
        /// The body without what changes when URLs are signed afresh.
        body: String,
        replayed: bool,
    },
    /// It was refused and has changed nothing.
    Refused { status: u16, code: String, details: Json },
    /// Nobody told the caller what became of it.
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
    /// The step that it belongs to.
    pub(crate) step: usize,
    pub(crate) organization: usize,
    pub(crate) tool: &'static str,
    pub(crate) body: Json,
    pub(crate) key: Option<u8>,
    /// Since the beginning.
    pub(crate) sent: Duration,
    /// `None` while the caller waits.
    pub(crate) ended: Option<Duration>,
    pub(crate) outcome: Outcome,
}

impl Observation {
    /// What marks the records that the call makes.
    pub(crate) fn tag(step: usize) -> String {
        format!("step-{step}.")
    }
}

/// A copy of an answer without presigned URLs, which differ between a first answer and its replay.
pub(crate) fn without_urls(mut value: Json) -> Json {
    fn strip(value: &mut Json) {
        match value {
            Json::Array(items) => items.iter_mut().for_each(strip),
            Json::Object(fields) => {
                for name in ["url", "urlExpiresAt"] {
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
