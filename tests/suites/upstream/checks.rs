//! Checks of the configured models: `tgctl models check`, and the check that a sweep makes once a day.

use std::time::Duration;

use runtime::{Clock, Environment};
use serde_json::{Value, json};
use tests::upstream::{Act, Seen, bedrock, openai};
use tokio::time::Instant;

use crate::{
    logs,
    support::eventually,
    world::{USUAL, UpstreamWorld, model, with},
};

/// A day that is closer than 30 days, and a day that is not. Tests run at any date, so the day is computed.
fn day_in(days: u64) -> &'static str {
    let moment = Clock::system().now().plus(Duration::from_secs(days * 24 * 60 * 60));
    Box::leak(moment.to_string()[..10].to_owned().into_boxed_str())
}

/// Runs `tgctl models check` with the world's configuration. Returns the exit code and the printed JSON.
pub(crate) async fn check(world: &UpstreamWorld, options: &str) -> (u8, Value) {
    let variables = world.variables.clone();
    let environment = Environment::of(move |name| variables.get(name).cloned());
    let line = format!("models check --json {options}");
    let outcome = ctl::run(line.split_whitespace(), environment, Clock::system()).await;
    let told = format!("{}{}", outcome.stdout, outcome.stderr);
    assert!(!told.contains(logs::CANARY) && !told.contains("http://"), "{told}");
    (outcome.exit_code, serde_json::from_str(&outcome.stdout).expect(&told))
}

