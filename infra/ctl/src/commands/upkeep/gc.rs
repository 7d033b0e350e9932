//! `gc`: compares the objects in the bucket with the records.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    time::Duration,
};

use clap::Args;
use contract::OrganizationId;
use futures_util::{StreamExt, TryStreamExt, stream};
use media::{Bucket, Object};
use runtime::Retention;
use serde::Serialize;
use store::ObjectUse;

use crate::{
    Connection, Failure, Report,
    commands::org::removal::delete_objects,
    report::{NOTHING, table},
    values,
};

/// The minimum age of an object that is deleted. The record that names an object is committed within minutes after it.
const OLD: Duration = Duration::from_secs(24 * 3600);

/// How many objects are looked up concurrently.
const SIDE_BY_SIDE: usize = 16;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Delete nothing, only report
    #[arg(long)]
    dry_run: bool,
    /// How many days the deployment keeps thumbnails (its parameter ThumbnailRetentionDays): older ones are not
    /// reported as missing [default: THUMBNAIL_RETENTION_DAYS, or 0, which is for ever]
    #[arg(long, value_name = "N", value_parser = values::retention)]
    thumbnail_retention_days: Option<Retention>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Comparison {
    orphans: usize,
    missing: usize,
    deleted: usize,
    orphan_keys: Vec<String>,
    missing_keys: Vec<String>,
}

/// An object that no record names.
struct Orphan {
    object: Object,
    old: bool,
}

/// The owner of the records that name an object: an organization, or `None` for the public library.
type Owner = Option<OrganizationId>;

/// A record's reference to an object.
struct Reference {
    owner: Owner,
    /// Whether the object may be missing because it has expired.
    expired: bool,
}

/// A comparison in progress.
struct Collector<'a> {
    connection: &'a Connection,
    bucket: Bucket,
    dry_run: bool,
    thumbnail_retention: Retention,
    compared: BTreeSet<OrganizationId>,
    /// The objects that belong to no single organization.
    common: Vec<Object>,
    /// The references to objects outside the organization's own part of the bucket.
    common_names: BTreeMap<String, Reference>,
    orphans: Vec<Orphan>,
    missing: BTreeSet<String>,
    deleted: usize,
}

/// Compares the bucket with the records.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let collector = Collector {
        connection,
        bucket: connection.pictures()?,
        dry_run: arguments.dry_run,
        thumbnail_retention: arguments
            .thumbnail_retention_days
            .unwrap_or(connection.thumbnail_retention),
        compared: BTreeSet::new(),
        common: Vec::new(),
        common_names: BTreeMap::new(),
        orphans: Vec::new(),
        missing: BTreeSet::new(),
        deleted: 0,
    };
    collector.compare().await?.report()
}

