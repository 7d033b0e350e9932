//! `tgctl library`: listing and hiding public inspirations.

use contract::Plan;
use serde_json::{Value, json};

use crate::{
    operator::{Operator, UNKNOWN_ORGANIZATION},
    pictures::data,
    support::{call, generate, objects, put_public_inspiration, start_idle},
};

#[tokio::test]
async fn a_hidden_inspiration_is_private_to_its_owner() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let owner = service.organization(Plan::Enterprise, 100).await;
    let other = service.organization(Plan::Enterprise, 100).await;
    let public = json!({ "imageUrl": data(), "name": "Neon", "visibility": "public" });
    let made = call(&owner.client, "create_inspiration", public).await;
    let id = made["inspirationId"].as_str().unwrap();
    let named = json!({ "inspirationId": id });
    let uses = json!({ "prompt": "A kite", "inspirationIds": [id] });
    let original = generate(&other.client, uses.clone()).await;
    let shown = operator.json(&["library", "list"]).await["inspirations"].clone();
    assert_eq!(shown.as_array().unwrap().len(), 1);
    assert_eq!(
        (
            &shown[0]["inspirationId"],
            &shown[0]["organizationId"],
            &shown[0]["name"]
        ),
        (&json!(id), &json!(owner.id.to_string()), &json!("Neon"))
    );
    let hidden = operator.json(&["library", "hide", id]).await;
    assert_eq!(
        hidden,
        json!({ "inspirationId": id, "organizationId": owner.id.to_string() })
    );
    assert_eq!(operator.json(&["library", "list"]).await["inspirations"], json!([]));
    // Other organizations cannot find it, refer to it or inherit it.
    other
        .client
        .call("get_inspiration", named.clone())
        .await
        .failure("NOT_FOUND");
    other
        .client
        .call("delete_inspiration", named.clone())
        .await
        .failure("NOT_FOUND");
    other
        .client
        .call("generate_thumbnail", uses.clone())
        .await
        .failure("NOT_FOUND");
    let all = call(&other.client, "list_inspirations", json!({ "filter": "all" })).await;
    assert_eq!(all["inspirations"], json!([]));
    let vary = json!({ "promptId": original["promptId"] });
    assert_eq!(
        call(&other.client, "generate_variation", vary).await["omittedReferences"],
        json!([id])
    );
    // Its owner can list, use and delete it.
    let kept = call(&owner.client, "get_inspiration", named.clone()).await;
    assert_eq!((&kept["visibility"], &kept["owned"]), (&json!("private"), &json!(true)));
    generate(&owner.client, uses).await;
    service.audit(owner.id).await;
    call(&owner.client, "delete_inspiration", named).await;
    assert_eq!(operator.json(&["gc", "--dry-run"]).await["orphans"], 0);
    service.audit(owner.id).await;
}

#[tokio::test]
async fn a_private_inspiration_cannot_be_hidden() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let owner = service.organization(Plan::Enterprise, 100).await;
    let made = call(&owner.client, "create_inspiration", json!({ "imageUrl": data() })).await;
    let private = made["inspirationId"].as_str().unwrap();
    for id in [
        private,
        "ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
        UNKNOWN_ORGANIZATION,
        "x",
    ] {
        let line = operator.failure(&["library", "hide", id]).await;
        assert!(line.contains(&format!("there is no public inspiration {id}")), "{line}");
    }
    // Inspirations that came with the service have no owner.
    let id = put_public_inspiration(&service, "library/nothing.png")
        .await
        .to_string();
    assert_eq!(
        operator.json(&["library", "hide", &id]).await["organizationId"],
        Value::Null
    );
    operator.failure(&["library", "hide", &id]).await;
}

#[tokio::test]
async fn a_hidden_inspiration_is_deleted_with_its_organization() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let owner = service.organization(Plan::Enterprise, 100).await;
    let public = json!({ "imageUrl": data(), "visibility": "public" });
    let made = call(&owner.client, "create_inspiration", public).await;
    operator
        .json(&["library", "hide", made["inspirationId"].as_str().unwrap()])
        .await;
    let deleted = operator.json(&["org", "delete", &owner.id.to_string(), "--yes"]).await;
    assert_eq!(deleted["objects"], 1);
    assert!(objects(&service, owner.id).await.is_empty());
    let library = service
        .resources()
        .bucket
        .list(media::keys::LIBRARY, None)
        .await
        .unwrap();
    assert!(library.objects.is_empty());
}

#[tokio::test]
async fn the_stored_responses_of_a_deleted_organization_are_deleted() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let (gone, stays) = (
        service.organization(Plan::Pro, 10).await,
        service.organization(Plan::Pro, 10).await,
    );
    for organization in [&gone, &stays] {
        for key in ["first", "second"] {
            let body = json!({ "name": "Alex" });
            organization.client.call_once("create_person", key, body).await.data();
        }
    }
    let deleted = operator.json(&["org", "delete", &gone.id.to_string(), "--yes"]).await;
    assert_eq!(deleted["answers"], 2);
    let again = stays
        .client
        .call_once("create_person", "first", json!({ "name": "Alex" }))
        .await;
    assert_eq!(again.header("idempotent-replayed"), "true");
    assert_eq!(
        operator.json(&["org", "delete", &stays.id.to_string(), "--yes"]).await["answers"],
        2
    );
}
