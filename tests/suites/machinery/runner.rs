//! Starts the local runner as a process and stops it.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::Duration,
};

use serde_json::{Value, json};
use tempfile::TempDir;
use tests::{Client, operator::tgctl};
use tokio::time::Instant;

/// How long a runner may take to start.
pub(crate) const START: Duration = tests::PATIENCE;

/// A runner process, which is killed when the test ends.
pub(crate) struct Running {
    child: Child,
    /// Its data directory.
    pub(crate) directory: PathBuf,
    /// The content of its `local.json`.
    pub(crate) ready: Value,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing a process that has ended fails, which does not matter.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// Starts the runner. Its output goes to files in the directory `beside`.
pub(crate) fn spawn(beside: &Path, arguments: &[&str]) -> Child {
    spawn_in(beside, &[], arguments)
}

/// Starts the runner with these environment variables.
pub(crate) fn spawn_in(beside: &Path, variables: &[(&str, &str)], arguments: &[&str]) -> Child {
    fs::create_dir_all(beside).unwrap();
    let file = |name: &str| File::create(beside.join(name)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
    command.args(arguments).env("TMPDIR", beside).current_dir(beside);
    for variable in [
        "MODELS",
        "IMAGE_SERVER",
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
pub(crate) fn said(beside: &Path) -> String {
    let read = |name: &str| fs::read_to_string(beside.join(name)).unwrap_or_default();
    format!("{}\n{}", read("stdout"), read("stderr"))
}

pub(crate) fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

/// Waits until `child` has written `local.json` into the data directory that `find` returns.
pub(crate) async fn ready(mut child: Child, beside: &Path, find: impl Fn() -> Option<PathBuf>) -> Running {
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
pub(crate) async fn start(home: &TempDir, arguments: &[&str]) -> Running {
    start_in(home, &[], arguments).await
}

/// Like [`start`], with these environment variables.
pub(crate) async fn start_in(home: &TempDir, variables: &[(&str, &str)], arguments: &[&str]) -> Running {
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
    pub(crate) fn text(&self, name: &str) -> String {
        self.ready[name].as_str().unwrap_or_default().to_owned()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(vec![self.text("baseUrl")], Some(self.text("apiKey")))
    }

    pub(crate) fn signal(&self, name: &str) {
        let line = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &line]).status().unwrap().success());
    }

    pub(crate) async fn ended(&mut self, within: Duration) -> ExitStatus {
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
    pub(crate) async fn stop(mut self, signal: &str) {
        self.signal(signal);
        assert_eq!(self.ended(Duration::from_secs(10)).await.code(), Some(0), "{signal}");
    }

    pub(crate) async fn audit(&self) {
        let (code, audit) = tgctl(&self.text("awsEndpointUrl"), "audit").await;
        assert_eq!((code, &audit["ok"]), (0, &json!(true)), "{audit}");
    }
}

/// Waits for a process that is expected to fail, and returns its exit code.
pub(crate) async fn failed(mut child: Child) -> Option<i32> {
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

pub(crate) fn port_of(url: &str) -> &str {
    url.rsplit(':').next().unwrap()
}
