//! The embedded DynamoDB, called by the real SDK.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod common;

use std::collections::HashMap;

use aws_sdk_dynamodb::{
    Client,
    operation::transact_write_items::{TransactWriteItemsError, builders::TransactWriteItemsFluentBuilder},
    types::{
        AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType,
        KeysAndAttributes, Projection, ProjectionType, Put, ReturnValuesOnConditionCheckFailure, ScalarAttributeType,
        TimeToLiveSpecification, TransactWriteItem, Update,
    },
};
use common::Aws;

fn s(value: &str) -> AttributeValue {
    AttributeValue::S(value.to_owned())
}

fn n(value: i64) -> AttributeValue {
    AttributeValue::N(value.to_string())
}

fn key(hash: &str) -> HashMap<String, AttributeValue> {
    HashMap::from([("pk".to_owned(), s(hash)), ("sk".to_owned(), s("x"))])
}

fn attribute(name: &str) -> AttributeDefinition {
    let attribute = AttributeDefinition::builder().attribute_name(name);
    attribute.attribute_type(ScalarAttributeType::S).build().unwrap()
}

fn schema(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder()
        .attribute_name(name)
        .key_type(kind)
        .build()
        .unwrap()
}

async fn table(client: &Client, name: &str) {
    let index = GlobalSecondaryIndex::builder()
        .index_name("due")
        .key_schema(schema("due", KeyType::Hash))
        .projection(Projection::builder().projection_type(ProjectionType::All).build());
    let request = client
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_attribute_definitions(Some(["pk", "sk", "due"].map(attribute).to_vec()))
        .key_schema(schema("pk", KeyType::Hash))
        .key_schema(schema("sk", KeyType::Range))
        .global_secondary_indexes(index.build().unwrap());
    request.send().await.unwrap();
}

async fn put(client: &Client, table: &str, item: HashMap<String, AttributeValue>) {
    client
        .put_item()
        .table_name(table)
        .set_item(Some(item))
        .send()
        .await
        .unwrap();
}

async fn amount(client: &Client, table: &str, hash: &str) -> Option<AttributeValue> {
    let output = client
        .get_item()
        .table_name(table)
        .set_key(Some(key(hash)))
        .consistent_read(true)
        .send()
        .await;
    output.unwrap().item?.remove("amount")
}

fn charge(table: &str, hash: &str, by: i64) -> TransactWriteItem {
    let update = Update::builder()
        .table_name(table)
        .set_key(Some(key(hash)))
        .update_expression("SET amount = amount - :by")
        .condition_expression("amount >= :by")
        .expression_attribute_values(":by", n(by))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    TransactWriteItem::builder().update(update.build().unwrap()).build()
}

fn insert(table: &str, hash: &str) -> TransactWriteItem {
    let put = Put::builder()
        .table_name(table)
        .set_item(Some(key(hash)))
        .condition_expression("attribute_not_exists(pk)");
    TransactWriteItem::builder().put(put.build().unwrap()).build()
}

fn transaction(client: &Client, items: Vec<TransactWriteItem>) -> TransactWriteItemsFluentBuilder {
    client.transact_write_items().set_transact_items(Some(items))
}

#[tokio::test]
async fn a_transaction_that_fails_changes_nothing_and_returns_what_was_there() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    let mut item = key("balance");
    item.insert("amount".to_owned(), n(5));
    put(&client, "records", item).await;

    let items = vec![charge("records", "balance", 3), insert("records", "entry")];
    transaction(&client, items).send().await.unwrap();
    assert_eq!(amount(&client, "records", "balance").await, Some(n(2)));

    let items = vec![insert("records", "other"), charge("records", "balance", 3)];
    let error = transaction(&client, items)
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    let TransactWriteItemsError::TransactionCanceledException(canceled) = error else {
        panic!("{error:?}");
    };
    let reasons = canceled.cancellation_reasons();
    assert_eq!(reasons[0].code(), Some("None"));
    assert_eq!(reasons[1].code(), Some("ConditionalCheckFailed"));
    assert_eq!(reasons[1].item().unwrap()["amount"], n(2));
    let other = client
        .get_item()
        .table_name("records")
        .set_key(Some(key("other")))
        .send()
        .await
        .unwrap();
    assert!(other.item.is_none());
}

#[tokio::test]
async fn a_transaction_is_applied_once_for_one_token() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    let mut item = key("balance");
    item.insert("amount".to_owned(), n(5));
    put(&client, "records", item).await;
    for _ in 0..2 {
        let items = vec![charge("records", "balance", 2)];
        transaction(&client, items)
            .client_request_token("one")
            .send()
            .await
            .unwrap();
    }
    assert_eq!(amount(&client, "records", "balance").await, Some(n(3)));
    let items = vec![charge("records", "balance", 1)];
    let error = transaction(&client, items)
        .client_request_token("one")
        .send()
        .await
        .unwrap_err();
    assert!(error.into_service_error().is_idempotent_parameter_mismatch_exception());
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_transactions_lose_no_update() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    let mut item = key("balance");
    item.insert("amount".to_owned(), n(200));
    put(&client, "records", item).await;
    let charges = (0..100).map(|id| {
        let items = vec![
            charge("records", "balance", 1),
            insert("records", &format!("entry-{id}")),
        ];
        tokio::spawn(transaction(&client, items).send())
    });
    for charge in charges.collect::<Vec<_>>() {
        charge.await.unwrap().unwrap();
    }
    assert_eq!(amount(&client, "records", "balance").await, Some(n(100)));
}

