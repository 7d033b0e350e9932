//! The checks of the pipeline that need no table. The rest is tested through the whole service.

use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use contract::{
    input::BodyFields,
    tools::{ListGenerations, ListGenerationsInput, ListGenerationsOutput},
};
use runtime::{Aws, AwsConfig, Clock, Entropy, Ids, Names};
use serde_json::{Map, json};

use super::*;
use crate::{Arguments, PageRoom, Reply};

/// A service whose tables cannot be reached.
fn service() -> Service {
    let clock = Clock::system();
    let ids = Ids::new(clock.clone(), Entropy::sequence(1));
    let names = Names {
        table: "t".to_owned(),
        ephemeral_table: "e".to_owned(),
    };
    let aws = Aws::new(&AwsConfig::local("http://127.0.0.1:1"));
    let store = Store::new(aws.dynamodb(), names, clock, ids);
    Service::new(store).with_tool(Lister).build()
}

struct Lister;

impl Tool for Lister {
    type Spec = ListGenerations;
    type Read = ();

    fn validate(&self, fields: &BodyFields<'_>, issues: &mut Issues) {
        assert!(!fields.has("unread"), "the arguments were read");
        if fields.has("search") {
            issues.add("search", "is not configured");
        }
    }

    async fn read(&self, _: &Call, input: &ListGenerationsInput) -> Result<(), Failure> {
        if input.limit.get() == 1 {
            std::future::pending().await
        } else {
            Ok(())
        }
    }

    async fn run(&self, _: &Call, _: ListGenerationsInput, (): ()) -> Result<Reply<ListGenerationsOutput>, Failure> {
        Ok(Reply::free(ListGenerationsOutput {
            generations: Vec::new(),
            next_cursor: None,
        }))
    }
}

const TOOL: &str = "list_generations";
const KEY: &str = "tgs_0123456789012345678901234567890123456789012";

fn invocation<'a>(service: &Service, arguments: &'a Bytes) -> Invocation<'a> {
    Invocation {
        request_id: service.request_id(),
        credentials: Credentials::Bearer(KEY),
        tool: TOOL,
        arguments: Arguments::Text(arguments),
        idempotency_key: None,
        deadline: Instant::now() + std::time::Duration::from_secs(20),
        room: PageRoom::JSON,
    }
}

fn caller() -> Caller {
    let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
    let created_at = contract::Timestamp::from_millis(0);
    Caller {
        key: store::KeyRecord {
            id: "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            organization,
            name: String::new(),
            scopes: vec![contract::Category::Generation],
            expires_at: None,
            revoked_at: None,
            created_at,
        },
        organization: store::Organization {
            id: organization,
            name: String::new(),
            plan: contract::Plan::Free,
            own_quotas: store::OwnQuotas::default(),
            own_rates: contract::OwnRates::default(),
            suspension: None,
            key_lifetime_seconds: None,
            cursor_key: store::CursorKey::new([1; 32]),
            created_at,
        },
    }
}

/// The call that the tool would get, or the error of the checks.
fn prepare(tool: &str, idempotency_key: Option<&str>, arguments: &str) -> Result<Call, ApiError> {
    let service = service();
    let text = Bytes::copy_from_slice(arguments.as_bytes());
    let invocation = Invocation {
        tool,
        idempotency_key,
        ..invocation(&service, &text)
    };
    let prepared = service
        .0
        .prepare(tools::find(tool), Map::new(), invocation, &caller())?;
    Ok(prepared.call)
}

