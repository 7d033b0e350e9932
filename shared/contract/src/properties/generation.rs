//! The statuses of thumbnails and of generations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The state of one thumbnail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ThumbnailStatus {
    /// Waits for its first attempt.
    Pending,
    /// Is being made, or waits for another attempt.
    Processing,
    /// Is made and paid.
    Completed,
    /// Could not be made; refunded.
    Failed,
    /// Was cancelled before its first attempt; refunded.
    Cancelled,
}

impl ThumbnailStatus {
    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// Whether the status is final.
    pub const fn is_ended(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }
}

/// The state of a generation, always derived from its thumbnails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GenerationStatus {
    /// All thumbnails are pending.
    Pending,
    /// Some thumbnails are being made, or some have ended and others have not.
    Processing,
    /// All are completed.
    Completed,
    /// All ended, some completed.
    PartiallyCompleted,
    /// All ended, none completed, at least one failed.
    Failed,
    /// All are cancelled.
    Cancelled,
}

impl GenerationStatus {
    /// Every status.
    pub const ALL: [Self; 6] = [
        Self::Pending,
        Self::Processing,
        Self::Completed,
        Self::PartiallyCompleted,
        Self::Failed,
        Self::Cancelled,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::PartiallyCompleted => "partially_completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    /// The status of a generation whose thumbnails have these statuses.
    pub fn of(thumbnails: impl IntoIterator<Item = ThumbnailStatus>) -> Self {
        let (mut all, mut pending, mut completed, mut failed, mut cancelled) = (0, 0, 0, 0, 0);
        for status in thumbnails {
            all += 1;
            match status {
                ThumbnailStatus::Pending => pending += 1,
                ThumbnailStatus::Processing => {}
                ThumbnailStatus::Completed => completed += 1,
                ThumbnailStatus::Failed => failed += 1,
                ThumbnailStatus::Cancelled => cancelled += 1,
            }
        }
        match all {
            all if pending == all => Self::Pending,
            all if completed == all => Self::Completed,
            all if cancelled == all => Self::Cancelled,
            all if completed + failed + cancelled < all => Self::Processing,
            _ if completed > 0 => Self::PartiallyCompleted,
            _ => Self::Failed,
        }
    }

    /// Whether the status is final.
    pub const fn is_ended(self) -> bool {
        !matches!(self, Self::Pending | Self::Processing)
    }
}

/// What a list shows of each generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ListView {
    /// Everything.
    #[default]
    Full,
    /// Neither the thumbnails nor the ids of references.
    Summary,
}

impl ListView {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Full, Self::Summary];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Summary => "summary",
        }
    }
}

/// Why a thumbnail failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum FailureCode {
    /// The model refused the content.
    ModelRefused,
    /// The model failed permanently, or in every attempt.
    ModelFailed,
    /// The model did not answer in time, in any attempt.
    ModelTimeout,
    /// A reference was deleted before it was used.
    ReferenceMissing,
    /// The model returned no usable picture, in any attempt.
    OutputRejected,
    /// The thumbnail would look exactly as it did before the change.
    NoChange,
}

impl FailureCode {
    /// What happened and what to do, for people. `reference` is the id of the missing reference, if it is known.
    pub fn message(self, reference: Option<&str>) -> String {
        match self {
            Self::ModelRefused => {
                "The model refused the prompt or a reference picture, so this thumbnail was \
                refunded. Change the prompt and the references, or name another model."
            }
            Self::ModelFailed => {
                "The model failed in every attempt, so this thumbnail was refunded. Call the tool again, or name \
                another \
                 model."
            }
            Self::ModelTimeout => {
                "The model did not answer in time in any attempt, so this thumbnail was refunded. Call the tool \
                again, or \
                 name another model."
            }
            Self::ReferenceMissing => {
                let name = reference.map_or_else(|| "A reference".to_owned(), |id| format!("The reference {id}"));
                return format!(
                    "{name} was deleted before this thumbnail was made, so this thumbnail was refunded. Call \
                     generate_variation with the promptId of this generation: it leaves deleted references out. Or name \
                     other references."
                );
            }
            Self::OutputRejected => {
                "The model returned no usable picture in any attempt, so this thumbnail was refunded. Call the \
                tool again, \
                 or name another model."
            }
            Self::NoChange => {
                "The new picture would be the same as the old one, so this thumbnail was refunded. Say what should look \
                 different."
            }
        }
        .to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::{GenerationStatus as G, ThumbnailStatus as T};

    #[test]
    fn a_generations_status_follows_from_its_thumbnails() {
        for (thumbnails, status) in [
            (vec![T::Pending], G::Pending),
            (vec![T::Pending, T::Processing], G::Processing),
            (vec![T::Pending, T::Completed], G::Processing),
            (vec![T::Pending, T::Cancelled], G::Processing),
            (vec![T::Completed, T::Completed], G::Completed),
            (vec![T::Cancelled, T::Cancelled], G::Cancelled),
            (vec![T::Failed, T::Cancelled], G::Failed),
            (vec![T::Failed], G::Failed),
            (vec![T::Completed, T::Cancelled], G::PartiallyCompleted),
            (vec![T::Completed, T::Failed], G::PartiallyCompleted),
        ] {
            assert_eq!(G::of(thumbnails.iter().copied()), status, "{thumbnails:?}");
        }
    }
}