#[tokio::test]
async fn a_failed_condition_returns_the_item_on_a_single_write() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    put(&client, "records", key("a")).await;
    let request = client.put_item().table_name("records").set_item(Some(key("a")));
    let request = request.condition_expression("attribute_not_exists(pk)");
    let request = request.return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    let error = request.send().await.unwrap_err().into_service_error();
    let aws_sdk_dynamodb::operation::put_item::PutItemError::ConditionalCheckFailedException(failed) = error else {
        panic!("{error:?}");
    };
    assert_eq!(failed.item().unwrap()["pk"], s("a"));
}

#[tokio::test]
async fn one_batch_reads_two_tables() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    table(&client, "passing").await;
    put(&client, "records", key("a")).await;
    put(&client, "passing", key("b")).await;
    let keys = |hash| {
        KeysAndAttributes::builder()
            .keys(key(hash))
            .keys(key("missing"))
            .build()
            .unwrap()
    };
    let request = client
        .batch_get_item()
        .request_items("records", keys("a"))
        .request_items("passing", keys("b"));
    let responses = request.send().await.unwrap().responses.unwrap();
    assert_eq!(responses["records"], [key("a")]);
    assert_eq!(responses["passing"], [key("b")]);
}

#[tokio::test]
async fn a_sparse_index_holds_only_items_that_have_its_key() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    for hash in ["a", "b", "c"] {
        put(&client, "records", key(hash)).await;
    }
    let mut due = key("b");
    due.insert("due".to_owned(), s("now"));
    put(&client, "records", due.clone()).await;
    let query = client
        .query()
        .table_name("records")
        .index_name("due")
        .key_condition_expression("due = :now");
    let query = query.expression_attribute_values(":now", s("now"));
    assert_eq!(query.clone().send().await.unwrap().items(), [due]);
    let done = client.update_item().table_name("records").set_key(Some(key("b")));
    done.update_expression("REMOVE due").send().await.unwrap();
    assert_eq!(query.send().await.unwrap().count(), 0);
}

#[tokio::test]
async fn tables_are_described_survive_a_restart_and_are_created_once() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    let ttl = TimeToLiveSpecification::builder()
        .enabled(true)
        .attribute_name("expiresAt")
        .build()
        .unwrap();
    let request = client
        .update_time_to_live()
        .table_name("records")
        .time_to_live_specification(ttl);
    request.send().await.unwrap();
    put(&client, "records", key("a")).await;

    let aws = aws.restart().await;
    let client = aws.dynamodb();
    let again = client
        .create_table()
        .table_name("records")
        .billing_mode(BillingMode::PayPerRequest);
    let again = again
        .attribute_definitions(attribute("pk"))
        .key_schema(schema("pk", KeyType::Hash))
        .send()
        .await;
    assert!(again.unwrap_err().into_service_error().is_resource_in_use_exception());
    let described = client
        .describe_table()
        .table_name("records")
        .send()
        .await
        .unwrap()
        .table
        .unwrap();
    assert_eq!(described.table_status().unwrap().as_str(), "ACTIVE");
    let missing = client.describe_table().table_name("nothing").send().await.unwrap_err();
    assert!(missing.into_service_error().is_resource_not_found_exception());
    let ttl = client
        .describe_time_to_live()
        .table_name("records")
        .send()
        .await
        .unwrap();
    assert_eq!(
        ttl.time_to_live_description.unwrap().attribute_name(),
        Some("expiresAt")
    );
    let kept = client
        .get_item()
        .table_name("records")
        .set_key(Some(key("a")))
        .send()
        .await
        .unwrap();
    assert_eq!(kept.item, Some(key("a")));
    assert_eq!(client.scan().table_name("records").send().await.unwrap().count(), 1);
}

#[tokio::test]
async fn an_invalid_request_is_a_validation_exception() {
    let aws = Aws::start().await;
    let client = aws.dynamodb();
    table(&client, "records").await;
    let request = client.update_item().table_name("records").set_key(Some(key("a")));
    let error = request
        .update_expression("SET state = :new")
        .expression_attribute_values(":new", n(1))
        .send()
        .await;
    let error = error.unwrap_err().into_service_error();
    assert_eq!(error.meta().code(), Some("ValidationException"));
    assert!(
        error.meta().message().unwrap().contains("reserved keyword"),
        "{error:?}"
    );
}
