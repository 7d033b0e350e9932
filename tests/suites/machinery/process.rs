//! The local runner as a process: its files, its output, its signals and its restarts.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{Method, Request};
use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{Client, client::receive};

use tests::operator::tgctl;

const START: Duration = Duration::from_secs(30);
/// The time in which a restarted service must finish the generations that a kill interrupted.
const AFTER_A_RESTART: Duration = Duration::from_secs(120);

/// A runner process, which is killed when the test ends.
struct Running {
    child: Child,
    directory: PathBuf,
    /// The content of its `local.json`.
    ready: Value,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing a process that has ended fails, which does not matter.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts the runner. Its output goes to files in the directory `beside`.
fn spawn(beside: &Path, arguments: &[&str]) -> Child {
    spawn_in(beside, &[], arguments)
}

/// Starts the runner with these environment variables.
fn spawn_in(beside: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Child {
    fs::create_dir_all(beside).unwrap();
    let file = |name: &str| File::create(beside.join(name)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.args(arguments).env("TMPDIR", beside).current_dir(beside);
    for variable in [
        "MODELS",
        "DEFAULT_MODEL",
        "CORS_ALLOW_ORIGINS",
        "AWS_REGION",
        "AWS_DEFAULT_REGION",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
    ] {
        command.env_remove(variable);
    }
    command
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(file("stdout"))
        .stderr(file("stderr"))
        .spawn()
        .unwrap()
}

/// The output of the runner so far, on both streams.
fn said(beside: &Path) -> String {
    let read = |name: &str| fs::read_to_string(beside.join(name)).unwrap_or_default();
    format!("{}\n{}", read("stdout"), read("stderr"))
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Waits until `child` has written `local.json` into the data directory that `find` returns.
async fn ready(mut child: Child, beside: &Path, find: impl Fn() -> Option<PathBuf>) -> Running {
    let began = Instant::now();
    loop {
        if let Some(directory) = find()
            && let Some(ready) = read_json(&directory.join("local.json"))
            && ready["pid"] == child.id()
        {
            return Running {
                child,
                directory,
                ready,
            };
        }
        let ended = child.try_wait().unwrap();
        if ended.is_some() || began.elapsed() > START {
            drop(child.kill());
            panic!("the runner does not start ({ended:?}): {}", said(beside));
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Starts a runner on free ports with its data in `home/data`.
async fn start(home: &TempDir, arguments: &[&str]) -> Running {
    start_in(home, &[], arguments).await
}

/// Like [`start`], with these environment variables.
async fn start_in(home: &TempDir, variables: &[(&str, &str)], arguments: &[&str]) -> Running {
    let data = home.path().join("data");
    let ports = if arguments.contains(&"--aws-only") {
        &["--aws-port", "0"][..]
    } else if arguments.contains(&"--aws-endpoint") {
        &["--port", "0"][..]
    } else {
        &["--port", "0", "--aws-port", "0"][..]
    };
    let data_dir = ["--data-dir", data.to_str().unwrap()];
    let child = spawn_in(home.path(), variables, &[ports, &data_dir, arguments].concat());
    ready(child, home.path(), || Some(data.clone())).await
}

impl Running {
    fn text(&self, name: &str) -> String {
        self.ready[name].as_str().unwrap_or_default().to_owned()
    }

    fn client(&self) -> Client {
        Client::new(vec![self.text("baseUrl")], Some(self.text("apiKey")))
    }

    fn signal(&self, name: &str) {
        let line = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
    }

    async fn ended(&mut self, within: Duration) -> ExitStatus {
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < within, "the process has not ended");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// Sends a signal and asserts that the process exits with status 0.
    async fn stop(mut self, signal: &str) {
        self.signal(signal);
        assert_eq!(self.ended(Duration::from_secs(10)).await.code(), Some(0), "{signal}");
    }

    async fn audit(&self) {
        let (code, audit) = tgctl(&self.text("awsEndpointUrl"), "audit").await;
        assert_eq!((code, &audit["ok"]), (0, &json!(true)), "{audit}");
    }
}

/// Waits for a process that is expected to fail, and returns its exit code.
async fn failed(mut child: Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if began.elapsed() > START {
            drop(child.kill());
            panic!("the process has not failed");
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn port_of(url: &str) -> &str {
    url.rsplit(':').next().unwrap()
}

/// The first `curl` command in the output, split into words like in a shell.
fn curl_in(greeting: &str) -> Vec<String> {
    let command = &greeting[greeting.find("curl ").expect("a curl is printed")..];
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = command.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\'' => quoted = !quoted,
            '\\' if !quoted && characters.peek() == Some(&'\n') => drop(characters.next()),
            '\n' if !quoted => break,
            ' ' if !quoted => {
                if !word.is_empty() {
                    words.push(std::mem::take(&mut word));
                }
            }
            other => word.push(other),
        }
    }
    words.push(word);
    words
}

#[tokio::test]
async fn the_printed_urls_key_and_command_work() {
    let home = tempfile::tempdir().unwrap();
    let running = start(&home, &[]).await;
    let mut names: Vec<&String> = running.ready.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(names, ["apiKey", "awsEndpointUrl", "baseUrl", "organizationId", "pid"]);
    for (name, begins) in [
        ("apiKey", "tgs_"),
        ("awsEndpointUrl", "http://127.0.0.1:"),
        ("baseUrl", "http://127.0.0.1:"),
        ("organizationId", "org_"),
    ] {
        assert!(running.text(name).starts_with(begins), "{name}");
    }
    let environment = fs::read_to_string(running.directory.join("lambda.env")).unwrap();
    let variables: Vec<(&str, &str)> = environment.lines().map(|line| line.split_once('=').unwrap()).collect();
    let names: Vec<&str> = variables.iter().map(|(name, _)| *name).collect();
    for name in [
        "AWS_REGION",
        "AWS_ENDPOINT_URL",
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "TABLE_NAME",
        "EPHEMERAL_TABLE_NAME",
        "BUCKET_NAME",
        "QUEUE_URL",
        "DEAD_LETTER_QUEUE_URL",
    ] {
        assert!(names.contains(&name), "{name} is missing");
    }
    // No host is exempted from the address checks by default.
    let is_set = |(name, value): &(&str, &str)| value.is_empty() == (*name == "SOURCE_ALLOW_HOSTS");
    assert!(variables.iter().all(is_set), "{names:?}");
    // The file contains every variable that a function reads.
    let owned: Vec<(String, String)> = variables
        .iter()
        .map(|(a, b)| ((*a).to_owned(), (*b).to_owned()))
        .collect();
    let find = move |name: &str| {
        owned
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.clone())
    };
    let mut read = runtime::Environment::of(find);
    let aws = read.aws();
    assert_eq!(aws.endpoint_url, Some(running.text("awsEndpointUrl")));
    drop((
        read.names(),
        read.bucket(),
        read.queue_url(),
        read.dead_letter_queue_url(),
        read.models(),
        read.cors(),
    ));
    read.finish().unwrap();

    let greeting = fs::read_to_string(home.path().join("stdout")).unwrap();
    for shown in ["baseUrl", "apiKey"] {
        assert!(
            greeting.contains(&running.text(shown)),
            "{shown} is not shown: {greeting}"
        );
    }
    let words = curl_in(&greeting);
    let after = |flag: &str| {
        words
            .iter()
            .skip_while(|word| *word != flag)
            .nth(1)
            .expect("the flag is there")
            .clone()
    };
    let url = words.iter().find(|word| word.starts_with("http://")).unwrap();
    let (name, value) = after("-H")
        .split_once(": ")
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .unwrap();
    // With `-d` and without a content type, curl sends the type of a form.
    let request = Request::builder().method(Method::POST).uri(url).header(name, value);
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let began = Instant::now();
    let answer = receive(request.body(Bytes::from(after("-d"))).unwrap()).await;
    let ended = running.client().wait(&answer.data()["generationId"]).await;
    let took = began.elapsed();
    println!("the first thumbnail was there after {took:?}");
    assert_eq!(ended["status"], "completed");
    assert!(took < Duration::from_secs(20), "it took {took:?}");
    let picture = Request::get(ended["thumbnails"][0]["url"].as_str().unwrap())
        .body(Bytes::new())
        .unwrap();
    let picture = tests::http::send(picture).await;
    assert_eq!(picture.status(), 200);
    assert!(picture.body().starts_with(b"\x89PNG"));
    running.audit().await;
    running.stop("TERM").await;
}

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
