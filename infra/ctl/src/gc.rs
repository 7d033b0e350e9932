//! `gc`: what is in the bucket against what the records name.

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
    removal::delete_objects,
    report::{NOTHING, table},
    values,
};

/// How old an object is before it is deleted. Whoever stores one commits the record that names it within minutes.
const OLD: Duration = Duration::from_secs(24 * 3600);

/// How many objects are looked up side by side.
const SIDE_BY_SIDE: usize = 16;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Delete nothing, only tell
    #[arg(long)]
    dry_run: bool,
    /// How many days the deployment keeps thumbnails, its parameter ThumbnailRetentionDays: older ones are not missed
    /// [default: THUMBNAIL_RETENTION_DAYS, or 0, which is for ever]
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

/// Whose records name an object: an organization's, or the public library's.
type Namer = Option<OrganizationId>;

/// That a record names an object.
struct Name {
    namer: Namer,
    /// Whether the object may be gone all the same.
    expired: bool,
}

/// The work, and what it has found so far.
struct Collector<'a> {
    connection: &'a Connection,
    bucket: Bucket,
    dry_run: bool,
    thumbnail_retention: Retention,
    judged: BTreeSet<OrganizationId>,
    /// The objects outside the organizations' own parts of the bucket.
    common: Vec<Object>,
    /// What records name there.
    common_names: BTreeMap<String, Name>,
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
        judged: BTreeSet::new(),
        common: Vec::new(),
        common_names: BTreeMap::new(),
        orphans: Vec::new(),
        missing: BTreeSet::new(),
        deleted: 0,
    };
    collector.compare().await?.report()
}

impl Collector<'_> {
    /// Objects are listed before the records are read that may name them: a record that is committed meanwhile still
    /// speaks for its object.
    async fn compare(mut self) -> Result<Self, Failure> {
        // Keys are listed in order, so what is in one organization's part comes together.
        let mut group: Vec<Object> = Vec::new();
        let mut owner = None;
        let mut after: Option<String> = None;
        loop {
            let page = self.bucket.list("", after.as_deref()).await?;
            after = page.objects.last().map(|object| object.key.clone());
            for object in page.objects {
                let next = media::owner(&object.key);
                if next != owner {
                    self.take(owner, std::mem::take(&mut group)).await?;
                    owner = next;
                }
                group.push(object);
            }
            if !page.more || after.is_none() {
                break;
            }
        }
        self.take(owner, group).await?;
        for organization in self.connection.store.organizations().await? {
            if !self.judged.contains(&organization) {
                self.take(Some(organization), Vec::new()).await?;
            }
        }
        let library = self.names(None).await?;
        self.common_names.extend(library);
        let (objects, names) = (std::mem::take(&mut self.common), std::mem::take(&mut self.common_names));
        self.judge(objects, names).await?;
        Ok(self)
    }

    /// Judges an organization's part of the bucket. What is outside has to wait: any record may name it.
    async fn take(&mut self, owner: Option<OrganizationId>, objects: Vec<Object>) -> Result<(), Failure> {
        let Some(organization) = owner else {
            self.common.extend(objects);
            return Ok(());
        };
        self.judged.insert(organization);
        let names = self.names(owner).await?.into_iter();
        let (own, common): (BTreeMap<_, _>, BTreeMap<_, _>) = names.partition(|(key, _)| media::owner(key) == owner);
        self.common_names.extend(common);
        self.judge(objects, own).await
    }

    async fn judge(&mut self, objects: Vec<Object>, names: BTreeMap<String, Name>) -> Result<(), Failure> {
        let now = self.connection.clock.now();
        let there: HashSet<&str> = objects.iter().map(|object| object.key.as_str()).collect();
        let suspects = names
            .iter()
            .filter(|(key, name)| !name.expired && !there.contains(key.as_str()));
        let suspects = suspects.map(|(key, name)| (key.clone(), name.namer)).collect();
        self.look_again(suspects).await?;
        let nameless = objects.into_iter().filter(|object| !names.contains_key(&object.key));
        let orphans: Vec<Orphan> = nameless
            .map(|object| Orphan {
                old: now.since(object.modified_at) > OLD,
                object,
            })
            .collect();
        if !self.dry_run {
            let old = orphans.iter().filter(|orphan| orphan.old);
            let keys = old.map(|orphan| orphan.object.key.clone()).collect();
            self.deleted += delete_objects(&self.bucket, keys).await?;
        }
        self.orphans.extend(orphans);
        Ok(())
    }

    /// What the records of an organization name, or those of the public library. An organization that is not in the
    /// list of all is asked too: only its records say that it is gone.
    async fn names(&self, namer: Namer) -> Result<BTreeMap<String, Name>, Failure> {
        let store = &self.connection.store;
        let named = match namer {
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
            (key, Name { namer, expired })
        };
        Ok(named.into_iter().map(name).collect())
    }

    /// Notes which of the objects are missing that were not listed: the record may be newer than the list, and it may
    /// have been deleted since it was read, with its object.
    async fn look_again(&mut self, suspects: Vec<(String, Namer)>) -> Result<(), Failure> {
        let bucket = &self.bucket;
        let look = async |(key, namer): (String, Namer)| {
            let there = bucket.exists(&key).await?;
            Ok::<_, Failure>((!there).then_some((namer, key)))
        };
        let gone = stream::iter(suspects).map(look).buffer_unordered(SIDE_BY_SIDE);
        let gone: Vec<(Namer, String)> = gone.try_filter_map(async |gone| Ok(gone)).try_collect().await?;
        let mut by_namer: BTreeMap<Namer, Vec<String>> = BTreeMap::new();
        for (namer, key) in gone {
            by_namer.entry(namer).or_default().push(key);
        }
        for (namer, keys) in by_namer {
            let names = self.names(namer).await?;
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
                "every object that a record names is there\n".to_owned()
            }
            0 => "every object that a record names is there, or is a thumbnail that has expired\n".to_owned(),
            count => format!("pictures are lost; objects that records name and that are not there: {count}\n"),
        });
        text
    }
}
