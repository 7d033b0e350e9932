//! `tgctl log`: the acts of operators.

use contract::Plan;
use serde_json::{Value, json};
use tests::Service;

use crate::{
    operator::{Operator, run_in},
    support::start_idle,
};

/// Runs `tgctl` as a user of this machine.
async fn as_user(service: &Service, user: &str, arguments: &[&str]) -> Value {
    let environment = [("AWS_ENDPOINT_URL", service.aws_url()), ("USER", user)];
    let stack = ["--json", "--stack", service.stack_name()];
    let outcome = run_in(&environment, service.clock().clone(), &[arguments, &stack].concat()).await;
    assert_eq!((outcome.exit_code, outcome.stderr.as_str()), (0, ""), "{arguments:?}");
    serde_json::from_str(&outcome.stdout).unwrap()
}

async fn acts(operator: &Operator<'_>, arguments: &[&str]) -> Vec<Value> {
    let log = operator.json(&[&["log"], arguments].concat()).await;
    log["acts"].as_array().unwrap().clone()
}

#[tokio::test]
async fn the_log_has_operator_act_and_organization() {
    let service = start_idle().await;
    let operator = Operator(&service);
    // Changes by the service itself are not acts of an operator.
    let other = service.organization(Plan::Pro, 5).await.id.to_string();
    assert_eq!(acts(&operator, &[]).await, Vec::<Value>::new());
    let create = ["org", "create", "--name", "Test", "--plan", "free", "--balance", "2"];
    let org = as_user(&service, "kim", &create).await["organizationId"].clone();
    let org = org.as_str().unwrap();
    let key = as_user(&service, "kim", &["key", "create", "--org", org, "--name", "CI"]).await;
    let key_id = key["keyId"].as_str().unwrap();
    let grant = [
        "credits",
        "grant",
        "--org",
        org,
        "--amount",
        "1.5",
        "--note",
        "For March",
    ];
    let granted = as_user(&service, "alex", &grant).await;
    for arguments in [
        &["org", "set-plan", org, "pro"][..],
        &["org", "set-quota", org, "--images", "7", "--bytes", "default"],
        &["org", "suspend", org, "--reason", "Unpaid"],
        &["org", "resume", org],
        &["org", "set-key-expiry", org, "90d"],
        &["key", "revoke", key_id],
        &["org", "suspend", &other, "--reason", "Spam"],
        // These commands change nothing.
        &["org", "show", org],
        &["org", "list"],
        &["key", "list", "--org", org],
        &["audit"],
        &["log"],
    ] {
        as_user(&service, "alex", arguments).await;
    }
    let all = acts(&operator, &[]).await;
    let told: Vec<_> = all
        .iter()
        .map(|act| {
            let field = |name: &str| act[name].as_str().unwrap_or("-").to_owned();
            [
                field("operator"),
                field("action"),
                field("organizationId"),
                field("subject"),
                field("detail"),
            ]
        })
        .collect();
    let grant_id = granted["transactionId"].as_str().unwrap();
    let scopes = "generation,images,inspirations,persons,balance,webhooks";
    let expected = [
        ["local:alex", "org suspend", &other, "-", "Spam"],
        ["local:alex", "key revoke", org, key_id, "-"],
        ["local:alex", "org set-key-expiry", org, "-", "7776000 s"],
        ["local:alex", "org resume", org, "-", "-"],
        ["local:alex", "org suspend", org, "-", "Unpaid"],
        ["local:alex", "org set-quota", org, "-", "images 7, bytes default"],
        ["local:alex", "org set-plan", org, "-", "pro"],
        ["local:alex", "credits grant", org, grant_id, "1.5: For March"],
        ["local:kim", "key create", org, key_id, &format!("CI, {scopes}")],
        ["local:kim", "org create", org, "-", "Test, plan free, balance 2"],
    ];
    assert_eq!(told, expected.map(|act| act.map(str::to_owned)));
    assert!(all.iter().all(|act| act["at"].as_str().unwrap().ends_with('Z')));
    // The secret of a key is not in the log.
    assert!(!json!(all).to_string().contains(&key["apiKey"].as_str().unwrap()[4..]));
    assert_eq!(acts(&operator, &["--org", &other]).await, all[..1]);
    assert_eq!(acts(&operator, &["--limit", "3"]).await, all[..3]);
    // The log outlives the organization.
    as_user(&service, "kim", &["org", "delete", org, "--yes"]).await;
    let of_org = acts(&operator, &["--org", org]).await;
    assert_eq!((of_org.len(), &of_org[0]["action"]), (10, &json!("org delete")));
    // The output for people is a table.
    let text = operator.run(&["log", "--limit", "1"]).await.stdout;
    assert!(text.contains("local:kim") && text.contains("org delete"), "{text}");
}

#[tokio::test]
async fn failed_commands_are_not_in_the_log() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = service.organization(Plan::Pro, 5).await.id.to_string();
    let nobody = crate::operator::UNKNOWN_ORGANIZATION;
    for arguments in [
        &["org", "set-plan", nobody, "pro"][..],
        &["org", "suspend", nobody, "--reason", "Spam"],
        &["org", "set-quota", nobody, "--images", "1"],
        &["key", "revoke", "key_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"],
        &["credits", "grant", "--org", nobody, "--amount", "1"],
    ] {
        operator.failure(arguments).await;
    }
    assert_eq!(acts(&operator, &[]).await, Vec::<Value>::new());
    // A repeated grant is made once.
    let grant = [
        "credits",
        "grant",
        "--org",
        &org,
        "--amount",
        "1",
        "--id",
        "txn_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
    ];
    for _ in 0..2 {
        operator.json(&grant).await;
    }
    assert_eq!(acts(&operator, &[]).await.len(), 1);
}

#[tokio::test]
async fn a_long_log_is_read_page_by_page() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let (first, other) = (
        service.organization(Plan::Pro, 5).await.id,
        service.organization(Plan::Pro, 5).await.id,
    );
    let store = service.store().clone().operated_by("test".to_owned());
    let deadline = tests::service::deadline;
    store.set_plan(first, Plan::Free, deadline()).await.unwrap().unwrap();
    for _ in 0..405 {
        store.set_plan(other, Plan::Free, deadline()).await.unwrap().unwrap();
    }
    assert_eq!(acts(&operator, &["--limit", "1000"]).await.len(), 406);
    assert_eq!(acts(&operator, &["--org", &first.to_string()]).await.len(), 1);
}
