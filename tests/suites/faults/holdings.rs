//! The records of an organization except its generations, the charges for them, and their objects in the bucket.

use std::collections::{BTreeMap, BTreeSet};

use contract::{LibraryFilter, OrganizationId, TransactionType};

use crate::world::FaultWorld;

/// More records than an organization of these tests has.
const MOST: u32 = 200;

/// The records, charges and objects at one time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holdings {
    /// The objects that each record names, by the record's id.
    pub(crate) records: BTreeMap<String, Vec<String>>,
    /// The ids of charged records, oldest first.
    paid: Vec<String>,
    /// The objects in the organization's part of the bucket except thumbnails, and the objects in the library that
    /// belong to no other organization.
    objects: BTreeSet<String>,
}

impl Holdings {
    pub(crate) async fn of(world: &FaultWorld, organization: OrganizationId) -> Self {
        let store = world.store();
        let images = store.images(organization, None, MOST).await.expect("images");
        let persons = store.persons(organization, None, MOST).await.expect("persons");
        let own = store.inspirations(organization, LibraryFilter::Mine, None, MOST);
        let own = own.await.expect("inspirations").records;
        let library = store.inspirations(organization, LibraryFilter::All, None, MOST);
        let library = library.await.expect("the library");
        assert!(!library.more, "the library has more inspirations than one page");
        let (public, of_others): (Vec<_>, Vec<_>) = library
            .records
            .into_iter()
            .partition(|inspiration| inspiration.organization == Some(organization));
        let published = own
            .iter()
            .filter(|inspiration| inspiration.visibility == contract::Visibility::Public);
        assert!(
            published.eq(&public),
            "the organization's records and the library differ: {own:?} {public:?}"
        );

        let images = images.records.into_iter();
        let images = images.map(|image| (image.id.to_string(), vec![image.picture.object_key]));
        let own = own.into_iter();
        let own = own.map(|inspiration| (inspiration.id.to_string(), vec![inspiration.picture.object_key]));
        let persons = persons.records.into_iter().map(|person| {
            let photos = person.photos.into_iter().map(|photo| photo.object_key);
            (person.id.to_string(), photos.collect())
        });
        let ledger = world.ledger(organization).await;
        let charges = ledger
            .iter()
            .rev()
            .filter(|entry| entry.kind == TransactionType::Charge && entry.generation.is_none());
        let paid = charges.filter_map(|entry| entry.description.split(' ').next_back().map(str::to_owned));
        let mut objects = listed(world, &media::keys::organization(organization)).await;
        objects.extend(listed(world, media::keys::LIBRARY).await);
        let is_of_generation = |object: &str| object.contains("/thumbnails/");
        objects.retain(|object| !is_of_generation(object));
        for inspiration in of_others {
            objects.remove(&inspiration.picture.object_key);
        }
        let holdings = Self {
            records: images.chain(own).chain(persons).collect(),
            paid: paid.collect(),
            objects,
        };
        // The operator's clean-up uses this list.
        let named = store.objects_named_by(organization).await.expect("the inventory");
        let kept = named.keys().filter(|object| !is_of_generation(object));
        assert!(
            holdings.named().eq(kept),
            "the operator's list differs: {named:?} {holdings:?}"
        );
        holdings
    }

    fn named(&self) -> impl Iterator<Item = &String> {
        let named: BTreeSet<&String> = self.records.values().flatten().collect();
        named.into_iter()
    }

    /// Objects that no record names: what the operator's clean-up finds.
    pub(crate) fn orphans(&self) -> BTreeSet<&String> {
        let named: BTreeSet<&String> = self.named().collect();
        self.objects.iter().filter(|object| !named.contains(object)).collect()
    }

    /// Objects that a record names but that do not exist.
    pub(crate) fn missing(&self) -> Vec<&String> {
        self.named().filter(|object| !self.objects.contains(*object)).collect()
    }

    /// The records that did not exist before.
    pub(crate) fn made_since(&self, before: &Self) -> Vec<&String> {
        let new = |id: &&String| !before.records.contains_key(*id);
        self.records.keys().filter(new).collect()
    }

    /// Whether each new charge has a new record, and each new record was charged once, unless it is free.
    pub(crate) fn is_paid_since(&self, before: &Self) -> bool {
        let made = self.made_since(before).into_iter();
        let made: Vec<&String> = made.filter(|id| !id.starts_with("per_")).collect();
        let mut paid: Vec<&String> = self.paid.iter().skip(before.paid.len()).collect();
        paid.sort();
        self.paid.starts_with(&before.paid) && paid == made
    }
}

/// The keys of all objects with this prefix.
pub(crate) async fn listed(world: &FaultWorld, prefix: &str) -> BTreeSet<String> {
    let bucket = &world.service.resources().bucket;
    let page = bucket.list(prefix, None).await.expect("the bucket");
    assert!(!page.more, "there are more objects than one page");
    page.objects.into_iter().map(|object| object.key).collect()
}
