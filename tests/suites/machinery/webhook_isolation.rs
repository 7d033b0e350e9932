//! A dead receiver beside a live one.

use std::{collections::BTreeSet, time::Duration};

use contract::{OrganizationId, Plan};
use futures_util::{StreamExt, stream};
use http::Method;
use sampling::all_or;
use serde_json::json;
use tests::{
    Receiver, Service,
    receiver::Act,
    service::{Setup, deadline},
};
use tokio::time::Instant;

use crate::support::{alone, commit};

/// How many events the live receiver gets.
const LIVE: usize = 100;

/// Makes generations that end at once by a cancel.
async fn end_many(service: &Service, organization: OrganizationId, count: usize) {
    let store = &service.stores()[0];
    let one = |seed: usize| async move {
        let generation = commit(store, organization, 1, u32::try_from(seed).unwrap()).await;
        let read = store.cancellation(organization, generation).await.unwrap().unwrap();
        store.cancel(read, deadline()).await.unwrap();
    };
    stream::iter(0..count)
        .map(one)
        .buffer_unordered(4)
        .collect::<()>()
        .await;
}

/// How long it takes until the live receiver has all its events, while a dead one gets so many.
async fn time_of_live_events(dead_events: usize) -> Duration {
    let (dead, live) = (Receiver::start().await, Receiver::start().await);
    dead.behave(|_| Act::Hang);
    let mut sources = live.sources();
    sources.allow_hosts.push(dead.host());
    let service = Service::start(Setup {
        gateways: 1,
        sources,
        ..Setup::default()
    })
    .await;
    let mut organizations = Vec::new();
    for receiver in [&dead, &live] {
        let organization = service.organization(Plan::Enterprise, 20_000).await;
        let body = json!({ "url": receiver.url("/"), "events": ["generation.ended"] });
        organization.client.webhooks(Method::POST, "", body).await.data();
        organizations.push(organization.id);
    }
    end_many(&service, organizations[0], dead_events).await;
    let began = Instant::now();
    end_many(&service, organizations[1], LIVE).await;
    let seen = live.wait(LIVE).await;
    let took = began.elapsed();
    let ids: BTreeSet<&str> = seen.iter().map(tests::receiver::Received::id).collect();
    assert_eq!(ids.len(), LIVE);
    took
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dead_receiver_delays_no_other_receiver() {
    let _alone = alone().await;
    let without = time_of_live_events(0).await;
    let with = time_of_live_events(all_or(400, 100)).await;
    println!("{LIVE} events of the live receiver took {without:?} alone and {with:?} beside a dead one");
    assert!(
        with < without + Duration::from_secs(10),
        "{with:?} instead of {without:?}"
    );
}
