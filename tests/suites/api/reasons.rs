//! The `reason` of a VALIDATION_ERROR, the kind of rule that a request breaks.

use serde_json::json;
use tests::shared;

use crate::{
    generation::{finish, pro},
    support::idle,
};

#[tokio::test]
async fn a_validation_error_has_the_kind_of_rule_as_its_reason() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let reason = async |tool: &str, key: &str, body| {
        let answer = client.call_once(tool, key, body).await;
        answer.failure("VALIDATION_ERROR")["reason"].clone()
    };
    assert_eq!(reason("generate_thumbnail", "a", json!({ "count": 0 })).await, "body");
    assert_eq!(reason("generate_thumbnail", "a b", json!({ "count": 0 })).await, "body");
    // The body has a field with the header's name.
    let body = json!({ "prompt": "A kite", "Idempotency-Key": "a" });
    assert_eq!(reason("generate_thumbnail", "a", body).await, "body");
    let body = json!({ "prompt": "A kite" });
    assert_eq!(reason("generate_thumbnail", "a b", body).await, "idempotency");
    let body = json!({ "imageUrl": "ftp://example.com/a.png" });
    assert_eq!(reason("upload_image", "a", body).await, "source");
    let person = json!({ "name": "Alex" });
    client.call_once("create_person", "used", person).await.data();
    let other = json!({ "name": "Robin" });
    assert_eq!(reason("create_person", "used", other).await, "idempotency");
    let view = finish(client, json!({ "prompt": "A kite" })).await;
    let body = json!({ "generationId": view["generationId"] });
    let refused = client.call("cancel_generation", body).await;
    let details = refused.failure("VALIDATION_ERROR");
    assert_eq!(
        (&details["reason"], &details["status"]),
        (&json!("state"), &json!("completed"))
    );
}

#[tokio::test]
async fn a_record_that_cannot_be_inherited_has_the_reason_reference() {
    let organization = pro(idle()).await;
    let answer = organization.client.call("generate_variation", json!({})).await;
    assert_eq!(answer.issues(), ["promptId"]);
    assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "reference");
}
