//! Chains of fallback models: in which order models are asked, what is charged, and what the response says.

use std::time::Duration;

use contract::{GenerationStatus, Plan};
use serde_json::{Value, json};
use tests::upstream::{Act, bedrock, openai, painter};

use crate::{
    logs,
    support::{self, Begun, begin},
    world::{THUMBNAILS, USUAL, UpstreamWorld, model, with},
};

/// Gemini's model with the other vendors' models and the composer as fallbacks.
fn chain(first: Value) -> Value {
    let mut models = crate::world::one_of_each();
    let fallbacks = json!({ "fallbacks": ["openai", "bedrock", "composer"] });
    models[0] = with(with(models[0].take(), fallbacks), first);
    models
}

/// The number of requests that each vendor has received.
fn requests(world: &UpstreamWorld) -> [usize; 3] {
    [
        world.gemini.seen().len(),
        world.openai.seen().len(),
        world.bedrock.seen().len(),
    ]
}

async fn assert_charged(world: &UpstreamWorld, begun: &Begun, thumbnails: u32) {
    let left = i64::from(THUMBNAILS - thumbnails) * 100;
    assert_eq!(begun.balance(&world.service).await, left);
    world.service.audit(begun.organization.id).await;
}

#[tokio::test]
async fn each_model_gets_three_attempts_before_its_fallback() {
    let world = UpstreamWorld::start(chain(json!({}))).await;
    world.gemini.always(Act::status(500));
    world.openai.always(Act::Cut);
    world.bedrock.always(Act::Throttled { retry_after: None });
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "gemini" })).await;
    let waits = support::run_to_end(&world.service, std::slice::from_ref(&begun)).await;
    let waits = &waits[&begun.id];
    assert_eq!(waits.keys().copied().collect::<Vec<_>>(), [1, 2, 4, 5, 7, 8]);
    for (attempt, wait) in waits {
        // The wait after each model's first attempt is 10 s, after its second attempt 40 s. In the table, waits end two
        // seconds earlier.
        let seconds = if attempt % 3 == 1 { 10 } else { 40 };
        let usual = Duration::from_secs(seconds - 2);
        assert!(
            wait.abs_diff(usual) < Duration::from_millis(500),
            "attempt {attempt} is followed by a wait of {wait:?}"
        );
    }
    assert_eq!(requests(&world), [3, 3, 3]);
    let status = begun.status().await;
    assert_eq!(
        (&status["status"], &status["model"]),
        (&json!("completed"), &json!("gemini"))
    );
    let made = &status["thumbnails"][0]["reproducibility"];
    assert_eq!(
        (&made["model"], &made["upstreamModel"]),
        (&json!("composer"), &Value::Null)
    );
    assert_charged(&world, &begun, 1).await;
    world.end().await;
}

#[tokio::test]
async fn a_fallback_that_recovers_makes_the_thumbnail() {
    let world = UpstreamWorld::start(chain(json!({}))).await;
    world.gemini.always(Act::Empty);
    world.openai.next([Act::status(502), Act::CutHalfway]);
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "gemini" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(requests(&world), [3, 3, 0]);
    let thumbnail = &status["thumbnails"][0];
    assert_eq!(thumbnail["reproducibility"]["model"], "openai");
    assert_eq!(thumbnail["reproducibility"]["upstreamModel"], "gpt-image-2");
    assert_eq!(painter(&support::download(thumbnail).await), "openai");
    assert_charged(&world, &begun, 1).await;
    world.end().await;
}