/// The state of each model by its id.
pub(crate) fn states(report: &Value) -> Value {
    let models = report["models"].as_array().unwrap().iter();
    models
        .map(|model| (model["id"].as_str().unwrap().to_owned(), model["state"].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// One model of each vendor, the composer and models for words.
fn everything() -> Value {
    let words = |vendor, upstream| {
        let mut words = model(vendor, "", upstream);
        words.as_object_mut().unwrap().remove("id");
        words
    };
    json!({
        "models": crate::world::one_of_each(),
        "vision": words("gemini", "gemini-3.8-flash"),
        "text": words("openai", "gpt-6.1-terra"),
    })
}

#[tokio::test]
async fn every_model_that_its_vendor_offers_is_fine() {
    let world = UpstreamWorld::idle(everything()).await;
    let (exit, report) = check(&world, "").await;
    assert_eq!((exit, &report["ok"]), (0, &json!(true)), "{report}");
    let expected = json!({
        "gemini": "fine", "openai": "fine", "bedrock": "fine", "composer": "fine", "vision": "fine", "text": "fine",
    });
    assert_eq!(states(&report), expected);
    assert!(report["models"][0].get("picture").is_none() && report["models"][0]["endsOn"].is_null());
    let paths = |seen: Vec<Seen>| seen.into_iter().map(|seen| seen.path).collect::<Vec<_>>();
    let gemini = [
        "/v1beta/models/gemini-nano-banana-2.1",
        "/v1beta/models/gemini-3.8-flash",
    ];
    assert_eq!(paths(world.gemini.looked_up()), gemini);
    assert_eq!(paths(world.openai.looked_up()), ["/v1/models"; 2]);
    assert_eq!(
        paths(world.bedrock.looked_up()),
        ["/foundation-models/stability.stable-image-core-v1%3A1"]
    );
    assert_eq!(world.asked(), [""; 0]);
    world.end().await;
}

#[tokio::test]
async fn each_answer_of_a_vendor_has_its_state() {
    let world = UpstreamWorld::idle(crate::world::one_of_each()).await;
    let (soon, later) = (day_in(20), day_in(90));
    // Gemini does not tell when a model ends, and OpenAI knows no models that end at an unknown time.
    for (gemini, openai, bedrock, states_of) in [
        (Act::Gone, Act::Gone, Act::Gone, ["gone", "gone", "gone"]),
        (
            Act::Succeed,
            Act::Ends(soon),
            Act::Ends(soon),
            ["fine", "ending", "ending"],
        ),
        (
            Act::Succeed,
            Act::Ends(later),
            Act::Ends(later),
            ["fine", "fine", "fine"],
        ),
        (
            Act::Succeed,
            Act::Ends("2026-01-01"),
            Act::Legacy,
            ["fine", "gone", "legacy"],
        ),
        (Act::KeyRefused, Act::KeyRefused, Act::KeyRefused, ["key_refused"; 3]),
        (Act::Cut, Act::status(500), Act::CutHalfway, ["unanswered"; 3]),
        (Act::Garbage, Act::Garbage, Act::Garbage, ["unanswered"; 3]),
        (
            Act::Throttled { retry_after: None },
            Act::Throttled { retry_after: Some(9) },
            Act::Throttled { retry_after: None },
            ["unanswered"; 3],
        ),
        (
            Act::Oversized(100_000_000),
            Act::Oversized(100_000_000),
            Act::Oversized(100_000_000),
            ["unanswered"; 3],
        ),
        (
            Act::status(403),
            Act::Own(openai::Own::QuotaSpent),
            Act::Own(bedrock::Own::AccessDenied),
            ["key_refused"; 3],
        ),
        // A server without a list of models.
        (
            Act::Succeed,
            Act::status(404),
            Act::Succeed,
            ["fine", "unlisted", "fine"],
        ),
    ] {
        let shown = format!("{gemini:?} {openai:?} {bedrock:?}");
        world.gemini.catalog(gemini);
        world.openai.catalog(openai);
        world.bedrock.catalog(bedrock);
        let (exit, report) = check(&world, "").await;
        let found = states(&report);
        let found = ["gemini", "openai", "bedrock"].map(|id| found[id].as_str().unwrap().to_owned());
        assert_eq!(found, states_of, "{shown}: {report}");
        let is_fine = states_of
            .iter()
            .all(|state| ["fine", "legacy", "unlisted"].contains(state));
        assert_eq!((exit == 0, &report["ok"]), (is_fine, &json!(is_fine)), "{shown}");
    }
    world.end().await;
}

#[tokio::test]
async fn a_slow_vendor_does_not_delay_the_check_of_the_others() {
    let mut models = crate::world::one_of_each();
    // Nothing listens there.
    let closed = json!({ "id": "closed", "provider": "openai", "upstreamModel": "x", "baseUrl": "http://127.0.0.1:1" });
    models.as_array_mut().unwrap().push(closed);
    let world = UpstreamWorld::idle(models).await;
    // The control: a check in which no vendor is slow. On a busy machine it takes longer too.
    let begun = Instant::now();
    check(&world, "").await;
    let usual = begun.elapsed();
    world.gemini.catalog(Act::Hang);
    let begun = Instant::now();
    let (exit, report) = check(&world, "").await;
    let took = begun.elapsed();
    assert!(
        took < Duration::from_secs(12) + 10 * usual,
        "{took:?}, and {usual:?} without a slow vendor"
    );
    assert_eq!(exit, 1);
    let expected = json!({
        "gemini": "unanswered", "openai": "fine", "bedrock": "fine", "composer": "fine", "closed": "unanswered",
    });
    assert_eq!(states(&report), expected);
    let message = |at: usize| report["models"][at]["message"].as_str().unwrap().to_owned();
    assert_eq!(message(0), "The vendor could not be asked: it did not answer in time.");
    assert_eq!(message(4), "The vendor could not be asked: it cannot be reached.");
    world.end().await;
}

#[tokio::test]
async fn an_end_in_the_configuration_counts_where_the_vendor_tells_none() {
    let [(_, gemini), ..] = USUAL;
    let ends = |id: &str, day: &str| with(model("gemini", id, gemini), json!({ "endOfLife": day }));
    let (soon, later) = (day_in(29), day_in(40));
    let world = UpstreamWorld::idle(json!([
        ends("soon", soon),
        ends("later", later),
        ends("past", "2026-01-01")
    ]))
    .await;
    let (exit, report) = check(&world, "").await;
    assert_eq!(
        states(&report),
        json!({ "soon": "ending", "later": "fine", "past": "gone" })
    );
    assert_eq!((exit, &report["models"][0]["endsOn"]), (1, &json!(soon)));
    world.end().await;
}

#[tokio::test]
async fn a_picture_of_each_model_is_painted_on_demand() {
    let world = UpstreamWorld::idle(everything()).await;
    world.openai.always(Act::status(500));
    let (exit, report) = check(&world, "--paint").await;
    assert_eq!(exit, 1);
    let picture = |at: usize| &report["models"][at]["picture"];
    for painted in [0, 2, 3].map(picture) {
        assert_eq!(
            (&painted["ok"], &painted["width"], &painted["height"]),
            (&json!(true), &json!(1280), &json!(720)),
            "{report}"
        );
        assert!(painted["bytes"].as_u64().unwrap() > 1_000 && painted["seconds"].is_number());
    }
    assert_eq!(picture(1)["ok"], false);
    assert_eq!(picture(1)["message"], "the model failed for now: HTTP status 500");
    assert_eq!((picture(4), picture(5)), (&Value::Null, &Value::Null));
    world.end().await;
}

/// The sweep of the first minute checks the models, and so does the first sweep of the next day, in one of two
/// processes.
#[tokio::test]
async fn one_sweep_of_each_day_checks_the_models() {
    const ENDS: &str = "a model needs an operator";
    let [(_, gemini), (_, openai), (_, bedrock)] = USUAL;
    let world = UpstreamWorld::whole(json!([
        model("gemini", "daily-gemini", gemini),
        model("openai", "daily-openai", openai),
        model("bedrock", "daily-bedrock", bedrock),
    ]))
    .await;
    let lookups = || {
        [
            world.gemini.looked_up().len(),
            world.openai.looked_up().len(),
            world.bedrock.looked_up().len(),
        ]
    };
    eventually("the first sweep has checked the models", || async {
        lookups() == [1, 1, 1]
    })
    .await;
    let loops = [(); 2].map(|()| world.generation_loop(world.service.resources().queue.clone()));
    let sweep = || async {
        for each in &loops {
            each.handle(json!({ "source": "aws.events", "detail-type": "Scheduled Event" }))
                .await
                .unwrap();
        }
    };
    sweep().await;
    assert_eq!(lookups(), [1, 1, 1]);
    world.openai.catalog(Act::Ends(day_in(25)));
    world.bedrock.catalog(Act::KeyRefused);
    world.gemini.catalog(Act::status(503));
    let errors = || logs::containing_all(&["daily-", ENDS, "ERROR"]).len();
    let before = errors();
    world.service.clock().advance(Duration::from_secs(24 * 60 * 60));
    sweep().await;
    sweep().await;
    assert_eq!(lookups(), [2, 2, 2]);
    assert_eq!(errors() - before, 2);
    let warned = logs::containing_all(&["daily-gemini", "a model may need an operator soon", "WARN"]);
    assert_eq!(warned.len(), 1, "{warned:?}");
    world.service.clock().advance(Duration::from_secs(24 * 60 * 60));
    sweep().await;
    assert_eq!(lookups(), [3, 3, 3]);
    world.end().await;
}
