//! Transactions lock and commit item by item, and remember their client tokens.

use std::time::Duration;

use aws_sdk_dynamodb::{Client, operation::transact_write_items::TransactWriteItemsError, types::TransactWriteItem};
use simulated_aws::Conditions;

use crate::support::{code, count_from, create, item, n, number, pass, put, with_tables};

/// Conditions with transactions so slow that a test can observe them half done.
const SLOW: Conditions = Conditions {
    call: (Duration::ZERO, Duration::ZERO),
    transaction: Duration::from_millis(1000),
    transaction_hold: Duration::from_millis(1000),
    ..Conditions::CALM
};
/// Conditions without any latency.
const FAST: Conditions = Conditions {
    call: (Duration::ZERO, Duration::ZERO),
    transaction: Duration::ZERO,
    transaction_hold: Duration::ZERO,
    ..Conditions::CALM
};

async fn transact(client: &Client, token: &str, items: Vec<TransactWriteItem>) -> Result<(), TransactWriteItemsError> {
    let request = client.transact_write_items().set_transact_items(Some(items));
    let result = request.client_request_token(token).send().await;
    result.map(drop).map_err(|error| error.into_service_error())
}

/// The codes of the cancellation reasons.
fn reasons(error: &TransactWriteItemsError) -> Vec<&str> {
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = error else {
        panic!("{error:?}");
    };
    let reasons = cancelled.cancellation_reasons().iter();
    reasons.map(|reason| reason.code().unwrap()).collect()
}

fn charge() -> Vec<TransactWriteItem> {
    vec![count_from("o", "BALANCE", 0), create("o", "LEDGER#1", 1)]
}

#[tokio::test(start_paused = true)]
async fn a_half_written_transaction_is_visible_and_cancels_a_concurrent_transaction() {
    let mut seen = Vec::new();
    for seed in 0..40 {
        let (cloud, client) = with_tables(seed).await;
        put(&client, item("o", "BALANCE", 0)).await;
        cloud.set_conditions(SLOW);
        let other = client.clone();
        let first = tokio::spawn(async move { transact(&other, "first", charge()).await });
        pass(450).await;
        assert_eq!(cloud.locked("records"), ["o / BALANCE", "o / LEDGER#1"]);
        assert_eq!(number(&client, "o", "BALANCE").await, Some(0));
        cloud.set_conditions(FAST);
        while cloud.locked("records").len() == 2 {
            pass(1).await;
        }
        let balance = number(&client, "o", "BALANCE").await;
        let ledger = number(&client, "o", "LEDGER#1").await;
        let refused = transact(&client, "second", charge()).await.unwrap_err();
        let reasons = reasons(&refused).join(" ");
        if cloud.locked("records").is_empty() {
            // The first transaction ended while the second was executed. The cancellation reasons then differ.
            continue;
        }
        match (balance, ledger) {
            (Some(0), Some(1)) => assert_eq!(reasons, "TransactionConflict ConditionalCheckFailed"),
            (Some(1), None) => assert_eq!(reasons, "ConditionalCheckFailed TransactionConflict"),
            other => panic!("{other:?}"),
        }
        seen.push(reasons);
        first.await.unwrap().unwrap();
        assert_eq!(cloud.locked("records"), [""; 0]);
        assert_eq!(number(&client, "o", "BALANCE").await, Some(1));
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 2, "either item must be written first in some runs");
}

