//! `generate_variation` with `thumbnailId`: changing a finished thumbnail.

use contract::Plan;
use serde_json::{Value, json};
use tests::shared;

use crate::{
    generation::{finish, picture, pro},
    support::{generate, idle, number, same_amount, status},
};

const UNKNOWN: &str = "thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

/// Changes a thumbnail and waits until the new generation has ended.
async fn change(client: &tests::Client, thumbnail: &Value, words: &str) -> Value {
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "newPrompt": words });
    let started = client.call("generate_variation", body).await.data().clone();
    let view = client.wait(&started["generationId"]).await;
    assert_eq!(started["notes"], view["notes"]);
    view
}

#[tokio::test]
async fn the_composer_changes_the_title_and_leaves_the_rest() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let body = json!({ "prompt": "a cat on a roof", "title": "Why cats win", "seed": 5, "count": 2 });
    let original = finish(client, body).await;
    let second = &original["thumbnails"][1];
    let changed = change(client, second, "title: NEVER AGAIN").await;
    assert_eq!(
        (&changed["prompt"], &changed["title"]),
        (&json!("title: NEVER AGAIN"), &json!("NEVER AGAIN"))
    );
    assert_eq!(changed["notes"], json!([]));
    same_amount(number(&changed["cost"]), 1.0);
    assert_ne!(picture(&changed["thumbnails"][0]).await, picture(second).await);
    // With its own title the second thumbnail is drawn again, pixel for pixel.
    let restored = change(client, &changed["thumbnails"][0], "change the title to Why cats win").await;
    assert_eq!(restored["title"], "Why cats win");
    assert_eq!(picture(&restored["thumbnails"][0]).await, picture(second).await);
}

#[tokio::test]
async fn what_the_composer_does_not_understand_changes_nothing_and_is_noted() {
    let organization = pro(shared()).await;
    let original = finish(&organization.client, json!({ "prompt": "a red kite" })).await;
    let thumbnail = &original["thumbnails"][0];
    let changed = change(&organization.client, thumbnail, "put it on the moon").await;
    let note = "The built-in model did not understand “put it on the moon”; it changes only the title.";
    assert_eq!(changed["notes"], json!([note]));
    assert_eq!(picture(&changed["thumbnails"][0]).await, picture(thumbnail).await);
}

#[tokio::test]
async fn only_completed_thumbnails_of_the_organization_can_be_changed() {
    let organization = idle().organization(Plan::Pro, 9).await;
    let other = idle().organization(Plan::Pro, 9).await;
    let ids = async |client: &tests::Client| {
        let started = generate(client, json!({ "prompt": "a red kite" })).await;
        let view = status(client, &started["generationId"]).await;
        view["thumbnails"][0]["thumbnailId"].clone()
    };
    let (own, foreign) = (ids(&organization.client).await, ids(&other.client).await);
    let call = async |id: &Value| {
        let body = json!({ "thumbnailId": id, "newPrompt": "title: One" });
        organization.client.call("generate_variation", body).await
    };
    for id in [&foreign, &json!(UNKNOWN), &json!("x"), &json!("gen_1")] {
        let answer = call(id).await;
        assert_eq!(
            answer.failure("NOT_FOUND"),
            &json!({ "resource": "thumbnail", "id": id })
        );
    }
    let answer = call(&own).await;
    let details = answer.failure("VALIDATION_ERROR");
    assert_eq!(
        (&details["reason"], &details["status"]),
        (&json!("reference"), &json!("pending"))
    );
    assert_eq!(answer.issues(), ["thumbnailId"]);
    same_amount(organization.client.balance().await, 8.0);
}

#[tokio::test]
async fn a_change_needs_words_and_no_prompt_id() {
    let organization = idle().organization(Plan::Pro, 9).await;
    for (body, issues) in [
        (json!({ "thumbnailId": UNKNOWN }), vec!["newPrompt"]),
        (json!({ "thumbnailId": UNKNOWN, "newPrompt": " " }), vec!["newPrompt"]),
        (
            json!({ "thumbnailId": UNKNOWN, "newPrompt": "a", "promptId": "prm_1" }),
            vec!["promptId"],
        ),
        (
            json!({ "thumbnailId": UNKNOWN, "promptId": "prm_1" }),
            vec!["promptId", "newPrompt"],
        ),
    ] {
        let answer = organization.client.call("generate_variation", body).await;
        assert_eq!(answer.issues(), issues);
        assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "body");
    }
}