fn issues(arguments: &str) -> Vec<String> {
    match prepare(TOOL, None, arguments) {
        Err(ApiError::Validation { issues, .. }) => issues.into_iter().map(|issue| issue.path).collect(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_reached_is_an_internal_error() {
    let service = service();
    let outcome = service.call(invocation(&service, &Bytes::new())).await;
    assert!(matches!(outcome.result, Err(ApiError::Internal(_))));
}

#[tokio::test]
async fn the_arguments_of_a_call_beyond_the_limit_are_not_read() {
    let service = service();
    let (parts, caller) = (&service.0, caller());
    let (organization, now) = (caller.organization.id, parts.store.clock().now());
    parts.callers.remember(store::KeyHash::of(KEY), caller, now);
    parts.limits.remember(organization, now.minute(), 1_000);
    let arguments = Bytes::from(r#"{ "unread": 1 }"#);
    let outcome = service.call(invocation(&service, &arguments)).await;
    assert!(matches!(outcome.result, Err(ApiError::RateLimited { .. })));
    assert!(outcome.caller.is_some());
    assert!(outcome.standing.unwrap().retry_after_seconds().is_some());
}

#[tokio::test]
async fn work_has_begun_when_its_rest_is_returned() {
    let begun = AtomicBool::new(false);
    let work = async {
        begun.store(true, Ordering::SeqCst);
        tokio::task::yield_now().await;
        Err(Failure::internal("refused"))
    };
    let rest = begin(work).await.unwrap();
    assert!(begun.load(Ordering::SeqCst));
    assert!(rest.await.is_err());
    assert!(begin(async { Err(Failure::internal("refused")) }).await.is_err());
    assert!(begin(async { Ok(()) }).await.unwrap().await.is_ok());
}

#[test]
fn all_issues_of_the_arguments_are_told_at_once() {
    assert_eq!(
        issues(r#"{ "search": "a", "limit": 0, "cursor": "x", "z": 1 }"#),
        ["z", "limit", "search", "cursor"]
    );
    assert_eq!(issues(r#"{ "cursor": 1 }"#), ["cursor"]);
    assert_eq!(issues("[]"), [""]);
}

#[test]
fn a_cursor_works_with_another_limit() {
    let first = prepare(TOOL, None, r#"{ "status": "failed" }"#).unwrap();
    assert_eq!(first.position, None);
    let arguments = json!({ "status": "failed", "limit": 5, "cursor": first.seal("gen_1") });
    let next = prepare(TOOL, None, &arguments.to_string()).unwrap();
    assert_eq!(next.position.as_deref(), Some("gen_1"));
}

#[test]
fn an_unknown_tool_is_told_before_issues_of_the_arguments() {
    let unknown = prepare("list_generation", None, "[]").unwrap_err();
    assert_eq!(unknown.details()["didYouMean"], "list_generations");
}

#[test]
fn a_tool_that_changes_nothing_ignores_an_idempotency_key() {
    assert!(prepare(TOOL, Some("a b"), "").unwrap().claim().is_none());
}

#[test]
fn an_idempotency_key_is_visible_ascii() {
    let is_valid = |key: &str| {
        let mut issues = Issues::default();
        check_idempotency_key(key, &mut issues) && issues.is_empty()
    };
    assert!(is_valid("a~!"));
    assert!(is_valid(&"x".repeat(255)));
    for wrong in ["", "a b", "\u{e9}", &"x".repeat(256), "a, a"] {
        assert!(!is_valid(wrong), "{wrong:?}");
    }
}

#[tokio::test]
async fn a_refusal_does_not_wait_for_reads() {
    let call = prepare(TOOL, None, r#"{ "limit": 1 }"#).unwrap();
    let run = AnyTool::parse(&Lister, &call.arguments, &mut Issues::default()).unwrap();
    let refused = Box::pin(async { Err(Failure::internal("refused")) });
    let Err(failure) = run.run(&call, &service().0.store, refused).await else {
        panic!("admitted");
    };
    assert!(matches!(failure, Failure::Internal(error) if error.to_string() == "refused"));
}

#[tokio::test]
async fn a_call_ends_whatever_the_tool_does() {
    let soon = || Instant::now() + std::time::Duration::from_millis(50);
    assert!(contained(soon(), async { Ok(()) }).await.is_ok());
    assert!(
        contained::<()>(soon(), async { panic!("a tool's mistake") })
            .await
            .is_err()
    );
    assert!(contained::<()>(soon(), std::future::pending()).await.is_err());
}

#[test]
fn arguments_can_be_checked_without_a_call() {
    let service = service();
    let check = |arguments: Value| service.validate(TOOL, arguments.as_object().unwrap());
    assert!(check(json!({ "limit": 5 })).is_ok());
    assert!(matches!(check(json!({ "limit": 0 })), Err(ApiError::Validation { .. })));
    assert!(matches!(
        service.validate("get_credits", &Map::new()),
        Err(ApiError::NotFound { .. })
    ));
}
