//! The states of a thumbnail: pending, leased, waiting for another attempt, and three ends.

use std::time::Duration;

use contract::{CheckResult, FailureCode, Lettering, PixelBox, ThumbnailStatus, Timestamp};
use serde::{Deserialize, Serialize};

use crate::dynamodb::codec;

/// The number of attempts of a model.
pub const MAX_ATTEMPTS: u32 = 3;

/// How long after its creation a pending thumbnail's message is sent again, because the message may be lost.
const FIRST_LOOK: Duration = Duration::from_secs(45);
/// How long after the end of a lease or a wait the sweep sends a message, because the queue has not delivered one.
const GRACE: Duration = Duration::from_secs(5);
/// How long after a resend the message is sent again. The time doubles with each resend, so that a long queue does not
/// fill with copies.
const RESEND: Duration = Duration::from_secs(300);

/// A finished picture. Its dimensions and format are those of its generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FinishedPicture {
    /// The key of the object in the bucket.
    pub object_key: String,
    /// The size of the file in bytes.
    pub size_bytes: u64,
    /// When the picture was finished.
    #[serde(with = "codec::millis")]
    pub completed_at: Timestamp,
    /// The key of the preview in the bucket; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_key: Option<String>,
    /// The object key of the C2PA manifest. Absent if the vendor's file had no manifest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub manifest_key: Option<String>,
    /// The object key of the plate: the picture before the composer set words on it. Absent if it has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plate_key: Option<String>,
    /// The measurements of the picture; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preflight: Option<Preflight>,
    /// The places where the picture differs from the one before the change; absent for new pictures, and if the model
    /// does not report them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed_boxes: Option<Vec<PixelBox>>,
    /// How the composer draws other pictures like this one, as JSON; absent if another model made it, and in records of
    /// earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
    /// How the picture was made; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// The measurements of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Preflight {
    /// The results of the checks.
    pub checks: Vec<CheckResult>,
    /// The text of the fingerprint with which the pictures of a generation are compared.
    pub fingerprint: String,
}

impl FinishedPicture {
    /// A picture without a preview, a manifest, a plate and provenance.
    pub const fn new(object_key: String, size_bytes: u64, completed_at: Timestamp) -> Self {
        Self {
            object_key,
            size_bytes,
            completed_at,
            preview_key: None,
            manifest_key: None,
            plate_key: None,
            preflight: None,
            changed_boxes: None,
            recipe: None,
            provenance: None,
        }
    }

    /// The keys of its objects in the bucket.
    pub fn object_keys(&self) -> impl Iterator<Item = &str> {
        let more = [&self.preview_key, &self.manifest_key, &self.plate_key];
        let more = more.into_iter().flatten();
        std::iter::once(&self.object_key).chain(more).map(String::as_str)
    }
}

/// How a picture was made: by which model, and from which references.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    /// The model's id.
    pub model: String,
    /// The vendor's name of the model; absent for the built-in model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream_model: Option<String>,
    /// Who put the words on the picture; absent in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lettering: Option<Lettering>,
    /// The seed; absent if the model has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The request id that the vendor assigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The pictures that the model received, in order.
    pub references: Vec<UsedReference>,
    /// The ids of the references whose pictures the model did not receive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// Whether the prompt was cut because the model accepts only shorter prompts.
    #[serde(default)]
    pub prompt_was_cut: bool,
    /// Whether the picture was enlarged because the model makes only smaller pictures.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub was_enlarged: bool,
    /// The requested changes that the model could not make, as the caller named them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchanged: Vec<String>,
    /// The names of the logos that the picture has no room for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
    /// The layout of the recipe that the picture follows, if another layout had to be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other_layout: Option<String>,
    /// Whether the model painted words on a plate, which has none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_painted_words: bool,
    /// The duration of the model's call, in milliseconds.
    pub duration_millis: u64,
}

impl Provenance {
    /// Who put the words on the picture.
    pub fn lettering(&self) -> Lettering {
        self.lettering.unwrap_or(match self.upstream_model {
            Some(_) => Lettering::Model,
            None => Lettering::Composer,
        })
    }
}

/// A picture that a model received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedReference {
    /// The id of the image, inspiration or person.
    pub id: String,
    /// The SHA-256 of the file, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// Why a thumbnail was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FailureCause {
    /// The failure code that callers see.
    pub code: FailureCode,
    /// The id of the reference that is missing; absent for other causes and in records of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
}

impl From<FailureCode> for FailureCause {
    fn from(code: FailureCode) -> Self {
        Self { code, reference: None }
    }
}

impl FailureCause {
    /// The reference with this id is missing.
    pub const fn missing(reference: String) -> Self {
        Self {
            code: FailureCode::ReferenceMissing,
            reference: Some(reference),
        }
    }
}

/// The state of a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum State {
    /// No attempt has begun.
    Pending,
    /// An attempt runs.
    Leased {
        /// When the lease ends. Afterwards another attempt may begin.
        #[serde(with = "codec::millis")]
        until: Timestamp,
        /// A random id of the function that holds the lease.
        holder: String,
    },
    /// An attempt has failed. The next attempt has not begun.
    Waiting {
        /// When the next attempt may begin.
        #[serde(with = "codec::millis")]
        until: Timestamp,
        /// Why the last attempt failed.
        code: FailureCode,
    },
    /// The picture is finished and paid.
    Completed(Box<FinishedPicture>),
    /// The thumbnail was given up and refunded.
    Failed(FailureCause),
    /// The thumbnail was cancelled before an attempt began, and refunded.
    Cancelled,
}

