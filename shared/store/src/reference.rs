//! References of a generation: found by id, and kept with their object keys as they were.

use contract::{GenerationId, ImageId, InspirationId, OrganizationId, PersonId};
use serde::{Deserialize, Serialize};

use crate::{
    Image, Inspiration, Person, StoreError,
    codec::Item,
    keys::{self, Key},
    record::Record,
};

/// What a reference is to a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ReferenceKind {
    /// A logo, an object, a product.
    Image,
    /// A style.
    Inspiration,
    /// A style from the public library.
    PublicInspiration,
    /// A face.
    Person,
}

/// A reference as a generation keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reference {
    /// What it is to the picture.
    pub kind: ReferenceKind,
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The keys of its pictures in the bucket; a person may have none.
    pub objects: Vec<String>,
}

impl Reference {
    fn read(kind: ReferenceKind, id: &impl ToString, item: Item) -> Result<Self, StoreError> {
        let (name, pictures) = match kind {
            ReferenceKind::Image => Image::read(item).map(|image| (image.name, vec![image.picture]))?,
            ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => {
                Inspiration::read(item).map(|inspiration| (inspiration.name, vec![inspiration.picture]))?
            }
            ReferenceKind::Person => Person::read(item).map(|person| (person.name, person.photos))?,
        };
        Ok(Self {
            kind,
            id: id.to_string(),
            name,
            objects: pictures.into_iter().map(|picture| picture.object_key).collect(),
        })
    }

    /// The item that this reference was made from; `None` when the id cannot be read.
    pub(crate) fn key(&self, organization: OrganizationId) -> Option<Key> {
        Some(match self.kind {
            ReferenceKind::Image => keys::image(organization, self.id.parse().ok()?),
            ReferenceKind::Inspiration => keys::inspiration(organization, self.id.parse().ok()?),
            ReferenceKind::PublicInspiration => keys::public_inspiration(self.id.parse().ok()?),
            ReferenceKind::Person => keys::person(organization, self.id.parse().ok()?),
        })
    }
}

/// Which references and which prompt a call names.
#[derive(Clone, Debug, Default)]
pub struct ReferenceRequest {
    /// Images.
    pub images: Vec<ImageId>,
    /// Inspirations, own or public.
    pub inspirations: Vec<InspirationId>,
    /// Persons.
    pub persons: Vec<PersonId>,
    /// The generation whose prompt is varied.
    pub source: Option<GenerationId>,
}

impl ReferenceRequest {
    pub(crate) fn keys(&self, organization: OrganizationId) -> Vec<Key> {
        let images = self.images.iter().map(|&id| keys::image(organization, id));
        let own = self.inspirations.iter().map(|&id| keys::inspiration(organization, id));
        let public = self.inspirations.iter().map(|&id| keys::public_inspiration(id));
        let persons = self.persons.iter().map(|&id| keys::person(organization, id));
        let source = self.source.iter().map(|&id| keys::generation_facts(organization, id));
        images.chain(own).chain(public).chain(persons).chain(source).collect()
    }

    /// What was found, in the order asked for; own inspirations before public ones.
    pub(crate) fn found(&self, organization: OrganizationId, items: &[Item]) -> Result<Vec<Reference>, StoreError> {
        let find = |key: &Key| items.iter().find(|item| key.is_of(item)).cloned();
        let mut found = Vec::new();
        for id in &self.images {
            if let Some(item) = find(&keys::image(organization, *id)) {
                found.push(Reference::read(ReferenceKind::Image, id, item)?);
            }
        }
        for id in &self.inspirations {
            if let Some(item) = find(&keys::inspiration(organization, *id)) {
                found.push(Reference::read(ReferenceKind::Inspiration, id, item)?);
            } else if let Some(item) = find(&keys::public_inspiration(*id)) {
                found.push(Reference::read(ReferenceKind::PublicInspiration, id, item)?);
            }
        }
        for id in &self.persons {
            if let Some(item) = find(&keys::person(organization, *id)) {
                found.push(Reference::read(ReferenceKind::Person, id, item)?);
            }
        }
        Ok(found)
    }
}
