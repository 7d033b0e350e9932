//! `tgctl smoke`: the smoke test of a deployment, which needs only a URL and a key.

use std::{collections::BTreeSet, time::Duration};

use contract::{Category, Plan, tools};
use ctl::Outcome;
use runtime::{Clock, Environment};
use serde_json::{Value, json};
use tests::{Fault, Organization, Proxy, Service, service::Setup, web};

use crate::{
    pictures::data,
    support::{call, number, same_amount, start, start_idle},
};

/// Runs `tgctl` with only this key, or none, in its environment.
async fn run(key: Option<&str>, arguments: &[&str]) -> Outcome {
    let key = key.map(str::to_owned);
    let environment = Environment::of(move |name| key.clone().filter(|_| name == "TGCTL_KEY"));
    ctl::run(arguments.iter().copied(), environment, Clock::system()).await
}

async fn smoke(url: &str, key: &str, more: &[&str]) -> Outcome {
    run(Some(key), &[&["smoke", "--base-url", url], more].concat()).await
}

/// The JSON output of a smoke test, with its exit code and its error line.
async fn smoke_json(url: &str, key: &str, more: &[&str]) -> (u8, Value, String) {
    let outcome = smoke(url, key, &[more, &["--json"]].concat()).await;
    let object: Value = serde_json::from_str(&outcome.stdout).unwrap_or_default();
    assert!(object.is_object(), "{outcome:?}");
    (outcome.exit_code, object, outcome.stderr)
}

/// The error line of a smoke test that did not start.
async fn refused(url: &str, key: &str, more: &[&str]) -> String {
    let outcome = smoke(url, key, more).await;
    assert_eq!((outcome.exit_code, outcome.stdout.as_str()), (1, ""));
    let line = outcome.stderr;
    assert_eq!(line.matches('\n').count(), 1, "{line}");
    assert!(
        line.starts_with(&format!("tgctl: the smoke test of {url} did not start: ")),
        "{line}"
    );
    assert!(!line.contains(key), "{line}");
    line
}

fn step<'a>(report: &'a Value, name: &str) -> &'a Value {
    let steps = report["steps"].as_array().unwrap();
    steps.iter().find(|step| step["name"] == name).unwrap()
}

/// The names of the steps with this result.
fn steps_with_result(report: &Value, verdict: &str) -> Vec<String> {
    let steps = report["steps"].as_array().unwrap().iter();
    let those = steps.filter(|step| step["verdict"] == verdict);
    those.map(|step| step["name"].as_str().unwrap().to_owned()).collect()
}

/// The ids of all records of an organization that can be deleted.
async fn deletable_ids(organization: &Organization) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for (tool, list, id) in [
        ("list_images", "images", "imageId"),
        ("list_inspirations", "inspirations", "inspirationId"),
        ("list_persons", "persons", "personId"),
    ] {
        let listed = call(&organization.client, tool, json!({})).await;
        let records = listed[list].as_array().unwrap().iter();
        ids.extend(records.map(|record| record[id].as_str().unwrap().to_owned()));
    }
    ids
}

async fn generations(organization: &Organization) -> Vec<Value> {
    let listed = call(&organization.client, "list_generations", json!({})).await;
    listed["generations"].as_array().unwrap().clone()
}

fn url(service: &Service) -> String {
    service.base_urls().remove(0)
}

