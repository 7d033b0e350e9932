//! The service as a separate process whose memory is measured.

use std::{
    fs::{self, File},
    process::{Child, Command, Stdio},
    time::Duration,
};

use local::Resources;
use runtime::{Clock, Stack};
use serde_json::Value;
use tempfile::TempDir;
use tests::{Client, service::aws_config};
use tokio::time::Instant;

use crate::support::Tenant;

const START: Duration = tests::PATIENCE;

/// A process that is killed when the test ends.
pub(crate) struct Running {
    child: Child,
    home: TempDir,
    ready: Value,
    resources: Resources,
}

impl Drop for Running {
    fn drop(&mut self) {
        // Killing a process that has ended fails, which does not matter.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Running {
    /// Starts the runner on free ports, with this exemption.
    pub(crate) async fn start(allow_hosts: &str) -> Self {
        let home = tempfile::tempdir().unwrap();
        let data = home.path().join("data");
        let file = |name: &str| File::create(home.path().join(name)).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_runner"));
        command
            .args(["--port", "0", "--aws-port", "0", "--no-demo", "--data-dir"])
            .arg(&data)
            .env("TMPDIR", home.path())
            .env("SOURCE_ALLOW_HOSTS", allow_hosts)
            .current_dir(home.path());
        for variable in ["MODELS", "IMAGE_SERVER", "DEFAULT_MODEL", "CORS_ALLOW_ORIGINS"] {
            command.env_remove(variable);
        }
        command
            .stdin(Stdio::null())
            .stdout(file("stdout"))
            .stderr(file("stderr"));
        let mut child = command.spawn().unwrap();
        let began = Instant::now();
        let ready: Value = loop {
            let written = fs::read(data.join("local.json")).ok();
            if let Some(ready) = written.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
                break ready;
            }
            let ended = child.try_wait().unwrap();
            if ended.is_some() || began.elapsed() > START {
                drop(child.kill());
                let said = fs::read_to_string(home.path().join("stderr")).unwrap_or_default();
                panic!("the runner does not start ({ended:?}): {said}");
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let aws = aws_config(ready["awsEndpointUrl"].as_str().unwrap());
        let resources = Resources::set_up(&aws, &Stack::local(), &Clock::system())
            .await
            .unwrap();
        Self {
            child,
            home,
            ready,
            resources,
        }
    }

    pub(crate) async fn tenant(&self) -> Tenant {
        let base_url = self.ready["baseUrl"].as_str().unwrap().to_owned();
        Tenant::new(&self.resources, &Client::new(vec![base_url], None)).await
    }

    /// The peak memory of the process, in megabytes; `None` if the system does not report it.
    pub(crate) fn peak(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes * 1024 / 1_000_000)
    }

    /// Panics with the process's log if the process has ended.
    pub(crate) fn goes_on(&mut self) {
        if let Some(status) = self.child.try_wait().unwrap() {
            panic!("the process ended ({status}): {}", self.said());
        }
    }

    /// The log of the process: its standard error.
    pub(crate) fn said(&self) -> String {
        fs::read_to_string(self.home.path().join("stderr")).unwrap_or_default()
    }
}
