//! FLUX over the asynchronous API of Black Forest Labs: requests, changes, tasks that outlive an attempt, and checks.

use base64::{Engine, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use tests::upstream::{Act, bfl::Own, painter};

use crate::{
    changes::{assert_told, changed, finished, maker},
    checks::{check, states},
    references::References,
    support::{self, begin},
    world::{KEYS, USUAL, UpstreamWorld, model, with},
};

const PRO: &str = "flux-2-pro";

fn flux(more: Value) -> Value {
    with(model("bfl", "flux", PRO), more)
}

fn key() -> &'static str {
    let found = KEYS.into_iter().find(|(name, _)| *name == "BFL_API_KEY");
    found.unwrap().1
}

#[tokio::test]
async fn flux_receives_exact_sizes_and_numbered_references() {
    let kontext = json!({
        "capabilities": { "sizes": ["16:9", "9:16", "1:1", "4:3"], "resolutions": ["720p"], "references": 1 },
        "options": { "safety_tolerance": 1 },
    });
    let world = UpstreamWorld::start(json!([
        flux(json!({})),
        with(model("bfl", "kontext", "flux-kontext-pro"), kontext),
    ]))
    .await;
    let organization = world.organization().await;
    let paint = async |body: Value| {
        let status = begin(&organization, body).await.end(&world.service).await;
        assert_eq!(status["status"], "completed", "{status}");
        let request = world.bfl.seen().pop().unwrap();
        assert_eq!(request.header("x-key"), Some(key()));
        let mut body = request.json();
        assert!(body["prompt"].take().as_str().unwrap().contains(&support::prompt()));
        (request.path, body, status)
    };
    for (resolution, shape, width, height) in [
        ("720p", "16:9", 1280, 720),
        ("720p", "1:1", 1088, 1088),
        ("1080p", "16:9", 1920, 1088),
        // The model makes no larger size.
        ("2160p", "9:16", 1088, 1920),
    ] {
        let body =
            json!({ "model": "flux", "resolution": resolution, "aspectRatio": shape, "seed": 7, "format": "jpeg" });
        let (path, body, status) = paint(body).await;
        let expected = json!({
            "prompt": null, "output_format": "png", "width": width, "height": height, "seed": 7,
        });
        assert_eq!((path.as_str(), body), ("/v1/flux-2-pro", expected));
        let made = &status["thumbnails"][0]["reproducibility"];
        assert_eq!((&made["seed"], &made["upstreamModel"]), (&json!(7), &json!(PRO)));
        assert!(made["requestId"].as_str().unwrap().ends_with("-tests"), "{made}");
    }
    let (path, body, _) = paint(json!({ "model": "kontext", "seed": 7 })).await;
    let expected = json!({
        "prompt": null, "output_format": "png", "aspect_ratio": "16:9", "seed": 7, "safety_tolerance": 1,
    });
    assert_eq!((path.as_str(), body), ("/v1/flux-kontext-pro", expected));

    let references = References::upload(&organization.client).await;
    let (_, body, _) = paint(references.body(json!({ "model": "flux", "lettering": "model" }))).await;
    for (at, (_, bytes)) in references.pictures.iter().enumerate() {
        let name = if at == 0 {
            "input_image".to_owned()
        } else {
            format!("input_image_{}", at + 1)
        };
        assert_eq!(body[&name], BASE64_STANDARD.encode(bytes), "{name}");
    }
    world.end().await;
}

#[tokio::test]
async fn flux_changes_a_finished_picture() {
    let world = UpstreamWorld::start(json!([{ "id": "composer", "provider": "composer" }, flux(json!({}))])).await;
    let organization = world.organization().await;
    let before = finished(&world, &organization, "composer").await;
    let file = support::download(&before["thumbnails"][0]).await;
    let after = changed(&world, &organization, &before, "flux").await;
    assert_eq!((&after["status"], maker(&after)), (&json!("completed"), "flux"));
    let body = world.bfl.seen().pop().unwrap().json();
    assert_told(body["prompt"].as_str().unwrap());
    assert_eq!(body["input_image"], BASE64_STANDARD.encode(file));
    world.end().await;
}

