//! The operator's commands, run on the endpoint of a running service.

use std::{collections::HashMap, time::Duration};

use contract::Plan;
use ctl::Outcome;
use queue::Message;
use runtime::{Clock, Environment};
use serde_json::{Value, json};
use tests::{Call, Proxy, Service};

use crate::support::{generate, number, same_amount, start_idle};

/// `tgctl` on the endpoint of a service.
pub(crate) struct Operator<'a>(pub(crate) &'a Service);

impl Operator<'_> {
    pub(crate) async fn run(&self, arguments: &[&str]) -> Outcome {
        self.run_at(self.0.aws_url(), arguments).await
    }

    /// Runs `tgctl` on an endpoint in front of the service's.
    pub(crate) async fn run_at(&self, url: &str, arguments: &[&str]) -> Outcome {
        let stack = ["--stack", self.0.stack_name()];
        let stack = if arguments.contains(&"--stack") {
            &[]
        } else {
            &stack[..]
        };
        run(url, self.0.clock().clone(), &[arguments, stack].concat()).await
    }

    /// The JSON output of a command that succeeds.
    pub(crate) async fn json(&self, arguments: &[&str]) -> Value {
        let outcome = self.run(&[arguments, &["--json"]].concat()).await;
        assert_eq!(
            (outcome.exit_code, outcome.stderr.as_str()),
            (0, ""),
            "{arguments:?} {}",
            outcome.stdout
        );
        one_object(&outcome.stdout)
    }

    /// The error line of a command that fails.
    pub(crate) async fn failure(&self, arguments: &[&str]) -> String {
        let outcome = self.run(arguments).await;
        assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(outcome.stderr.matches('\n').count(), 1, "{}", outcome.stderr);
        outcome.stderr
    }

    async fn organization(&self, plan: &str, balance: &str) -> String {
        let created = self
            .json(&["org", "create", "--name", "Test", "--plan", plan, "--balance", balance])
            .await;
        created["organizationId"].as_str().unwrap().to_owned()
    }

    async fn key(&self, org: &str, more: &[&str]) -> (String, String) {
        let created = self.json(&[&["key", "create", "--org", org], more].concat()).await;
        (
            created["keyId"].as_str().unwrap().to_owned(),
            created["apiKey"].as_str().unwrap().to_owned(),
        )
    }
}

/// Runs `tgctl` on the endpoint at `url`.
pub(crate) async fn run(url: &str, clock: Clock, arguments: &[&str]) -> Outcome {
    run_in(&[("AWS_ENDPOINT_URL", url)], clock, arguments).await
}

