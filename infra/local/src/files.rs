//! The files that tell others what runs where. Each is written whole or not at all.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use contract::OrganizationId;
use serde::{Deserialize, Serialize};

use crate::private;

/// `local.json`: where the runner can be reached, once it is ready.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LocalFile {
    /// The gateway; null when there is none.
    pub base_url: Option<String>,
    /// The AWS endpoint.
    pub aws_endpoint_url: String,
    /// The demo organization; null when there is none.
    pub organization_id: Option<OrganizationId>,
    /// Its key; null when there is none.
    pub api_key: Option<String>,
    /// The process.
    pub pid: u32,
}

/// `demo.json`: the demo organization of a data directory, for the next start.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DemoFile {
    pub(crate) organization_id: OrganizationId,
    pub(crate) api_key: String,
}

/// The data directory, held by one process at a time.
#[derive(Debug)]
pub(crate) struct DataDir {
    path: PathBuf,
    _lock: File,
}

const LOCAL: &str = "local.json";
const LAMBDA_ENV: &str = "lambda.env";
const DEMO: &str = "demo.json";

impl DataDir {
    /// Takes the directory for this process, and removes what says that an earlier one is ready.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        private::new_directory(path)?;
        let lock = private::file(&path.join("lock"))?;
        lock.try_lock().map_err(|_| {
            io::Error::other(format!(
                "another process works in the data directory {}; `--data-dir` names another one, `--ephemeral` takes none",
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

    /// `lambda.env`: the environment in which any function works against this endpoint.
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
