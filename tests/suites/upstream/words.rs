//! Models that describe pictures and rewrite prompts, and the built-in rules that replace them when they fail.

use std::time::Duration;

use serde_json::{Value, json};
use tests::{
    Organization,
    upstream::{Act, Fake, Vendor, bedrock, gemini, openai},
};
use tokio::time::Instant;

use crate::{
    logs::{self, CANARY},
    support::{self, begin, call, data_url},
    world::{USUAL, UpstreamWorld, asked_for, model},
};

/// The configuration of a vendor's text model.
fn words(vendor: &str) -> Value {
    let upstream = match vendor {
        "gemini" => "gemini-3-flash",
        "openai" => "gpt-5.6-luna",
        _ => "us.amazon.nova-2-lite-v1:0",
    };
    let mut words = model(vendor, "", upstream);
    words.as_object_mut().unwrap().remove("id");
    words
}

/// A service that uses this vendor's models for pictures and for text.
async fn world(vendor: &str) -> UpstreamWorld {
    let usual = USUAL.into_iter().find(|(name, _)| *name == vendor);
    let painter = model(vendor, vendor, usual.expect("a vendor").1);
    UpstreamWorld::start(json!({ "models": [painter], "vision": words(vendor), "text": words(vendor) })).await
}

async fn hundredths(world: &UpstreamWorld, organization: &Organization) -> i64 {
    let balance = world.service.store().balance(organization.id).await.unwrap();
    balance.balance.hundredths()
}

/// Whether a request asks for text.
fn is_for_words(seen: &tests::upstream::Seen) -> bool {
    USUAL.iter().all(|(_, upstream)| asked_for(seen) != *upstream)
}

/// Answers that contain no usable description: the failures of every vendor, and `own`, which only this vendor has.
fn failures<V: Vendor>(own: Vec<V::Own>) -> Vec<Act<V::Own>> {
    let mut failures = support::failures();
    failures.extend([
        Act::Say(format!("No object, but a {CANARY}.")),
        Act::Say("{\"name\": \"only\"}".to_owned()),
        Act::Say("  \n".to_owned()),
    ]);
    failures.extend(own.into_iter().map(Act::Own));
    failures
}

/// The service uses the vendor's descriptions. If the vendor returns no usable description, the rules describe the
/// picture, and the price stays the same.
async fn describes<V: Vendor>(vendor: &str, fake: fn(&UpstreamWorld) -> &Fake<V>, own: Vec<V::Own>) {
    let world = world(vendor).await;
    let organization = world.organization().await;
    let client = &organization.client;
    let said = json!({
        "name": "Blue can",
        "description": format!("A can that reads {}.", CANARY.to_uppercase()),
        "category": "Drinks",
    });
    let fenced = format!("Here you are:\n```json\n{said}\n```");
    fake(&world).next([Act::Say(said.to_string()), Act::Say(fenced)]);
    let image = call(
        client,
        "upload_image",
        json!({ "imageUrl": data_url(1), "name": "Can" }),
    )
    .await;
    assert_eq!(
        (&image["name"], &image["description"]),
        (&json!("Can"), &said["description"])
    );
    let style = call(client, "create_inspiration", json!({ "imageUrl": data_url(2) })).await;
    assert_eq!(
        (&style["name"], &style["description"]),
        (&said["name"], &said["description"])
    );
    assert_eq!(style["category"], "drinks");
    let seen = fake(&world).seen();
    assert!(seen.iter().all(is_for_words), "{seen:?}");
    assert_eq!(seen.len(), 2);
    // A model is not asked for values that the caller has provided.
    let told = json!({ "imageUrl": data_url(3), "name": "Flat", "description": "Bright", "category": "games" });
    let style = call(client, "create_inspiration", told).await;
    assert_eq!((&style["name"], &style["category"]), (&json!("Flat"), &json!("games")));

    let failures = failures::<V>(own);
    let source = data_url(100);
    for failure in failures {
        let before = hundredths(&world, &organization).await;
        fake(&world).always(failure.clone());
        let image = call(client, "upload_image", json!({ "imageUrl": source })).await;
        let description = image["description"].as_str().unwrap();
        assert!(
            !description.is_empty() && !description.to_lowercase().contains(CANARY),
            "{failure:?}"
        );
        assert_eq!(hundredths(&world, &organization).await, before - 5, "{failure:?}");
        fake(&world).always(failure.clone());
        let style = call(client, "create_inspiration", json!({ "imageUrl": source })).await;
        assert!(!style["category"].as_str().unwrap().is_empty(), "{failure:?}");
        assert_ne!(style["description"], said["description"], "{failure:?}");
    }
    assert!(logs::count("WARN", "a picture is described by rules, the model did not") > 0);
    world.end().await;
}

