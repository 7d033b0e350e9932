//! API keys in Secrets Manager: they are read on first use, cached, and read again after a vendor refused a key.

use serde_json::{Value, json};
use tests::upstream::{Act, Seen, Trouble};

use crate::{
    logs,
    support::{self, begin},
    world::{THUMBNAILS, USUAL, UpstreamWorld, model, with},
};

const NAME: &str = "thumbnails/vendors";

/// The keys of Gemini's and OpenAI's models are two fields of one secret. Bedrock's key is a separate secret.
fn models() -> Value {
    let secrets = ["thumbnails/vendors#gemini", "thumbnails/vendors#openai", "bedrock-key"];
    let of_vendors = USUAL.into_iter().zip(secrets).map(|((vendor, upstream), secret)| {
        let more = json!({ "secret": format!("secretsmanager:{secret}"), "fallbacks": ["composer"] });
        with(model(vendor, vendor, upstream), more)
    });
    let composer = json!({ "id": "composer", "provider": "composer" });
    of_vendors.chain([composer]).collect::<Vec<_>>().into()
}

fn put(world: &UpstreamWorld, version: &str) {
    let fields = json!({
        "gemini": format!("zanarium-gemini-{version}"),
        "openai": format!("  zanarium-openai-{version}\n"),
    });
    world.secrets.put(NAME, &fields.to_string());
    world.secrets.put("bedrock-key", &format!("zanarium-bedrock-{version}"));
}

/// The API key in a request.
fn key(seen: &Seen) -> String {
    let bearer = seen
        .header("authorization")
        .and_then(|value| value.strip_prefix("Bearer "));
    bearer.or(seen.header("x-goog-api-key")).unwrap_or_default().to_owned()
}

/// Makes a generation with one thumbnail by this vendor's model, and returns the id of the model that made the
/// thumbnail.
async fn maker(world: &UpstreamWorld, organization: &tests::Organization, vendor: &str) -> Value {
    let status = begin(organization, json!({ "model": vendor }))
        .await
        .end(&world.service)
        .await;
    status["thumbnails"][0]["reproducibility"]["model"].clone()
}

#[tokio::test]
async fn a_key_is_cached_and_read_again_after_a_vendor_refused_it() {
    let world = UpstreamWorld::start(models()).await;
    put(&world, "old");
    let organization = world.organization().await;
    for (vendor, _) in USUAL {
        assert_eq!(maker(&world, &organization, vendor).await, vendor);
        let begun = begin(&organization, json!({ "model": vendor, "count": 4 })).await;
        assert_eq!(begun.end(&world.service).await["status"], "completed");
    }
    // Each field of a secret is read with its own call.
    assert_eq!(world.secrets.asked(), [NAME, NAME, "bedrock-key"]);

    put(&world, "new");
    fn only_new<Own>(seen: &Seen, _: usize) -> Act<Own> {
        if key(seen).ends_with("-new") {
            Act::Succeed
        } else {
            Act::KeyRefused
        }
    }
    world.gemini.script(only_new);
    world.openai.script(only_new);
    world.bedrock.script(only_new);
    let organization = world.organization().await;
    for (vendor, _) in USUAL {
        assert_eq!(maker(&world, &organization, vendor).await, "composer");
        for _ in 0..2 {
            assert_eq!(maker(&world, &organization, vendor).await, vendor);
        }
    }
    assert_eq!(world.secrets.calls(), 6);
    for (vendor, seen) in [
        ("gemini", world.gemini.seen()),
        ("openai", world.openai.seen()),
        ("bedrock", world.bedrock.seen()),
    ] {
        let keys: Vec<_> = seen.iter().map(key).collect();
        let expected =
            [("old", 6), ("new", 2)].map(|(version, times)| vec![format!("zanarium-{vendor}-{version}"); times]);
        assert_eq!(keys, expected.concat());
    }
    world.end().await;
}

#[tokio::test]
async fn a_permanently_unreadable_key_disables_its_model() {
    let world = UpstreamWorld::start(models()).await;
    let missing = json!({ "other": "zanarium" }).to_string();
    let number = json!({ "gemini": 7 }).to_string();
    let blank = json!({ "gemini": " " }).to_string();
    let organization = world.organization().await;
    let mut lines = 0;
    for (text, trouble) in [
        (None, None),
        (Some(missing.as_str()), None),
        (Some(number.as_str()), None),
        (Some(blank.as_str()), None),
        (Some("zanarium, not JSON"), None),
        (Some("{}"), Some(Trouble::AccessDenied)),
        (Some("{}"), Some(Trouble::DecryptionFailure)),
        (Some("{}"), Some(Trouble::Deleted)),
    ] {
        if let Some(text) = text {
            world.secrets.put(NAME, text);
        }
        world.secrets.trouble(trouble);
        assert_eq!(
            maker(&world, &organization, "gemini").await,
            "composer",
            "{text:?} {trouble:?}"
        );
        lines += 1;
    }
    let told = logs::count("ERROR", "a model cannot be used");
    assert!(told >= lines, "{told}");
    assert_eq!((world.gemini.seen().len(), world.secrets.calls()), (0, lines));
    let balance = world.service.store().balance(organization.id).await.unwrap().balance;
    assert_eq!(balance.hundredths(), (i64::from(THUMBNAILS) - 8) * 100);
    world.end().await;
}

#[tokio::test]
async fn a_temporarily_unreadable_key_is_retried_in_another_attempt() {
    let world = UpstreamWorld::start(models()).await;
    put(&world, "only");
    let organization = world.organization().await;
    // The SDK itself retries one or two failures.
    world.secrets.trouble([Trouble::Throttled, Trouble::Cut]);
    assert_eq!(maker(&world, &organization, "gemini").await, "gemini");
    for (vendor, trouble) in [("openai", Trouble::Internal), ("bedrock", Trouble::Hang)] {
        world.secrets.trouble([trouble; 9]);
        let begun = begin(&organization, json!({ "model": vendor })).await;
        let waits = |now: &store::Progress| matches!(now.thumbnails[0].state, store::State::Waiting { .. });
        begun.until(&world.service, waits).await;
        world.secrets.trouble([]);
        let status = begun.end(&world.service).await;
        assert_eq!(status["thumbnails"][0]["reproducibility"]["model"], vendor);
    }
    // If the failure lasts, the fallback makes the thumbnail.
    let world_of_troubles = UpstreamWorld::start(models()).await;
    world_of_troubles.secrets.trouble([Trouble::Throttled; 99]);
    let organization = world_of_troubles.organization().await;
    let begun = begin(&organization, json!({ "model": "gemini" })).await;
    let waits = support::run_to_end(&world_of_troubles.service, std::slice::from_ref(&begun)).await;
    assert_eq!(waits[&begun.id].len(), 2);
    assert_eq!(
        begun.status().await["thumbnails"][0]["reproducibility"]["model"],
        "composer"
    );
    assert_eq!(world_of_troubles.gemini.seen().len(), 0);
    world_of_troubles.end().await;
    world.end().await;
}
