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
pub(crate) async fn change(client: &tests::Client, thumbnail: &Value, words: &str) -> Value {
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
async fn words_that_the_composer_does_not_understand_are_refused_and_not_charged() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "a red kite" })).await;
    let thumbnail = &original["thumbnails"][0]["thumbnailId"];
    let before = client.balance().await;
    let long = format!("title: {}", "long ".repeat(30));
    for words in ["put it on the moon", "more pizzazz\nless is more", long.trim()] {
        // Another parameter does not make the words understood.
        for extra in [json!({}), json!({ "title": "Up", "aspectRatio": "1:1" })] {
            let mut body = json!({ "thumbnailId": thumbnail, "newPrompt": words });
            body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
            let called = client.call("generate_variation", body.clone()).await;
            let quoted = client.quote("generate_variation", body.to_string()).await;
            for answer in [called, quoted] {
                assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "change", "{words}");
                assert_eq!(answer.issues(), ["newPrompt"]);
                let shown: String = words.chars().take(200).collect();
                assert!(
                    answer.body["error"].as_str().unwrap().contains(&shown),
                    "{}",
                    answer.body
                );
            }
        }
    }
    same_amount(client.balance().await, before);
}

#[tokio::test]
async fn of_several_changes_those_that_are_not_understood_are_noted() {
    let organization = pro(shared()).await;
    let original = finish(&organization.client, json!({ "prompt": "a red kite" })).await;
    let thumbnail = &original["thumbnails"][0];
    let changed = change(&organization.client, thumbnail, "make it green; put it on the moon").await;
    let note = "The composer did not understand “put it on the moon”. It can change the title, the background, the \
                subject, ornaments, persons, images, logos and the layout.";
    assert_eq!(changed["notes"], json!([note]));
    assert_ne!(picture(&changed["thumbnails"][0]).await, picture(thumbnail).await);
}

#[tokio::test]
async fn a_picture_is_changed_without_words_if_another_parameter_changes_it() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "a red kite", "title": "Up" })).await;
    let thumbnail = &original["thumbnails"][0]["thumbnailId"];
    let change = async |extra: Value| {
        let mut body = json!({ "thumbnailId": thumbnail });
        body.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        client.call("generate_variation", body).await
    };
    for (extra, field) in [
        (json!({ "aspectRatio": "1:1" }), "aspectRatio"),
        (json!({ "title": "Down" }), "title"),
        (json!({ "format": "webp" }), "format"),
        (json!({ "title": "Up", "maxBytes": 200_000 }), "maxBytes"),
    ] {
        let started = change(extra.clone()).await.data().clone();
        let view = client.wait(&started["generationId"]).await;
        assert_eq!(view["status"], "completed", "{extra}");
        assert_eq!(view[field], extra[field]);
        // The prompt of the original is no change that could be misunderstood.
        assert_eq!((&view["prompt"], &view["notes"]), (&original["prompt"], &json!([])));
    }
    let before = client.balance().await;
    for extra in [
        json!({ "title": "Up" }),
        json!({ "aspectRatio": "16:9", "format": original["format"], "resolution": "720p", "maxBytes": 2_000_000, "imageIds": [] }),
    ] {
        let answer = change(extra).await;
        assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "change");
        assert_eq!(answer.issues(), ["newPrompt"]);
    }
    same_amount(client.balance().await, before);
}

#[tokio::test]
async fn the_words_of_a_change_are_not_rewritten() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "a red kite" })).await;
    let thumbnail = &original["thumbnails"][0]["thumbnailId"];
    let body = json!({ "thumbnailId": thumbnail, "newPrompt": "title: One", "enhancePrompt": true });
    let started = client.call("generate_variation", body).await.data().clone();
    assert_eq!(started["enhancedPrompt"], Value::Null);
    let view = client.wait(&started["generationId"]).await;
    same_amount(number(&view["cost"]), 1.0);
}