#[tokio::test]
async fn flux_is_a_fallback_and_has_fallbacks() {
    let [(_, gemini), ..] = USUAL;
    let world = UpstreamWorld::start(json!([
        with(model("gemini", "gemini", gemini), json!({ "fallbacks": ["flux"] })),
        flux(json!({ "fallbacks": ["composer"] })),
        { "id": "composer", "provider": "composer" },
    ]))
    .await;
    let organization = world.organization().await;
    world.gemini.always(Act::Gone);
    let status = begin(&organization, json!({ "model": "gemini" }))
        .await
        .end(&world.service)
        .await;
    assert_eq!(maker(&status), "flux");
    assert_eq!(painter(&support::download(&status["thumbnails"][0]).await), "bfl");
    world.bfl.always(Act::Own(Own::NoCredits));
    let status = begin(&organization, json!({ "model": "flux" }))
        .await
        .end(&world.service)
        .await;
    assert_eq!(maker(&status), "composer");
    world.end().await;
}

#[tokio::test]
async fn the_next_attempt_waits_for_the_task_of_the_attempt_that_timed_out() {
    let world = UpstreamWorld::start(json!([flux(json!({ "timeoutSeconds": 3 }))])).await;
    let organization = world.organization().await;
    // Eight polls take longer than an attempt, and less than three attempts.
    world.bfl.always(Act::Own(Own::ReadyAfter(8)));
    let status = begin(&organization, json!({})).await.end(&world.service).await;
    assert_eq!(status["status"], "completed", "{status}");
    assert_eq!(world.bfl.seen().len(), 1, "the vendor charges every task");
    // A further thumbnail is a task of its own.
    world.bfl.always(Act::Succeed);
    begin(&organization, json!({})).await.end(&world.service).await;
    assert_eq!(world.bfl.seen().len(), 2);
    world.end().await;
}

#[tokio::test]
async fn urls_with_a_foreign_or_a_private_host_are_not_followed() {
    let world = UpstreamWorld::start(json!([flux(json!({}))])).await;
    let organization = world.organization().await;
    for (own, polls) in [(Own::ForeignPollingUrl, 0), (Own::PrivateSample, 1)] {
        world.bfl.always(Act::Own(own));
        let before = world.bfl.followed_up().len();
        let status = begin(&organization, json!({})).await.end(&world.service).await;
        assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_FAILED", "{status}");
        assert_eq!(world.bfl.followed_up().len() - before, polls);
    }
    assert_eq!(world.bfl.seen().len(), 2);
    world.end().await;
}

#[tokio::test]
async fn a_check_reads_the_credits_and_the_list_of_models() {
    let world = UpstreamWorld::idle(json!([
        flux(json!({})),
        with(model("bfl", "old", "flux-pro"), json!({}))
    ]))
    .await;
    for (act, expected) in [
        (Act::Succeed, ["fine", "gone"]),
        (Act::Legacy, ["legacy", "gone"]),
        (Act::Gone, ["gone", "gone"]),
        (Act::KeyRefused, ["key_refused"; 2]),
        (Act::Own(Own::NoCredits), ["key_refused"; 2]),
        (Act::status(404), ["unlisted"; 2]),
        (Act::Garbage, ["unanswered"; 2]),
        (Act::Cut, ["unanswered"; 2]),
    ] {
        let shown = format!("{act:?}");
        world.bfl.catalog(act);
        let (_, report) = check(&world, "").await;
        let found = states(&report);
        assert_eq!(found, json!({ "flux": expected[0], "old": expected[1] }), "{shown}");
    }
    assert_eq!(world.bfl.seen().len(), 0);
    world.end().await;
}
