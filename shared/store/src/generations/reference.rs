//! References of a generation, as they are stored with it.

pub(crate) mod request;

use contract::{GenerationId, OrganizationId};
use serde::{Deserialize, Serialize};

use crate::keys::{self, Key};

/// The kind of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReferenceKind {
    /// An object, a product.
    Image,
    /// An image that is a logo.
    Logo,
    /// A finished thumbnail of another generation.
    Thumbnail,
    /// A style.
    Inspiration,
    /// A style from the public library.
    PublicInspiration,
    /// A face.
    Person,
}

/// A reference as it is stored with a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// The kind of the reference.
    pub kind: ReferenceKind,
    /// The id of the image, thumbnail, inspiration or person.
    pub id: String,
    /// The generation of the thumbnail; absent for other kinds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub generation: Option<GenerationId>,
    /// The name of the image, inspiration or person; the title of the thumbnail.
    pub name: String,
    /// The keys of the pictures in the bucket. A person may have none.
    pub objects: Vec<String>,
    /// The recipe of an inspiration that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<String>,
}

impl Reference {
    /// The key of the item without which this reference is gone; `None` when the id cannot be parsed.
    pub(crate) fn key(&self, organization: OrganizationId) -> Option<Key> {
        Some(match self.kind {
            ReferenceKind::Image | ReferenceKind::Logo => keys::image(organization, self.id.parse().ok()?),
            ReferenceKind::Thumbnail => keys::generation_facts(organization, self.generation?),
            ReferenceKind::Inspiration => keys::inspiration(organization, self.id.parse().ok()?),
            ReferenceKind::PublicInspiration => keys::public_inspiration(self.id.parse().ok()?),
            ReferenceKind::Person => keys::person(organization, self.id.parse().ok()?),
        })
    }
}
