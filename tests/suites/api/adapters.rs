//! A second adapter: the tools without HTTP. A call has the same outcome as over HTTP.

use std::{collections::BTreeMap, time::Duration};

use contract::{Amount, ApiError, Category, Plan, tools};
use local::Settings;
use serde_json::{Map, Value, json};
use service::{Arguments, Credentials, Invocation, Outcome, PageRoom, Service};
use tests::{Answer, service::deadline};
use tokio::time::Instant;

use crate::{
    cases::{CASES, Records},
    support::{idle, idle_setup, same_amount},
};

/// Calls tools without HTTP.
struct Adapter(BTreeMap<Category, Service>);

impl Adapter {
    fn new() -> Self {
        let settings = Settings {
            sources: idle_setup().sources,
            clock: idle().clock().clone(),
            ..Settings::default()
        };
        Self(settings.dependencies(idle().resources()).services())
    }

    async fn call(&self, key: &str, tool: &str, arguments: &Value, idempotency_key: Option<&str>) -> Outcome {
        let category = tools::find(tool).map_or(Category::Balance, |tool| tool.category);
        let service = &self.0[&category];
        let invocation = Invocation {
            request_id: service.request_id(),
            credentials: Credentials::Bearer(key),
            tool,
            arguments: Arguments::Object(arguments.as_object().unwrap().clone()),
            idempotency_key,
            deadline: Instant::now() + Duration::from_secs(20),
            room: PageRoom::JSON,
        };
        service.call(invocation).await
    }
}

/// The data of a success.
fn data(outcome: &Outcome) -> Value {
    let success = outcome.result.as_ref().expect("a success");
    serde_json::from_str(success.output.get()).unwrap()
}

/// An error as the envelope of HTTP shows it.
fn shown(outcome: Outcome) -> Value {
    let error: ApiError = outcome.result.expect_err("an error");
    json!({ "success": false, "error": error.message(), "code": error.code(), "details": error.details() })
}

/// A value with the kind of each scalar in its place.
pub(crate) fn shape(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), shape(value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::String(_) => "text".into(),
        Value::Number(_) => 0.into(),
        other => other.clone(),
    }
}

#[tokio::test]
async fn each_tool_succeeds_as_over_http() {
    let adapter = Adapter::new();
    for case in CASES {
        let (here, there) = (Records::new(idle(), 10).await, Records::new(idle(), 10).await);
        let outcome = adapter
            .call(&here.owner.key, case.tool, &(case.success)(&here), None)
            .await;
        let answer = there.owner.client.call(case.tool, (case.success)(&there)).await;
        assert_eq!(shape(&data(&outcome)), shape(answer.data()), "{}", case.tool);
        let success = outcome.result.unwrap();
        let charged = Amount::from_hundredths((case.price * 100.0).round() as i64);
        assert_eq!((success.charged, success.replayed), (charged, false), "{}", case.tool);
        assert_eq!(
            outcome.standing.unwrap().limit().to_string(),
            answer.header("x-ratelimit-limit"),
            "{}",
            case.tool
        );
        assert_eq!(outcome.caller.unwrap().organization, here.owner.id);
        same_amount(here.owner.client.balance().await, there.owner.client.balance().await);
    }
}

/// Only the first call of an organization leaves an exact number: the limit is replenished while calls run.
#[tokio::test]
async fn the_standing_with_the_limit_is_the_same_as_over_http() {
    let adapter = Adapter::new();
    let (here, there) = (
        idle().organization(Plan::Pro, 0).await,
        idle().organization(Plan::Pro, 0).await,
    );
    let outcome = adapter.call(&here.key, "get_credits", &json!({}), None).await;
    let answer = there.client.call("get_credits", json!({})).await;
    let standing = outcome.standing.unwrap();
    assert_eq!(standing.limit().to_string(), answer.header("x-ratelimit-limit"));
    assert_eq!(standing.remaining().to_string(), answer.header("x-ratelimit-remaining"));
    assert_eq!(standing.remaining(), standing.limit() - 1);
}

#[tokio::test]
async fn each_tool_refuses_arguments_as_over_http() {
    let adapter = Adapter::new();
    for case in CASES {
        // Each body needs a call of the tool's minute, on both ways.
        for bodies in case.bad_input.chunks(4) {
            let organization = idle().organization(Plan::Pro, 5).await;
            for (body, _) in bodies {
                let Ok(arguments @ Value::Object(_)) = serde_json::from_str(body) else {
                    continue;
                };
                let outcome = adapter.call(&organization.key, case.tool, &arguments, None).await;
                let answer = organization.client.call(case.tool, arguments).await;
                assert_eq!(shown(outcome), answer.body, "{}: {body}", case.tool);
            }
        }
    }
}

