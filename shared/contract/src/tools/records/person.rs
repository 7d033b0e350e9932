use schemars::JsonSchema;
use serde::Serialize;

use crate::{PersonId, Timestamp};

/// A reference person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PhotoView {
    /// Where it can be downloaded without a key.
    pub url: String,
    /// When `url` stops working; asking again gives a new one.
    pub url_expires_at: Timestamp,
    /// Width in pixels, as stored.
    pub width: u32,
    /// Height in pixels, as stored.
    pub height: u32,
}