impl Collector<'_> {
    /// Lists objects before it reads the records that may name them, so that an object whose record is committed in the
    /// meantime is not an orphan.
    async fn compare(mut self) -> Result<Self, Failure> {
        // Keys are listed in order, so the objects of one organization are consecutive.
        let mut group: Vec<Object> = Vec::new();
        let mut owner = None;
        let mut after: Option<String> = None;
        loop {
            let page = self.bucket.list("", after.as_deref()).await?;
            after = page.objects.last().map(|object| object.key.clone());
            for object in page.objects {
                let next = media::owner(&object.key);
                if next != owner {
                    self.compare_part(owner, std::mem::take(&mut group)).await?;
                    owner = next;
                }
                group.push(object);
            }
            if !page.more || after.is_none() {
                break;
            }
        }
        self.compare_part(owner, group).await?;
        for organization in self.connection.store.organizations().await? {
            if !self.compared.contains(&organization) {
                self.compare_part(Some(organization), Vec::new()).await?;
            }
        }
        let library = self.references(None).await?;
        self.common_names.extend(library);
        let (objects, names) = (std::mem::take(&mut self.common), std::mem::take(&mut self.common_names));
        self.compare_objects(objects, names).await?;
        Ok(self)
    }

    /// Compares an organization's part of the bucket. Common objects are compared at the end, because any record may
    /// name them.
    async fn compare_part(&mut self, owner: Option<OrganizationId>, objects: Vec<Object>) -> Result<(), Failure> {
        let Some(organization) = owner else {
            self.common.extend(objects);
            return Ok(());
        };
        self.compared.insert(organization);
        let names = self.references(owner).await?.into_iter();
        let (own, common): (BTreeMap<_, _>, BTreeMap<_, _>) = names.partition(|(key, _)| media::owner(key) == owner);
        self.common_names.extend(common);
        self.compare_objects(objects, own).await
    }

    async fn compare_objects(
        &mut self,
        objects: Vec<Object>,
        names: BTreeMap<String, Reference>,
    ) -> Result<(), Failure> {
        let now = self.connection.clock.now();
        let there: HashSet<&str> = objects.iter().map(|object| object.key.as_str()).collect();
        let unlisted = names
            .iter()
            .filter(|(key, name)| !name.expired && !there.contains(key.as_str()));
        let unlisted = unlisted.map(|(key, name)| (key.clone(), name.owner)).collect();
        self.find_missing(unlisted).await?;
        let unnamed = objects.into_iter().filter(|object| !names.contains_key(&object.key));
        let orphans = unnamed.map(|object| Orphan {
            old: now.since(object.modified_at) > OLD,
            object,
        });
        // No record ever names an upload, and a young one may still be used.
        let may_be_used = |orphan: &Orphan| !orphan.old && orphan.object.key.starts_with(media::keys::UPLOADS);
        let orphans: Vec<Orphan> = orphans.filter(|orphan| !may_be_used(orphan)).collect();
        if !self.dry_run {
            let old = orphans.iter().filter(|orphan| orphan.old);
            let keys = old.map(|orphan| orphan.object.key.clone()).collect();
            self.deleted += delete_objects(&self.bucket, keys).await?;
        }
        self.orphans.extend(orphans);
        Ok(())
    }

    /// The references of an organization's records, or of the public library. Organizations that are not in the list of
    /// all organizations are included, because only their records show that they were deleted.
    async fn references(&self, owner: Owner) -> Result<BTreeMap<String, Reference>, Failure> {
        let store = &self.connection.store;
        let named = match owner {
            Some(organization) => store.objects_named_by(organization).await?,
            None => store.objects_named_by_library().await?,
        };
        let now = self.connection.clock.now();
        let expired = |named| match named {
            ObjectUse::Thumbnail { finished_at } => self.thumbnail_retention.is_over(finished_at, now),
            ObjectUse::Reference => false,
        };
        let name = |(key, named)| {
            let expired = expired(named);
            (key, Reference { owner, expired })
        };
        Ok(named.into_iter().map(name).collect())
    }

    /// Asks S3 for each object that the list did not contain, and collects the keys of missing objects. A record may be
    /// newer than the list, or may have been deleted with its object after the record was read.
    async fn find_missing(&mut self, unlisted: Vec<(String, Owner)>) -> Result<(), Failure> {
        let bucket = &self.bucket;
        let check = async |(key, owner): (String, Owner)| {
            let there = bucket.exists(&key).await?;
            Ok::<_, Failure>((!there).then_some((owner, key)))
        };
        let gone = stream::iter(unlisted).map(check).buffer_unordered(SIDE_BY_SIDE);
        let gone: Vec<(Owner, String)> = gone.try_filter_map(async |gone| Ok(gone)).try_collect().await?;
        let mut by_owner: BTreeMap<Owner, Vec<String>> = BTreeMap::new();
        for (owner, key) in gone {
            by_owner.entry(owner).or_default().push(key);
        }
        for (owner, keys) in by_owner {
            let names = self.references(owner).await?;
            self.missing
                .extend(keys.into_iter().filter(|key| names.contains_key(key)));
        }
        Ok(())
    }

    fn report(mut self) -> Result<Report, Failure> {
        self.orphans.sort_by(|one, other| one.object.key.cmp(&other.object.key));
        let text = self.text();
        let result = Comparison {
            orphans: self.orphans.len(),
            missing: self.missing.len(),
            deleted: self.deleted,
            orphan_keys: self.orphans.into_iter().map(|orphan| orphan.object.key).collect(),
            missing_keys: self.missing.into_iter().collect(),
        };
        Report::new(&result, text)
    }

    fn text(&self) -> String {
        let deleted = if self.dry_run { "to be deleted" } else { "deleted" };
        let orphans = self.orphans.iter().map(|orphan| {
            let fate = if orphan.old { deleted } else { "younger than a day" };
            let object = &orphan.object;
            ["orphan", &object.key, &object.modified_at.to_string(), fate].map(str::to_owned)
        });
        let missing = self.missing.iter();
        let missing = missing.map(|key| ["missing", key, NOTHING, "named by a record"].map(str::to_owned));
        let mut text = table(orphans.chain(missing));
        let old = self.orphans.iter().filter(|orphan| orphan.old).count();
        text.push_str(&format!(
            "objects that no record names: {}, {deleted}: {old}\n",
            self.orphans.len()
        ));
        text.push_str(&match self.missing.len() {
            0 if self.thumbnail_retention == Retention::FOR_EVER => {
                "every object that a record names exists\n".to_owned()
            }
            0 => "every object that a record names exists, or is an expired thumbnail\n".to_owned(),
            count => format!("pictures are lost; objects that records name but that do not exist: {count}\n"),
        });
        text
    }
}