#[tokio::test]
async fn the_status_has_notes_on_the_composer_when_the_composer_replaces_a_model() {
    let world = UpstreamWorld::start(chain(json!({ "fallbacks": ["composer"] }))).await;
    let organization = world.organization().await;
    let client = &organization.client;
    let person = support::call(client, "create_person", json!({ "name": "Kim" })).await;
    let body = json!({ "model": "gemini", "title": "GO ᎠᎡ", "personIds": [person["personId"]], "count": 2 });
    let quote = client.quote("generate_thumbnail", body.to_string()).await;
    let painted = "The composer cannot print these characters of the title: Ꭰ, Ꭱ. So gemini paints the words. Give \
                   `lettering` to choose yourself.";
    assert_eq!(quote.data()["notes"], json!([painted]));
    let begun = begin(&organization, body.clone()).await;
    assert_eq!(begun.end(&world.service).await["notes"], json!([painted]));
    let notes = json!([
        "The composer cannot print these characters of the title and leaves them out of the picture: Ꭰ, Ꭱ.",
        "The composer draws persons from their photos. It cannot draw “Kim”, because no photo was given.",
    ]);
    world.gemini.always(Act::Gone);
    let begun = begin(&organization, body).await;
    assert_eq!(begun.end(&world.service).await["notes"], notes);

    let before = crate::changes::finished(&world, &organization, "composer").await;
    let after = crate::changes::changed(&world, &organization, &before, "gemini").await;
    let note = "The composer did not understand “Put it on the moon”. It can change the title, the background, the \
                subject, ornaments, persons, images, logos and the layout.";
    assert_eq!(after["notes"], json!([note]));
    world.end().await;
}

#[tokio::test]
async fn a_permanent_failure_passes_to_the_fallback_immediately() {
    let world = UpstreamWorld::start(chain(json!({}))).await;
    world.gemini.always(Act::Gone);
    world.openai.always(Act::Own(openai::Own::QuotaSpent));
    world.bedrock.next([Act::Own(bedrock::Own::AccessDenied), Act::Succeed]);
    let organization = world.organization().await;
    let before = world.service.clock().now();
    for (maker, seen) in [("composer", [1, 1, 1]), ("bedrock", [2, 2, 2])] {
        let begun = begin(&organization, json!({ "model": "gemini" })).await;
        // This waits without advancing the clock, so the fallback is asked without a wait.
        let answer = organization.client.wait(&json!(begun.id)).await;
        assert_eq!(answer["thumbnails"][0]["reproducibility"]["model"], maker);
        assert_eq!(requests(&world), seen);
    }
    assert!(world.service.clock().now().since(before).as_secs() < 10);
    world.end().await;
}

