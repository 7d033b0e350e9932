//! `org delete`: deletes an organization and everything that belongs to it.

use std::time::Duration;

use clap::Args;
use contract::OrganizationId;
use futures_util::{StreamExt, TryStreamExt, stream};
use media::Bucket;
use serde::Serialize;
use tokio::time::sleep;

use crate::{Connection, Failure, Report, deadline};

/// How many objects are deleted concurrently.
const SIDE_BY_SIDE: usize = 16;
/// Longer than a transaction takes.
const TRANSACTION: Duration = Duration::from_secs(1);

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization's id
    #[arg(value_name = "ORG")]
    org: String,
    /// Confirms the deletion, which cannot be undone
    #[arg(long, required = true)]
    yes: bool,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Deleted {
    organization_id: OrganizationId,
    records: usize,
    objects: usize,
    keys: usize,
    answers: usize,
}

/// Deletes an organization.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let unknown = || Failure::no_organization(&arguments.org);
    let id: OrganizationId = arguments.org.parse().map_err(|_| unknown())?;
    // An earlier run may have already deleted the organization's item; its entry in the list of organizations is
    // deleted last.
    if !connection.store.is_listed(id).await? {
        return Err(unknown());
    }
    let bucket = connection.pictures()?;
    let deleted = delete(connection, &bucket, id)
        .await
        .map_err(|failure| Failure::HalfDeleted {
            organization: id,
            source: Box::new(failure),
        })?;
    let text = format!(
        "{id} is deleted; records: {}, objects: {}, keys: {}, answers: {}\n",
        deleted.records, deleted.objects, deleted.keys, deleted.answers
    );
    Report::new(&deleted, text)
}

/// After each step, a later run can continue. A thumbnail that is being made may still be stored; no record names it,
/// so `gc` finds it.
async fn delete(connection: &Connection, bucket: &Bucket, id: OrganizationId) -> Result<Deleted, Failure> {
    let store = &connection.store;
    // First stop new requests; after that nothing can be charged, made or refunded.
    let mut keys = store.remove_keys(id).await?;
    let closed = store.close_organization(id, deadline()).await?;
    // The organization's own item and its balance.
    let mut records = if closed { 2 } else { 0 };
    let mut objects = 0;
    // While a transaction replaces an item by others, such as an event by its deliveries, a read may find neither. So
    // what a transaction has just written is looked for again.
    for wait in [Duration::ZERO, TRANSACTION] {
        sleep(wait).await;
        while let Some(removed) = store.remove_records(id).await? {
            records += removed.records;
            keys += removed.keys;
            objects += delete_objects(bucket, removed.library_objects).await?;
        }
    }
    objects += delete_all_objects(bucket, &media::keys::organization(id)).await?;
    objects += delete_all_objects(bucket, &media::keys::uploads(id)).await?;
    // No more responses can be stored, because a response is written in the transaction of its records.
    let answers = store.remove_answers(id).await?;
    store.unlist_organization(id).await?;
    Ok(Deleted {
        organization_id: id,
        records,
        objects,
        keys,
        answers,
    })
}

async fn delete_all_objects(bucket: &Bucket, prefix: &str) -> Result<usize, Failure> {
    let mut deleted = 0;
    let mut after: Option<String> = None;
    loop {
        let page = bucket.list(prefix, after.as_deref()).await?;
        let keys: Vec<String> = page.objects.into_iter().map(|object| object.key).collect();
        after = keys.last().cloned();
        deleted += delete_objects(bucket, keys).await?;
        if !page.more || after.is_none() {
            return Ok(deleted);
        }
    }
}

/// Deletes objects; missing objects are not an error. Returns the number of objects.
pub(crate) async fn delete_objects(bucket: &Bucket, keys: Vec<String>) -> Result<usize, Failure> {
    let count = keys.len();
    let deletions = stream::iter(keys).map(async |key| bucket.delete(&key).await);
    deletions.buffer_unordered(SIDE_BY_SIDE).try_collect::<()>().await?;
    Ok(count)
}