#[tokio::test]
async fn the_composer_changes_colours_layout_subject_and_emphasis() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let body = json!({ "prompt": "a cat on a roof", "title": "Why cats win", "seed": 5 });
    let original = finish(client, body).await;
    let thumbnail = &original["thumbnails"][0];
    for words in ["make it green", "another layout", "show a rocket", "emphasise why"] {
        let changed = change(client, thumbnail, words).await;
        assert_eq!(changed["notes"], json!([]), "{words}");
        assert_eq!(changed["title"], "Why cats win");
        let picture_after = picture(&changed["thumbnails"][0]).await;
        assert!(picture_after != picture(thumbnail).await, "{words}");
    }
}

#[tokio::test]
async fn what_the_composer_cannot_draw_is_noted_when_the_picture_is_there() {
    let organization = pro(shared()).await;
    let original = finish(&organization.client, json!({ "prompt": "a red kite" })).await;
    let words = "make it green; show a qwrtzp";
    let body = json!({ "thumbnailId": original["thumbnails"][0]["thumbnailId"], "newPrompt": words });
    let started = organization
        .client
        .call("generate_variation", body)
        .await
        .data()
        .clone();
    assert_eq!(started["notes"], json!([]));
    let view = organization.client.wait(&started["generationId"]).await;
    let note = "composer could not change the picture to “qwrtzp”.";
    assert_eq!(view["notes"], json!([note]));
}

#[tokio::test]
async fn a_change_that_changes_no_pixel_is_refunded() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "a red kite", "title": "Up" })).await;
    let thumbnail = &original["thumbnails"][0];
    let before = client.balance().await;
    for words in ["show a qwrtzp", "title: Up", "remove the frame", "logo top left"] {
        let changed = change(client, thumbnail, words).await;
        assert_eq!(changed["status"], "failed", "{words}");
        let failed = &changed["thumbnails"][0];
        assert_eq!(
            (&failed["error"]["code"], &failed["changedBoxes"]),
            (&json!("NO_CHANGE"), &Value::Null)
        );
        same_amount(number(&changed["refunded"]), 1.0);
    }
    same_amount(client.balance().await, before);
    // Another file of the same pixels is no change of the picture, but it is what was ordered.
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "newPrompt": "title: Up", "format": "webp" });
    let started = client.call("generate_variation", body).await.data().clone();
    let changed = client.wait(&started["generationId"]).await;
    assert_eq!(changed["status"], "completed");
    assert_eq!(changed["thumbnails"][0]["changedBoxes"], json!([]));
}

#[tokio::test]
async fn what_was_understood_is_shown_by_quote_call_and_status() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(
        client,
        json!({ "prompt": "a cat on a roof", "title": "Why cats win", "seed": 5 }),
    )
    .await;
    assert_eq!(
        (&original["changes"], &original["thumbnails"][0]["changedBoxes"]),
        (&json!([]), &Value::Null)
    );
    let words = "make the title yellow and bigger, put it on a beach, replace the cat with a lion; add an arrow";
    let body = json!({ "thumbnailId": original["thumbnails"][0]["thumbnailId"], "newPrompt": words });
    let changes = json!([
        { "part": "title", "change": "colour", "value": "#facc15", "target": null },
        { "part": "title", "change": "size", "value": "larger", "target": null },
        { "part": "background", "change": "scene", "value": "beach", "target": null },
        { "part": "subject", "change": "replace", "value": "lion", "target": "cat" },
        { "part": "ornament", "change": "add", "value": "arrow", "target": null },
    ]);
    let quoted = client.quote("generate_variation", body.to_string()).await;
    assert_eq!(quoted.body["data"]["changes"], changes);
    let started = client.call("generate_variation", body).await.data().clone();
    assert_eq!(started["changes"], changes);
    let view = client.wait(&started["generationId"]).await;
    assert_eq!(view["changes"], changes);
    // A title of the call wins over the words.
    let body = json!({
        "thumbnailId": original["thumbnails"][0]["thumbnailId"], "newPrompt": "title: One\nred text", "title": "Two",
    });
    let started = client.call("generate_variation", body).await.data().clone();
    assert_eq!(
        started["changes"],
        json!([{ "part": "title", "change": "colour", "value": "#dc2626", "target": null }])
    );
}