#[tokio::test]
async fn the_smoke_test_calls_every_tool_and_leaves_only_generations() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 5).await;
    let client = &organization.client;
    let image = call(client, "upload_image", json!({ "imageUrl": data() })).await["imageId"].clone();
    call(client, "create_inspiration", json!({ "imageId": image })).await;
    call(client, "create_person", json!({ "name": "Alex" })).await;
    let (before, balance) = (deletable_ids(&organization).await, client.balance().await);
    assert_eq!(before.len(), 3);

    let (code, report, complaint) = smoke_json(&url(&service), &organization.key, &[]).await;
    assert_eq!(
        (code, complaint.as_str(), &report["ok"]),
        (0, "", &json!(true)),
        "{report}"
    );
    assert_eq!(
        steps_with_result(&report, "ok").len(),
        report["steps"].as_array().unwrap().len()
    );
    for tool in &tools::ALL {
        let step = step(&report, tool.name);
        assert!(step["tool"] == true && step["milliseconds"].is_u64(), "{step}");
    }
    let made = step(&report, "get_generation_status")["note"].as_str().unwrap();
    assert!(made.starts_with("image/png 1280×720, "), "{made}");
    assert_eq!(report["leftBehind"], json!([]));
    assert_eq!(deletable_ids(&organization).await, before);

    let after = client.balance().await;
    let (charged, refunded) = (
        number(&report["balance"]["charged"]),
        number(&report["balance"]["refunded"]),
    );
    same_amount(charged, 2.15);
    same_amount(number(&report["balance"]["before"]), balance);
    same_amount(number(&report["balance"]["after"]), after);
    same_amount(after, balance - charged + refunded);
    let generations = generations(&organization).await;
    let ids: BTreeSet<&str> = generations
        .iter()
        .map(|each| each["generationId"].as_str().unwrap())
        .collect();
    let told = report["generations"].as_array().unwrap();
    assert_eq!(ids, told.iter().map(|id| id.as_str().unwrap()).collect());
    assert_eq!(ids.len(), 2);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn the_smoke_test_prints_one_line_per_step() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 3).await;
    let base = format!("{}/", url(&service));
    let outcome = run(None, &["smoke", "--base-url", &base, "--key", &organization.key]).await;
    assert_eq!(
        (outcome.exit_code, outcome.stderr.as_str()),
        (0, ""),
        "{}",
        outcome.stdout
    );
    for tool in &tools::ALL {
        let line = outcome
            .stdout
            .lines()
            .find(|line| line.split_whitespace().next() == Some(tool.name));
        let words: Vec<&str> = line.unwrap().split_whitespace().collect();
        assert!(
            words[1] == "ok" && words[2].parse::<u64>().is_ok() && words[3] == "ms",
            "{words:?}"
        );
    }
    assert!(
        outcome.stdout.contains("\nBalance: 3 before, 2.15 charged, "),
        "{}",
        outcome.stdout
    );
    assert!(outcome.stdout.contains("\nGenerations, which are not deleted: gen_"));
    assert!(!outcome.stdout.contains(&organization.key) && !outcome.stdout.contains("X-Amz"));
}

#[tokio::test]
async fn the_smoke_test_fails_without_a_loop_and_cancels_its_generations() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 5).await;
    let (code, report, complaint) = smoke_json(&url(&service), &organization.key, &["--patience", "1s"]).await;
    assert_eq!((code, &report["ok"]), (1, &json!(false)));
    assert!(
        complaint.starts_with("tgctl: get_generation_status failed: gen_"),
        "{complaint}"
    );
    assert!(complaint.ends_with(" is pending after 1 s\n"), "{complaint}");
    assert_eq!(steps_with_result(&report, "failed"), ["get_generation_status"]);
    // No loop runs, so this cancel cancels the variation.
    assert_eq!(step(&report, "cancel_generation")["note"], "refunded 1");
    assert_eq!(deletable_ids(&organization).await, BTreeSet::new());
    let statuses: Vec<Value> = generations(&organization)
        .await
        .iter()
        .map(|each| each["status"].clone())
        .collect();
    assert_eq!(statuses, ["cancelled", "cancelled"]);
    same_amount(organization.client.balance().await, 5.0 - 0.15);
}

#[tokio::test]
async fn an_interrupted_smoke_test_deletes_even_records_of_unanswered_calls() {
    let service = start_idle().await;
    let proxy = Proxy::start(&url(&service)).await;
    let whole = service.organization(Plan::Enterprise, 5).await;
    smoke_json(&proxy.url(), &whole.key, &["--patience", "1s"]).await;
    let asked = |operation: &String| operation == "OPTIONSObject";
    let first = proxy.operations().iter().position(asked).unwrap() + 1;
    // From the upload to the trigger: executed, but not answered.
    for index in first..first + 17 {
        let organization = service.organization(Plan::Enterprise, 5).await;
        proxy.fail_call(index, Fault::CommitThenCut, 1);
        let (code, report, complaint) = smoke_json(&proxy.url(), &organization.key, &[]).await;
        assert_eq!((code, complaint.matches('\n').count()), (1, 1), "{index}: {report}");
        assert!(
            complaint.contains(" failed: the response cannot be read: "),
            "{complaint}"
        );
        assert_eq!(steps_with_result(&report, "failed").len(), 1, "{report}");
        assert_eq!(step(&report, "balance")["verdict"], "skipped");
        assert_eq!(report["leftBehind"], json!([]));
        assert_eq!(deletable_ids(&organization).await, BTreeSet::new(), "{index}: {report}");
        service.audit(organization.id).await;
    }
}

