//! Network faults, killed processes, rewritten requests, and deterministic replays.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use serde_json::json;
use simulated_aws::{Cloud, Conditions, ProcessId, Verdict};
use tokio::time::Instant;

use crate::support::{client, code, item, key, n, number, pass, put, s, with_tables};

async fn add_one(client: &Client) -> Option<String> {
    let request = client
        .update_item()
        .table_name("records")
        .set_key(Some(key("o", "count")));
    let request = request
        .update_expression("ADD #n :one")
        .expression_attribute_names("#n", "number");
    code(request.expression_attribute_values(":one", n(1)).send().await)
}

fn count(cloud: &Cloud) -> Option<i64> {
    cloud.items("records").first().and_then(|item| item["number"].whole())
}

/// Adds one to an item's number under these conditions. Returns the number after all requests have ended, and how long
/// the call took.
async fn addition(conditions: Conditions) -> (Option<i64>, Duration) {
    let (cloud, client) = with_tables(1).await;
    cloud.set_conditions(conditions);
    let start = Instant::now();
    add_one(&client).await;
    let duration = start.elapsed();
    cloud.quiet().await;
    (count(&cloud), duration)
}

#[tokio::test(start_paused = true)]
async fn a_request_is_executed_if_its_response_is_lost_but_not_if_it_is_lost_itself() {
    let lost_request = Conditions {
        lost_request: 1.0,
        reset: 0.0,
        ..Conditions::CALM
    };
    let (count, duration) = addition(lost_request.clone()).await;
    assert_eq!(count, None);
    assert!(
        duration > Duration::from_secs(5),
        "each attempt waits until its timeout: {duration:?}"
    );
    let (_, duration) = addition(Conditions {
        reset: 1.0,
        ..lost_request
    })
    .await;
    assert!(
        duration < Duration::from_secs(2),
        "the SDK notices a broken connection immediately: {duration:?}"
    );
    let (count, _) = addition(Conditions {
        lost_answer: 1.0,
        ..Conditions::CALM
    })
    .await;
    assert_eq!(count, Some(3), "the SDK makes three attempts, and each is executed");
}

#[tokio::test(start_paused = true)]
async fn a_duplicated_request_is_executed_twice() {
    let duplicate = Conditions {
        duplicate: 1.0,
        ..Conditions::CALM
    };
    assert_eq!(addition(duplicate).await.0, Some(2));
}

#[tokio::test(start_paused = true)]
async fn a_late_request_is_executed_long_after_its_client_gave_up() {
    let (cloud, client) = with_tables(1).await;
    cloud.set_conditions(Conditions {
        late: 1.0,
        reset: 1.0,
        ..Conditions::CALM
    });
    assert!(add_one(&client).await.is_none_or(|code| !code.is_empty()));
    assert_eq!((count(&cloud), cloud.under_way()), (None, 3));
    let start = Instant::now();
    cloud.quiet().await;
    assert_eq!(count(&cloud), Some(3));
    assert!(start.elapsed() > Duration::from_secs(10));
}

#[tokio::test(start_paused = true)]
async fn the_sdk_retries_server_errors_whether_or_not_the_request_was_executed() {
    let (cloud, client) = with_tables(2).await;
    cloud.set_conditions(Conditions {
        server_error: 0.3,
        throttled: 0.3,
        ..Conditions::CALM
    });
    let mut failed = 0;
    for _ in 0..50 {
        failed += i64::from(add_one(&client).await.is_some());
    }
    let count = count(&cloud).unwrap();
    assert!(failed > 0 && count > 50 - failed, "{count} with {failed} failures");
}

#[tokio::test(start_paused = true)]
async fn a_killed_process_gets_no_response_but_its_requests_may_be_executed() {
    let mut executed = 0;
    for seed in 0..20 {
        let (cloud, _) = with_tables(seed).await;
        let killed = client(&cloud, 1);
        let call = tokio::spawn(async move { add_one(&killed).await });
        tokio::task::yield_now().await;
        assert_eq!(cloud.under_way(), 1);
        cloud.kill(ProcessId(1));
        cloud.quiet().await;
        executed += i64::from(count(&cloud).is_some());
        let dead = client(&cloud, 1);
        assert!(
            tokio::time::timeout(Duration::from_secs(60), add_one(&dead))
                .await
                .is_ok_and(|code| code.is_none())
        );
        assert!(!call.is_finished() || call.await.unwrap().is_none());
        assert!(
            count(&cloud).unwrap_or(0) <= 1,
            "requests that a killed process sends never arrive"
        );
        put(&client(&cloud, 2), item("o", "other", 1)).await;
    }
    assert!((1..20).contains(&executed), "{executed} of 20");
}

#[tokio::test(start_paused = true)]
async fn a_request_can_be_rewritten_or_dropped() {
    let (cloud, client) = with_tables(1).await;
    put(&client, item("o", "a", 1)).await;
    let conditional = async || {
        let request = client
            .put_item()
            .table_name("records")
            .set_item(Some(item("o", "a", 2)));
        code(request.condition_expression("attribute_not_exists(pk)").send().await)
    };
    assert_eq!(conditional().await.as_deref(), Some("ConditionalCheckFailedException"));
    cloud.rewrite(|request| {
        if let Some(body) = request.body.as_object_mut() {
            body.remove("ConditionExpression");
        }
        Verdict::Execute
    });
    assert_eq!(conditional().await, None);
    assert_eq!(number(&client, "o", "a").await, Some(2));
    cloud.rewrite(|request| match &*request.operation {
        "PutItem" => Verdict::Pretend(json!({})),
        _ => Verdict::Execute,
    });
    put(&client, item("o", "a", 3)).await;
    assert_eq!(number(&client, "o", "a").await, Some(2));
}

/// The history of random additions with many faults, for this seed.
fn storm(seed: u64) -> String {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap();
    runtime.block_on(async {
        let (cloud, _) = with_tables(seed).await;
        cloud.record(true);
        cloud.set_conditions(Conditions::STORMY);
        let additions = (0..40).map(|process| {
            let client = client(&cloud, process % 4);
            tokio::spawn(async move {
                pass(u64::from(process) * 7).await;
                add_one(&client).await;
                let query = client
                    .query()
                    .table_name("records")
                    .key_condition_expression("pk = :pk");
                drop(query.expression_attribute_values(":pk", s("o")).send().await);
            })
        });
        let additions: Vec<_> = additions.collect();
        for addition in additions {
            addition.await.unwrap();
        }
        cloud.quiet().await;
        cloud.history()
    })
}

#[test]
fn the_same_seed_gives_the_same_history() {
    let first = storm(11);
    assert!(first.lines().count() > 100);
    assert_eq!(first, storm(11));
    assert_ne!(first, storm(12));
}