#[tokio::test]
async fn the_boxes_of_a_change_hold_all_that_differs() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(
        client,
        json!({ "prompt": "a cat on a roof", "title": "Why cats win", "seed": 5 }),
    )
    .await;
    let thumbnail = &original["thumbnails"][0];
    let changed = change(client, thumbnail, "make the title yellow").await;
    let boxes = changed["thumbnails"][0]["changedBoxes"].as_array().unwrap().clone();
    assert!(!boxes.is_empty());
    let decoded = async |view: &Value| image::load_from_memory(&picture(view).await).unwrap().to_rgb8();
    let (before, after) = (decoded(thumbnail).await, decoded(&changed["thumbnails"][0]).await);
    let is_inside = |x: u32, y: u32| {
        boxes.iter().any(|one| {
            let side = |name: &str| u32::try_from(one[name].as_u64().unwrap()).unwrap();
            (side("x")..side("x") + side("width")).contains(&x) && (side("y")..side("y") + side("height")).contains(&y)
        })
    };
    for (x, y, pixel) in before.enumerate_pixels() {
        assert!(pixel == after.get_pixel(x, y) || is_inside(x, y), "{x}, {y}");
    }
    // Another shape is another picture.
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "aspectRatio": "1:1" });
    let started = client.call("generate_variation", body).await.data().clone();
    let square = client.wait(&started["generationId"]).await;
    let whole = json!([{ "x": 0, "y": 0, "width": 1080, "height": 1080 }]);
    assert_eq!(square["thumbnails"][0]["changedBoxes"], whole);
}

#[tokio::test]
async fn changes_add_up_and_can_be_varied() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(
        client,
        json!({ "prompt": "a cat on a roof", "title": "Cats", "seed": 5 }),
    )
    .await;
    let green = change(client, &original["thumbnails"][0], "make it green").await;
    let both = change(client, &green["thumbnails"][0], "title: Dogs").await;
    let at_once = change(client, &original["thumbnails"][0], "make it green\ntitle: Dogs").await;
    let file = async |view: &Value| picture(&view["thumbnails"][0]).await;
    assert_eq!(file(&both).await, file(&at_once).await);
    // A variation of a change is drawn with a seed of its own.
    let body = json!({ "promptId": both["promptId"], "seed": 5 });
    let started = client.call("generate_variation", body).await.data().clone();
    let varied = client.wait(&started["generationId"]).await;
    assert_eq!((&varied["title"], &varied["prompt"]), (&both["title"], &both["prompt"]));
    assert_eq!(file(&varied).await, file(&both).await);
    let started = client
        .call("generate_variation", json!({ "promptId": both["promptId"], "seed": 6 }))
        .await;
    let varied = client.wait(&started.data()["generationId"]).await;
    assert_ne!(file(&varied).await, file(&both).await);
}

#[tokio::test]
async fn of_several_thumbnails_only_the_first_keeps_what_the_change_does_not_name() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let original = finish(client, json!({ "prompt": "a cat on a roof", "seed": 5 })).await;
    let thumbnail = &original["thumbnails"][0];
    let body = json!({ "thumbnailId": thumbnail["thumbnailId"], "newPrompt": "title: One", "count": 2 });
    let started = client.call("generate_variation", body).await.data().clone();
    let view = client.wait(&started["generationId"]).await;
    let alone = change(client, thumbnail, "title: One").await;
    let files = [
        picture(&view["thumbnails"][0]).await,
        picture(&view["thumbnails"][1]).await,
    ];
    assert_eq!(files[0], picture(&alone["thumbnails"][0]).await);
    assert_ne!(files[0], files[1]);
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
