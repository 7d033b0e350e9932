//! The provenance of a picture in the response: model, seed, request id and references.

use bytes::Bytes;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    references::References,
    support::{begin, download},
    world::{USUAL, UpstreamWorld, model, one_of_each, with},
};

fn sha256(bytes: &Bytes) -> String {
    runtime::hex(&Sha256::digest(bytes))
}

/// The expected `references` of these pictures, in this order.
fn told<'a>(pictures: impl IntoIterator<Item = &'a (String, Bytes)>) -> Value {
    let of = |(id, bytes): &(String, Bytes)| json!({ "id": id, "sha256": sha256(bytes) });
    pictures.into_iter().map(of).collect()
}

#[tokio::test]
async fn the_provenance_of_a_picture_names_model_seed_and_references() {
    let mut models = one_of_each();
    let seeded = json!({ "id": "seeded", "capabilities": { "seed": true } });
    let more = with(models[0].clone(), seeded);
    models.as_array_mut().unwrap().push(more);
    let world = UpstreamWorld::start(models).await;
    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let all = told(&references.pictures);
    let response = json!("mWnmaP6KLpGk7M8P4cGR8Qc");
    for (id, upstream, seed, request, given) in [
        (
            "gemini",
            json!(USUAL[0].1),
            Value::Null,
            Some(response.clone()),
            all.clone(),
        ),
        ("seeded", json!(USUAL[0].1), json!(71), Some(response), all.clone()),
        ("openai", json!(USUAL[1].1), Value::Null, None, all.clone()),
        // Bedrock returns the seed that it used. This model accepts no reference pictures.
        ("bedrock", json!(USUAL[2].1), json!(2_130_420_379_u32), None, json!([])),
    ] {
        let body = references.body(json!({ "model": id, "seed": 71, "lettering": "model" }));
        let status = begin(&organization, body).await.end(&world.service).await;
        let made = &status["thumbnails"][0]["reproducibility"];
        assert_eq!(
            (&made["model"], &made["upstreamModel"]),
            (&json!(id), &upstream),
            "{status}"
        );
        assert_eq!((&made["seed"], &made["references"]), (&seed, &given), "{id}");
        match request {
            Some(request) => assert_eq!(made["requestId"], request),
            None => assert!(
                made["requestId"].as_str().is_some_and(|id| id.contains("0000000")),
                "{made}"
            ),
        }
        assert!(
            made["durationMs"].as_u64().is_some_and(|millis| millis < 60_000),
            "{made}"
        );
        assert_eq!(status["seed"], 71);
    }
    world.end().await;
}

#[tokio::test]
async fn the_provenance_of_a_composed_picture_suffices_to_draw_it_again() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let body = references.body(json!({ "model": "composer", "seed": 4_294_967_295_u32, "count": 2 }));
    let status = begin(&organization, body).await.end(&world.service).await;
    // In the order of the request's fields: images, inspirations, persons.
    let pictures = [2, 3, 4, 0, 1].map(|at: usize| &references.pictures[at]);
    for (index, seed) in [(0, u32::MAX), (1, 0)] {
        let mut made = status["thumbnails"][index]["reproducibility"].clone();
        assert!(made["durationMs"].take().is_u64());
        let expected = json!({
            "model": "composer",
            "upstreamModel": null,
            "lettering": "composer",
            "seed": seed,
            "requestId": null,
            "references": told(pictures),
            "durationMs": null,
            "c2pa": false,
        });
        assert_eq!(made, expected);
    }
    assert_eq!(status["notes"], json!([]));
    world.end().await;
}

#[tokio::test]
async fn a_vendors_picture_is_brought_to_the_resolution_and_an_enlargement_is_noted() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    for (model, shape, resolution, format, width, height) in [
        ("gemini", "16:9", "1080p", "png", 1920, 1080),
        ("openai", "4:3", "2160p", "jpeg", 4320, 3240),
        ("bedrock", "9:16", "2160p", "webp", 2160, 3840),
    ] {
        let body = json!({
            "prompt": "A lighthouse", "model": model, "aspectRatio": shape, "resolution": resolution, "format": format,
            "maxBytes": 1_500_000,
        });
        let status = begin(&organization, body).await.end(&world.service).await;
        let thumbnail = &status["thumbnails"][0];
        let shown = json!([thumbnail["width"], thumbnail["height"]]);
        assert_eq!(shown, json!([width, height]), "{status}");
        let note = format!("{model} makes smaller pictures than {width}×{height}; its pictures were enlarged.");
        // Gemini makes the resolution itself.
        let notes = if model == "gemini" { json!([]) } else { json!([note]) };
        assert_eq!(status["notes"], notes);
        let file = download(thumbnail).await;
        assert!(file.len() <= 1_500_000 && thumbnail["sizeBytes"] == file.len());
        let picture = image::load_from_memory(&file).unwrap();
        assert_eq!((picture.width(), picture.height()), (width, height));
    }
    world.end().await;
}

#[tokio::test]
async fn references_that_a_model_could_not_take_are_noted() {
    let [(_, gemini), (_, openai), (_, bedrock)] = USUAL;
    let limited = |references: Value| json!({ "capabilities": { "references": references } });
    let world = UpstreamWorld::start(json!([
        with(model("openai", "two", openai), limited(json!(2))),
        with(
            model("gemini", "kinds", gemini),
            limited(json!({ "person": 1, "style": 1 }))
        ),
        with(
            model("bedrock", "terse", bedrock),
            json!({ "capabilities": { "maxPromptChars": 200 } })
        ),
    ]))
    .await;
    let organization = world.organization().await;
    let references = References::upload(&organization.client).await;
    let ids = references.ids();
    let note = |model: &str, given: usize, omitted: &[usize]| {
        let omitted: Vec<_> = omitted.iter().map(|&at| ids[at].as_str()).collect();
        let omitted = omitted.join(", ");
        format!("{model} was given {given} reference pictures and had no room for {omitted}.")
    };
    // A model with two references receives one photo of the person and the first image. A person with one sent photo
    // does not count as omitted.
    for (id, given, omitted) in [("two", vec![0, 2], vec![2, 3]), ("kinds", vec![0, 4], vec![1, 2])] {
        let body = references.body(json!({ "model": id, "count": 2, "lettering": "model" }));
        let status = begin(&organization, body).await.end(&world.service).await;
        assert_eq!(status["notes"], json!([note(id, given.len(), &omitted)]));
        let pictures: Vec<_> = given.iter().map(|&at: &usize| &references.pictures[at]).collect();
        for index in 0..2 {
            let made = &status["thumbnails"][index]["reproducibility"];
            assert_eq!(made["references"], told(pictures.iter().copied()));
        }
    }
    let long = "a lighthouse of zanarium ".repeat(40);
    let status = begin(&organization, json!({ "model": "terse", "prompt": long })).await;
    let status = status.end(&world.service).await;
    let cut = "terse takes less text than this prompt has; the end of the prompt was left out. Shorten the prompt.";
    assert_eq!(status["notes"], json!([cut]));
    let sent = world.bedrock.seen().pop().expect("a request").json();
    assert!(
        sent["prompt"]
            .as_str()
            .is_some_and(|prompt| prompt.chars().count() <= 200),
        "{sent}"
    );
    world.end().await;
}
