//! Runners that are killed and started again on the same data directory. What a kill interrupted must end, and its
//! events must be delivered.

use std::{collections::BTreeSet, time::Duration};

use http::Method;
use sampling::all_or;
use serde_json::{Value, json};
use tests::{Client, Receiver};
use tokio::time::Instant;

use crate::runner::{START, start, start_in};

/// The time in which a restarted service must finish the generations that a kill interrupted, besides the time that the
/// machine needs to make them.
const AFTER_A_RESTART: Duration = Duration::from_secs(120);
/// How many generations a kill interrupts. With the control, as many as an organization may start within a minute.
const CALLS: u32 = 9;

#[tokio::test]
async fn generations_interrupted_by_a_kill_end_within_two_minutes_of_the_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut first = start(&home, &[]).await;
    let client = first.client();
    // The control: a generation that no kill interrupts. On a busy machine it takes longer too.
    let began = Instant::now();
    let made = generate(&client).await;
    client.wait(&json!(made)).await;
    let count: u32 = all_or(10, 3);
    let patience = AFTER_A_RESTART + CALLS * count * began.elapsed();
    let mut ids = Vec::new();
    for _ in 0..CALLS {
        let body = json!({ "prompt": "A lighthouse", "count": count });
        let answer = client.call("generate_thumbnail", body).await;
        ids.push(answer.data()["generationId"].clone());
    }
    let left = f64::from(99 - CALLS * count);
    assert_eq!(client.balance().await, left);
    tokio::time::sleep(Duration::from_secs(1)).await;
    first.signal("KILL");
    first.ended(START).await;

    let began = Instant::now();
    let second = start(&home, &[]).await;
    let client = second.client();
    let mut completed = 0;
    for id in &ids {
        loop {
            let body = json!({ "generationId": id, "waitSeconds": 20 });
            let answer = client.call("get_generation_status", body).await;
            let data = answer.data();
            if !matches!(data["status"].as_str(), Some("pending" | "processing")) {
                completed += data["completed"].as_u64().unwrap();
                assert_eq!(data["failed"], 0, "{data}");
                break;
            }
            assert!(began.elapsed() < patience, "{data}");
        }
    }
    println!("all had ended {:?} after the restart", began.elapsed());
    assert!(began.elapsed() < patience);
    assert_eq!((completed, client.balance().await), (u64::from(CALLS * count), left));
    second.audit().await;
    second.stop("TERM").await;
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
    let receiver = Receiver::start().await;
    let home = tempfile::tempdir().unwrap();
    let host = receiver.host();
    let variables = [("SOURCE_ALLOW_HOSTS", host.as_str())];
    let mut generations = BTreeSet::new();
    let mut running = start_in(&home, &variables, &[]).await;
    let body = json!({ "url": receiver.url("/") });
    let created = running.client().webhooks(Method::POST, "", body).await;
    receiver.knows(created.data()["secret"].as_str().unwrap());
    for kill in 0..all_or(10, 3) {
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
    // Two events a generation, each under one id however often it came. A hundred generations also take the balance
    // below its threshold.
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
