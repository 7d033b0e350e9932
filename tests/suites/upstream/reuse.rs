//! Connections to vendors: they are reused, and closed when their response cannot be used any more.

use futures_util::future::join_all;
use serde_json::json;
use store::{Progress, State};
use tests::upstream::{Act, Fake, Vendor, painter};

use crate::{
    support::{self, begin},
    world::{USUAL, UpstreamWorld, model, one_of_each, with},
};

#[tokio::test]
async fn consecutive_thumbnails_share_a_connection() {
    let world = UpstreamWorld::start(one_of_each()).await;
    for (vendor, _) in USUAL {
        let organization = world.organization().await;
        for _ in 0..10 {
            let begun = begin(&organization, json!({ "model": vendor, "format": "jpeg" })).await;
            assert_eq!(begun.end(&world.service).await["status"], "completed");
        }
    }
    for connections in [
        world.gemini.connections(),
        world.openai.connections(),
        world.bedrock.connections(),
    ] {
        assert!((1..=2).contains(&connections), "{connections}");
    }
    world.end().await;
}

#[tokio::test]
async fn thirty_concurrent_thumbnails_are_each_made_by_their_own_model() {
    let world = UpstreamWorld::start(one_of_each()).await;
    let organization = world.organization().await;
    let generations =
        USUAL.map(|(vendor, _)| begin(&organization, json!({ "model": vendor, "count": 10, "format": "jpeg" })));
    let begun = join_all(generations).await;
    support::run_to_end(&world.service, &begun).await;
    for (begun, (vendor, upstream)) in begun.iter().zip(USUAL) {
        let status = begun.status().await;
        assert_eq!((&status["status"], &status["cost"]), (&json!("completed"), &json!(10)));
        for thumbnail in status["thumbnails"].as_array().unwrap() {
            assert_eq!(thumbnail["reproducibility"]["model"], vendor);
        }
        let picture = support::download(&status["thumbnails"][9]).await;
        assert_eq!(painter(&picture), vendor);
        let asked = world.asked();
        assert_eq!(asked.iter().filter(|model| *model == upstream).count(), 10);
    }
    assert_eq!(begun[0].balance(&world.service).await, 7_000);
    let connections = [
        world.gemini.connections(),
        world.openai.connections(),
        world.bedrock.connections(),
    ];
    assert!(
        connections.iter().all(|&connections| connections <= 10),
        "{connections:?}"
    );
    world.end().await;
}

/// The connection is closed if a response never comes or is too long to be used.
async fn hangs_up<V: Vendor>(vendor: &str, upstream: &str, fake: fn(&UpstreamWorld) -> &Fake<V>) {
    let quick = json!({ "timeoutSeconds": 2 });
    let world = UpstreamWorld::start(json!([with(model(vendor, vendor, upstream), quick)])).await;
    let organization = world.organization().await;
    for act in [Act::Hang, Act::Oversized(u64::MAX)] {
        fake(&world).always(act);
        let begun = begin(&organization, json!({ "model": vendor })).await;
        let waits = |now: &Progress| matches!(now.thumbnails[0].state, State::Waiting { .. });
        begun.until(&world.service, waits).await;
        support::eventually("all connections are closed", || async {
            fake(&world).open_connections() == 0
        })
        .await;
        fake(&world).always(Act::Succeed);
        assert_eq!(begun.end(&world.service).await["status"], "completed");
        // The connection of this success is reused for the next request, and closed with it.
    }
    world.end().await;
}

#[tokio::test]
async fn useless_connections_to_gemini_are_closed() {
    hangs_up("gemini", USUAL[0].1, |world| &world.gemini).await;
}

#[tokio::test]
async fn useless_connections_to_openai_are_closed() {
    hangs_up("openai", USUAL[1].1, |world| &world.openai).await;
}

#[tokio::test]
async fn useless_connections_to_bedrock_are_closed() {
    hangs_up("bedrock", USUAL[2].1, |world| &world.bedrock).await;
}