/// Runs `tgctl` with these environment variables.
pub(crate) async fn run_in(variables: &[(&'static str, &str)], clock: Clock, arguments: &[&str]) -> Outcome {
    let variables: HashMap<&str, String> = variables
        .iter()
        .map(|(name, value)| (*name, (*value).to_owned()))
        .collect();
    let environment = Environment::of(move |name| variables.get(name).cloned());
    ctl::run(arguments.iter().copied(), environment, clock).await
}

pub(crate) fn one_object(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap();
    assert!(value.is_object());
    value
}

/// The id of an organization that never existed.
pub(crate) const UNKNOWN_ORGANIZATION: &str = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

#[tokio::test]
async fn setup_may_be_repeated_and_creates_independent_stacks() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let existing = service.organization(Plan::Pro, 3).await;
    for _ in 0..2 {
        let made = operator.json(&["setup"]).await;
        assert_eq!(made["TABLE_NAME"], service.stack().table());
    }
    same_amount(existing.client.balance().await, 3.0);
    // Another stack is independent.
    let failed = operator.failure(&["--stack", "second", "org", "list"]).await;
    assert!(failed.starts_with("tgctl: "), "{failed}");
    for _ in 0..2 {
        let made = operator.json(&["--stack", "second", "setup"]).await;
        for (name, value) in made.as_object().unwrap() {
            if name.ends_with("_NAME") || name.ends_with("_URL") && name != "AWS_ENDPOINT_URL" {
                assert!(value.as_str().unwrap().contains("second"), "{name}: {value}");
            }
        }
    }
    let list = operator.json(&["--stack", "second", "org", "list"]).await;
    assert_eq!(list, json!({ "organizations": [] }));
    assert_eq!(
        operator.json(&["--stack", "second", "dlq", "list"]).await["messages"],
        json!([])
    );
    assert_eq!(operator.json(&["--stack", "second", "audit"]).await["ok"], true);
}

#[tokio::test]
async fn setup_creates_the_bucket_in_the_region_of_the_environment() {
    let service = start_idle().await;
    let proxy = Proxy::start(service.aws_url()).await;
    let url = proxy.url();
    let bodies = |stack: &str| {
        let of_bucket = |call: &Call| call.operation == "CreateBucket" && call.path.contains(stack);
        let calls = proxy.calls();
        let bodies = calls
            .iter()
            .filter(|call| of_bucket(call))
            .map(|call| call.body.clone());
        bodies.collect::<Vec<_>>()
    };
    // S3 refuses a location constraint of us-east-1, and in other regions a bucket without one.
    for (stack, region) in [("home", "us-east-1"), ("abroad", "eu-central-1")] {
        for _ in 0..2 {
            let environment = [("AWS_ENDPOINT_URL", url.as_str()), ("AWS_REGION", region)];
            let outcome = run_in(&environment, service.clock().clone(), &["--stack", stack, "setup"]).await;
            assert_eq!((outcome.exit_code, outcome.stderr.as_str()), (0, ""), "{region}");
            assert!(
                outcome.stdout.contains(&format!("AWS_REGION={region}\n")),
                "{}",
                outcome.stdout
            );
        }
    }
    assert!(bodies("home")[0].is_empty(), "{:?}", bodies("home"));
    let constraint = "<LocationConstraint>eu-central-1</LocationConstraint>";
    let abroad = String::from_utf8(bodies("abroad")[0].to_vec()).unwrap();
    assert!(abroad.contains(constraint), "{abroad}");
}

#[tokio::test]
async fn an_organization_is_created_shown_and_listed() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let created = operator
        .json(&[
            "org",
            "create",
            "--name",
            " Größe ",
            "--plan",
            "pro",
            "--balance",
            "12.5",
        ])
        .await;
    let org = created["organizationId"].as_str().unwrap();
    assert!(org.starts_with("org_"));
    let shown = operator.json(&["org", "show", org]).await;
    assert_eq!(
        (&shown["organizationId"], &shown["name"], &shown["plan"]),
        (&json!(org), &json!("Größe"), &json!("pro"))
    );
    same_amount(number(&shown["balance"]), 12.5);
    assert!(shown["createdAt"].as_str().unwrap().ends_with('Z'));
    let poor = operator
        .json(&["org", "create", "--name", "Poor", "--plan", "free"])
        .await;
    let list = operator.json(&["org", "list"]).await;
    let poor = operator
        .json(&["org", "show", poor["organizationId"].as_str().unwrap()])
        .await;
    same_amount(number(&poor["balance"]), 0.0);
    assert_eq!(list["organizations"], json!([shown, poor]));
    // The opening balance is the first grant.
    let (_, key) = operator.key(org, &[]).await;
    let client = service.client().with_key(Some(&key));
    let history = client.call("get_credit_history", json!({})).await;
    let entries = history.data()["transactions"].as_array().unwrap();
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0]["type"], "grant");
    same_amount(number(&entries[0]["balanceAfter"]), 12.5);
    // Without --json the output is text for people.
    let text = operator.run(&["org", "show", org]).await;
    assert_eq!(text.exit_code, 0);
    assert!(text.stdout.contains(org) && text.stdout.contains("12.5") && !text.stdout.contains('{'));
}

#[tokio::test]
async fn a_new_plan_takes_effect_within_twenty_seconds() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = operator.organization("free", "0").await;
    let (_, key) = operator.key(&org, &[]).await;
    let client = service.client().with_key(Some(&key));
    let limit = async || {
        client
            .call("get_credits", json!({}))
            .await
            .header("x-ratelimit-limit")
            .to_owned()
    };
    // Both gateways have the old plan in their caches.
    assert_eq!([limit().await, limit().await], ["10", "10"]);
    let changed = operator.json(&["org", "set-plan", &org, "enterprise"]).await;
    assert_eq!(changed, json!({ "organizationId": org, "plan": "enterprise" }));
    service.clock().advance(Duration::from_secs(20));
    assert_eq!([limit().await, limit().await], ["300", "300"]);
    assert_eq!(client.call("get_credits", json!({})).await.data()["plan"], "enterprise");
    assert_eq!(operator.json(&["org", "show", &org]).await["plan"], "enterprise");
}

