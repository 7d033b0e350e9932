//! Changing a finished thumbnail with models of vendors, and the resolutions that are requested from them.

use bytes::Bytes;
use serde_json::{Value, json};
use tests::{
    Organization,
    upstream::{Act, gemini::Part},
};

use crate::{
    support::{self, Begun, begin},
    world::{USUAL, UpstreamWorld, model, one_of_each, with},
};

/// The composer understands the second half.
const WORDS: &str = "Put it on the moon and make it green";

/// Makes a thumbnail with this model, and returns the status of its generation.
pub(crate) async fn finished(world: &UpstreamWorld, organization: &Organization, model: &str) -> Value {
    begin(organization, json!({ "model": model }))
        .await
        .end(&world.service)
        .await
}

/// Changes the only thumbnail of a generation with this model, and returns the status of the new generation.
pub(crate) async fn changed(world: &UpstreamWorld, organization: &Organization, before: &Value, model: &str) -> Value {
    let thumbnail = &before["thumbnails"][0]["thumbnailId"];
    let body = json!({ "thumbnailId": thumbnail, "newPrompt": WORDS, "model": model });
    let started = support::call(&organization.client, "generate_variation", body).await;
    Begun::of(organization, &started).end(&world.service).await
}

pub(crate) fn maker(view: &Value) -> &str {
    view["thumbnails"][0]["reproducibility"]["model"]
        .as_str()
        .unwrap_or_default()
}

pub(crate) fn assert_told(text: &str) {
    for phrase in [
        "ORIGINAL: Image 1 is the picture to change.",
        "CHANGE: Make the background green (#16a34a). Also, in the caller's words: “Put it on the moon”.",
    ] {
        assert!(text.contains(phrase), "no {phrase} in {text}");
    }
}

#[tokio::test]
async fn a_model_that_edits_receives_the_picture_first() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let before = finished(&world, &organization, "composer").await;
    let file = support::download(&before["thumbnails"][0]).await;

    let after = changed(&world, &organization, &before, "gemini").await;
    assert_eq!((&after["status"], maker(&after)), (&json!("completed"), "gemini"));
    assert_eq!((&after["prompt"], &after["notes"]), (&json!(WORDS), &json!([])));
    let request = world.gemini.seen().pop().unwrap();
    let [Part::Text(text), Part::Picture { bytes, .. }] = &request.parts()[..] else {
        panic!("text and one picture");
    };
    assert_told(text);
    assert_eq!(bytes, &file);

    let after = changed(&world, &organization, &before, "openai").await;
    assert_eq!(maker(&after), "openai");
    let request = world.openai.seen().pop().unwrap();
    assert_eq!(request.path, "/v1/images/edits");
    let form = request.form().unwrap();
    let field = |name: &str| form.iter().find(|field| field.name == name).unwrap();
    assert_told(&field("prompt").text());
    assert_eq!(field("image[]").bytes, file);
    world.end().await;
}

#[tokio::test]
async fn a_model_that_cannot_edit_is_refused_and_never_chosen() {
    let [(_, gemini), _, (_, bedrock)] = USUAL;
    let world = UpstreamWorld::start(json!([
        model("bedrock", "bedrock", bedrock),
        { "id": "composer", "provider": "composer" },
        model("gemini", "gemini", gemini),
    ]))
    .await;
    let organization = world.organization().await;
    let before = finished(&world, &organization, "bedrock").await;
    let body = json!({ "thumbnailId": before["thumbnails"][0]["thumbnailId"], "newPrompt": WORDS });
    // The composer cannot change a picture that another model made.
    for refused in ["bedrock", "composer"] {
        let body = with(body.clone(), json!({ "model": refused }));
        let answer = organization.client.call("generate_variation", body).await;
        assert_eq!(answer.failure("VALIDATION_ERROR")["reason"], "reference");
        assert_eq!(answer.issues(), ["model"]);
        assert!(
            answer.body["error"].as_str().unwrap().contains("gemini"),
            "{}",
            answer.body
        );
    }
    // The default model cannot edit, so the first one that can is chosen.
    let quote = organization.client.quote("generate_variation", body.to_string()).await;
    assert_eq!(quote.data()["model"], "gemini");
    let started = support::call(&organization.client, "generate_variation", body.clone()).await;
    assert_eq!(started["model"], "gemini");
    organization.client.wait(&started["generationId"]).await;
    world.end().await;
}

