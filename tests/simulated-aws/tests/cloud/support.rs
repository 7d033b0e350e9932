//! Clients, tables and helpers that write items.

use std::{collections::HashMap, time::Duration};

use aws_sdk_dynamodb::{
    Client,
    error::ProvideErrorMetadata,
    types::{AttributeValue, Put, ReturnValuesOnConditionCheckFailure, TransactWriteItem, Update},
};
use contract::Timestamp;
use runtime::{Aws, Clock, Entropy, Ids, Names};
use simulated_aws::{Cloud, Conditions, ProcessId};
use store::Store;

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) const START: Timestamp = Timestamp::from_millis(1_800_000_000_000);

pub(crate) fn clock() -> Clock {
    Clock::of_timers(START)
}

pub(crate) fn cloud(seed: u64, conditions: Conditions) -> Cloud {
    Cloud::new(seed, clock(), conditions)
}

pub(crate) fn names() -> Names {
    Names {
        table: "records".to_owned(),
        ephemeral_table: "ephemeral".to_owned(),
    }
}

pub(crate) fn store(cloud: &Cloud, process: u32, seed: u64) -> Store {
    let clock = clock();
    let ids = Ids::new(clock.clone(), Entropy::sequence(seed));
    let aws = Aws::new(&cloud.config(ProcessId(process)));
    Store::new(aws.dynamodb(), names(), clock, ids)
}

/// A cloud with the service's tables, and a DynamoDB client.
pub(crate) async fn with_tables(seed: u64) -> (Cloud, Client) {
    let cloud = cloud(seed, Conditions::CALM);
    store(&cloud, 0, seed).create_tables().await.unwrap();
    let client = client(&cloud, 0);
    (cloud, client)
}

pub(crate) fn client(cloud: &Cloud, process: u32) -> Client {
    Client::clone(&Aws::new(&cloud.config(ProcessId(process))).dynamodb())
}

pub(crate) fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

pub(crate) fn n(number: i64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

pub(crate) fn key(pk: &str, sk: &str) -> Item {
    HashMap::from([("pk".to_owned(), s(pk)), ("sk".to_owned(), s(sk))])
}

pub(crate) fn item(pk: &str, sk: &str, number: i64) -> Item {
    let mut item = key(pk, sk);
    item.insert("number".to_owned(), n(number));
    item
}

pub(crate) async fn put(client: &Client, item: Item) {
    client
        .put_item()
        .table_name("records")
        .set_item(Some(item))
        .send()
        .await
        .unwrap();
}

/// The number that an item holds; `None` if the item does not exist.
pub(crate) async fn number(client: &Client, pk: &str, sk: &str) -> Option<i64> {
    let output = client
        .get_item()
        .table_name("records")
        .set_key(Some(key(pk, sk)))
        .consistent_read(true)
        .send()
        .await
        .unwrap();
    output.item?["number"].as_n().unwrap().parse().ok()
}

/// The error code of a refused call.
pub(crate) fn code<T, E: ProvideErrorMetadata>(result: Result<T, E>) -> Option<String> {
    result.err().and_then(|error| error.code().map(str::to_owned))
}

/// Increments an item's number on the condition that the number equals `before`.
pub(crate) fn count_from(pk: &str, sk: &str, before: i64) -> TransactWriteItem {
    let update = Update::builder()
        .table_name("records")
        .set_key(Some(key(pk, sk)))
        .update_expression("SET #n = #n + :one")
        .condition_expression("#n = :before")
        .expression_attribute_names("#n", "number")
        .expression_attribute_values(":one", n(1))
        .expression_attribute_values(":before", n(before))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    TransactWriteItem::builder().update(update.build().unwrap()).build()
}

/// Puts an item on the condition that no item has its key.
pub(crate) fn create(pk: &str, sk: &str, number: i64) -> TransactWriteItem {
    let put = Put::builder()
        .table_name("records")
        .set_item(Some(item(pk, sk, number)))
        .condition_expression("attribute_not_exists(pk)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    TransactWriteItem::builder().put(put.build().unwrap()).build()
}

pub(crate) async fn pass(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}