#[tokio::test]
async fn a_key_works_at_once_and_stops_within_thirty_seconds() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = operator.organization("pro", "5").await;
    let (id, key) = operator.key(&org, &["--name", "CI"]).await;
    assert!(key.starts_with("tgs_") && key.len() == 47);
    let (_, other) = operator.key(&org, &[]).await;
    let client = service.client().with_key(Some(&key));
    for _ in 0..2 {
        assert_eq!(client.call("get_credits", json!({})).await.status, 200);
    }
    for _ in 0..2 {
        assert_eq!(operator.json(&["key", "revoke", &id]).await["keyId"], id);
    }
    service.clock().advance(Duration::from_secs(30));
    for _ in 0..2 {
        let answer = client.call("get_credits", json!({})).await;
        assert_eq!(answer.failure("UNAUTHORIZED"), &json!({ "reason": "revoked" }));
    }
    assert_eq!(
        service
            .client()
            .with_key(Some(&other))
            .call("get_credits", json!({}))
            .await
            .status,
        200
    );
    let listed = operator.run(&["key", "list", "--org", &org, "--json"]).await.stdout;
    assert!(!listed.contains(&key[4..]), "a secret is shown once");
    let keys = one_object(&listed)["keys"].clone();
    assert_eq!(keys.as_array().unwrap().len(), 2);
    assert_eq!((&keys[0]["keyId"], &keys[0]["name"]), (&json!(id), &json!("CI")));
    assert!(keys[0]["revokedAt"].is_string() && keys[1]["revokedAt"].is_null());
    assert!(keys[0]["expiresAt"].is_null() && keys[0]["createdAt"].is_string());
    let scopes = json!(["generation", "images", "inspirations", "persons", "balance", "webhooks"]);
    assert_eq!(keys[0]["scopes"], scopes);
}

#[tokio::test]
async fn a_key_may_have_an_expiry_and_some_scopes() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = operator.organization("pro", "5").await;
    let (_, short) = operator.key(&org, &["--expires", "15m"]).await;
    let client = service.client().with_key(Some(&short));
    assert_eq!(client.call("get_credits", json!({})).await.status, 200);
    service.clock().advance(Duration::from_secs(15 * 60 - 30));
    assert_eq!(client.call("get_credits", json!({})).await.status, 200);
    service.clock().advance(Duration::from_secs(31));
    assert_eq!(
        client.call("get_credits", json!({})).await.failure("UNAUTHORIZED")["reason"],
        "expired"
    );
    let (_, scoped) = operator.key(&org, &["--scopes", "images,balance"]).await;
    let client = service.client().with_key(Some(&scoped));
    assert_eq!(client.call("get_credits", json!({})).await.status, 200);
    let answer = client.call("generate_thumbnail", json!({ "prompt": "a" })).await;
    assert_eq!(answer.failure("FORBIDDEN"), &json!({ "requiredScope": "generation" }));
    // A key of any scope may list the tools.
    assert_eq!(client.discover().await.status, 200);
}

#[tokio::test]
async fn a_grant_changes_the_balance_and_the_history() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = operator.organization("pro", "1").await;
    let (_, key) = operator.key(&org, &[]).await;
    let client = service.client().with_key(Some(&key));
    let granted = operator
        .json(&[
            "credits",
            "grant",
            "--org",
            &org,
            "--amount",
            "12.5",
            "--note",
            "For March",
        ])
        .await;
    same_amount(number(&granted["balance"]), 13.5);
    same_amount(client.balance().await, 13.5);
    let history = client.call("get_credit_history", json!({ "limit": 1 })).await;
    let entry = &history.data()["transactions"][0];
    assert_eq!(
        (&entry["type"], &entry["description"]),
        (&json!("grant"), &json!("For March"))
    );
    same_amount(number(&entry["amount"]), 12.5);
    // Concurrent grants are all recorded.
    let grant = ["credits", "grant", "--org", &org, "--amount", "0.01"];
    let grants = (0..10).map(|_| operator.json(&grant));
    futures_util::future::join_all(grants).await;
    same_amount(client.balance().await, 13.6);
    assert_eq!(operator.json(&["audit", "--org", &org]).await["ok"], true);
}

