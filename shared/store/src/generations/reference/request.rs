//! The references that a call names: they are found by id and copied with their object keys.

use contract::{GenerationId, InspirationId, OrganizationId, PersonId, PictureId, ThumbnailId};

use crate::{
    FoundThumbnail, Image, Inspiration, Person, Reference, ReferenceKind, StoreError,
    dynamodb::codec::Item,
    keys::{self, Key},
    records::record::Record,
};

/// The references and the prompt that a call names.
#[derive(Clone, Debug, Default)]
pub struct ReferenceRequest {
    /// Images and thumbnails.
    pub pictures: Vec<PictureId>,
    /// Inspirations, own or public.
    pub inspirations: Vec<InspirationId>,
    /// Persons.
    pub persons: Vec<PersonId>,
    /// The generation whose prompt is varied.
    pub source: Option<GenerationId>,
}

impl ReferenceRequest {
    /// Asks for references again that were found before.
    pub fn of(references: &[Reference]) -> Self {
        let mut request = Self::default();
        for Reference { kind, id, .. } in references {
            match kind {
                ReferenceKind::Image | ReferenceKind::Logo | ReferenceKind::Thumbnail => {
                    request.pictures.extend(id.parse::<PictureId>())
                }
                ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => {
                    request.inspirations.extend(id.parse::<InspirationId>());
                }
                ReferenceKind::Person => request.persons.extend(id.parse::<PersonId>()),
            }
        }
        request
    }

    /// The thumbnails. They have no keys of their own.
    pub(crate) fn thumbnails(&self) -> impl Iterator<Item = ThumbnailId> {
        self.pictures.iter().filter_map(|id| id.thumbnail())
    }

    pub(crate) fn keys(&self, organization: OrganizationId) -> Vec<Key> {
        let images = self.pictures.iter().filter_map(|id| match *id {
            PictureId::Image(id) => Some(keys::image(organization, id)),
            PictureId::Thumbnail(_) => None,
        });
        let own = self.inspirations.iter().map(|&id| keys::inspiration(organization, id));
        let public = self.inspirations.iter().map(|&id| keys::public_inspiration(id));
        let persons = self.persons.iter().map(|&id| keys::person(organization, id));
        let source = self.source.iter().map(|&id| keys::generation_facts(organization, id));
        images.chain(own).chain(public).chain(persons).chain(source).collect()
    }

    /// The references that were found, in the order of the request. The organization's own inspiration is preferred to
    /// the public one. Thumbnails that are not completed are left out.
    pub(crate) fn found(
        &self,
        organization: OrganizationId,
        items: &[Item],
        thumbnails: &[FoundThumbnail],
    ) -> Result<Vec<Reference>, StoreError> {
        let find = |key: &Key| items.iter().find(|item| key.is_of(item)).cloned();
        let mut found = Vec::new();
        for id in &self.pictures {
            match *id {
                PictureId::Image(image) => {
                    if let Some(item) = find(&keys::image(organization, image)) {
                        found.push(read(ReferenceKind::Image, id, item)?);
                    }
                }
                PictureId::Thumbnail(thumbnail) => {
                    let thumbnail = thumbnails.iter().find(|found| found.id() == Some(thumbnail));
                    found.extend(thumbnail.and_then(FoundThumbnail::reference));
                }
            }
        }
        for id in &self.inspirations {
            if let Some(item) = find(&keys::inspiration(organization, *id)) {
                found.push(read(ReferenceKind::Inspiration, id, item)?);
            } else if let Some(item) = find(&keys::public_inspiration(*id)) {
                found.push(read(ReferenceKind::PublicInspiration, id, item)?);
            }
        }
        for id in &self.persons {
            if let Some(item) = find(&keys::person(organization, *id)) {
                found.push(read(ReferenceKind::Person, id, item)?);
            }
        }
        Ok(found)
    }
}

/// The reference to the record in this item.
fn read(kind: ReferenceKind, id: &impl ToString, item: Item) -> Result<Reference, StoreError> {
    let mut recipe = None;
    let (kind, name, pictures) = match kind {
        // A thumbnail is no record of its own.
        ReferenceKind::Image | ReferenceKind::Logo | ReferenceKind::Thumbnail => {
            let image = Image::read(item)?;
            let kind = if image.is_logo { ReferenceKind::Logo } else { kind };
            (kind, image.name, vec![image.picture])
        }
        ReferenceKind::Inspiration | ReferenceKind::PublicInspiration => {
            let inspiration = Inspiration::read(item)?;
            recipe = inspiration.recipe;
            (kind, inspiration.name, vec![inspiration.picture])
        }
        ReferenceKind::Person => {
            let person = Person::read(item)?;
            (kind, person.name, person.photos)
        }
    };
    Ok(Reference {
        kind,
        id: id.to_string(),
        generation: None,
        name,
        objects: pictures.into_iter().map(|picture| picture.object_key).collect(),
        recipe,
    })
}
