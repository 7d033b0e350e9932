//! Deleting generations that have ended.

use std::time::Duration;

use contract::{GenerationId, Plan};
use http::Method;
use serde_json::{Value, json};
use tests::{Answer, Client, Organization, Receiver, Service, receiver::Act, service::Setup, shared};

use crate::{
    clean_up::items,
    generation::finish,
    operator::Operator,
    support::{call, download, generate, idle, objects, same_amount, start, start_idle, status},
};

const UNKNOWN: &str = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

pub(crate) async fn delete(client: &Client, id: &Value) -> Answer {
    let path = format!("/api/v1/generations/{}", id.as_str().unwrap());
    client.operate(client.request(Method::DELETE, &path, "")).await
}

fn parsed(id: &Value) -> GenerationId {
    id.as_str().unwrap().parse().unwrap()
}

#[tokio::test]
async fn a_deleted_generation_leaves_only_its_ledger_entries() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let body = json!({ "prompt": "A cormorant", "title": "Zugvogel", "count": 2, "metadata": { "for": "Wiebke" } });
    let made = finish(client, body).await;
    let kept = finish(client, json!({ "prompt": "A kite" })).await;
    let id = &made["generationId"];
    let deleted = delete(client, id).await;
    assert_eq!(deleted.data(), &json!({ "generationId": id, "deleted": true }));

    let gone = json!({ "resource": "generation", "id": id });
    assert_eq!(delete(client, id).await.failure("NOT_FOUND"), &gone);
    for tool in ["get_generation_status", "cancel_generation", "trigger_generation"] {
        let answer = client.call(tool, json!({ "generationId": id })).await;
        assert_eq!(answer.failure("NOT_FOUND"), &gone, "{tool}");
    }
    let varied = client
        .call("generate_variation", json!({ "promptId": made["promptId"] }))
        .await;
    assert_eq!(varied.failure("NOT_FOUND")["resource"], "prompt");
    let listed = call(client, "list_generations", json!({})).await;
    let listed = listed["generations"].as_array().unwrap();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert_eq!(listed[0]["generationId"], kept["generationId"]);
    for thumbnail in made["thumbnails"].as_array().unwrap() {
        for url in ["url", "previewUrl"] {
            assert_eq!(download(thumbnail[url].as_str().unwrap()).await.status(), 404);
        }
    }
    assert_eq!(objects(&service, organization.id).await.len(), 2);
    let stack = service.stack();
    for table in [stack.table(), stack.ephemeral_table()] {
        let text = format!("{:?}", items(&service, table).await);
        for word in ["cormorant", "Zugvogel", "Wiebke"] {
            assert!(!text.contains(word), "{word} is still there");
        }
    }

    let history = call(client, "get_credit_history", json!({})).await;
    let charges = history["transactions"].as_array().unwrap();
    assert!(charges.iter().any(|entry| entry["generationId"] == *id), "{history}");
    same_amount(client.balance().await, 6.0);
    service.audit(organization.id).await;
    let nothing = json!({ "orphans": 0, "missing": 0, "deleted": 0, "orphanKeys": [], "missingKeys": [] });
    assert_eq!(Operator(&service).json(&["gc"]).await, nothing);
}

