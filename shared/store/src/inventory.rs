//! Which objects of the bucket records name. For operators; no request does this.
//!
//! A generation's references do not count: an image that is deleted takes its object along, whoever used it.

use std::collections::BTreeMap;

use contract::{OrganizationId, Timestamp};

use crate::{
    Image, Inspiration, Person, Progress, State, Store, StoreError, codec::Item, keys, query::Query, record::Record,
};

/// What a record says about an object that it names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// It is the picture of a thumbnail, which may expire.
    Thumbnail {
        /// When it was finished.
        finished_at: Timestamp,
    },
    /// It is the picture of a reference, which does not.
    Reference,
}

/// What reads the keys of the objects that an item names.
type Reader = fn(Item) -> Result<Vec<(String, Named)>, StoreError>;

/// The items that name objects, by what their sort keys begin with.
const NAMING: [(&str, Reader); 4] = [
    (keys::GENERATION_PREFIX, of_generation),
    (keys::IMAGE_PREFIX, of_image),
    (keys::INSPIRATION_PREFIX, of_inspiration),
    (keys::PERSON_PREFIX, of_person),
];

/// Of a generation's two items only the progress names objects.
fn of_generation(item: Item) -> Result<Vec<(String, Named)>, StoreError> {
    let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok());
    if !sort_key.is_some_and(|sort_key| keys::is_progress(sort_key)) {
        return Ok(Vec::new());
    }
    let thumbnails = Progress::read(item)?.thumbnails.into_iter();
    let object = |state| match state {
        State::Completed(picture) => {
            let finished_at = picture.completed_at;
            Some((picture.object_key, Named::Thumbnail { finished_at }))
        }
        State::Pending | State::Leased { .. } | State::Waiting { .. } | State::Failed { .. } | State::Cancelled => None,
    };
    Ok(thumbnails.filter_map(|thumbnail| object(thumbnail.state)).collect())
}

fn of_image(item: Item) -> Result<Vec<(String, Named)>, StoreError> {
    Ok(vec![(Image::read(item)?.picture.object_key, Named::Reference)])
}

fn of_inspiration(item: Item) -> Result<Vec<(String, Named)>, StoreError> {
    Ok(vec![(Inspiration::read(item)?.picture.object_key, Named::Reference)])
}

fn of_person(item: Item) -> Result<Vec<(String, Named)>, StoreError> {
    let photos = Person::read(item)?.photos.into_iter();
    Ok(photos.map(|photo| (photo.object_key, Named::Reference)).collect())
}

impl Store {
    /// The keys of all objects that an organization's records name, those in the public library included.
    ///
    /// # Errors
    ///
    /// Also when one record cannot be read: what it names must not pass for nameless.
    pub async fn objects_named_by(&self, organization: OrganizationId) -> Result<BTreeMap<String, Named>, StoreError> {
        self.objects_named_in(&keys::organization_partition(organization)).await
    }

    /// The keys of all objects that the public library names.
    ///
    /// # Errors
    ///
    /// Also when one record cannot be read: what it names must not pass for nameless.
    pub async fn objects_named_by_library(&self) -> Result<BTreeMap<String, Named>, StoreError> {
        self.objects_named_in(keys::LIBRARY).await
    }

    async fn objects_named_in(&self, partition: &str) -> Result<BTreeMap<String, Named>, StoreError> {
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
