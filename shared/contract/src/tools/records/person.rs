use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ContentType, PersonId, PresignedUrl, Replayable, Timestamp};

/// A reference person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PersonView {
    /// The person's id, which the generate tools take in `personIds`.
    pub person_id: PersonId,
    /// The person's name.
    pub name: String,
    /// Photos of the person, in the order given; empty when there are none.
    pub photos: Vec<PhotoView>,
    /// When the person was created.
    pub created_at: Timestamp,
}

/// A photo of a reference person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PhotoView {
    /// Where it can be downloaded without a key.
    pub url: String,
    /// When `url` stops working; another call returns a new one.
    pub url_expires_at: Timestamp,
    /// Width in pixels, as stored.
    pub width: u32,
    /// Height in pixels, as stored.
    pub height: u32,
    /// Media type of the stored file, such as `image/png`; null only if the response repeats that of an older version
    /// of the service.
    pub content_type: Option<ContentType>,
    /// Size of the stored file in bytes; null only if the response repeats that of an older version of the service.
    pub size_bytes: Option<u64>,
}

impl Replayable for PersonView {
    fn presigned_urls(&mut self) -> Vec<PresignedUrl<'_>> {
        let (name, photos) = (self.name.as_str(), self.photos.iter_mut());
        photos
            .map(|photo| PresignedUrl {
                url: &mut photo.url,
                expires_at: &mut photo.url_expires_at,
                name,
            })
            .collect()
    }
}
