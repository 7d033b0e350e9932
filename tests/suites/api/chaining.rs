//! Finished thumbnails as references of other generations and as the origin of inspirations.

use contract::Plan;
use serde_json::{Value, json};
use tests::{Organization, shared};

use crate::{
    generation::finish,
    support::{download, generate, idle, same_amount, status},
};

const UNKNOWN: &str = "thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

async fn organization() -> Organization {
    shared().organization(Plan::Enterprise, 30).await
}

#[tokio::test]
async fn a_finished_thumbnail_is_a_reference_of_another_generation() {
    let organization = organization().await;
    let client = &organization.client;
    let made = finish(client, json!({ "prompt": "A red kite", "title": "Fly", "count": 2 })).await;
    let ids = [0, 1].map(|index: usize| made["thumbnails"][index]["thumbnailId"].clone());
    let shown = finish(client, json!({ "prompt": "A blue door", "imageIds": ids })).await;
    assert_eq!(
        (&shown["status"], &shown["imageIds"]),
        (&json!("completed"), &json!(ids))
    );
    let references = shown["thumbnails"][0]["reproducibility"]["references"].clone();
    let used: Vec<&Value> = references.as_array().unwrap().iter().map(|used| &used["id"]).collect();
    assert_eq!(used, [&ids[0], &ids[1]]);

    // Both references belong to one generation, which the transaction of the variation must not check twice.
    let body = json!({ "promptId": shown["promptId"], "newPrompt": "A green door" });
    let varied = client.call("generate_variation", body).await.data().clone();
    assert_eq!(varied["omittedReferences"], json!([]));
    let varied = client.wait(&varied["generationId"]).await;
    assert_eq!(
        (&varied["status"], &varied["imageIds"]),
        (&json!("completed"), &json!(ids))
    );
    let body = json!({ "promptId": shown["promptId"] });
    let quoted = client.quote("generate_variation", body.to_string()).await;
    same_amount(quoted.data()["cost"].as_f64().unwrap(), 1.0);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn only_completed_thumbnails_of_the_organization_are_references() {
    let organization = idle().organization(Plan::Pro, 9).await;
    let other = idle().organization(Plan::Pro, 9).await;
    let client = &organization.client;
    let pending = async |client: &tests::Client| {
        let begun = generate(client, json!({ "prompt": "A red kite" })).await;
        let shown = status(client, &begun["generationId"]).await;
        shown["thumbnails"][0]["thumbnailId"].clone()
    };
    let (own, foreign) = (pending(client).await, pending(&other.client).await);
    let image_ids: fn(&Value) -> Value = |id| json!({ "imageIds": [id] });
    let thumbnail_id: fn(&Value) -> Value = |id| json!({ "thumbnailId": id });
    for (tool, body) in [
        ("generate_thumbnail", image_ids),
        ("generate_variation", image_ids),
        ("create_inspiration", thumbnail_id),
    ] {
        let path = if tool == "create_inspiration" {
            "thumbnailId"
        } else {
            "imageIds[0]"
        };
        for id in [&foreign, &json!(UNKNOWN)] {
            let details = json!({ "resource": "thumbnail", "id": id });
            assert_eq!(
                client.call(tool, body(id)).await.failure("NOT_FOUND"),
                &details,
                "{tool}"
            );
            let quoted = client.quote(tool, body(id).to_string()).await;
            assert_eq!(quoted.failure("NOT_FOUND"), &details, "{tool}");
        }
        for answer in [
            client.call(tool, body(&own)).await,
            client.quote(tool, body(&own).to_string()).await,
        ] {
            let details = answer.failure("VALIDATION_ERROR");
            assert_eq!(
                (&details["reason"], &details["status"]),
                (&json!("reference"), &json!("pending")),
                "{tool}"
            );
            assert_eq!(answer.issues(), [path], "{tool}");
        }
    }
    same_amount(client.balance().await, 8.0);
}

#[tokio::test]
async fn an_inspiration_is_made_from_a_finished_thumbnail() {
    let organization = organization().await;
    let client = &organization.client;
    let body = json!({ "prompt": "A red kite", "title": "Fly", "resolution": "2160p", "format": "jpeg" });
    let made = finish(client, body).await;
    let id = &made["thumbnails"][0]["thumbnailId"];
    let created = client
        .call("create_inspiration", json!({ "thumbnailId": id, "imageId": "" }))
        .await;
    let inspiration = created.data();
    assert_eq!(
        (&inspiration["sourceUrl"], &inspiration["width"], &inspiration["height"]),
        (&Value::Null, &json!(2048), &json!(1152))
    );
    let file = download(inspiration["url"].as_str().unwrap()).await;
    assert_eq!(file.headers()["content-type"], "image/jpeg");
    assert!(image::load_from_memory(file.body()).is_ok());
    shared().audit(organization.id).await;
}
