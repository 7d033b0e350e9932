//! Rate limits: of the plan for all authenticated requests, and of single tools.

use std::time::Duration;

use contract::{Plan, tools};
use http::Method;
use serde_json::{Value, json};
use tests::{Answer, Client, Service, client::receive};

use crate::support::{next_minute, start_idle};

fn headers(answer: &Answer) -> (u32, u32) {
    (
        answer.header("x-ratelimit-limit").parse().unwrap(),
        answer.header("x-ratelimit-remaining").parse().unwrap(),
    )
}

async fn credits(client: &Client) -> Answer {
    client.call("get_credits", json!({})).await
}

/// The end of the current minute of the service's clock, in Unix seconds.
fn minute_end(service: &Service) -> i64 {
    service.clock().now().minute().seconds() + 60
}

/// Checks all details of an error of the rate limit.
#[track_caller]
fn check_refusal(service: &Service, answer: &Answer, scope: &str, limit: u32) {
    check_refusal_since(service.clock().now().seconds() - 1, service, answer, scope, limit);
}

/// Checks the error of a call that was sent at `sent` or later, in seconds of the service's clock.
#[track_caller]
fn check_refusal_since(sent: i64, service: &Service, answer: &Answer, scope: &str, limit: u32) {
    assert_eq!(answer.status, 429, "{}", answer.body);
    let details = answer.failure("RATE_LIMITED");
    let end = minute_end(service);
    assert_eq!(details["scope"], scope);
    assert_eq!(details["limit"], limit);
    assert_eq!(details["tool"].is_string(), scope == "tool");
    assert_eq!(
        details["resetAt"],
        contract::Timestamp::from_millis(end * 1000).to_string()
    );
    let seconds = details["retryAfterSeconds"].as_i64().unwrap();
    let (least, most) = (end - service.clock().now().seconds(), end - sent);
    assert!(
        (least..=most).contains(&seconds),
        "{seconds} is not in {least}..={most}"
    );
    assert_eq!(answer.header("retry-after"), seconds.to_string());
    assert_eq!(answer.header("x-ratelimit-reset"), end.to_string());
    assert_eq!(headers(answer), (limit, 0));
    assert_eq!(details.as_object().unwrap().len(), 4 + usize::from(scope == "tool"));
}

#[tokio::test]
async fn the_limit_of_a_plan_applies_across_all_gateways() {
    let service = start_idle().await;
    for (plan, limit) in [(Plan::Free, 10), (Plan::Pro, 60), (Plan::Enterprise, 300)] {
        next_minute(&service);
        let organization = service.organization(plan, 0).await;
        for count in 1..=limit {
            let answer = credits(&organization.client).await;
            assert_eq!(answer.status, 200);
            assert_eq!(headers(&answer), (limit, limit - count));
            assert_eq!(answer.header("x-ratelimit-reset"), minute_end(&service).to_string());
            assert!(!answer.headers.contains_key("retry-after"));
        }
        for _ in 0..3 {
            check_refusal(&service, &credits(&organization.client).await, "plan", limit);
        }
        // All keys of an organization share its limit; another organization has its own.
        let (_, secret) = service.key(organization.id, &contract::Category::ALL, None).await;
        let other_key = organization.client.with_key(Some(secret.expose()));
        check_refusal(&service, &credits(&other_key).await, "plan", limit);
        let stranger = service.organization(plan, 0).await;
        assert_eq!(credits(&stranger.client).await.status, 200);
        next_minute(&service);
        assert_eq!(headers(&credits(&organization.client).await), (limit, limit - 1));
    }
}

#[tokio::test]
async fn every_authenticated_request_counts() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Free, 5).await;
    let client = &organization.client;
    let (_, secret) = service.key(organization.id, &[contract::Category::Persons], None).await;
    let scoped = client.with_key(Some(secret.expose()));
    let answers = [
        client.discover().await,
        client.call("nope", json!({})).await,
        receive(client.request(Method::PUT, "/api/v1/tools/get_credits", "")).await,
        receive(client.request(Method::POST, "/api/v1/tools", "")).await,
        scoped.call("get_credits", json!({})).await,
        client.call("list_generations", json!({ "limit": 0 })).await,
        client
            .call("get_generation_status", json!({ "generationId": "x" }))
            .await,
        client
            .call("generate_thumbnail", json!({ "prompt": "a", "count": 10 }))
            .await,
    ];
    for (index, answer) in answers.iter().enumerate() {
        assert_eq!(headers(answer), (10, 9 - index as u32), "{}", answer.body);
    }
    // Requests without a key, preflights and other paths do not count.
    service.client().call("get_credits", json!({})).await;
    receive(client.request(Method::OPTIONS, "/api/v1/tools", "")).await;
    receive(client.request(Method::GET, "/elsewhere", "")).await;
    assert_eq!(headers(&credits(client).await), (10, 1));
}