#[tokio::test]
async fn each_tool_refuses_callers_and_unknown_ids_as_over_http() {
    let adapter = Adapter::new();
    for case in CASES {
        // The first generation takes the one thumbnail of the balance.
        let records = Records::new(idle(), 1).await;
        let same = async |key: &str, arguments: Value| {
            let outcome = adapter.call(key, case.tool, &arguments, None).await;
            let client = records.owner.client.with_key(Some(key));
            let answer: Answer = client.call(case.tool, arguments.clone()).await;
            assert_eq!(shown(outcome), answer.body, "{}: {arguments}", case.tool);
        };
        let category = tools::find(case.tool).unwrap().category;
        let others: Vec<Category> = Category::ALL.into_iter().filter(|other| *other != category).collect();
        let (_, without_scope) = idle().key(records.owner.id, &others, None).await;
        same(without_scope.expose(), (case.success)(&records)).await;
        same("tgs_short", json!({})).await;
        same(&format!("tgs_{}", "a".repeat(43)), json!({})).await;
        let stranger = idle().organization(Plan::Pro, 0).await;
        for (_, names) in case.names {
            same(&stranger.key, names(&records)).await;
        }
        if case.price > 0.0 {
            same(&records.owner.key, (case.success)(&records)).await;
        }
    }
}

#[tokio::test]
async fn an_unknown_tool_a_suspension_and_a_rate_limit_are_refused_as_over_http() {
    let adapter = Adapter::new();
    let organization = idle().organization(Plan::Free, 1).await;
    let outcome = adapter.call(&organization.key, "get_credit", &json!({}), None).await;
    let answer = organization.client.call("get_credit", json!({})).await;
    assert_eq!(shown(outcome), answer.body);
    let exhausted = loop {
        let outcome = adapter.call(&organization.key, "get_credits", &json!({}), None).await;
        if outcome.result.is_err() {
            break outcome;
        }
    };
    assert!(exhausted.standing.unwrap().retry_after_seconds().is_some());
    let answer = organization.client.call("get_credits", json!({})).await;
    let (here, there) = (shown(exhausted), answer.body);
    assert_eq!(
        (&here["code"], &here["details"]["scope"]),
        (&there["code"], &there["details"]["scope"])
    );
    let suspended = idle().organization(Plan::Free, 1).await;
    let reason = "unpaid".to_owned();
    idle()
        .store()
        .suspend(suspended.id, reason, deadline())
        .await
        .unwrap()
        .unwrap();
    let outcome = adapter.call(&suspended.key, "get_credits", &json!({}), None).await;
    assert_eq!(
        shown(outcome),
        suspended.client.call("get_credits", json!({})).await.body
    );
}

#[tokio::test]
async fn an_answer_is_replayed_from_one_way_to_the_other() {
    let adapter = Adapter::new();
    for case in CASES.iter().filter(|case| tools::find(case.tool).unwrap().idempotent) {
        let records = Records::new(idle(), 20).await;
        let (client, arguments) = (&records.owner.client, (case.success)(&records));
        let over_http = client.call_once(case.tool, "over-http", arguments.clone()).await;
        let replay = adapter
            .call(&records.owner.key, case.tool, &arguments, Some("over-http"))
            .await;
        assert_eq!(&data(&replay), over_http.data(), "{}", case.tool);
        let replay = replay.result.unwrap();
        assert_eq!((replay.replayed, replay.charged), (true, Amount::ZERO));
        let first = adapter
            .call(&records.owner.key, case.tool, &arguments, Some("without-http"))
            .await;
        let first = first.result.unwrap();
        let replay = client.call_once(case.tool, "without-http", arguments.clone()).await;
        assert_eq!(replay.header("idempotent-replayed"), "true");
        let envelope = format!(r#"{{"success":true,"data":{}}}"#, first.output.get());
        assert_eq!(replay.bytes, envelope.as_bytes(), "{}", case.tool);
        let malformed = adapter
            .call(&records.owner.key, case.tool, &arguments, Some("a b"))
            .await;
        let answer = client.call_once(case.tool, "a b", arguments.clone()).await;
        assert_eq!(shown(malformed), answer.body, "{}", case.tool);
        let others = json!({ "other": "arguments" });
        let other = adapter
            .call(&records.owner.key, case.tool, &others, Some("over-http"))
            .await;
        let answer = client.call_once(case.tool, "over-http", others).await;
        assert_eq!(shown(other), answer.body, "{}", case.tool);
        same_amount(client.balance().await, 19.0 - 2.0 * case.price);
        idle().audit(records.owner.id).await;
    }
}