#[tokio::test]
async fn a_model_after_its_end_of_life_is_never_asked() {
    let ended = json!({ "endOfLife": "2020-01-01" });
    let [(_, gemini), (_, openai), _] = USUAL;
    let world = UpstreamWorld::start(json!([
        with(
            model("gemini", "ended", gemini),
            with(ended.clone(), json!({ "fallbacks": ["past", "heir"] }))
        ),
        with(model("openai", "past", openai), ended.clone()),
        with(model("openai", "heir", openai), json!({ "endOfLife": "2999-12-31" })),
        with(
            model("gemini", "alone", gemini),
            with(ended, json!({ "fallbacks": ["past"] }))
        ),
        with(
            model("gemini", "dying", gemini),
            json!({ "fallbacks": ["past", "heir"] })
        ),
    ]))
    .await;
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "ended" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["thumbnails"][0]["reproducibility"]["model"], "heir");
    assert_eq!(world.asked(), [openai]);
    let message = "a model has reached the end of its life; its fallback is used";
    assert!(logs::count("WARN", message) > 0);

    let begun = begin(&organization, json!({ "model": "alone" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_FAILED");
    assert_eq!(world.asked(), [openai]);
    assert!(logs::count("ERROR", "a model has reached the end of its life and has no fallback") > 0);
    assert_charged(&world, &begun, 1).await;

    // A fallback after its end of life is skipped.
    world.gemini.always(Act::Gone);
    let begun = begin(&organization, json!({ "model": "dying" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["thumbnails"][0]["reproducibility"]["model"], "heir");
    assert_eq!(world.asked(), [gemini, openai, openai]);
    world.end().await;
}

#[tokio::test]
async fn a_refused_prompt_is_not_sent_to_a_fallback() {
    let world = UpstreamWorld::start(chain(json!({}))).await;
    world
        .gemini
        .always(Act::Own(tests::upstream::gemini::Own::Finished("IMAGE_SAFETY")));
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "gemini" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_REFUSED");
    assert_eq!(requests(&world), [1, 0, 0]);
    assert_charged(&world, &begun, 0).await;

    // If a fallback refuses, the thumbnail fails without a further fallback, too.
    world.gemini.always(Act::Gone);
    world.openai.always(Act::Own(openai::Own::ModerationBlocked));
    let begun = begin(&organization, json!({ "model": "gemini" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(status["thumbnails"][0]["error"]["code"], "MODEL_REFUSED");
    assert_eq!(requests(&world), [2, 1, 0]);
    assert_charged(&world, &begun, 0).await;
    world.end().await;
}

#[tokio::test]
async fn each_thumbnail_is_refunded_once_after_the_last_fallback_failed() {
    let world = UpstreamWorld::start(chain(json!({ "fallbacks": ["openai", "bedrock"] }))).await;
    world.gemini.always(Act::status(500));
    world.openai.always(Act::KeyRefused);
    world.bedrock.always(Act::SucceedWith("no picture".into()));
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "model": "gemini", "count": 2 })).await;
    let status = begun.end(&world.service).await;
    assert_eq!((&status["status"], &status["refunded"]), (&json!("failed"), &json!(2)));
    for index in 0..2 {
        assert_eq!(status["thumbnails"][index]["error"]["code"], "OUTPUT_REJECTED");
    }
    assert_eq!(requests(&world), [6, 2, 6]);
    let history = support::call(&organization.client, "get_credit_history", json!({})).await;
    let types: Vec<_> = history["transactions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["type"])
        .collect();
    assert_eq!(types, ["refund", "refund", "charge", "grant"]);
    assert_charged(&world, &begun, 0).await;
    world.end().await;
}

#[tokio::test]
async fn the_thumbnails_of_a_generation_fail_over_independently() {
    let models = json!([
        with(
            model("bedrock", "first", USUAL[2].1),
            json!({ "fallbacks": ["second"], "timeoutSeconds": 30 })
        ),
        model("openai", "second", USUAL[1].1),
    ]);
    let world = UpstreamWorld::start(models).await;
    // The requests for the thumbnails differ only in the seed.
    let mut throttled = 0;
    world.bedrock.script(move |seen, _| match seen.json()["seed"].as_u64() {
        Some(11) => Act::Gone,
        Some(12) => Act::Own(bedrock::Own::ContentFilters),
        Some(13) => Act::status(500),
        Some(14) if throttled < 2 => {
            throttled += 1;
            Act::Throttled { retry_after: Some(20) }
        }
        _ => Act::Succeed,
    });
    let organization = world.service.organization(Plan::Pro, THUMBNAILS).await;
    let begun = begin(&organization, json!({ "model": "first", "count": 5, "seed": 10 })).await;
    let others = |now: &store::Progress| {
        let ended = now.thumbnails.iter().filter(|one| one.status().is_ended());
        ended.count() == 3
    };
    let now = begun.until(&world.service, others).await;
    assert_eq!(now.status(), GenerationStatus::Processing);
    let status = begun.end(&world.service).await;
    let outcome = |index: usize| {
        let thumbnail = &status["thumbnails"][index];
        let code = thumbnail["error"]["code"].as_str();
        code.or(thumbnail["reproducibility"]["model"].as_str())
            .unwrap_or_default()
    };
    let outcomes: Vec<_> = (0..5).map(outcome).collect();
    assert_eq!(
        outcomes,
        ["first", "second", "MODEL_REFUSED", "second", "first"],
        "{status}"
    );
    assert_eq!(
        (&status["status"], &status["refunded"]),
        (&json!("partially_completed"), &json!(1))
    );
    assert_eq!(requests(&world), [0, 2, 1 + 1 + 1 + 3 + 3]);
    assert_charged(&world, &begun, 4).await;
    world.end().await;
}
