//! The local runner on the AWS endpoint of another process.

use std::fs;

use bytes::Bytes;
use http::Request;
use serde_json::json;
use tests::Client;

use crate::runner::{failed, said, spawn_in, start, start_in};

#[tokio::test]
async fn two_gateways_on_one_endpoint_are_one_service() {
    let (home, away) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = start(&home, &[]).await;
    let endpoint = first.text("awsEndpointUrl");
    let second = start(&away, &["--aws-endpoint", &endpoint, "--no-demo"]).await;
    assert_eq!(second.text("awsEndpointUrl"), endpoint);
    assert_ne!(second.text("baseUrl"), first.text("baseUrl"));
    let here = first.client();
    let there = Client::new(vec![second.text("baseUrl")], Some(first.text("apiKey")));
    let body = json!({ "prompt": "A lighthouse", "count": 2 });
    let made = here.call_once("generate_thumbnail", "once", body.clone()).await;
    let replayed = there.call_once("generate_thumbnail", "once", body).await;
    assert_eq!(
        (replayed.header("idempotent-replayed"), &replayed.bytes),
        ("true", &made.bytes)
    );
    let ended = there.wait(&made.data()["generationId"]).await;
    assert_eq!(ended["completed"], 2);
    let picture = Request::get(ended["thumbnails"][0]["url"].as_str().unwrap())
        .body(Bytes::new())
        .unwrap();
    assert_eq!(tests::http::send(picture).await.status(), 200);
    assert_eq!((here.balance().await, there.balance().await), (98.0, 98.0));
    first.audit().await;
    // Stopping the second gateway does not affect the first.
    second.stop("TERM").await;
    assert_eq!(here.balance().await, 98.0);
    first.stop("TERM").await;
}

#[tokio::test]
async fn a_runner_on_another_endpoint_takes_region_and_credentials_from_its_environment() {
    let (home, away) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let first = start(&home, &[]).await;
    let endpoint = first.text("awsEndpointUrl");
    // The embedded endpoint knows these credentials.
    let variables = [
        ("AWS_DEFAULT_REGION", "eu-central-1"),
        ("AWS_ACCESS_KEY_ID", "local"),
        ("AWS_SECRET_ACCESS_KEY", "local"),
        ("AWS_SESSION_TOKEN", "session"),
    ];
    let arguments = ["--aws-endpoint", &endpoint, "--no-demo"];
    let second = start_in(&away, &variables, &arguments).await;
    let environment = fs::read_to_string(second.directory.join("lambda.env")).unwrap();
    for line in [
        "AWS_REGION=eu-central-1",
        "AWS_ACCESS_KEY_ID=local",
        "AWS_SECRET_ACCESS_KEY=local",
        "AWS_SESSION_TOKEN=session",
    ] {
        assert!(environment.lines().any(|found| found == line), "{line}: {environment}");
    }
    let client = Client::new(vec![second.text("baseUrl")], Some(first.text("apiKey")));
    let made = client
        .call("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
        .await;
    let ended = client.wait(&made.data()["generationId"]).await;
    let url = ended["thumbnails"][0]["url"].as_str().unwrap();
    assert!(url.contains("eu-central-1") && url.contains("X-Amz-Security-Token=session"));
    let picture = Request::get(url).body(Bytes::new()).unwrap();
    assert_eq!(tests::http::send(picture).await.status(), 200);
    second.stop("TERM").await;

    let stranger = [("AWS_ACCESS_KEY_ID", "stranger"), ("AWS_SECRET_ACCESS_KEY", "local")];
    let elsewhere = tempfile::tempdir().unwrap();
    let data_dir = ["--port", "0", "--ephemeral"];
    let refused = spawn_in(elsewhere.path(), &stranger, &[&data_dir[..], &arguments].concat());
    assert_eq!(failed(refused).await, Some(1), "{}", said(elsewhere.path()));
    // Incomplete credentials are an error and are not ignored.
    let refused = spawn_in(elsewhere.path(), &stranger[..1], &[&data_dir[..], &arguments].concat());
    assert_eq!(failed(refused).await, Some(1));
    assert!(said(elsewhere.path()).contains("AWS_SECRET_ACCESS_KEY is not set"));
    first.stop("TERM").await;
}