#[tokio::test]
async fn gemini_describes_pictures_and_the_rules_replace_it_when_it_fails() {
    describes("gemini", |world| &world.gemini, gemini::Own::refusals()).await;
}

#[tokio::test]
async fn openai_describes_pictures_and_the_rules_replace_it_when_it_fails() {
    let own = vec![
        openai::Own::ContentFiltered,
        openai::Own::Declined,
        openai::Own::QuotaSpent,
    ];
    describes("openai", |world| &world.openai, own).await;
}

#[tokio::test]
async fn bedrock_describes_pictures_and_the_rules_replace_it_when_it_fails() {
    let own = vec![
        bedrock::Own::ContentFiltered,
        bedrock::Own::GuardrailIntervened,
        bedrock::Own::AccessDenied,
    ];
    describes("bedrock", |world| &world.bedrock, own).await;
}

#[tokio::test]
async fn a_text_model_has_a_timeout_of_eight_seconds() {
    let world = world("bedrock").await;
    let organization = world.organization().await;
    let client = &organization.client;
    let mut asked = 0;
    world.bedrock.script(move |seen, _| {
        asked += usize::from(is_for_words(seen));
        match (is_for_words(seen), asked) {
            (false, _) => Act::Succeed,
            // Longer than the SDK's timeout for calls to other AWS services, but within the model's timeout.
            (true, 1) => Act::SucceedAfter(Duration::from_millis(2_500)),
            (true, _) => Act::Hang,
        }
    });
    let wish = json!({ "prompt": support::prompt(), "enhancePrompt": true });
    let body = json!({ "imageUrl": data_url(1) });
    let slow = call(client, "generate_thumbnail", wish.clone()).await;
    assert!(slow["enhancedPrompt"].is_string(), "{slow}");
    // The control: a call without a vendor. On a busy machine it takes longer too.
    let before = Instant::now();
    call(client, "list_images", json!({})).await;
    let usual = before.elapsed();
    let before = Instant::now();
    let (image, hanging) = tokio::join!(
        call(client, "upload_image", body),
        call(client, "generate_thumbnail", wish)
    );
    let (took, patience) = (before.elapsed(), Duration::from_secs(8));
    assert!(
        (patience..patience + Duration::from_secs(2) + 10 * usual).contains(&took),
        "{took:?}, and a call that waits for no vendor took {usual:?}"
    );
    assert!(!image["description"].as_str().unwrap().is_empty());
    assert_eq!((&image["cost"], &hanging["cost"]), (&json!(0.05), &json!(1)));
    assert_eq!(hanging["enhancedPrompt"], Value::Null);
    for answer in [&slow, &hanging] {
        client.wait(&answer["generationId"]).await;
    }
    world.end().await;
}