#[tokio::test]
async fn a_generation_that_has_not_ended_is_not_deleted() {
    let organization = idle().organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let id = generate(client, json!({ "prompt": "A kite", "count": 2 })).await["generationId"].clone();
    let refused = delete(client, &id).await;
    assert_eq!(refused.issues(), ["generationId"]);
    let details = refused.failure("VALIDATION_ERROR");
    assert_eq!(
        (&details["reason"], &details["status"]),
        (&json!("state"), &json!("pending"))
    );
    assert_eq!(status(client, &id).await["pending"], 2);

    call(client, "cancel_generation", json!({ "generationId": id })).await;
    assert_eq!(delete(client, &id).await.status, 200);
    same_amount(client.balance().await, 9.0);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn only_the_organization_itself_deletes_its_generations() {
    let owner = idle().organization(Plan::Pro, 9).await;
    let other = idle().organization(Plan::Pro, 9).await;
    let id = generate(&owner.client, json!({ "prompt": "A kite" })).await["generationId"].clone();
    call(&owner.client, "cancel_generation", json!({ "generationId": id })).await;
    let of_prompt = json!(id.as_str().unwrap().replace("gen_", "prm_"));
    for (client, id) in [
        (&other.client, &id),
        (&owner.client, &json!(UNKNOWN)),
        (&owner.client, &of_prompt),
        (&owner.client, &json!("gen_1")),
    ] {
        let details = json!({ "resource": "generation", "id": id });
        assert_eq!(delete(client, id).await.failure("NOT_FOUND"), &details);
    }
    assert_eq!(status(&owner.client, &id).await["status"], "cancelled");
}

#[tokio::test]
async fn concurrent_deletions_delete_once() {
    let organization = idle().organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let id = generate(client, json!({ "prompt": "A kite" })).await["generationId"].clone();
    call(client, "cancel_generation", json!({ "generationId": id })).await;
    let all = futures_util::future::join_all((0..5).map(|_| delete(client, &id))).await;
    let mut statuses: Vec<u16> = all.iter().map(|answer| answer.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404, 404, 404, 404]);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn an_answer_that_names_a_deleted_generation_is_still_replayed() {
    let organization = shared().organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let body = json!({ "prompt": "A kite" });
    let first = client.call_once("generate_thumbnail", "k", body.clone()).await;
    let id = &first.data()["generationId"];
    client.wait(id).await;
    assert_eq!(delete(client, id).await.status, 200);
    let again = client.call_once("generate_thumbnail", "k", body).await;
    assert_eq!(
        (again.header("idempotent-replayed"), &again.bytes),
        ("true", &first.bytes)
    );
    same_amount(client.balance().await, 8.0);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn the_original_of_variations_can_be_deleted() {
    let organization = shared().organization(Plan::Enterprise, 20).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "A kite" })).await;
    let thumbnail = &original["thumbnails"][0]["thumbnailId"];
    let varied = call(
        client,
        "generate_variation",
        json!({ "promptId": original["promptId"] }),
    )
    .await;
    client.wait(&varied["generationId"]).await;
    let referring = finish(client, json!({ "prompt": "A door", "imageIds": [thumbnail] })).await;
    let copy = call(client, "create_inspiration", json!({ "thumbnailId": thumbnail })).await;
    let changed = json!({ "thumbnailId": thumbnail, "newPrompt": "title: Land" });
    let changed = call(client, "generate_variation", changed).await;
    client.wait(&changed["generationId"]).await;
    assert_eq!(delete(client, &original["generationId"]).await.status, 200);

    for id in [
        &varied["generationId"],
        &referring["generationId"],
        &changed["generationId"],
    ] {
        let shown = status(client, id).await;
        let url = shown["thumbnails"][0]["url"].as_str().unwrap();
        assert_eq!(download(url).await.status(), 200);
    }
    assert_eq!(download(copy["url"].as_str().unwrap()).await.status(), 200);
    let again = call(client, "generate_variation", json!({ "promptId": varied["promptId"] })).await;
    assert_eq!(client.wait(&again["generationId"]).await["status"], "completed");
    // The composer draws a changed picture again from its words.
    let body = json!({ "promptId": changed["promptId"] });
    let redrawn = call(client, "generate_variation", body).await;
    assert_eq!(client.wait(&redrawn["generationId"]).await["status"], "completed");
    let without = call(
        client,
        "generate_variation",
        json!({ "promptId": referring["promptId"] }),
    )
    .await;
    assert_eq!(without["omittedReferences"], json!([thumbnail]));
    let unknown = client
        .call("generate_thumbnail", json!({ "imageIds": [thumbnail] }))
        .await;
    assert_eq!(unknown.failure("NOT_FOUND")["resource"], "thumbnail");
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn pictures_that_a_killed_deletion_leaves_are_collected() {
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 9).await;
    let made = finish(&organization.client, json!({ "prompt": "A kite" })).await;
    let id = parsed(&made["generationId"]);
    let (facts, progress) = service.store().generation(organization.id, id).await.unwrap().unwrap();
    // The process is killed after it has deleted the records.
    let deadline = tests::service::deadline();
    assert!(
        service
            .store()
            .delete_generation(&facts, &progress, deadline)
            .await
            .unwrap()
    );
    service.clock().advance(Duration::from_secs(25 * 3600));
    let told = Operator(&service).json(&["gc"]).await;
    assert_eq!(
        (&told["orphans"], &told["deleted"], &told["missing"]),
        (&json!(2), &json!(2), &json!(0))
    );
    assert_eq!(objects(&service, organization.id).await.len(), 0);
}

/// A service whose receiver fails at first, so that deliveries wait.
async fn failing(receiver: &Receiver) -> (Service, Organization) {
    let service = Service::start(Setup {
        sources: receiver.sources(),
        ..Setup::default()
    })
    .await;
    receiver.behave(|_| Act::Answer(500));
    let organization = service.organization(Plan::Pro, 9).await;
    (service, organization)
}

#[tokio::test]
async fn an_event_that_waits_while_its_generation_is_deleted_has_only_ids() {
    let receiver = Receiver::start().await;
    let (service, organization) = failing(&receiver).await;
    let client = &organization.client;
    let events = json!({ "url": receiver.url("/all"), "events": ["generation.ended"] });
    let webhook = client.webhooks(Method::POST, "", events).await.data().clone();
    receiver.knows(webhook["secret"].as_str().unwrap());
    let own = client
        .webhooks(Method::GET, "/secret", Value::Null)
        .await
        .data()
        .clone();
    receiver.knows(own["secret"].as_str().unwrap());
    let body = json!({ "prompt": "A kite", "webhookUrl": receiver.url("/one") });
    let made = finish(client, body).await;
    receiver.wait(3).await;
    assert_eq!(delete(client, &made["generationId"]).await.status, 200);
    receiver.behave(|_| Act::Answer(200));
    let before = receiver.seen().len();
    service.clock().advance(Duration::from_secs(600));
    let after = receiver.wait(before + 3).await;
    let ids = json!({ "generationId": made["generationId"], "promptId": made["promptId"], "truncated": true });
    for received in &after[before..] {
        assert_eq!(received.json()["data"], ids, "{}", received.path);
    }
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_deletion_needs_no_body_and_ignores_one() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let id = generate(client, json!({ "prompt": "A kite" })).await["generationId"].clone();
    call(client, "cancel_generation", json!({ "generationId": id })).await;
    let path = format!("/api/v1/generations/{}", id.as_str().unwrap());
    let answer = client.operate(client.request(Method::DELETE, &path, "no JSON")).await;
    assert_eq!(answer.data()["deleted"], true);
}
