//! One thumbnail's way: pending, leased, waiting for another attempt, and one of three ends.

use std::time::Duration;

use contract::{FailureCode, ThumbnailStatus, Timestamp};
use serde::{Deserialize, Serialize};

use crate::codec;

/// How often a model tries a thumbnail.
pub const MAX_ATTEMPTS: u32 = 3;

/// How long after its making a thumbnail is sent again when nobody has begun it: its message was lost, or never sent.
const FIRST_LOOK: Duration = Duration::from_secs(45);
/// How long after a lease or a wait has ended the sweep may take over from the queue.
const GRACE: Duration = Duration::from_secs(5);
/// How long a message that was sent again is given, at first. Each further one is given twice as long: what waits in a
/// long queue must not fill it with copies of itself.
const RESEND: Duration = Duration::from_secs(300);

/// Where a finished picture is. Its size and type are those of its generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Picture {
    /// The key of the object in the bucket.
    pub object_key: String,
    /// Bytes of the file.
    pub size_bytes: u64,
    /// When it was finished.
    #[serde(with = "codec::millis")]
    pub completed_at: Timestamp,
    /// How it came about; absent in records of versions that did not note it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
}

/// Who made a picture, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Provenance {
    /// The model's id.
    pub model: String,
    /// What its vendor calls it; absent for a model of ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream_model: Option<String>,
    /// The seed that was used; absent where the model takes none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The vendor's id of the request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The pictures that the model was given, in that order.
    pub references: Vec<UsedReference>,
    /// The ids of references of which it was given no picture.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub omitted: Vec<String>,
    /// Whether the prompt was longer than the model takes.
    #[serde(default)]
    pub prompt_was_cut: bool,
    /// How long the model took, in milliseconds.
    pub duration_millis: u64,
}

/// A picture that a model was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UsedReference {
    /// The id of the image, inspiration or person.
    pub id: String,
    /// The SHA-256 of the file, in lower-case hexadecimal digits.
    pub sha256: String,
}

/// Where a thumbnail is on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum State {
    /// Nobody has begun.
    Pending,
    /// Somebody is at work, and has it until then.
    Leased {
        /// After this another may take over.
        #[serde(with = "codec::millis")]
        until: Timestamp,
        /// Tells the one at work whether it is they.
        holder: String,
    },
    /// An attempt failed, the next may begin then.
    Waiting {
        /// When the next attempt may begin.
        #[serde(with = "codec::millis")]
        until: Timestamp,
        /// Why the last one failed.
        code: FailureCode,
    },
    /// Made and paid.
    Completed(Picture),
    /// Given up and refunded.
    Failed {
        /// Why.
        code: FailureCode,
    },
    /// Never begun and refunded.
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
    /// Where it is on its way.
    pub state: State,
    /// How many attempts have begun.
    pub attempt: u32,
    /// The number of the last attempt that the model whose turn it is has.
    #[serde(default = "max_attempts")]
    pub last_attempt: u32,
    /// The model that took the turn of the generation's own, which failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fallback: Option<String>,
    /// When the sweep is to look at it, if it has not ended.
    #[serde(with = "codec::millis")]
    pub due_at: Timestamp,
    /// How often its message was sent again.
    pub resent: u32,
}

const fn max_attempts() -> u32 {
    MAX_ATTEMPTS
}

/// What somebody who holds a message for a thumbnail may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Take it.
    Ready,
    /// Leave it: another has it, or it waits for its next attempt.
    Busy,
    /// Give it up: the last attempt is over.
    Spent,
    /// Nothing: it has ended.
    Ended,
}

impl Thumbnail {
    /// A thumbnail that nobody has begun.
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

    /// What callers are told of it.
    pub const fn status(&self) -> ThumbnailStatus {
        match self.state {
            State::Pending => ThumbnailStatus::Pending,
            State::Leased { .. } | State::Waiting { .. } => ThumbnailStatus::Processing,
            State::Completed(_) => ThumbnailStatus::Completed,
            State::Failed { .. } => ThumbnailStatus::Failed,
            State::Cancelled => ThumbnailStatus::Cancelled,
        }
    }

    /// What may be done with it now.
    pub fn claim(&self, now: Timestamp) -> Claim {
        match &self.state {
            State::Pending => Claim::Ready,
            State::Leased { until, .. } | State::Waiting { until, .. } if *until > now => Claim::Busy,
            State::Leased { .. } | State::Waiting { .. } if self.attempt >= self.last_attempt => Claim::Spent,
            State::Leased { .. } | State::Waiting { .. } => Claim::Ready,
            State::Completed(_) | State::Failed { .. } | State::Cancelled => Claim::Ended,
        }
    }

    /// Why it is given up when its attempts are over.
    pub const fn last_failure(&self) -> FailureCode {
        match self.state {
            State::Waiting { code, .. } | State::Failed { code } => code,
            _ => FailureCode::ModelTimeout,
        }
    }

    /// When the sweep is to look again after a message was sent at `now`.
    pub(crate) fn due_after_send(now: Timestamp) -> Timestamp {
        now.plus(FIRST_LOOK)
    }

    /// When the sweep is to look again after work that ends at `until`.
    pub(crate) fn due_after(until: Timestamp) -> Timestamp {
        until.plus(GRACE)
    }

    /// When the sweep is to look again after sending the message once more at `now`.
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
    fn a_lease_is_respected_until_it_lapses_and_three_times_at_most() {
        let later = NOW.plus(Duration::from_millis(1));
        for (state, attempt, claim) in [
            (State::Pending, 0, Claim::Ready),
            (leased(later), 1, Claim::Busy),
            (leased(NOW), 1, Claim::Ready),
            (leased(later), 3, Claim::Busy),
            (leased(NOW), 3, Claim::Spent),
            (
                State::Waiting {
                    until: later,
                    code: FailureCode::ModelFailed,
                },
                2,
                Claim::Busy,
            ),
            (
                State::Waiting {
                    until: NOW,
                    code: FailureCode::ModelFailed,
                },
                2,
                Claim::Ready,
            ),
            (State::Cancelled, 0, Claim::Ended),
            (
                State::Failed {
                    code: FailureCode::ModelFailed,
                },
                1,
                Claim::Ended,
            ),
        ] {
            assert_eq!(
                thumbnail(state.clone(), attempt).claim(NOW),
                claim,
                "{state:?} {attempt}"
            );
        }
    }

    #[test]
    fn each_resend_is_given_longer_and_never_less_than_before() {
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
