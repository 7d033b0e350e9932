//! `org export`: copies all records and pictures of an organization into a directory.

mod directory;

use std::path::{Path, PathBuf};

use clap::Args;
use contract::{OrganizationId, Timestamp};
use futures_util::{StreamExt, TryStreamExt, stream};
use media::Bucket;
use serde::Serialize;
use serde_json::{Map, Value, json};
use store::{ExportedKind, ExportedRecord};

use self::directory::{Directory, List};
use crate::{Connection, Failure, Report};

/// How many pictures are read concurrently. Each is in memory as a whole.
const SIDE_BY_SIDE: usize = 4;

/// The largest picture, in bytes: the largest `maxBytes` of a thumbnail.
const MOST_BYTES: usize = 50_000_000;

/// The most characters of the words at the beginning of a file's name.
const MOST_WORDS: usize = 60;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization's id
    #[arg(value_name = "ORG")]
    org: String,
    /// The directory: a new or empty one, or one with an earlier export of the same organization, which is replaced
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
}

/// The result, which is also the content of `export.json`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Exported {
    organization_id: OrganizationId,
    exported_at: Timestamp,
    /// Whether the export ran to its end.
    complete: bool,
    /// The number of records of each kind.
    records: Map<String, Value>,
    /// The number of pictures.
    pictures: usize,
    /// The keys of objects that records name and that do not exist, such as expired thumbnails.
    missing: Vec<String>,
    units: &'static str,
    left_out: [&'static str; 5],
}

const UNITS: &str = "Moments are milliseconds since 1970-01-01T00:00:00Z. Amounts are hundredths of a thumbnail.";

/// What an export does not contain.
const LEFT_OUT: [&str; 5] = [
    "API keys and their hashes (keys.json lists the keys without them)",
    "the secrets that sign webhooks and cursors",
    "responses stored for idempotency keys, which expire after a day",
    "uploads that were not used, which expire after a day",
    "the operators' log (tgctl log)",
];

/// Exports an organization.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let organization = connection.organization(&arguments.org).await?.id;
    let directory = Directory::open(&arguments.to, organization)?;
    let mut export = Export {
        connection,
        bucket: connection.pictures()?,
        directory: &directory,
        name: String::new(),
        told: Exported {
            organization_id: organization,
            exported_at: connection.clock.now(),
            complete: false,
            records: Map::new(),
            pictures: 0,
            missing: Vec::new(),
            units: UNITS,
            left_out: LEFT_OUT,
        },
    };
    // An interrupted export is recognized by this file, and may be repeated.
    export.write_told()?;
    for kind in ExportedKind::all() {
        export.kind(kind).await?;
    }
    export.keys().await?;
    export.told.complete = true;
    export.write_told()?;
    let told = export.told;
    let text = text(&told, &arguments.to);
    Report::new(&told, text)
}

/// An export in progress.
struct Export<'a> {
    connection: &'a Connection,
    bucket: Bucket,
    directory: &'a Directory,
    /// The words at the beginning of the names of the last record's files.
    name: String,
    told: Exported,
}

impl Export<'_> {
    fn write_told(&self) -> Result<(), Failure> {
        self.directory.write(Path::new(directory::MARK), &pretty(&self.told)?)
    }

    /// Writes all records of a kind into one file, and their pictures into a directory of the kind.
    async fn kind(&mut self, kind: ExportedKind) -> Result<(), Failure> {
        let organization = self.told.organization_id;
        let mut list = List::begin(self.directory, kind.name)?;
        let mut start = None;
        loop {
            let page = self.connection.store.export(organization, kind, start).await?;
            let (records, next) = page;
            for record in records {
                list.add(&pretty(&record.attributes)?)?;
                self.pictures(kind, record).await?;
            }
            start = next;
            if start.is_none() {
                break;
            }
        }
        let count = list.end()?;
        self.told.records.insert(kind.name.to_owned(), count.into());
        Ok(())
    }

    /// Writes the pictures of a record. A file is called after the record and the object.
    async fn pictures(&mut self, kind: ExportedKind, record: ExportedRecord) -> Result<(), Failure> {
        // The pictures of a generation belong to its progress, which follows its facts and has no name.
        if let Some(name) = name(&record.attributes) {
            self.name = name;
        }
        let (bucket, words) = (&self.bucket, &self.name);
        let directory = self.directory;
        let save = async |object: String| {
            let last = object.rsplit('/').next().unwrap_or_default();
            let file = Path::new(kind.name).join(format!("{words} {last}"));
            match bucket.get_at_most(&object, MOST_BYTES).await? {
                Some(bytes) => directory.write(&file, &bytes).map(|()| None),
                None => Ok(Some(object)),
            }
        };
        let count = record.objects.len();
        let saved = stream::iter(record.objects).map(save).buffered(SIDE_BY_SIDE);
        let missing: Vec<String> = saved.try_filter_map(async |missing| Ok(missing)).try_collect().await?;
        self.told.pictures += count - missing.len();
        self.told.missing.extend(missing);
        Ok(())
    }

    /// Writes the list of API keys, without their hashes.
    async fn keys(&mut self) -> Result<(), Failure> {
        let keys = self.connection.store.keys_of(self.told.organization_id).await?;
        let mut list = List::begin(self.directory, "keys")?;
        for key in keys {
            list.add(&pretty(&json!({
                "id": key.id,
                "name": key.name,
                "scopes": key.scopes,
                "createdAt": key.created_at.millis(),
                "expiresAt": key.expires_at.map(Timestamp::millis),
                "revokedAt": key.revoked_at.map(Timestamp::millis),
            }))?)?;
        }
        let count = list.end()?;
        self.told.records.insert("keys".to_owned(), count.into());
        Ok(())
    }
}

/// The words by which a person recognizes a record: its name, or the title or prompt of a generation.
fn name(attributes: &Map<String, Value>) -> Option<String> {
    let given = ["name", "title", "prompt"].into_iter();
    let mut given = given.filter_map(|name| attributes.get(name)?.as_str());
    let words: Option<String> = given.next().map(|words| words.chars().take(MOST_WORDS).collect());
    // A generation that was made from references alone has no words.
    let words = words.or_else(|| attributes.contains_key("aspectRatio").then(|| "thumbnail".to_owned()));
    words.map(|words| media::clean_file_name(&words))
}

fn pretty(value: &impl Serialize) -> Result<Vec<u8>, Failure> {
    Ok(serde_json::to_vec_pretty(value)?)
}

fn text(told: &Exported, to: &Path) -> String {
    let records: u64 = told.records.values().filter_map(Value::as_u64).sum();
    format!(
        "{} is exported to {}; records: {records}, pictures: {}, missing pictures: {}\nnot exported: {}\n",
        told.organization_id,
        to.display(),
        told.pictures,
        told.missing.len(),
        told.left_out.join("; ")
    )
}
