//! The objects of the bucket that records name. For operators only.
//!
//! The references of a generation do not count: when an image is deleted, its object is deleted too, even if a
//! generation refers to it.

use std::collections::BTreeMap;

use contract::{OrganizationId, Timestamp};

use crate::{
    Image, Inspiration, Person, Progress, State, Store, StoreError,
    dynamodb::{codec::Item, query::Query},
    keys,
    records::record::Record,
};

/// How a record uses an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObjectUse {
    /// As the picture, the preview or the manifest of a thumbnail, which may expire.
    Thumbnail {
        /// When the picture was finished.
        finished_at: Timestamp,
    },
    /// As the picture of a reference, which does not expire.
    Reference,
}

/// Reads the keys of the objects that an item names.
type Reader = fn(Item) -> Result<Vec<(String, ObjectUse)>, StoreError>;

/// The kinds of items that name objects, by the prefixes of their sort keys.
const NAMING: [(&str, Reader); 4] = [
    (keys::GENERATION_PREFIX, of_generation),
    (keys::IMAGE_PREFIX, of_image),
    (keys::INSPIRATION_PREFIX, of_inspiration),
    (keys::PERSON_PREFIX, of_person),
];

/// Only the progress of a generation names objects.
fn of_generation(item: Item) -> Result<Vec<(String, ObjectUse)>, StoreError> {
    let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok());
    if !sort_key.is_some_and(|sort_key| keys::is_progress(sort_key)) {
        return Ok(Vec::new());
    }
    let mut objects = Vec::new();
    for thumbnail in Progress::read(item)?.thumbnails {
        match thumbnail.state {
            State::Completed(picture) => {
                let finished_at = picture.completed_at;
                let named = |key: &str| (key.to_owned(), ObjectUse::Thumbnail { finished_at });
                objects.extend(picture.object_keys().map(named));
            }
            State::Pending | State::Leased { .. } | State::Waiting { .. } | State::Failed { .. } | State::Cancelled => {
            }
        }
    }
    Ok(objects)
}

fn of_image(item: Item) -> Result<Vec<(String, ObjectUse)>, StoreError> {
    Ok(vec![(Image::read(item)?.picture.object_key, ObjectUse::Reference)])
}

fn of_inspiration(item: Item) -> Result<Vec<(String, ObjectUse)>, StoreError> {
    Ok(vec![(
        Inspiration::read(item)?.picture.object_key,
        ObjectUse::Reference,
    )])
}

fn of_person(item: Item) -> Result<Vec<(String, ObjectUse)>, StoreError> {
    let photos = Person::read(item)?.photos.into_iter();
    Ok(photos.map(|photo| (photo.object_key, ObjectUse::Reference)).collect())
}

/// The keys of the objects that an item names whose sort key has this prefix.
pub(crate) fn objects_in(prefix: &str, item: Item) -> Result<Vec<String>, StoreError> {
    let named = match NAMING.iter().find(|(naming, _)| *naming == prefix) {
        Some((_, objects)) => objects(item)?,
        None => Vec::new(),
    };
    Ok(named.into_iter().map(|(key, _)| key).collect())
}

impl Store {
    /// The keys of all objects that an organization's records name, those in the public library included.
    ///
    /// # Errors
    ///
    /// A call failed, or a record cannot be read. Without that record, its objects would seem to be named by no record.
    pub async fn objects_named_by(
        &self,
        organization: OrganizationId,
    ) -> Result<BTreeMap<String, ObjectUse>, StoreError> {
        self.objects_named_in(&keys::organization_partition(organization)).await
    }

    /// The keys of all objects that the public library names.
    ///
    /// # Errors
    ///
    /// A call failed, or a record cannot be read. Without that record, its objects would seem to be named by no record.
    pub async fn objects_named_by_library(&self) -> Result<BTreeMap<String, ObjectUse>, StoreError> {
        self.objects_named_in(keys::LIBRARY).await
    }

    async fn objects_named_in(&self, partition: &str) -> Result<BTreeMap<String, ObjectUse>, StoreError> {
        let mut named = BTreeMap::new();
        for (prefix, objects) in NAMING {
            let query = Query::partition(partition).with_prefix(prefix);
            self.each_item(query, |item| {
                named.extend(objects(item)?);
                Ok(())
            })
            .await?;
        }
        Ok(named)
    }
}