/// The status shows the rewritten prompt beside the original prompt. The rewriting is charged, and the image model
/// receives the rewritten prompt.
async fn enhances<V: Vendor>(vendor: &str, fake: fn(&UpstreamWorld) -> &Fake<V>, own: Vec<V::Own>) {
    let world = world(vendor).await;
    let enhanced = format!("A {CANARY} lighthouse at dusk, huge, lit from the left");
    let brief = enhanced.clone();
    fake(&world).script(move |seen, _| match is_for_words(seen) {
        true => Act::Say(format!("\n{brief}\n")),
        false => Act::Succeed,
    });
    let organization = world.organization().await;
    let begun = begin(&organization, json!({ "enhancePrompt": true, "title": "Storm" })).await;
    let status = begun.end(&world.service).await;
    assert_eq!(
        (&status["prompt"], &status["enhancedPrompt"]),
        (&json!(support::prompt()), &json!(enhanced))
    );
    assert_eq!((&status["status"], &status["cost"]), (&json!("completed"), &json!(1.1)));
    let seen = fake(&world).seen();
    let body = |at: usize| String::from_utf8_lossy(&seen[at].body).into_owned();
    assert!(body(0).contains(&support::prompt()) && body(0).contains("Storm"));
    assert!(body(1).contains(&enhanced) && !body(1).contains(&support::prompt()));
    assert_eq!(seen.len(), 2);

    let mut left = 10_000 - 110;
    for failure in [Act::status(503), Act::Garbage, Act::Empty, Act::KeyRefused]
        .into_iter()
        .chain(own.into_iter().map(Act::Own))
    {
        let shown = format!("{failure:?}");
        fake(&world).script(move |seen, _| match is_for_words(seen) {
            true => failure.clone(),
            false => Act::Succeed,
        });
        let begun = begin(&organization, json!({ "enhancePrompt": true, "title": "Storm" })).await;
        let status = begun.end(&world.service).await;
        assert_eq!(
            (&status["status"], &status["cost"]),
            (&json!("completed"), &json!(1)),
            "{shown}"
        );
        assert_eq!(status["enhancedPrompt"], Value::Null, "{shown}");
        left -= 100;
        assert_eq!(begun.balance(&world.service).await, left, "{shown}");
        let last = fake(&world).seen().pop().expect("a request");
        assert!(
            String::from_utf8_lossy(&last.body).contains(&support::prompt()),
            "{shown}"
        );
    }
    world.end().await;
}

#[tokio::test]
async fn a_prompt_that_gemini_rewrote_is_shown_charged_and_painted() {
    let own = vec![gemini::Own::Blocked("SAFETY"), gemini::Own::Nothing];
    enhances("gemini", |world| &world.gemini, own).await;
}

#[tokio::test]
async fn a_prompt_that_openai_rewrote_is_shown_charged_and_painted() {
    let own = vec![openai::Own::Declined, openai::Own::ContentFiltered];
    enhances("openai", |world| &world.openai, own).await;
}

#[tokio::test]
async fn a_prompt_that_bedrock_rewrote_is_shown_charged_and_painted() {
    let own = vec![bedrock::Own::ContentFiltered, bedrock::Own::GuardrailIntervened];
    enhances("bedrock", |world| &world.bedrock, own).await;
}

#[tokio::test]
async fn the_composer_takes_the_words_of_the_callers_prompt_and_not_of_the_rewritten_one() {
    let models = json!([{ "id": "composer", "provider": "composer" }]);
    let world = UpstreamWorld::start(json!({ "models": models, "text": words("gemini") })).await;
    let organization = world.organization().await;
    let client = &organization.client;
    let note = "The composer cannot print these characters of the prompt and leaves them out of the picture: Ꭰ, Ꭱ.";
    let body = json!({ "prompt": "A kite over ᎠᎡ", "enhancePrompt": true });
    let quoted = client.quote("generate_thumbnail", body.to_string()).await;
    assert_eq!(quoted.data()["notes"], json!([note]));
    world
        .gemini
        .next([Act::Say("A huge kite over ᎡᎢ".to_owned()), Act::status(503)]);
    for rewritten in [true, false] {
        let started = call(client, "generate_thumbnail", body.clone()).await;
        assert_eq!(
            (started["enhancedPrompt"].is_string(), &started["notes"]),
            (rewritten, &json!([note]))
        );
        assert_eq!(client.wait(&started["generationId"]).await["notes"], json!([note]));
    }
    world.end().await;
}
