//! Restarts of the local runner on the same data directory.

use bytes::Bytes;
use http::Request;
use serde_json::json;

use crate::runner::{failed, read_json, said, spawn, start};

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
