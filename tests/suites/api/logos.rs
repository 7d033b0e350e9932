//! Images that are logos, and prompts that order a picture without words.

use serde_json::{Value, json};
use tests::{Client, shared};

use crate::{
    changes::change,
    generation::{finish, pro},
    pictures::data,
};

async fn upload(client: &Client, name: &str) -> Value {
    let body = json!({ "imageUrl": data(), "name": name });
    client.call("upload_image", body).await.data().clone()
}

#[tokio::test]
async fn an_image_is_a_logo_by_its_name() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    for (name, is_logo) in [
        ("Our logo", true),
        ("Logotipo", true),
        ("ロゴ", true),
        ("Prologue", false),
    ] {
        let image = upload(client, name).await;
        assert_eq!(image["logo"], is_logo, "{name}");
        let read = client.call("get_image", json!({ "imageId": image["imageId"] })).await;
        assert_eq!(read.data()["logo"], is_logo, "{name}");
    }
}

#[tokio::test]
async fn a_logo_stands_in_a_corner_and_a_change_moves_it_alone() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let logo = upload(client, "Our logo").await;
    let body = json!({
        "prompt": "a rocket over the sea, logo in the top right corner", "title": "We have liftoff", "seed": 2,
        "imageIds": [logo["imageId"]],
    });
    let original = finish(client, body).await;
    assert_eq!(
        (&original["notes"], &original["imageIds"]),
        (&json!([]), &json!([logo["imageId"]]))
    );
    let thumbnail = &original["thumbnails"][0];
    for (words, value, rights) in [
        (
            "move the logo to the bottom left",
            json!("bottom-left"),
            vec![true, false],
        ),
        ("without the logo", Value::Null, vec![true]),
    ] {
        let changed = change(client, thumbnail, words).await;
        let change = if value.is_null() { "remove" } else { "place" };
        let expected = json!([{ "part": "logo", "change": change, "value": value, "target": null }]);
        assert_eq!((&changed["changes"], &changed["notes"]), (&expected, &json!([])));
        let boxes = changed["thumbnails"][0]["changedBoxes"].as_array().unwrap();
        let is_right = |one: &Value| one["x"].as_u64().unwrap() > 640;
        assert_eq!(boxes.iter().map(is_right).collect::<Vec<_>>(), rights, "{boxes:?}");
        for one in boxes {
            assert!(
                one["width"].as_u64().unwrap() <= 320 && one["height"].as_u64().unwrap() <= 300,
                "{one}"
            );
        }
    }
}

#[tokio::test]
async fn a_prompt_may_order_a_picture_without_words() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let has_words = |view: &Value| {
        let checks = view["thumbnails"][0]["preflight"]["checks"].as_array().unwrap();
        checks.iter().any(|check| check["id"] == "word_count")
    };
    let body = json!({ "prompt": "a rocket over the sea, no text" });
    let wordless = finish(client, body).await;
    assert_eq!(wordless["title"], "");
    assert!(!has_words(&wordless));
    let started = client
        .call("generate_variation", json!({ "promptId": wordless["promptId"] }))
        .await;
    let varied = client.wait(&started.data()["generationId"]).await;
    assert_eq!(varied["title"], "");
    assert!(!has_words(&varied));
    // A title wins.
    let titled = finish(
        client,
        json!({ "prompt": "a rocket over the sea, no text", "title": "Up" }),
    )
    .await;
    assert_eq!(titled["title"], "Up");
    assert!(has_words(&titled));
}
