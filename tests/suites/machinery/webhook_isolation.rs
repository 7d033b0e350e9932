//! A dead receiver beside a live one, and a runner that is killed between facts and deliveries.

use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};

use contract::{OrganizationId, Plan};
use futures_util::{StreamExt, stream};
use http::Method;
use serde_json::{Value, json};
use tests::{
    Client, Receiver, Service,
    receiver::Act,
    service::{Setup, deadline},
};

use crate::{
    runner::{START, start_in},
    support::{alone, commit},
};

/// How many events the dead and the live receiver get. `WEBHOOK_DEAD_EVENTS` sets another number for the dead one.
const DEAD: usize = 400;
const LIVE: usize = 100;

/// How often the runner is killed. `WEBHOOK_KILLS` sets another number.
const KILLS: usize = 3;

fn number(variable: &str, usual: usize) -> usize {
    std::env::var(variable)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(usual)
}

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
    let with = time_of_live_events(number("WEBHOOK_DEAD_EVENTS", DEAD)).await;
    println!("{LIVE} events of the live receiver took {without:?} alone and {with:?} beside a dead one");
    assert!(
        with < without + Duration::from_secs(10),
        "{with:?} instead of {without:?}"
    );
}

/// Calls a tool, as soon as the limits permit.
async fn call(client: &Client, tool: &str, body: &Value) -> Value {
    loop {
        let answer = client.call(tool, body.clone()).await;
        if answer.status != 429 {
            return answer.data().clone();
        }
        let seconds = answer.failure("RATE_LIMITED")["retryAfterSeconds"].as_u64().unwrap();
        tokio::time::sleep(Duration::from_secs(seconds)).await;
    }
}

/// Starts a generation.
async fn generate(client: &Client) -> String {
    let body = json!({ "prompt": "A lighthouse", "count": 1 });
    let made = call(client, "generate_thumbnail", &body).await;
    made["generationId"].as_str().unwrap().to_owned()
}

/// Waits for the end of a generation whose maker was killed. Its lease must end first, and then a sweep must come.
async fn ended(client: &Client, generation: &str) -> Value {
    let began = Instant::now();
    loop {
        let body = json!({ "generationId": generation, "waitSeconds": 10 });
        let status = call(client, "get_generation_status", &body).await;
        if !["pending", "processing"].contains(&status["status"].as_str().unwrap()) {
            return status;
        }
        assert!(
            began.elapsed() < Duration::from_secs(240),
            "{generation} has not ended: {status}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn after_kills_every_ended_generation_has_its_events_and_there_are_no_others() {
    let _alone = alone().await;
    let receiver = Receiver::start().await;
    let home = tempfile::tempdir().unwrap();
    let host = receiver.host();
    let variables = [("SOURCE_ALLOW_HOSTS", host.as_str())];
    let mut generations = BTreeSet::new();
    let mut running = start_in(&home, &variables, &[]).await;
    let body = json!({ "url": receiver.url("/") });
    let created = running.client().webhooks(Method::POST, "", body).await;
    receiver.knows(created.data()["secret"].as_str().unwrap());
    for kill in 0..number("WEBHOOK_KILLS", KILLS) {
        generations.insert(generate(&running.client()).await);
        // Between the charge, the picture, the event and its delivery.
        tokio::time::sleep(Duration::from_millis(u64::try_from(kill * 137 % 900).unwrap())).await;
        running.signal("KILL");
        running.ended(START).await;
        running = start_in(&home, &variables, &[]).await;
    }
    // A thumbnail whose three attempts were all killed has failed.
    let (mut completed, mut failed) = (BTreeSet::new(), BTreeSet::new());
    for generation in &generations {
        let ended = ended(&running.client(), generation).await;
        let of_status = match ended["status"].as_str().unwrap() {
            "completed" => &mut completed,
            "failed" => &mut failed,
            other => panic!("{generation} is {other}"),
        };
        of_status.insert(generation.clone());
    }
    // The sweep finds what no message names within a minute and a half.
    let began = Instant::now();
    let told = |kind: &str| -> BTreeSet<String> {
        let of_kind = receiver.seen().into_iter().filter(|received| received.kind() == kind);
        of_kind
            .map(|received| received.json()["data"]["generationId"].as_str().unwrap().to_owned())
            .collect()
    };
    while told("generation.ended") != generations
        || told("thumbnail.completed") != completed
        || told("thumbnail.failed") != failed
    {
        assert!(
            began.elapsed() < Duration::from_secs(150),
            "{} of {} generations are told",
            told("generation.ended").len(),
            generations.len()
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Two events a generation, each under one id however often it came. A hundred generations also take the balance below
    // its threshold.
    let ids: BTreeSet<String> = receiver
        .seen()
        .iter()
        .filter(|received| received.kind() != "balance.low")
        .map(|received| received.id().to_owned())
        .collect();
    assert_eq!(ids.len(), generations.len() * 2);
    running.audit().await;
    running.stop("TERM").await;
}
