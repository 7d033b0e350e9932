//! The examples of errors.

use contract::{Category, Plan};
use http::Method;
use serde_json::{Value, json};
use tests::{Client, shared};

use super::Examples;
use crate::support::{put_picture, put_public_inspiration, rich, start_idle};

/// Errors of keys and of what they name.
pub(super) async fn refusals(examples: &mut Examples) {
    let service = start_idle().await;
    let organization = service.organization(Plan::Enterprise, 10).await;
    let client = &organization.client;
    let credits = "get_credits";
    let heading = "`UNAUTHORIZED`, reason `missing`";
    let advice = "Send the header `Authorization: Bearer <API_KEY>`.";
    examples
        .refusal(&client.with_key(None), heading, advice, credits, json!({}))
        .await;
    let heading = "`UNAUTHORIZED`, reason `malformed`";
    let advice = "Send the whole key: `tgs_` and 43 more characters.";
    let key = client.with_key(Some("tgs_short"));
    examples.refusal(&key, heading, advice, credits, json!({})).await;
    let heading = "`UNAUTHORIZED`, reason `invalid`";
    let advice = "Copy the key again, and check that it belongs to this deployment.";
    let unknown = format!("tgs_{}", "A".repeat(43));
    let key = client.with_key(Some(&unknown));
    examples.refusal(&key, heading, advice, credits, json!({})).await;
    let second = std::time::Duration::from_secs(1);
    let (_, secret) = service.key(organization.id, &Category::ALL, Some(second)).await;
    service.clock().advance(2 * second);
    let heading = "`UNAUTHORIZED`, reason `expired`";
    let advice = "Use another key, or ask the operator for a new one.";
    let key = client.with_key(Some(secret.expose()));
    examples.refusal(&key, heading, advice, credits, json!({})).await;
    let (revoked, secret) = service.key(organization.id, &Category::ALL, None).await;
    let deadline = tests::service::deadline();
    assert!(service.store().revoke_key(revoked.id, deadline).await.unwrap());
    let heading = "`UNAUTHORIZED`, reason `revoked`";
    let key = client.with_key(Some(secret.expose()));
    examples.refusal(&key, heading, advice, credits, json!({})).await;
    let (_, secret) = service.key(organization.id, &[Category::Images], None).await;
    let heading = "`FORBIDDEN` with `requiredScope`";
    examples.say(&format!(
        "#### {heading}\n\nUse a key that has the scope, or ask the operator for one."
    ));
    let key = client.with_key(Some(secret.expose()));
    let body = json!({ "prompt": "A kite" });
    examples
        .send(&key, Method::POST, "/api/v1/tools/generate_thumbnail", body)
        .await;
    let suspended = service.organization(Plan::Pro, 1).await;
    let reason = "The invoice of October is unpaid.".to_owned();
    let suspend = service
        .store()
        .suspend(suspended.id, reason, tests::service::deadline());
    suspend.await.unwrap();
    let heading = "`FORBIDDEN`, reason `suspended`";
    let advice = "Ask the operator, whose reason is in `message`.";
    examples
        .refusal(&suspended.client, heading, advice, credits, json!({}))
        .await;
    let object = put_picture(&service).await;
    let public = put_public_inspiration(&service, &object).await.to_string();
    let heading = "`FORBIDDEN` of a public inspiration";
    let advice = "Delete only your own inspirations, whose `owned` is true.";
    let body = json!({ "inspirationId": public });
    examples
        .refusal(client, heading, advice, "delete_inspiration", body)
        .await;
    let heading = "`NOT_FOUND`, resource `tool`";
    let advice = "Correct the name. `didYouMean` has the most similar name.";
    examples.refusal(client, heading, advice, "get_credit", json!({})).await;
    let heading = "`NOT_FOUND`, resource `image`";
    let advice = "Check the id in `details`: it may be mistyped, deleted, or of another organization.";
    let ids = [
        "img_019ab0e0c40070008000000000009001",
        "img_019ab0e0c40070008000000000009002",
    ];
    examples
        .refusal(client, heading, advice, "get_image", json!({ "imageId": ids[0] }))
        .await;
    let heading = "`NOT_FOUND` of several ids";
    let advice = "`missing` lists all of them with their paths. Correct them or leave them out.";
    let body = json!({ "prompt": "A kite", "imageIds": ids });
    examples
        .refusal(client, heading, advice, "generate_thumbnail", body)
        .await;
    examples.say("#### `NOT_FOUND`, resource `route`\n\nCheck the path. If only the method is wrong, `Allow` lists the right ones.");
    examples
        .send(client, Method::GET, "/api/v1/tools/generate_thumbnail", Value::Null)
        .await;
    invalid_requests(examples, client).await;
    let poor = service.organization(Plan::Free, 1).await;
    let heading = "`INSUFFICIENT_CREDITS`";
    let advice = "Lower `count`, or ask the operator for more thumbnails. A quote tells the cost before the call.";
    let body = json!({ "prompt": "A kite", "count": 4 });
    examples
        .refusal(&poor.client, heading, advice, "generate_thumbnail", body)
        .await;
    let heading = "`RATE_LIMITED`, scope `tool`";
    let advice = "Wait for `retryAfterSeconds`, which is also in the header `Retry-After`. Other tools \
                  still answer. With the scope `plan`, the limit of all calls of the organization is reached.";
    let body = json!({ "prompt": "A kite" });
    let client = &service.organization(Plan::Enterprise, 0).await.client;
    while client.call("generate_thumbnail", body.clone()).await.status != 429 {}
    examples
        .refusal(client, heading, advice, "generate_thumbnail", body)
        .await;
    examples.say(
        "#### `INTERNAL_ERROR`\n\nRepeat the call with the same `Idempotency-Key`, so that it cannot be charged twice. If \
         it fails again, tell the operator `details.requestId`. The response has status 500.",
    );
}

