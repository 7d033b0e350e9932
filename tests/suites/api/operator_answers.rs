//! `answers clear`, after a point-in-time restore.

use std::time::Duration;

use contract::Plan;
use serde_json::{Value, json};
use tests::{Client, Proxy};

use crate::{operator::Operator, support::start_idle};

const MINUTE: Duration = Duration::from_secs(60);

/// Makes a call with an idempotency key and returns whether the response was replayed.
async fn is_repeated(client: &Client, key: &str) -> bool {
    let answer = client
        .call_once("generate_thumbnail", key, json!({ "prompt": "A kite" }))
        .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.header("idempotent-replayed") == "true"
}

#[tokio::test]
async fn responses_from_after_a_restored_moment_are_not_replayed() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organizations = [
        service.organization(Plan::Enterprise, 20).await,
        service.organization(Plan::Enterprise, 20).await,
    ];
    for organization in &organizations {
        assert!(!is_repeated(&organization.client, "before").await);
    }
    service.clock().advance(10 * MINUTE);
    let restored = service.clock().now();
    service.clock().advance(Duration::from_secs(1));
    for organization in &organizations {
        assert!(!is_repeated(&organization.client, "after").await);
        assert!(is_repeated(&organization.client, "after").await);
    }
    let since = restored.to_string();
    let cleared = operator.json(&["answers", "clear", "--since", &since]).await;
    assert_eq!(cleared, json!({ "since": since, "cleared": 2 }));
    for organization in &organizations {
        assert!(is_repeated(&organization.client, "before").await);
        assert!(!is_repeated(&organization.client, "after").await);
    }
    // Request counts are in the same table and are kept.
    let limit = organizations[0].client.call("get_credits", json!({})).await;
    let remaining: u32 = limit.header("x-ratelimit-remaining").parse().unwrap();
    assert!(remaining < 299, "{remaining}");
}

#[tokio::test]
async fn responses_may_be_cleared_twice_and_with_any_time_zone() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    let stamped = service.clock().now();
    is_repeated(&organization.client, "key").await;
    let operator = Operator(&service);
    let later = stamped.plus(10 * MINUTE).to_string();
    let cleared = operator.json(&["answers", "clear", "--since", &later]).await;
    assert_eq!(cleared["cleared"], 0);
    // A response has the time at which its call began. It may be committed half a minute later, by a process with a
    // slightly different clock.
    let committed = stamped.plus(Duration::from_secs(30)).to_string();
    let elsewhere = committed.replace('Z', "+00:00");
    for cleared in [1, 0] {
        let report = operator.json(&["answers", "clear", "--since", &elsewhere]).await;
        assert_eq!(report, json!({ "since": committed, "cleared": cleared }));
    }
    assert!(!is_repeated(&organization.client, "key").await);
}

#[tokio::test]
async fn all_pages_of_responses_are_cleared() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 1).await;
    let filler = "x".repeat(300_000);
    let now = service.clock().now();
    // DynamoDB returns the items of a scan in pages of one megabyte.
    for number in 0..8 {
        let key = store::keys::answer(organization.id, &number.to_string());
        let mut item = key.attributes();
        let text = |value: &str| aws_sdk_dynamodb::types::AttributeValue::S(value.to_owned());
        let number = |value: i64| aws_sdk_dynamodb::types::AttributeValue::N(value.to_string());
        item.insert("body".to_owned(), text(&filler));
        item.insert("until".to_owned(), number(now.plus(24 * 60 * MINUTE).millis()));
        let put = crate::support::dynamodb(&service).put_item().set_item(Some(item));
        put.table_name(service.stack().ephemeral_table()).send().await.unwrap();
    }
    let proxy = Proxy::start(service.aws_url()).await;
    let since = now.to_string();
    let arguments = ["answers", "clear", "--json", "--since", &since];
    let outcome = Operator(&service).run_at(&proxy.url(), &arguments).await;
    let report: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!(report["cleared"], 8, "{}", outcome.stderr);
    let pages = proxy
        .operations()
        .iter()
        .filter(|operation| *operation == "Scan")
        .count();
    assert!(pages > 1, "{pages} pages");
}

#[tokio::test]
async fn a_malformed_moment_clears_nothing() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    is_repeated(&organization.client, "key").await;
    let operator = Operator(&service);
    for since in [
        "",
        "yesterday",
        "2026-11-22",
        "2026-11-22T08:00:00",
        "2026-02-30T08:00:00Z",
    ] {
        let outcome = operator.run(&["answers", "clear", "--since", since]).await;
        assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (2, ""), "{since}");
    }
    assert_eq!(operator.run(&["answers", "clear"]).await.exit_code, 2);
    assert!(is_repeated(&organization.client, "key").await);
}