#[tokio::test(start_paused = true)]
async fn a_failed_condition_returns_the_existing_item_and_writes_nothing() {
    let (cloud, client) = with_tables(1).await;
    put(&client, item("o", "BALANCE", 7)).await;
    let error = transact(&client, "token", charge()).await.unwrap_err();
    assert_eq!(reasons(&error), ["ConditionalCheckFailed", "None"]);
    let TransactWriteItemsError::TransactionCanceledException(cancelled) = &error else {
        unreachable!()
    };
    let shown = cancelled.cancellation_reasons()[0].item().unwrap();
    assert_eq!(shown["number"], n(7));
    assert_eq!(number(&client, "o", "LEDGER#1").await, None);
    assert_eq!(cloud.locked("records"), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn writes_to_a_locked_key_are_refused_and_reads_see_the_committed_item() {
    let (cloud, client) = with_tables(1).await;
    put(&client, item("o", "BALANCE", 0)).await;
    cloud.set_conditions(SLOW);
    let other = client.clone();
    let first = tokio::spawn(async move { transact(&other, "first", charge()).await });
    pass(450).await;
    let update = client
        .update_item()
        .table_name("records")
        .key("pk", crate::support::s("o"));
    let update = update
        .key("sk", crate::support::s("BALANCE"))
        .update_expression("SET x = :x");
    let update = update.expression_attribute_values(":x", n(1)).send().await;
    assert_eq!(code(update).as_deref(), Some("TransactionConflictException"));
    assert_eq!(number(&client, "o", "BALANCE").await, Some(0));
    first.await.unwrap().unwrap();
    assert_eq!(number(&client, "o", "BALANCE").await, Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_client_token_makes_a_transaction_idempotent_for_ten_minutes() {
    let (cloud, client) = with_tables(1).await;
    cloud.set_conditions(FAST);
    put(&client, item("o", "BALANCE", 0)).await;
    for _ in 0..2 {
        transact(&client, "token", charge()).await.unwrap();
    }
    assert_eq!(number(&client, "o", "BALANCE").await, Some(1));
    let other = transact(&client, "token", vec![create("o", "LEDGER#2", 1)]).await;
    assert_eq!(code(other).as_deref(), Some("IdempotentParameterMismatchException"));
    pass(599_000).await;
    transact(&client, "token", charge()).await.unwrap();
    pass(2_000).await;
    let late = transact(&client, "token", charge()).await.unwrap_err();
    assert_eq!(reasons(&late), ["ConditionalCheckFailed", "ConditionalCheckFailed"]);
}

#[tokio::test(start_paused = true)]
async fn the_client_token_of_a_cancelled_transaction_is_forgotten() {
    let (cloud, client) = with_tables(1).await;
    cloud.set_conditions(FAST);
    assert!(transact(&client, "token", charge()).await.is_err());
    put(&client, item("o", "BALANCE", 0)).await;
    transact(&client, "token", charge()).await.unwrap();
    assert_eq!(number(&client, "o", "LEDGER#1").await, Some(1));
}

#[tokio::test(start_paused = true)]
async fn a_client_token_in_use_is_refused() {
    let (cloud, client) = with_tables(1).await;
    put(&client, item("o", "BALANCE", 0)).await;
    cloud.set_conditions(SLOW);
    let other = client.clone();
    let first = tokio::spawn(async move { transact(&other, "token", charge()).await });
    pass(450).await;
    let again = transact(&client, "token", charge()).await;
    assert_eq!(code(again).as_deref(), Some("TransactionInProgressException"));
    first.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn throttling_and_spurious_conflicts_cancel_a_transaction() {
    let (cloud, client) = with_tables(1).await;
    put(&client, item("o", "BALANCE", 0)).await;
    put(&client, item("o", "BALANCE", 0)).await;
    cloud.set_conditions(Conditions {
        partition_writes: 1,
        ..FAST
    });
    let mut all = Vec::new();
    for token in ["a", "b", "c"] {
        if let Err(error) = transact(&client, token, vec![create("q", token, 1)]).await {
            all.extend(reasons(&error).iter().map(|&reason| reason.to_owned()));
        }
    }
    assert_eq!(all, ["ThrottlingError", "ThrottlingError"]);
    cloud.set_conditions(Conditions {
        spurious_conflict: 1.0,
        ..FAST
    });
    let error = transact(&client, "d", charge()).await.unwrap_err();
    assert_eq!(reasons(&error), ["TransactionConflict"; 2]);
}

#[tokio::test(start_paused = true)]
async fn a_transaction_with_a_duplicate_item_is_refused() {
    let (_, client) = with_tables(1).await;
    let twice = vec![create("o", "a", 1), create("o", "a", 2)];
    let refused = transact(&client, "token", twice).await;
    assert_eq!(code(refused).as_deref(), Some("ValidationException"));
}