#[tokio::test]
async fn concurrent_requests_are_all_counted() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 0).await;
    let sent = service.clock().now().seconds();
    let calls = (0..100).map(|_| credits(&organization.client));
    let answers = futures_util::future::join_all(calls).await;
    let admitted: Vec<u32> = answers
        .iter()
        .filter(|answer| answer.status == 200)
        .map(|answer| headers(answer).1)
        .collect();
    assert_eq!(admitted.len(), 60);
    let mut left = admitted.clone();
    left.sort_unstable();
    assert_eq!(left, (0..60).collect::<Vec<u32>>());
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        check_refusal_since(sent, &service, answer, "plan", 60);
    }
}

fn body(tool: &str) -> Value {
    json!({ if tool == "generate_thumbnail" { "prompt" } else { "newPrompt" }: "A kite" })
}

#[tokio::test]
async fn each_generating_tool_is_limited_to_ten_calls_a_minute() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 100).await;
    let client = &organization.client;
    let mut total = 0;
    for tool in ["generate_thumbnail", "generate_variation"] {
        for count in 1..=10 {
            let answer = client.call(tool, body(tool)).await;
            total += 1;
            assert_eq!(answer.status, 200, "{}", answer.body);
            assert_eq!(headers(&answer), (10, 10 - count));
        }
        for _ in 0..2 {
            let answer = client.call(tool, body(tool)).await;
            total += 1;
            check_refusal(&service, &answer, "tool", 10);
        }
    }
    // Other tools still work, and the refused calls counted for the plan.
    assert_eq!(headers(&credits(client).await), (60, 60 - total - 1));
    assert_eq!(client.balance().await, 80.0);
    // A new minute starts with no calls counted.
    next_minute(&service);
    for tool in ["generate_thumbnail", "generate_variation"] {
        assert_eq!(headers(&client.call(tool, body(tool)).await), (10, 9));
    }
}

#[tokio::test]
async fn all_other_tools_have_only_the_limit_of_the_plan() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 100).await;
    let client = &organization.client;
    let others = tools::ALL.iter().filter(|tool| tool.rate_limit.is_none());
    assert_eq!(others.clone().count(), 19);
    for (count, tool) in (1..).zip(others) {
        let answer = client.call(tool.name, json!({})).await;
        assert_eq!(headers(&answer), (60, 60 - count), "{}", tool.name);
    }
    next_minute(&service);
    for count in 1..=30 {
        let answer = client.call("create_person", json!({ "name": "Kim" })).await;
        assert_eq!((answer.status.as_u16(), headers(&answer)), (200, (60, 60 - count)));
    }
}

#[tokio::test]
async fn the_headers_describe_the_limit_with_fewer_requests_left() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 100).await;
    let client = &organization.client;
    for _ in 0..50 {
        credits(client).await;
    }
    // 9 of 60 and 9 of 10 are left: the plan's limit if equal.
    let draw = async || client.call("generate_thumbnail", body("generate_thumbnail")).await;
    assert_eq!(headers(&draw().await), (60, 9));
    credits(client).await;
    assert_eq!(headers(&draw().await), (60, 7));
    for _ in 0..7 {
        credits(client).await;
    }
    assert_eq!(headers(&credits(client).await), (60, 0));
    check_refusal(&service, &draw().await, "plan", 60);
    // A call that the plan's limit refused does not count for the tool's limit.
    next_minute(&service);
    for count in 1..=9 {
        assert_eq!(headers(&draw().await), (10, 10 - count));
    }
    assert_eq!(draw().await.status, 200);
    check_refusal(&service, &draw().await, "tool", 10);
    // If both limits are exceeded, the plan's is reported.
    for _ in 0..49 {
        credits(client).await;
    }
    check_refusal(&service, &draw().await, "plan", 60);
}

#[tokio::test]
async fn a_window_ends_with_the_minute_of_the_clock() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Free, 0).await;
    for _ in 0..10 {
        credits(&organization.client).await;
    }
    let now = service.clock().now();
    let end = now.minute().plus(Duration::from_secs(60));
    // Ten seconds before the end of the minute, which leaves time for the call itself.
    service.clock().advance(end.since(now) - Duration::from_secs(10));
    let answer = credits(&organization.client).await;
    check_refusal(&service, &answer, "plan", 10);
    let seconds = answer.failure("RATE_LIMITED")["retryAfterSeconds"].as_u64().unwrap();
    assert!((5..=10).contains(&seconds), "{seconds}");
    service.clock().advance(Duration::from_secs(seconds));
    assert_eq!(headers(&credits(&organization.client).await), (10, 9));
}
