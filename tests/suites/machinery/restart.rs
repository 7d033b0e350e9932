//! Restarts of the local runner on the same data directory.

use std::time::{Duration, Instant};

use bytes::Bytes;
use http::Request;
use serde_json::json;

use crate::runner::{START, failed, read_json, said, spawn, start};

/// The time in which a restarted service must finish the generations that a kill interrupted.
const AFTER_A_RESTART: Duration = Duration::from_secs(120);

#[tokio::test]
async fn a_restart_keeps_all_data() {
    let home = tempfile::tempdir().unwrap();
    let first = start(&home, &[]).await;
    let client = first.client();
    let answer = client
        .call("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 2 }))
        .await;
    let before = client.wait(&answer.data()["generationId"]).await;
    assert_eq!(before["completed"], 2);
    let who = ["organizationId", "apiKey"].map(|name| first.text(name));
    first.stop("TERM").await;

    let second = start(&home, &[]).await;
    assert_eq!(["organizationId", "apiKey"].map(|name| second.text(name)), who);
    let client = second.client();
    assert_eq!(client.balance().await, 98.0);
    let body = json!({ "generationId": before["generationId"] });
    let after = client.call("get_generation_status", body).await.data().clone();
    for name in ["status", "prompt", "seed", "createdAt", "updatedAt", "cost"] {
        assert_eq!(after[name], before[name], "{name}");
    }
    let url = after["thumbnails"][1]["url"].as_str().unwrap();
    let picture = tests::http::send(Request::get(url).body(Bytes::new()).unwrap()).await;
    assert_eq!(
        picture.body().len() as u64,
        before["thumbnails"][1]["sizeBytes"].as_u64().unwrap()
    );
    second.audit().await;
    second.stop("INT").await;
}

#[tokio::test]
async fn a_data_directory_belongs_to_one_process() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &[]).await;
    let beside = tempfile::tempdir().unwrap();
    let data = running.directory.to_str().unwrap().to_owned();
    let child = spawn(beside.path(), &["--port", "0", "--aws-port", "0", "--data-dir", &data]);
    assert_eq!(failed(child).await, Some(1));
    let said = said(beside.path());
    assert!(said.contains(&data) && said.contains("another process"), "{said}");
    // The first process is not disturbed.
    assert_eq!(
        read_json(&running.directory.join("local.json")),
        Some(running.ready.clone())
    );
    assert_eq!(running.client().balance().await, 100.0);
    running.stop("TERM").await;
}

#[tokio::test]
async fn generations_interrupted_by_a_kill_end_within_two_minutes_of_the_restart() {
    let home = tempfile::tempdir().unwrap();
    let mut first = start(&home, &[]).await;
    let client = first.client();
    let mut ids = Vec::new();
    for _ in 0..10 {
        let answer = client
            .call("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 10 }))
            .await;
        ids.push(answer.data()["generationId"].clone());
    }
    assert_eq!(client.balance().await, 0.0);
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
            assert!(began.elapsed() < AFTER_A_RESTART, "{data}");
        }
    }
    println!("all had ended {:?} after the restart", began.elapsed());
    assert!(began.elapsed() < AFTER_A_RESTART);
    assert_eq!((completed, client.balance().await), (100, 0.0));
    second.audit().await;
    second.stop("TERM").await;
}
