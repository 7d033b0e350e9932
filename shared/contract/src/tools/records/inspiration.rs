use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ContentType, InspirationId, PresignedUrl, Timestamp, Visibility};

/// A style inspiration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct InspirationView {
    /// The inspiration's id, which the generate tools take in `inspirationIds`.
    pub inspiration_id: InspirationId,
    /// Its name.
    pub name: String,
    /// The style in words.
    pub description: String,
    /// Its category, in lower case.
    pub category: String,
    /// Where its picture can be downloaded without a key.
    pub url: String,
    /// When `url` stops working; another call returns a new one.
    pub url_expires_at: Timestamp,
    /// Width of its picture in pixels.
    pub width: u32,
    /// Height of its picture in pixels.
    pub height: u32,
    /// Media type of its picture, such as `image/png`; null only if the response repeats that of an older version of
    /// the service.
    pub content_type: Option<ContentType>,
    /// Size of its picture's file in bytes; null only if the response repeats that of an older version of the service.
    pub size_bytes: Option<u64>,
    /// The five main colours of the picture, each as `#rrggbb`.
    #[schemars(inner(regex(pattern = r"^#[0-9a-f]{6}$")))]
    pub palette: [String; 5],
    /// Whether thumbnails with this inspiration look like a series: with the layout, typeface, colours, side and
    /// ornaments of the thumbnail that it was made from.
    #[serde(default)]
    pub recipe: bool,
    /// The URL of its source; null for an image or a `data:` URL, and for an inspiration of another organization.
    pub source_url: Option<String>,
    /// Who may use it.
    pub visibility: Visibility,
    /// Whether it belongs to the caller's organization.
    pub owned: bool,
    /// When it was created.
    pub created_at: Timestamp,
}

impl InspirationView {
    /// The presigned URL of the inspiration's picture.
    pub(crate) const fn presigned_url(&mut self) -> PresignedUrl<'_> {
        PresignedUrl {
            url: &mut self.url,
            expires_at: &mut self.url_expires_at,
            name: self.name.as_str(),
        }
    }
}