/// The tags of the states that are not ends.
pub(crate) const OPEN_KINDS: [&str; 3] = ["pending", "leased", "waiting"];

impl State {
    /// The tag under which the state is stored.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Leased { .. } => "leased",
            Self::Waiting { .. } => "waiting",
            Self::Completed(_) => "completed",
            Self::Failed { .. } => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// A thumbnail of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Thumbnail {
    /// The state.
    pub state: State,
    /// The number of attempts that have begun.
    pub attempt: u32,
    /// The number of the last attempt of the present model.
    #[serde(default = "max_attempts")]
    pub last_attempt: u32,
    /// The fallback model that is used because the generation's own model failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// When the sweep checks the thumbnail, if it has not ended.
    #[serde(with = "codec::millis")]
    pub due_at: Timestamp,
    /// How often the message was sent again.
    pub resent: u32,
}

const fn max_attempts() -> u32 {
    MAX_ATTEMPTS
}

/// What the receiver of a message for a thumbnail may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimability {
    /// Begin an attempt.
    Ready,
    /// Nothing now: another attempt runs, or the next attempt may not begin yet.
    Busy,
    /// Give the thumbnail up: the last attempt is over.
    Spent,
    /// Nothing: the thumbnail has ended.
    Ended,
}

impl Thumbnail {
    /// A pending thumbnail.
    pub fn new(now: Timestamp) -> Self {
        Self {
            state: State::Pending,
            attempt: 0,
            last_attempt: MAX_ATTEMPTS,
            fallback: None,
            due_at: Self::due_after_send(now),
            resent: 0,
        }
    }

    /// The status that callers see.
    pub const fn status(&self) -> ThumbnailStatus {
        match self.state {
            State::Pending => ThumbnailStatus::Pending,
            State::Leased { .. } | State::Waiting { .. } => ThumbnailStatus::Processing,
            State::Completed(_) => ThumbnailStatus::Completed,
            State::Failed { .. } => ThumbnailStatus::Failed,
            State::Cancelled => ThumbnailStatus::Cancelled,
        }
    }

    /// What may be done with the thumbnail now.
    pub fn claim(&self, now: Timestamp) -> Claimability {
        match &self.state {
            State::Pending => Claimability::Ready,
            State::Leased { until, .. } | State::Waiting { until, .. } if *until > now => Claimability::Busy,
            State::Leased { .. } | State::Waiting { .. } if self.attempt >= self.last_attempt => Claimability::Spent,
            State::Leased { .. } | State::Waiting { .. } => Claimability::Ready,
            State::Completed(_) | State::Failed { .. } | State::Cancelled => Claimability::Ended,
        }
    }

    /// The failure code with which it is given up when its attempts are over.
    pub const fn last_failure(&self) -> FailureCode {
        match self.state {
            State::Waiting { code, .. } | State::Failed(FailureCause { code, .. }) => code,
            _ => FailureCode::ModelTimeout,
        }
    }

    /// When the sweep checks the thumbnail after its message was sent at `now`.
    pub(crate) fn due_after_send(now: Timestamp) -> Timestamp {
        now.plus(FIRST_LOOK)
    }

    /// When the sweep checks the thumbnail after a lease or a wait that ends at `until`.
    pub(crate) fn due_after(until: Timestamp) -> Timestamp {
        until.plus(GRACE)
    }

    /// When the sweep checks the thumbnail after its message was sent again at `now`.
    pub(crate) fn due_after_resend(&self, now: Timestamp) -> Timestamp {
        now.plus(RESEND.saturating_mul(1 << self.resent.min(4)))
            .max(self.due_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000);

    fn thumbnail(state: State, attempt: u32) -> Thumbnail {
        Thumbnail {
            state,
            attempt,
            ..Thumbnail::new(NOW)
        }
    }

    fn leased(until: Timestamp) -> State {
        State::Leased {
            until,
            holder: "h".into(),
        }
    }

    #[test]
    fn a_thumbnail_can_be_leased_again_after_a_lease_ends_until_its_attempts_are_over() {
        let later = NOW.plus(Duration::from_millis(1));
        for (state, attempt, claim) in [
            (State::Pending, 0, Claimability::Ready),
            (leased(later), 1, Claimability::Busy),
            (leased(NOW), 1, Claimability::Ready),
            (leased(later), 3, Claimability::Busy),
            (leased(NOW), 3, Claimability::Spent),
            (
                State::Waiting {
                    until: later,
                    code: FailureCode::ModelFailed,
                },
                2,
                Claimability::Busy,
            ),
            (
                State::Waiting {
                    until: NOW,
                    code: FailureCode::ModelFailed,
                },
                2,
                Claimability::Ready,
            ),
            (State::Cancelled, 0, Claimability::Ended),
            (State::Failed(FailureCode::ModelFailed.into()), 1, Claimability::Ended),
        ] {
            assert_eq!(
                thumbnail(state.clone(), attempt).claim(NOW),
                claim,
                "{state:?} {attempt}"
            );
        }
    }

    #[test]
    fn the_time_until_the_next_resend_grows_up_to_a_bound() {
        let mut waiting = Thumbnail::new(NOW);
        let mut last = NOW;
        for resent in 0..8 {
            waiting.resent = resent;
            let due = waiting.due_after_resend(NOW);
            assert!(due >= last && due > NOW.plus(Duration::from_secs(299)));
            last = due;
        }
        assert_eq!(last, NOW.plus(RESEND * 16));
    }
}
