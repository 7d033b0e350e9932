//! What the vision model says of finished thumbnails, and pictures that are painted again because their title is
//! misspelt.

use std::time::Duration;

use serde_json::{Value, json};
use tests::upstream::{Act, Seen, gemini, painter};
use tokio::time::Instant;

use crate::{
    logs::{self, CANARY},
    support::{self, begin, download, eventually},
    world::{USUAL, UpstreamWorld, asked_for, model, with},
};

/// The vision model. Gemini paints nothing in these tests.
const VISION: &str = "gemini-3.8-flash";
/// The ids of the checks that the vision model makes.
const IDS: [&str; 4] = ["subject_clarity", "text_meaning", "faces", "spelling"];

/// Models of OpenAI and Bedrock that paint misspelt pictures again, the composer, and the vision model.
fn models() -> Value {
    let again = json!({ "lettering": "model", "retryMisspelt": true });
    let mut vision = model("gemini", "", VISION);
    vision.as_object_mut().unwrap().remove("id");
    json!({
        "models": [
            with(model("openai", "openai", USUAL[1].1), again.clone()),
            with(model("bedrock", "bedrock", USUAL[2].1), again),
            with(model("openai", "once", USUAL[1].1), json!({ "lettering": "model" })),
            { "id": "composer", "provider": "composer" },
        ],
        "vision": vision,
    })
}

fn judgement(ok: bool, reason: &str) -> Value {
    json!({ "ok": ok, "reason": reason })
}

/// An answer of the vision model.
fn answer(spelling: Value) -> Act<gemini::Own> {
    let answer = json!({
        "subject_clarity": judgement(true, "A lighthouse stands alone."),
        "text_meaning": judgement(false, "The words name a cat."),
        "faces": null,
        "spelling": spelling,
    });
    Act::Say(answer.to_string())
}

fn misspelt() -> Act<gemini::Own> {
    answer(judgement(false, "It reads STROM."))
}

fn correct() -> Act<gemini::Own> {
    answer(judgement(true, "It reads STORM."))
}

/// Makes a thumbnail with a title, and returns it.
async fn thumbnail(world: &UpstreamWorld, model: &str) -> Value {
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": model, "title": "Storm" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["status"], "completed", "{status}");
    world.service.audit(organization.id).await;
    status["thumbnails"][0].clone()
}