#[tokio::test]
async fn no_model_that_can_edit_is_a_problem_of_the_thumbnail() {
    let [.., (_, bedrock)] = USUAL;
    let world = UpstreamWorld::start(json!([model("bedrock", "bedrock", bedrock)])).await;
    let organization = world.organization().await;
    let before = finished(&world, &organization, "bedrock").await;
    let body = json!({ "thumbnailId": before["thumbnails"][0]["thumbnailId"], "newPrompt": WORDS });
    let answer = organization.client.call("generate_variation", body).await;
    assert_eq!(answer.issues(), ["thumbnailId"]);
    world.end().await;
}

#[tokio::test]
async fn the_fallbacks_of_a_change_are_the_models_that_can_edit() {
    let mut models = one_of_each();
    let fallbacks = json!({ "fallbacks": ["bedrock", "composer", "openai"] });
    models[0] = with(models[0].take(), fallbacks);
    let world = UpstreamWorld::start(models).await;
    let organization = world.organization().await;
    let before = finished(&world, &organization, "openai").await;
    world.gemini.always(Act::Gone);
    let after = changed(&world, &organization, &before, "gemini").await;
    assert_eq!((&after["status"], maker(&after)), (&json!("completed"), "openai"));
    assert_eq!(world.bedrock.seen().len(), 0);
    // The composer can draw its own picture again.
    let before = finished(&world, &organization, "composer").await;
    let after = changed(&world, &organization, &before, "gemini").await;
    assert_eq!(maker(&after), "composer");
    assert_eq!(world.bedrock.seen().len(), 0);
    world.end().await;
}

#[tokio::test]
async fn a_model_is_asked_for_the_resolution_that_it_makes_itself() {
    let [(_, gemini), (_, openai), (_, bedrock)] = USUAL;
    let exact = json!({ "capabilities": { "sizes": ["any"], "resolutions": ["720p", "1080p", "2160p"] } });
    let world = UpstreamWorld::start(json!([
        model("gemini", "gemini", gemini),
        with(model("openai", "exact", openai), exact),
        model("openai", "usual", openai),
        model("bedrock", "bedrock", bedrock),
    ]))
    .await;
    let organization = world.organization().await;
    let paint = async |model: &str, resolution: &str| {
        let body = json!({ "model": model, "resolution": resolution, "format": "jpeg", "maxBytes": 3_000_000 });
        let view = begin(&organization, body).await.end(&world.service).await;
        let file: Bytes = support::download(&view["thumbnails"][0]).await;
        assert!(file.len() <= 3_000_000, "{model} {resolution}: {}", file.len());
        (support::size_of(&file), view["notes"].clone())
    };
    let [full, ultra] = [(1920, 1080), (3840, 2160)];
    for (resolution, size, named, pixels) in [("1080p", full, "2K", "1920x1088"), ("2160p", ultra, "4K", "3840x2160")] {
        assert_eq!(paint("gemini", resolution).await, (size, json!([])));
        let config = &world.gemini.seen().pop().unwrap().json()["generationConfig"]["imageConfig"];
        assert_eq!(config, &json!({ "aspectRatio": "16:9", "imageSize": named }));
        assert_eq!(paint("exact", resolution).await, (size, json!([])));
        assert_eq!(world.openai.seen().pop().unwrap().json()["size"], pixels);
        // Other models are asked for their usual size, and the picture is enlarged.
        for model in ["usual", "bedrock"] {
            let (found, notes) = paint(model, resolution).await;
            assert_eq!(found, size);
            let note = format!(
                "{model} makes smaller pictures than {}×{}; its pictures were enlarged.",
                size.0, size.1
            );
            assert_eq!(notes, json!([note]));
        }
        assert_eq!(world.openai.seen().pop().unwrap().json()["size"], "1536x1024");
    }
    world.end().await;
}
