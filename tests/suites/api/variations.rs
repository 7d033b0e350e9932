//! Variations: inherited, replaced and omitted parameters.

use serde_json::{Value, json};
use store::keys;

use crate::{
    generation::pro,
    support::{
        delete, generate, idle, number, put_image, put_inspiration, put_person, put_public_inspiration, same_amount,
        status,
    },
};

#[tokio::test]
async fn a_variation_inherits_absent_parameters() {
    let service = idle();
    let organization = pro(service).await;
    let client = &organization.client;
    let image = put_image(service, organization.id, "nothing").await;
    let other = put_image(service, organization.id, "nothing").await;
    let person = put_person(service, organization.id).await;
    let original = generate(
        client,
        json!({
            "prompt": "A red kite", "title": "Fly", "aspectRatio": "9:16", "format": "webp", "count": 3, "seed": 9,
            "imageIds": [image], "personIds": [person], "enhancePrompt": true,
        }),
    )
    .await;
    let vary = async |body: Value| {
        let answer = client.call("generate_variation", body).await;
        let data = answer.data().clone();
        (status(client, &data["generationId"]).await, data)
    };
    let (view, data) = vary(json!({})).await;
    assert_eq!(data["sourcePromptId"], original["promptId"]);
    assert_ne!(data["promptId"], original["promptId"]);
    assert_eq!(data["omittedReferences"], json!([]));
    assert_eq!(data["enhancedPrompt"], Value::Null);
    same_amount(number(&data["cost"]), 1.0);
    assert_ne!(data["seed"], original["seed"]);
    let shown = |view: &Value| {
        let names = [
            "prompt",
            "title",
            "aspectRatio",
            "format",
            "count",
            "imageIds",
            "inspirationIds",
            "personIds",
        ];
        names.map(|name| view[name].clone())
    };
    assert_eq!(
        shown(&view),
        [
            json!("A red kite"),
            json!("Fly"),
            json!("9:16"),
            json!("webp"),
            json!(1),
            json!([image]),
            json!([]),
            json!([person]),
        ]
    );
    // The latest prompt is now that of the variation.
    let (_, further) = vary(json!({ "newPrompt": "A blue kite" })).await;
    assert_eq!(further["sourcePromptId"], data["promptId"]);
    let changes = json!({
        "promptId": original["promptId"], "newPrompt": "A green kite", "title": "Up", "aspectRatio": "1:1",
        "format": "jpeg", "count": 2, "seed": 5, "imageIds": [other], "personIds": [], "enhancePrompt": true,
    });
    let (view, data) = vary(changes).await;
    assert_eq!(data["sourcePromptId"], original["promptId"]);
    assert_eq!(data["seed"], 5);
    same_amount(number(&data["cost"]), 2.1);
    assert!(data["enhancedPrompt"].as_str().unwrap().contains("A green kite"));
    let expected_persons = view["personIds"].clone();
    assert_eq!(
        shown(&view)[..6],
        [
            json!("A green kite"),
            json!("Up"),
            json!("1:1"),
            json!("jpeg"),
            json!(2),
            json!([other])
        ]
    );
    assert_eq!(expected_persons, json!([]), "an empty list means none");
    for (title, kept) in [
        (json!(null), json!("Up")),
        // A blank title gives a picture without words.
        (json!(""), json!("")),
        (json!(" \n "), json!("")),
    ] {
        let (view, _) = vary(json!({ "promptId": data["promptId"], "title": title })).await;
        assert_eq!(
            (&view["title"], &view["prompt"]),
            (&kept, &json!("A green kite")),
            "{title:?}"
        );
    }
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_variation_omits_deleted_references() {
    let service = idle();
    let organization = pro(service).await;
    let client = &organization.client;
    let image = put_image(service, organization.id, "nothing").await;
    let style = put_inspiration(service, organization.id, "nothing").await;
    let public = put_public_inspiration(service, "nothing").await;
    let person = put_person(service, organization.id).await;
    let names = json!({ "imageIds": [image], "inspirationIds": [style, public], "personIds": [person] });
    let bare = generate(client, names.clone()).await;
    let mut with_prompt = names;
    with_prompt["prompt"] = "A kite".into();
    let spoken = generate(client, with_prompt).await;
    client.call("delete_image", json!({ "imageId": image })).await.data();
    delete(service, keys::public_inspiration(public)).await;
    let answer = client
        .call("generate_variation", json!({ "promptId": spoken["promptId"] }))
        .await;
    let omitted: Vec<&str> = answer.data()["omittedReferences"]
        .as_array()
        .unwrap()
        .iter()
        .map(|id| id.as_str().unwrap())
        .collect();
    assert_eq!(omitted, [image.to_string(), public.to_string()]);
    let view = status(client, &answer.data()["generationId"]).await;
    assert_eq!(view["imageIds"], json!([]));
    assert_eq!(view["inspirationIds"], json!([style]));
    assert_eq!(view["personIds"], json!([person]));
    // An image that the call names must exist.
    let named = json!({ "promptId": spoken["promptId"], "imageIds": [image] });
    client.call("generate_variation", named).await.failure("NOT_FOUND");
    let named = json!({ "inspirationId": style });
    client.call("delete_inspiration", named).await.data();
    client.call("delete_person", json!({ "personId": person })).await.data();
    let before = client.balance().await;
    let answer = client
        .call("generate_variation", json!({ "promptId": bare["promptId"] }))
        .await;
    assert_eq!(answer.issues(), ["newPrompt"]);
    same_amount(client.balance().await, before);
    let answer = client
        .call(
            "generate_variation",
            json!({ "promptId": bare["promptId"], "newPrompt": "A kite" }),
        )
        .await;
    assert_eq!(answer.data()["omittedReferences"].as_array().unwrap().len(), 4);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_variation_needs_something_to_vary() {
    let organization = pro(idle()).await;
    for body in [json!({}), json!({ "newPrompt": "A kite" }), json!({ "promptId": null })] {
        let answer = organization.client.call("generate_variation", body).await;
        assert_eq!(answer.issues(), ["promptId"]);
    }
    same_amount(organization.client.balance().await, 100.0);
}