#[tokio::test]
async fn dead_letters_are_listed_and_redriven() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    assert_eq!(operator.json(&["dlq", "list"]).await["messages"], json!([]));
    assert_eq!(operator.json(&["dlq", "redrive"]).await, json!({ "redriven": 0 }));
    let started = generate(&organization.client, json!({ "prompt": "A kite" })).await;
    let generation = started["generationId"].as_str().unwrap().parse().unwrap();
    let dead_letters = &service.resources().dead_letters;
    dead_letters
        .send(&[Message::new(organization.id, generation, 0, "composer".to_owned())])
        .await
        .unwrap();
    dead_letters.send_body("unreadable").await.unwrap();
    for _ in 0..2 {
        // Listing does not remove messages.
        let list = operator.json(&["dlq", "list"]).await;
        let messages = list["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 2, "{list}");
        let readable = messages.iter().find(|message| message["readable"] == true).unwrap();
        assert_eq!(readable["generationId"], started["generationId"]);
        assert_eq!(readable["organizationId"], organization.id.to_string());
        assert_eq!(
            messages.iter().filter(|message| message["readable"] == false).count(),
            1
        );
    }
    assert_eq!(operator.json(&["dlq", "redrive"]).await, json!({ "redriven": 2 }));
    assert_eq!(operator.json(&["dlq", "list"]).await["messages"], json!([]));
    assert_eq!(operator.json(&["dlq", "redrive"]).await, json!({ "redriven": 0 }));
}

#[tokio::test]
async fn unknown_ids_are_reported_in_one_line() {
    let service = start_idle().await;
    let operator = Operator(&service);
    for org in [UNKNOWN_ORGANIZATION, "x", "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"] {
        for arguments in [
            &["org", "show", org][..],
            &["org", "set-plan", org, "pro"],
            &["org", "delete", org, "--yes"],
            &["key", "create", "--org", org],
            &["key", "list", "--org", org],
            &["credits", "grant", "--org", org, "--amount", "1"],
            &["audit", "--org", org],
        ] {
            for json in [&[][..], &["--json"]] {
                let line = operator.failure(&[arguments, json].concat()).await;
                assert!(line.contains(org), "{line}");
            }
        }
    }
    // A secret given by mistake is not repeated.
    let secret = format!("tgs_{}", "A".repeat(43));
    for key in ["key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "x", &secret] {
        let line = operator.failure(&["key", "revoke", key]).await;
        assert!(!line.contains(&secret), "{line}");
    }
}

#[tokio::test]
async fn wrong_usage_exits_2_and_changes_nothing() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = operator.organization("pro", "5").await;
    for arguments in [
        &[][..],
        &["nonsense"],
        &["org"],
        &["org", "create", "--name", "A"],
        &["org", "create", "--plan", "pro"],
        &["org", "create", "--name", "  ", "--plan", "pro"],
        &["org", "create", "--name", "A", "--plan", "gold"],
        &["org", "create", "--name", "A", "--plan", "pro", "--balance", "-1"],
        &["org", "create", "--name", "A", "--plan", "pro", "--balance", "0.001"],
        &["org", "set-plan", &org],
        &["org", "set-plan", &org, "gold"],
        &["org", "delete", "--yes"],
        &["org", "delete", &org],
        &["org", "delete", &org, "--yes=no"],
        &["gc", &org],
        &["key", "create"],
        &["key", "create", "--org", &org, "--scopes", "everything"],
        &["key", "create", "--org", &org, "--expires", "soon"],
        &["credits", "grant", "--org", &org, "--amount", "0"],
        &["credits", "grant", "--org", &org, "--amount", "-5"],
        &["credits", "grant", "--org", &org, "--amount", "1e3"],
        &["credits", "grant", "--org", &org],
        &["dlq"],
        &["audit", &org],
        &["--stack", "Not A Name", "setup"],
    ] {
        let outcome = operator.run(arguments).await;
        assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(!outcome.stderr.is_empty());
    }
    assert_eq!(
        operator.json(&["org", "list"]).await["organizations"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    same_amount(number(&operator.json(&["org", "show", &org]).await["balance"]), 5.0);
    assert_eq!(operator.json(&["key", "list", "--org", &org]).await["keys"], json!([]));
}
