use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Preflight;
use crate::{ContentType, ImageId, PresignedUrl, Timestamp};

/// A reference image: a logo, an object, a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ImageView {
    /// The image's id, which the generate tools take in `imageIds`.
    pub image_id: ImageId,
    /// Its name.
    pub name: String,
    /// What it shows, described by AI when it was uploaded.
    pub description: String,
    /// Whether it is a logo: its description or its name says so. A logo stands small in a corner of thumbnails.
    pub logo: bool,
    /// Where it can be downloaded without a key.
    pub url: String,
    /// When `url` stops working; another call returns a new one.
    pub url_expires_at: Timestamp,
    /// Width in pixels, as stored.
    pub width: u32,
    /// Height in pixels, as stored.
    pub height: u32,
    /// Media type of the stored file, such as `image/png`.
    pub content_type: ContentType,
    /// Size of the stored file in bytes.
    pub size_bytes: u64,
    /// Checks of the picture as a thumbnail. Null if its shape is not 16:9, and for images from before checks existed.
    pub preflight: Option<Preflight>,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

impl ImageView {
    /// The presigned URL of the image.
    pub(crate) const fn presigned_url(&mut self) -> PresignedUrl<'_> {
        PresignedUrl {
            url: &mut self.url,
            expires_at: &mut self.url_expires_at,
            name: self.name.as_str(),
        }
    }
}
