//! The caller's own data on generations.

use contract::Plan;
use serde_json::{Value, json};
use tests::Client;

use crate::support::{generate, idle, status};

async fn listed(client: &Client, body: Value) -> Vec<Value> {
    let answer = client.call("list_generations", body).await;
    let generations = answer.data()["generations"].as_array().unwrap().clone();
    generations
        .into_iter()
        .map(|generation| generation["generationId"].clone())
        .collect()
}

#[tokio::test]
async fn metadata_is_shown_in_status_and_lists_and_is_not_inherited() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let metadata = json!({ "video-id": " 42 ", "campaign_1": "b" });
    let begun = generate(client, json!({ "prompt": "A door", "metadata": metadata })).await;
    assert_eq!(status(client, &begun["generationId"]).await["metadata"], metadata);
    for nothing in [json!(null), json!({})] {
        let body = json!({ "promptId": begun["promptId"], "metadata": nothing });
        let varied = client.call("generate_variation", body).await.data().clone();
        assert_eq!(status(client, &varied["generationId"]).await["metadata"], json!({}));
    }
    let own = json!({ "promptId": begun["promptId"], "metadata": { "video-id": "43" } });
    client.call("generate_variation", own).await.data();
    let listed = client.call("list_generations", json!({})).await.data()["generations"].clone();
    let shown: Vec<&Value> = listed.as_array().unwrap().iter().map(|one| &one["metadata"]).collect();
    assert_eq!(shown, [&json!({ "video-id": "43" }), &json!({}), &json!({}), &metadata]);
}

#[tokio::test]
async fn an_empty_value_of_metadata_is_kept() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let metadata = json!({ "campaign": "" });
    let begun = generate(client, json!({ "prompt": "A door", "metadata": metadata })).await;
    assert_eq!(status(client, &begun["generationId"]).await["metadata"], metadata);
}

#[tokio::test]
async fn a_list_is_filtered_by_pairs_of_metadata() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let mut ids = Vec::new();
    for metadata in [
        json!({ "channel": "a", "video": "1" }),
        json!({ "channel": "a", "video": "2" }),
        json!({ "channel": "b" }),
        json!({}),
    ] {
        let begun = generate(client, json!({ "prompt": "A door", "metadata": metadata })).await;
        ids.insert(0, begun["generationId"].clone());
    }
    for (filter, expected) in [
        (json!({}), &ids[..]),
        (json!({ "channel": "a" }), &ids[2..]),
        (json!({ "channel": "a", "video": "1" }), &ids[3..]),
        (json!({ "channel": "b" }), &ids[1..2]),
        (json!({ "channel": "A" }), &[]),
        (json!({ "video": "1", "language": "de" }), &[]),
    ] {
        let found = listed(client, json!({ "metadata": filter })).await;
        assert_eq!(found, expected, "{filter}");
    }
    // A cursor belongs to its filter. Empty metadata filter nothing.
    let first = json!({ "metadata": { "channel": "a" }, "limit": 1 });
    let cursor = client.call("list_generations", first).await.data()["nextCursor"].clone();
    assert!(cursor.is_string());
    let again = json!({ "metadata": { "channel": "a" }, "cursor": cursor });
    assert_eq!(listed(client, again).await, &ids[3..]);
    for other in [json!({ "channel": "b" }), json!({})] {
        let body = json!({ "metadata": other, "cursor": cursor });
        assert_eq!(client.call("list_generations", body).await.issues(), ["cursor"]);
    }
    let all = client.call("list_generations", json!({ "limit": 1 })).await.data()["nextCursor"].clone();
    let same = json!({ "metadata": {}, "cursor": all });
    assert_eq!(listed(client, same).await, &ids[1..]);
}

#[tokio::test]
async fn the_metadata_belong_to_the_body_of_an_idempotent_call() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let body = |value: &str| json!({ "prompt": "A door", "metadata": { "video": value } });
    let first = client.call_once("generate_thumbnail", "metadata", body("1")).await;
    let replay = client.call_once("generate_thumbnail", "metadata", body("1")).await;
    assert_eq!(first.data(), replay.data());
    let other = client.call_once("generate_thumbnail", "metadata", body("2")).await;
    assert_eq!(other.failure("VALIDATION_ERROR")["reason"], "idempotency");
    assert_eq!(client.balance().await, 9.0);
}