#[tokio::test]
async fn a_key_without_all_scopes_fails_only_the_forbidden_steps() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 5).await;
    let scopes = [Category::Generation, Category::Persons, Category::Balance];
    let (_, secret) = service.key(organization.id, &scopes, None).await;
    let (code, report, complaint) = smoke_json(&url(&service), secret.expose(), &[]).await;
    assert_eq!(code, 1);
    assert!(
        complaint.contains("FORBIDDEN") && complaint.matches('\n').count() == 1,
        "{complaint}"
    );
    assert_eq!(
        steps_with_result(&report, "failed"),
        ["wrong body", "upload_image", "upload"]
    );
    let skipped = steps_with_result(&report, "skipped");
    for name in ["get_image", "delete_image", "create_inspiration", "delete_inspiration"] {
        assert!(skipped.contains(&name.to_owned()), "{skipped:?}");
    }
    // The other steps succeed.
    for name in [
        "generate_thumbnail",
        "get_generation_status",
        "delete_person",
        "balance",
    ] {
        assert_eq!(step(&report, name)["verdict"], "ok", "{report}");
    }
    assert_eq!(deletable_ids(&organization).await, BTreeSet::new());
}

#[tokio::test]
async fn a_smoke_test_does_not_start_if_the_balance_is_too_low() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 2).await;
    let line = refused(&url(&service), &organization.key, &[]).await;
    assert!(
        line.contains("the balance is 2 and the smoke test needs 2.15"),
        "{line}"
    );
    same_amount(organization.client.balance().await, 2.0);
    assert_eq!(generations(&organization).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_wrong_key_is_reported() {
    let service = start_idle().await;
    let unknown = format!("tgs_{}", "A".repeat(43));
    for key in [&unknown, "nonsense"] {
        let line = refused(&url(&service), key, &[]).await;
        assert!(line.contains("UNAUTHORIZED (401 Unauthorized, request req_"), "{line}");
    }
    let line = refused(&url(&service), "tgs_\u{1}", &[]).await;
    assert!(
        line.contains("the key has characters that are not valid in a key"),
        "{line}"
    );
}

#[tokio::test]
async fn a_wrong_url_is_reported() {
    let key = format!("tgs_{}", "A".repeat(43));
    let line = refused("http://127.0.0.1:1", &key, &[]).await;
    assert!(line.contains("nothing answers") && line.contains("refused"), "{line}");
    // Another service answers.
    let page = web().url("/elsewhere");
    let line = refused(&page, &key, &[]).await;
    assert!(line.contains("status 404 Not Found without an envelope"), "{line}");
    // TLS with a server that does not speak it.
    let service = start_idle().await;
    let secure = url(&service).replace("http://", "https://");
    let line = refused(&secure, &key, &[]).await;
    assert!(line.contains("no TLS connection is possible"), "{line}");
    // The right host with an additional path.
    let organization = service.organization(Plan::Pro, 5).await;
    let deep = format!("{}/api/v1/tools", url(&service));
    let line = refused(&deep, &organization.key, &[]).await;
    assert!(line.contains("NOT_FOUND"), "{line}");
}

#[tokio::test]
async fn a_deployment_that_does_not_respond_times_out() {
    let silent = web().silent();
    let line = refused(silent.trim_end_matches('/'), "tgs_1", &["--timeout", "1s"]).await;
    assert!(line.contains("no response within 1 s"), "{line}");
}

#[tokio::test]
async fn the_smoke_test_waits_for_the_rate_limit() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 5).await;
    // Two seconds before the end of the minute, five requests are left.
    service.clock().advance(Duration::from_secs(57));
    for _ in 0..55 {
        assert_eq!(organization.client.discover().await.status, 200);
    }
    let (code, report, complaint) = smoke_json(&url(&service), &organization.key, &[]).await;
    assert_eq!((code, complaint.as_str()), (0, ""), "{report}");
}
