use schemars::JsonSchema;
use serde::Serialize;

use crate::{FailureCode, ThumbnailId, ThumbnailStatus, Timestamp};

/// One thumbnail of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ThumbnailView {
    /// The thumbnail's id.
    pub thumbnail_id: ThumbnailId,
    /// Its place in the generation, counted from 0.
    pub index: u32,
    /// How far it is.
    pub status: ThumbnailStatus,
    /// Where the picture can be downloaded without a key; null until completed.
    pub url: Option<String>,
    /// When `url` stops working; asking again gives a new one. Null until completed.
    pub url_expires_at: Option<Timestamp>,
    /// Width in pixels; null until completed.
    pub width: Option<u32>,
    /// Height in pixels; null until completed.
    pub height: Option<u32>,
    /// Media type of the picture, such as `image/png`; null until completed.
    pub content_type: Option<&'static str>,
    /// Size of the picture's file in bytes; null until completed.
    pub size_bytes: Option<u64>,
    /// Why it failed; null unless it did.
    pub error: Option<ThumbnailFailure>,
    /// When it was completed; null until then.
    pub completed_at: Option<Timestamp>,
}

/// Why a thumbnail failed. A failed thumbnail has been refunded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ThumbnailFailure {
    /// The reason, for programs.
    pub code: FailureCode,
    /// The reason in one sentence, for people.
    pub message: &'static str,
}

impl From<FailureCode> for ThumbnailFailure {
    fn from(code: FailureCode) -> Self {
        Self {
            code,
            message: code.message(),
        }
    }
}