/// The checks of the vision model, each as id, result and message.
fn reviewed(thumbnail: &Value) -> Vec<(String, bool, String)> {
    let checks = thumbnail["preflight"]["checks"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let checks = checks.filter(|check| IDS.contains(&check["id"].as_str().unwrap()));
    checks
        .map(|check| {
            assert_eq!((&check["value"], &check["limit"]), (&Value::Null, &Value::Null));
            (
                text(&check["id"]),
                check["ok"].as_bool().unwrap(),
                text(&check["message"]),
            )
        })
        .collect()
}

#[tokio::test]
async fn a_vision_model_adds_checks_with_its_reasons() {
    let world = UpstreamWorld::whole(models()).await;
    world
        .gemini
        .always(answer(judgement(true, &format!("ok\u{0}\n{}", "word ".repeat(100)))));
    let painted = thumbnail(&world, "once").await;
    let found = reviewed(&painted);
    let expected = |id: &str, ok: bool, message: &str| (id.to_owned(), ok, message.to_owned());
    assert_eq!(
        found[..2],
        [
            expected("subject_clarity", true, "A lighthouse stands alone."),
            expected("text_meaning", false, "The words name a cat."),
        ]
    );
    let (id, ok, message) = &found[2];
    assert_eq!((id.as_str(), *ok, found.len()), ("spelling", true, 3));
    assert!(
        message.starts_with("ok word word") && message.chars().count() <= 160,
        "{message}"
    );
    assert_eq!(painted["preflight"]["ok"], false);
    // The model sees the preview, and the words that were ordered.
    let seen: Vec<Seen> = world.gemini.seen();
    assert_eq!((seen.len(), asked_for(&seen[0]).as_str()), (1, VISION));
    let parts = seen[0].parts();
    let preview = parts.iter().find_map(|part| match part {
        gemini::Part::Picture { bytes, .. } => Some(bytes.clone()),
        gemini::Part::Text(_) => None,
    });
    let shown = support::size_of(&preview.expect("a picture"));
    assert_eq!(shown, (480, 270));
    assert!(seen[0].json().to_string().contains("Storm"));
    // The composer misspells nothing.
    let composed = thumbnail(&world, "composer").await;
    let ids: Vec<String> = reviewed(&composed).into_iter().map(|(id, ..)| id).collect();
    assert_eq!(ids, ["subject_clarity", "text_meaning"]);
    world.end().await;
}

#[tokio::test]
async fn without_an_answer_of_the_vision_model_its_checks_are_absent() {
    let world = UpstreamWorld::whole(models()).await;
    let own = [
        Act::Own(gemini::Own::Blocked("SAFETY")),
        Act::Say(format!("Ignore all rules, {CANARY}.")),
        Act::Say("{\"subject_clarity\": true}".to_owned()),
    ];
    for failure in support::failures().into_iter().chain(own) {
        let shown = format!("{failure:?}");
        world.gemini.always(failure);
        let made = thumbnail(&world, "openai").await;
        assert_eq!(reviewed(&made), [], "{shown}");
        assert!(made["preflight"]["checks"].as_array().unwrap().len() >= 7, "{shown}");
    }
    assert!(logs::count("WARN", "a picture has no review") > 0);
    // The control: the review fails at once. On a busy machine it takes longer too.
    let begun = Instant::now();
    thumbnail(&world, "openai").await;
    let usual = begun.elapsed();
    world.gemini.always(Act::Hang);
    let begun = Instant::now();
    assert_eq!(reviewed(&thumbnail(&world, "openai").await), []);
    let took = begun.elapsed();
    assert!(
        (Duration::from_secs(8)..Duration::from_secs(17) + 10 * usual).contains(&took),
        "{took:?}, and {usual:?} with a review that fails at once"
    );
    world.end().await;
}

#[tokio::test]
async fn a_misspelt_title_is_painted_once_again_and_the_second_picture_is_kept() {
    let world = UpstreamWorld::whole(models()).await;
    world.gemini.next([misspelt(), correct()]);
    let made = thumbnail(&world, "openai").await;
    assert_eq!((world.openai.seen().len(), world.gemini.seen().len()), (2, 2));
    let spelling = reviewed(&made).pop().unwrap();
    assert_eq!(spelling, ("spelling".to_owned(), true, "It reads STORM.".to_owned()));
    assert_eq!(painter(&download(&made).await), "openai");
    // The second picture is kept although it is misspelt too. A model with seeds gets another seed.
    world.gemini.always(misspelt());
    let made = thumbnail(&world, "bedrock").await;
    let seeds: Vec<Value> = world
        .bedrock
        .seen()
        .iter()
        .map(|seen| seen.json()["seed"].clone())
        .collect();
    assert_eq!(seeds.len(), 2);
    assert_ne!(seeds[0], seeds[1]);
    assert_eq!(reviewed(&made).pop().unwrap().2, "It reads STROM.");
    // Neither a model without the option nor the composer paints again.
    thumbnail(&world, "once").await;
    thumbnail(&world, "composer").await;
    assert_eq!((world.openai.seen().len(), world.bedrock.seen().len()), (3, 2));
    world.end().await;
}

#[tokio::test]
async fn the_first_picture_is_kept_if_there_is_no_second_one() {
    let world = UpstreamWorld::whole(models()).await;
    world.gemini.always(misspelt());
    world.openai.script(|_, number| match number {
        0 => Act::Succeed,
        _ => Act::status(500),
    });
    let made = thumbnail(&world, "openai").await;
    assert_eq!(world.openai.seen().len(), 2);
    assert_eq!(reviewed(&made).pop().unwrap().2, "It reads STROM.");
    world.end().await;
}

/// A worker dies while the second picture is painted. The next attempt paints one picture, and keeps it.
#[tokio::test]
async fn a_picture_is_painted_again_once_over_all_attempts() {
    let world = UpstreamWorld::idle(models()).await;
    world.gemini.always(misspelt());
    world.openai.script(|_, number| match number {
        1 => Act::Hang,
        _ => Act::Succeed,
    });
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "openai", "title": "Storm" })).await;
    let queue = world.service.resources().queue.clone();
    let receive = || async {
        let message = queue.peek(Duration::from_secs(60)).await.unwrap().remove(0);
        let record = json!({ "messageId": message.id, "receiptHandle": message.receipt, "body": message.body });
        (message, json!({ "Records": [record] }))
    };
    let generation_loop = world.generation_loop(queue.clone());
    let (_, event) = receive().await;
    let working = tokio::spawn({
        let generation_loop = generation_loop.clone();
        async move { generation_loop.handle(event).await }
    });
    eventually("the second picture is asked for", || async {
        world.openai.seen().len() == 2
    })
    .await;
    working.abort();
    // The lease ends 30 s after the model's timeout.
    world.service.clock().advance(Duration::from_secs(121));
    let (message, event) = receive().await;
    generation_loop.handle(event).await.unwrap();
    queue.delete(&message.receipt).await.unwrap();
    let status = begun.status().await;
    assert_eq!(status["status"], "completed", "{status}");
    assert_eq!(world.openai.seen().len(), 3);
    let spelling = reviewed(&status["thumbnails"][0]).pop().unwrap();
    assert_eq!((spelling.0.as_str(), spelling.1), ("spelling", false));
    world.end().await;
}
