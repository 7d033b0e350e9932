//! Replacing keys, their expiry by organization, and their last use.

use std::time::Duration;

use contract::{Category, Plan};
use serde_json::{Value, json};
use tests::{Client, Service};

use crate::{operator::Operator, support::start_idle};

async fn works(client: &Client) -> bool {
    // Each gateway has its own cache of keys.
    let answers = [
        client.call("get_credits", json!({})).await,
        client.call("get_credits", json!({})).await,
    ];
    assert_eq!(answers[0].status, answers[1].status);
    answers[0].status == 200
}

fn client_of(service: &Service, created: &Value) -> Client {
    service.client().with_key(created["apiKey"].as_str())
}

#[tokio::test]
async fn a_replacing_key_has_the_same_name_and_scopes() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = service.organization(Plan::Pro, 5).await.id.to_string();
    let create = [
        "key",
        "create",
        "--org",
        &org,
        "--name",
        "CI",
        "--scopes",
        "images,balance",
    ];
    let old = operator.json(&create).await;
    let old_id = old["keyId"].as_str().unwrap();
    let new = operator
        .json(&["key", "create", "--replaces", old_id, "--grace", "2h"])
        .await;
    assert_eq!(
        (
            &new["name"],
            &new["scopes"],
            &new["organizationId"],
            &new["replacedKeyId"]
        ),
        (&json!("CI"), &json!(["images", "balance"]), &json!(org), &json!(old_id))
    );
    assert!(new["expiresAt"].is_null());
    let keys = operator.json(&["key", "list", "--org", &org]).await["keys"].clone();
    let listed = keys
        .as_array()
        .unwrap()
        .iter()
        .find(|key| key["keyId"] == *old_id)
        .unwrap();
    assert_eq!(listed["expiresAt"], new["replacedExpiresAt"]);
    let (old_client, new_client) = (client_of(&service, &old), client_of(&service, &new));
    service.clock().advance(Duration::from_secs(2 * 3600 - 60));
    assert!(works(&old_client).await && works(&new_client).await);
    service.clock().advance(Duration::from_secs(61));
    assert!(!works(&old_client).await);
    assert!(works(&new_client).await);
}

#[tokio::test]
async fn a_replaced_key_never_works_longer_than_before() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = service.organization(Plan::Pro, 5).await.id.to_string();
    let old = operator
        .json(&["key", "create", "--org", &org, "--expires", "1h"])
        .await;
    let old_id = old["keyId"].as_str().unwrap();
    let more = ["--name", "Second", "--scopes", "balance", "--expires", "30d"];
    let replace = ["key", "create", "--org", &org, "--replaces", old_id];
    let new = operator.json(&[&replace[..], &more].concat()).await;
    assert_eq!((&new["name"], &new["scopes"]), (&json!("Second"), &json!(["balance"])));
    assert_eq!(new["replacedExpiresAt"], old["expiresAt"]);
    // A revoked key and a key of another organization cannot be replaced.
    operator.json(&["key", "revoke", old_id]).await;
    let line = operator.failure(&replace).await;
    assert!(line.contains("revoked"), "{line}");
    let other = service.organization(Plan::Pro, 5).await.id.to_string();
    let new_id = new["keyId"].as_str().unwrap();
    let line = operator
        .failure(&["key", "create", "--org", &other, "--replaces", new_id])
        .await;
    assert!(line.contains(&other), "{line}");
    assert_eq!(
        operator.json(&["key", "list", "--org", &other]).await["keys"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn new_keys_have_the_default_expiry_of_their_organization() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let org = service.organization(Plan::Pro, 5).await.id.to_string();
    let set = operator.json(&["org", "set-key-expiry", &org, "15m"]).await;
    assert_eq!(set, json!({ "organizationId": org, "keyLifetimeSeconds": 900 }));
    let create = ["key", "create", "--org", &org];
    let key = operator.json(&create).await;
    let client = client_of(&service, &key);
    assert!(works(&client).await);
    service.clock().advance(Duration::from_secs(901));
    assert!(!works(&client).await);
    for (expires, is_null) in [("never", true), ("30d", false)] {
        let key = operator.json(&[&create[..], &["--expires", expires]].concat()).await;
        assert_eq!(key["expiresAt"].is_null(), is_null, "{expires}");
    }
    operator.json(&["org", "set-key-expiry", &org, "never"]).await;
    assert!(operator.json(&create).await["expiresAt"].is_null());
}

#[tokio::test]
async fn the_last_use_of_a_key_is_recorded_once_a_day() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Enterprise, 5).await;
    let org = organization.id.to_string();
    let (record, _) = service.key(organization.id, &Category::ALL, None).await;
    let last_used = async |key: &str| {
        let listed = operator.json(&["key", "list", "--org", &org]).await["keys"].clone();
        let key = listed
            .as_array()
            .unwrap()
            .iter()
            .find(|listed| listed["keyId"] == *key)
            .cloned();
        key.unwrap()["lastUsedAt"].clone()
    };
    let listed = operator.json(&["key", "list", "--org", &org]).await["keys"].clone();
    let used = listed[0]["keyId"].as_str().unwrap();
    assert_eq!(last_used(used).await, Value::Null);
    assert!(works(&organization.client).await);
    let first = last_used(used).await;
    assert!(first.is_string());
    service.clock().advance(Duration::from_secs(23 * 3600));
    assert!(works(&organization.client).await);
    assert_eq!(last_used(used).await, first);
    service.clock().advance(Duration::from_secs(2 * 3600));
    assert!(works(&organization.client).await);
    assert!(last_used(used).await.as_str() > first.as_str());
    // The other key was not used.
    assert_eq!(last_used(&record.id.to_string()).await, Value::Null);
}
