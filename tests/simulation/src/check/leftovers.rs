//! Checks that nothing is left over and nothing is missing: index entries, messages, events, objects, API keys and the
//! library.

use std::{
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
    time::Duration,
};

use crate::{
    accident::UNREADABLE,
    operator,
    tables::Tables,
    world::{World, text},
};

/// Objects that no record names are deleted once they are older than this.
const OLD: Duration = Duration::from_secs(25 * 3600);

/// Repeats all deletions of organizations, as the command tells the operator to do after an interruption. A deletion
/// that is finished may be repeated too: it only reports that the organization does not exist.
pub(crate) async fn finish_deletions(world: &Rc<World>) {
    let doomed: Vec<String> = {
        let organizations = world.organizations.borrow();
        let doomed = organizations
            .iter()
            .filter(|organization| organization.deletion.is_some());
        doomed.map(|organization| organization.id.clone()).collect()
    };
    for id in doomed {
        if let Err(failure) = world.command(&["org", "delete", &id, "--yes"]).await
            && !failure.line.contains("there is no organization")
        {
            world.problem(format!(
                "the deletion of an organization cannot be finished: {}",
                failure.line
            ));
        }
    }
}

/// Checks the indexes, the queues, the outbox, the deliveries, the objects that records name, the API keys and the
/// library.
pub(crate) fn check(world: &World, tables: &Tables) {
    for (_, id) in tables.due() {
        world.problem(format!("{id} is still in the due index"));
    }
    for id in tables.pending() {
        world.problem(format!("{id} is still in the pending index"));
    }
    let deployment = &world.image.deployment;
    for queue in [
        deployment.queue(),
        deployment.dead_letter_queue(),
        deployment.event_queue(),
    ] {
        for message in world.cloud.messages(&queue) {
            if message.body != UNREADABLE {
                world.problem(format!("a message is left in {queue}: {}", message.body));
            }
        }
    }
    let objects = world.cloud.objects(&deployment.bucket());
    for (key, id) in tables.objects() {
        if !objects.contains_key(&key) {
            world.problem(format!("{id} names the object {key}, but the object does not exist"));
        }
    }
    for partition_items in tables.partition_items.values() {
        for (id, entry) in &partition_items.outbox {
            world.problem(format!("the entry {id} is left in the outbox: {entry}"));
        }
        for delivery in partition_items.open_deliveries() {
            world.problem(format!("a delivery has not ended: {delivery}"));
        }
    }
    keys(world, tables);
    library(world, tables);
}

/// Every API key belongs to an organization that exists, and every key id to an API key that exists.
fn keys(world: &World, tables: &Tables) {
    for (partition, partition_items) in &tables.partition_items {
        let Some(key) = &partition_items.key else { continue };
        let is_alone = if partition.starts_with("KEYID#") {
            !tables
                .partition_items
                .contains_key(&format!("KEY#{}", text(key, "hash")))
        } else {
            tables.organization(&text(key, "organization")).is_none()
        };
        if is_alone {
            world.problem(format!("{partition} has outlived its organization: {key}"));
        }
    }
}

/// The library contains exactly the public inspirations of all organizations.
fn library(world: &World, tables: &Tables) {
    let empty = BTreeMap::new();
    let library = tables
        .partition_items
        .get("LIBRARY")
        .map_or(&empty, |partition_items| &partition_items.records);
    let mut own = BTreeSet::new();
    for (partition, partition_items) in tables
        .partition_items
        .iter()
        .filter(|(partition, _)| partition.starts_with("ORG#"))
    {
        let public = partition_items
            .records
            .iter()
            .filter(|(_, record)| text(record, "visibility") == "public");
        for (id, _) in public {
            own.insert(id);
            if !library.contains_key(id) {
                world.problem(format!(
                    "the public inspiration {id} of {partition} is not in the library"
                ));
            }
        }
    }
    for id in library.keys().filter(|id| !own.contains(id)) {
        world.problem(format!(
            "the library has the inspiration {id}, which belongs to no organization"
        ));
    }
}

/// Runs `gc` after a day. Then the bucket contains exactly the objects that records name. The audit finds no
/// differences.
pub(crate) async fn collect(world: &Rc<World>) {
    operator::audit(world).await;
    tokio::time::sleep(OLD).await;
    match world.command(&["gc"]).await {
        Ok(report) => operator::missing(world, &report),
        Err(failure) => world.problem(format!("gc fails: {}", failure.line)),
    }
    let named: BTreeSet<String> = Tables::of(world).objects().into_keys().collect();
    for key in world.cloud.objects(&world.image.deployment.bucket()).into_keys() {
        if !named.contains(&key) {
            world.problem(format!("gc has not deleted the object {key}, which no record names"));
        }
    }
}
