use schemars::JsonSchema;
use serde::Serialize;

use super::Preflight;
use crate::{ContentType, FailureCode, Lettering, PixelBox, ThumbnailId, ThumbnailStatus, Timestamp};

/// One thumbnail of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ThumbnailView {
    /// The thumbnail's id.
    pub thumbnail_id: ThumbnailId,
    /// Its place in the generation, counted from 0.
    pub index: u32,
    /// The state of the thumbnail.
    pub status: ThumbnailStatus,
    /// Where the picture can be downloaded without a key; null until completed, and after the picture has expired.
    pub url: Option<String>,
    /// When `url` and `previewUrl` stop working; another call returns new ones. Null if `url` is null.
    pub url_expires_at: Option<Timestamp>,
    /// Where a small copy of the picture can be downloaded without a key: a JPEG of at most 60 kB whose longer side has
    /// 480 pixels. Null if `url` is null, and for thumbnails from before previews existed.
    pub preview_url: Option<String>,
    /// Width in pixels; null until completed.
    pub width: Option<u32>,
    /// Height in pixels; null until completed.
    pub height: Option<u32>,
    /// Media type of the picture, such as `image/png`; null until completed.
    pub content_type: Option<ContentType>,
    /// Size of the picture's file in bytes; null until completed.
    pub size_bytes: Option<u64>,
    /// Why the thumbnail failed; null unless it failed.
    pub error: Option<ThumbnailFailure>,
    /// When it was completed; null until then.
    pub completed_at: Option<Timestamp>,
    /// Checks of the picture in the places where it is shown. Null until completed, and for thumbnails from before
    /// checks existed.
    pub preflight: Option<Preflight>,
    /// The places that differ from the picture before the change; null for a new picture or a vendor's model.
    pub changed_boxes: Option<Vec<PixelBox>>,
    /// How the picture was made, as far as the model reports it; null until completed.
    pub reproducibility: Option<Reproducibility>,
}

/// Which model made a picture, and from what.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Reproducibility {
    /// The id of the model that made it: the generation's own, or a fallback that took its place.
    pub model: String,
    /// The vendor's name of the model; null for the built-in model.
    pub upstream_model: Option<String>,
    /// Who put the words on the picture.
    pub lettering: Lettering,
    /// The seed that was used; null where the model takes none.
    pub seed: Option<u32>,
    /// The vendor's id of the request; null where there is none.
    pub request_id: Option<String>,
    /// The reference pictures that the model received, in their order.
    pub references: Vec<ReferenceHash>,
    /// How long the model took, in milliseconds.
    pub duration_ms: u64,
    /// Whether the vendor's file had a C2PA manifest, which says who painted the picture. It is kept beside the
    /// picture.
    pub c2pa: bool,
}

/// A reference picture as the model received it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ReferenceHash {
    /// The id of the image, inspiration or person.
    pub id: String,
    /// The SHA-256 of the file, in hexadecimal digits.
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
    pub sha256: String,
}

/// Why a thumbnail failed. A failed thumbnail has been refunded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ThumbnailFailure {
    /// The reason, for programs.
    pub code: FailureCode,
    /// What happened and what to do, for people.
    pub message: String,
}

impl ThumbnailFailure {
    /// The failure with this code. `reference` is the id of the missing reference, if it is known.
    pub fn new(code: FailureCode, reference: Option<&str>) -> Self {
        Self {
            code,
            message: code.message(reference),
        }
    }
}