/// Each reason of a VALIDATION_ERROR.
async fn invalid_requests(examples: &mut Examples, client: &Client) {
    let heading = "`VALIDATION_ERROR`, reason `body`";
    let advice = "Correct every problem in `issues`, which lists all of them.";
    let body = json!({ "promt": "A kite", "count": 0, "format": "bmp" });
    examples
        .refusal(client, heading, advice, "generate_thumbnail", body)
        .await;
    let heading = "`VALIDATION_ERROR`, reason `source`";
    let advice = "Pass a URL that everybody on the internet can fetch, or a `data:` URL.";
    let body = json!({ "imageUrl": "ftp://example.com/a.png" });
    examples.refusal(client, heading, advice, "upload_image", body).await;
    let finished = rich(shared()).await;
    let made = finished
        .client
        .call("generate_thumbnail", json!({ "prompt": "A kite" }))
        .await;
    let id = json!({ "generationId": made.data()["generationId"] });
    finished.client.wait(&id["generationId"]).await;
    let heading = "`VALIDATION_ERROR`, reason `state`";
    let advice = "Nothing can be cancelled any more: get_generation_status shows how the generation ended.";
    examples
        .refusal(&finished.client, heading, advice, "cancel_generation", id)
        .await;
    let made = client.call("generate_thumbnail", json!({ "prompt": "A kite" })).await;
    let made = made.data().clone();
    let heading = "`VALIDATION_ERROR`, reason `reference`";
    let advice = "Name a completed thumbnail.";
    let shown = client.call("get_generation_status", json!({ "generationId": made["generationId"] }));
    let thumbnail = shown.await.data()["thumbnails"][0]["thumbnailId"].clone();
    let body = json!({ "prompt": "A kite", "imageIds": [thumbnail] });
    examples
        .refusal(client, heading, advice, "generate_thumbnail", body)
        .await;
    examples.say(
        "#### `VALIDATION_ERROR`, reason `idempotency`\n\nUse a new `Idempotency-Key` for each call, and the same one only to \
         repeat a call unchanged.",
    );
    let first = client
        .call_once("create_person", "video-42", json!({ "name": "Kim" }))
        .await;
    first.data();
    let (path, body) = ("/api/v1/tools/create_person", json!({ "name": "Alex" }));
    let mut request = client.request(Method::POST, path, body.to_string());
    request
        .headers_mut()
        .insert("idempotency-key", "video-42".parse().unwrap());
    let header = "Idempotency-Key: video-42";
    let answer = examples.show(&Method::POST, path, &[header], &body, request).await;
    assert_eq!(answer["details"]["reason"], "idempotency");
    let service = start_idle().await;
    let full = service.organization(Plan::Free, 100).await;
    for _ in 0..2 {
        let body = json!({ "prompt": "A kite", "count": 10 });
        full.client.call("generate_thumbnail", body).await.data();
    }
    let heading = "`VALIDATION_ERROR`, reason `quota`";
    let advice = "`quota` names what is full. Delete records of this kind, wait until thumbnails have ended, or ask the \
                  operator for a higher quota.";
    let body = json!({ "prompt": "A kite" });
    examples
        .refusal(&full.client, heading, advice, "generate_thumbnail", body)
        .await;
}
