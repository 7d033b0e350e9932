//! The local runner as a process: its options, its signals and its errors.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};
use tests::operator::tgctl;

use crate::runner::{failed, port_of, ready, said, spawn, start};

#[tokio::test]
async fn signals_stop_the_runner_gracefully_during_a_generation() {
    for signal in ["TERM", "INT"] {
        let home = tempfile::tempdir().unwrap();
        let running = start(&home, &[]).await;
        let client = running.client();
        let answer = client
            .call("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 4 }))
            .await;
        answer.data();
        running.stop(signal).await;
    }
}

#[tokio::test]
async fn the_error_names_a_port_that_is_taken() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &["--no-demo"]).await;
    for (flag, other, url) in [
        ("--port", "--aws-port", "baseUrl"),
        ("--aws-port", "--port", "awsEndpointUrl"),
    ] {
        let beside = tempfile::tempdir().unwrap();
        let url = running.text(url);
        let port = port_of(&url);
        let child = spawn(beside.path(), &[flag, port, other, "0", "--ephemeral"]);
        assert_eq!(failed(child).await, Some(1));
        let said = said(beside.path());
        assert!(
            said.contains(&format!("port {port}")) && said.contains("taken"),
            "{said}"
        );
    }
    running.stop("TERM").await;
}

#[tokio::test]
async fn a_runner_that_does_not_start_prints_the_cause() {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("file");
    fs::write(&file, "not a directory").unwrap();
    let data_dir = file.join("data");
    let arguments = [
        "--port",
        "0",
        "--aws-port",
        "0",
        "--data-dir",
        data_dir.to_str().unwrap(),
    ];
    assert_eq!(failed(spawn(home.path(), &arguments)).await, Some(1));
    let said = said(home.path());
    assert!(said.contains("the runner did not start"), "{said}");
    assert!(
        said.contains("data directory") && said.contains("Not a directory (os error 20)"),
        "{said}"
    );
}

#[tokio::test]
async fn without_the_demo_there_is_neither_an_organization_nor_a_key() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &["--no-demo"]).await;
    assert_eq!(running.ready.as_object().unwrap().len(), 5);
    assert_eq!(
        (&running.ready["organizationId"], &running.ready["apiKey"]),
        (&Value::Null, &Value::Null)
    );
    let (code, list) = tgctl(&running.text("awsEndpointUrl"), "org list").await;
    assert_eq!((code, &list["organizations"]), (0, &json!([])));
    running.stop("INT").await;
}

#[tokio::test]
async fn with_aws_only_there_is_no_base_url() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &["--aws-only"]).await;
    assert_eq!(running.ready.as_object().unwrap().len(), 5);
    assert_eq!(running.ready["baseUrl"], Value::Null);
    assert!(running.text("organizationId").starts_with("org_"));
    running.audit().await;
    running.stop("TERM").await;
}

#[tokio::test]
async fn an_ephemeral_runner_leaves_no_files() {
    let beside = tempfile::tempdir().unwrap();
    let directories = || -> Vec<PathBuf> {
        let entries = fs::read_dir(beside.path()).unwrap().map(|entry| entry.unwrap().path());
        entries.filter(|path| path.is_dir()).collect()
    };
    let child = spawn(beside.path(), &["--port", "0", "--aws-port", "0", "--ephemeral"]);
    let running = ready(child, beside.path(), || directories().into_iter().next()).await;
    assert_eq!(running.client().balance().await, 100.0);
    running.stop("TERM").await;
    assert_eq!(directories(), Vec::<PathBuf>::new());
}
