//! The files that tell other programs the runner's addresses. Each is written completely or not at all.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use contract::OrganizationId;
use serde::{Deserialize, Serialize};

use crate::disk::private;

/// `local.json`: the addresses of the runner, written when it is ready.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocalFile {
    /// The gateway's URL; null without a gateway.
    pub base_url: Option<String>,
    /// The AWS endpoint's URL.
    pub aws_endpoint_url: String,
    /// The demo organization; null without one.
    pub organization_id: Option<OrganizationId>,
    /// The key of the demo organization; null without one.
    pub api_key: Option<String>,
    /// The process id.
    pub pid: u32,
}

/// `demo.json`: the demo organization of a data directory, for later starts.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DemoFile {
    pub(crate) organization_id: OrganizationId,
    pub(crate) api_key: String,
}

/// The data directory. Only one process may use it at a time.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    _lock: File,
}

const LOCAL: &str = "local.json";
const LAMBDA_ENV: &str = "lambda.env";
const DEMO: &str = "demo.json";

impl DataDir {
    /// Locks the directory for this process, and removes the file that says that an earlier process is ready.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        private::new_directory(path)?;
        let lock = private::file(&path.join("lock"))?;
        lock.try_lock().map_err(|_| {
            io::Error::other(format!(
                "another process uses the data directory {}; choose another with `--data-dir`, or none with `--ephemeral`",
                path.display()
            ))
        })?;
        match fs::remove_file(path.join(LOCAL)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        Ok(Self {
            path: path.to_owned(),
            _lock: lock,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn demo(&self) -> Option<DemoFile> {
        serde_json::from_slice(&fs::read(self.path.join(DEMO)).ok()?).ok()
    }

    pub(crate) fn write_demo(&self, demo: &DemoFile) -> io::Result<()> {
        self.write(DEMO, &serde_json::to_vec_pretty(demo)?)
    }

    pub(crate) fn write_local(&self, local: &LocalFile) -> io::Result<()> {
        self.write(LOCAL, &serde_json::to_vec_pretty(local)?)
    }

    /// `lambda.env`: the environment variables with which every function works on this endpoint.
    pub(crate) fn write_lambda_env(&self, variables: &[(&str, String)]) -> io::Result<()> {
        let lines: String = variables
            .iter()
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect();
        self.write(LAMBDA_ENV, lines.as_bytes())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let temporary = self.path.join(format!("{name}.new"));
        let mut file = private::file(&temporary)?;
        file.set_len(0)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(temporary, self.path.join(name))
    }
}
