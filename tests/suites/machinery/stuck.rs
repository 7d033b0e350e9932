//! Index entries that this version cannot parse or cannot act on: they must not block other entries.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{GenerationId, OrganizationId};
use queue::Message;
use runtime::Stack;
use serde_json::json;
use store::keys::{self, DUE_SHARDS};
use tests::Service;

use crate::support;

type Item = HashMap<String, AttributeValue>;

/// Later than the sweep's first check of a generation without leases.
const FIRST_LOOK: Duration = Duration::from_secs(46);
/// The padding of an item, in bytes. Four such items exceed a megabyte, the size of a query's page.
const LARGE: usize = 300_000;

/// The id with its last byte changed, so that it belongs to this shard of the index.
fn in_shard(id: GenerationId, shard: u8) -> GenerationId {
    let mut text = id.to_string();
    text.replace_range(text.len() - 2.., &format!("{shard:02x}"));
    text.parse().unwrap()
}

/// Commits a generation with one thumbnail in this shard of the index. Sends no message.
async fn commit(service: &Service, organization: OrganizationId, shard: u8) -> GenerationId {
    let mut new = support::draft(service.store(), organization, 1, 0);
    new.generation.id = in_shard(new.generation.id, shard);
    support::charge(service.store(), &new).await.unwrap();
    new.generation.id
}

async fn read(service: &Service, organization: OrganizationId, id: GenerationId) -> Item {
    let key = keys::generation_progress(organization, id).attributes();
    let aws = support::aws(service.aws_url());
    let request = aws.dynamodb().get_item().table_name(Stack::local().table());
    request
        .set_key(Some(key))
        .send()
        .await
        .unwrap()
        .item
        .expect("the progress")
}

async fn write(service: &Service, item: Item) {
    let aws = support::aws(service.aws_url());
    let request = aws.dynamodb().put_item().table_name(Stack::local().table());
    request.set_item(Some(item)).send().await.unwrap();
}

/// The attributes of the first thumbnail in a progress item.
fn thumbnail(item: &mut Item) -> &mut Item {
    let Some(AttributeValue::L(thumbnails)) = item.get_mut("thumbnails") else {
        panic!("the progress has no thumbnails")
    };
    let Some(AttributeValue::M(thumbnail)) = thumbnails.first_mut() else {
        panic!("the progress has no first thumbnail")
    };
    thumbnail
}

fn text(text: impl Into<String>) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn number(number: impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

/// Gives the first thumbnail a state that only a later version knows.
async fn give_unknown_state(service: &Service, organization: OrganizationId, id: GenerationId) {
    let mut item = read(service, organization, id).await;
    let state = HashMap::from([("kind".to_owned(), text("upscaling"))]);
    thumbnail(&mut item).insert("state".to_owned(), AttributeValue::M(state));
    write(service, item).await;
}

/// Writes `count` progress items with `padding` bytes each. They precede the item of `id` in both indexes. Their
/// attempts are used up, but they cannot be failed and refunded because their facts item is missing.
async fn write_blocking_items(
    service: &Service,
    organization: OrganizationId,
    id: GenerationId,
    count: u32,
    padding: usize,
) {
    let item = read(service, organization, id).await;
    let shard = id.uuid().as_bytes()[15] % DUE_SHARDS;
    for at in 0..count {
        let other = in_shard(GenerationId::from_uuid(service.store().ids().uuid()), shard);
        let mut item = item.clone();
        item.extend(keys::generation_progress(organization, other).attributes());
        item.insert("generation".to_owned(), text(other.to_string()));
        item.insert(keys::DUE_AT.to_owned(), number(at));
        // This id sorts before all ids that are created now.
        item.insert(keys::PENDING_ID.to_owned(), text(format!("gen_0{at:031x}")));
        item.insert("padding".to_owned(), text("x".repeat(padding)));
        let lapsed = [
            ("kind", text("leased")),
            ("until", number(1)),
            ("holder", text("nobody")),
        ];
        let lapsed = lapsed.map(|(name, value)| (name.to_owned(), value));
        let thumbnail = thumbnail(&mut item);
        thumbnail.insert("state".to_owned(), AttributeValue::M(lapsed.into()));
        thumbnail.insert("attempt".to_owned(), number(3));
        write(service, item).await;
    }
}

#[tokio::test]
async fn an_unreadable_item_blocks_neither_the_sweep_nor_the_dead_letters() {
    let (service, organization) = support::idle().await;
    let mut sound = Vec::new();
    for shard in 0..DUE_SHARDS {
        let unreadable = commit(&service, organization.id, shard).await;
        give_unknown_state(&service, organization.id, unreadable).await;
        sound.push(commit(&service, organization.id, shard).await);
    }
    let dead_letters = &service.resources().dead_letters;
    // The generation has no thumbnail with this index, so the dead letter is deleted.
    let letter = Message::new(organization.id, sound[0], 8, support::MODEL.to_owned());
    dead_letters.send(&[letter]).await.unwrap();
    service.clock().advance(FIRST_LOOK);
    let swept = support::sweep(&service).await;
    assert_eq!(
        (&swept["resent"], &swept["unreadable"]),
        (&json!(sound.len()), &json!(DUE_SHARDS)),
        "{swept}"
    );
    assert_eq!(support::messages(&service, dead_letters.url()).await, (0, 0));
    service.stop().await;
}

#[tokio::test]
async fn a_hundred_items_that_cannot_be_settled_do_not_block_their_shard() {
    let (service, organization) = support::idle().await;
    let sound = commit(&service, organization.id, 2).await;
    write_blocking_items(&service, organization.id, sound, 100, 0).await;
    service.clock().advance(FIRST_LOOK);
    assert_eq!(support::sweep(&service).await["resent"], 1);
    service.stop().await;
}

#[tokio::test]
async fn the_sweep_continues_after_a_page_of_one_megabyte() {
    let (service, organization) = support::idle().await;
    let sound = commit(&service, organization.id, 1).await;
    write_blocking_items(&service, organization.id, sound, 4, LARGE).await;
    service.clock().advance(FIRST_LOOK);
    assert_eq!(support::sweep(&service).await["resent"], 1);
    service.stop().await;
}

#[tokio::test]
async fn the_oldest_pending_generation_is_found_after_an_unreadable_item() {
    let (service, organization) = support::idle().await;
    let unreadable = commit(&service, organization.id, 0).await;
    give_unknown_state(&service, organization.id, unreadable).await;
    let sound = commit(&service, organization.id, 0).await;
    let answer = organization.client.call("trigger_generation", json!({})).await;
    assert_eq!(answer.data()["generationId"], json!(sound));
    service.stop().await;
}

#[tokio::test]
async fn the_oldest_pending_generation_is_found_after_a_full_page_of_begun_generations() {
    let (service, organization) = support::idle().await;
    let sound = commit(&service, organization.id, 0).await;
    write_blocking_items(&service, organization.id, sound, 4, LARGE).await;
    let answer = organization.client.call("trigger_generation", json!({})).await;
    assert_eq!(answer.data()["generationId"], json!(sound));
    service.stop().await;
}
