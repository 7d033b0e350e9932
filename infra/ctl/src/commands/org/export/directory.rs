//! The directory of an export. Only the user who runs the command can read it.

use std::{
    fs::{self, DirBuilder, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use contract::OrganizationId;
use serde::Deserialize;
use store::ExportedKind;

use crate::Failure;

/// The file that marks a directory as an export and names its organization.
pub(super) const MARK: &str = "export.json";

/// The part of [`MARK`] that says whose export it is.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Mark {
    organization_id: OrganizationId,
}

/// The directory of an export.
pub(super) struct Directory(PathBuf);

impl Directory {
    /// Creates the directory, or empties it if it has an earlier export of the same organization.
    ///
    /// # Errors
    ///
    /// The directory has other content, or cannot be used.
    pub(super) fn open(path: &Path, organization: OrganizationId) -> Result<Self, Failure> {
        let directory = Self(path.to_owned());
        directory
            .prepare(organization)
            .map_err(|source| directory.failure(path, source))?;
        Ok(directory)
    }

    fn prepare(&self, organization: OrganizationId) -> io::Result<()> {
        create(&self.0)?;
        if fs::read_dir(&self.0)?.next().is_none() {
            return close(&self.0);
        }
        let mark = fs::read(self.0.join(MARK)).unwrap_or_default();
        let mark: Option<Mark> = serde_json::from_slice(&mark).ok();
        if mark.is_none_or(|mark| mark.organization_id != organization) {
            return Err(io::Error::new(
                io::ErrorKind::DirectoryNotEmpty,
                "it is not empty and has no earlier export of this organization",
            ));
        }
        close(&self.0)?;
        // Only what an export writes is removed, and its mark last.
        for name in ExportedKind::all().map(|kind| kind.name).chain(["keys"]) {
            remove(fs::remove_dir_all(self.0.join(name)))?;
            remove(fs::remove_file(self.0.join(format!("{name}.json"))))?;
        }
        Ok(())
    }

    /// Writes a file, whose path is relative to the directory.
    pub(super) fn write(&self, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
        let path = self.0.join(file);
        let written = path.parent().map_or(Ok(()), create).and_then(|()| {
            let mut file = open(&path)?;
            file.write_all(bytes)
        });
        written.map_err(|source| self.failure(&path, source))
    }

    fn failure(&self, path: &Path, source: io::Error) -> Failure {
        Failure::Export {
            path: path.to_owned(),
            source,
        }
    }
}

/// A file with a JSON array, written value by value.
pub(super) struct List<'a> {
    directory: &'a Directory,
    path: PathBuf,
    file: io::BufWriter<File>,
    count: usize,
}

impl<'a> List<'a> {
    /// Begins the file `NAME.json`.
    pub(super) fn begin(directory: &'a Directory, name: &str) -> Result<Self, Failure> {
        let path = directory.0.join(format!("{name}.json"));
        let file = open(&path).map_err(|source| directory.failure(&path, source))?;
        Ok(Self {
            directory,
            path,
            file: io::BufWriter::new(file),
            count: 0,
        })
    }

    /// Adds a value, which is JSON.
    pub(super) fn add(&mut self, value: &[u8]) -> Result<(), Failure> {
        let before: &[u8] = if self.count == 0 { b"[\n" } else { b",\n" };
        self.count += 1;
        let written = self.file.write_all(before).and_then(|()| self.file.write_all(value));
        written.map_err(|source| self.directory.failure(&self.path, source))
    }

    /// Ends the array. Returns the number of its values.
    pub(super) fn end(mut self) -> Result<usize, Failure> {
        let end: &[u8] = if self.count == 0 { b"[]\n" } else { b"\n]\n" };
        let written = self.file.write_all(end).and_then(|()| self.file.flush());
        written.map_err(|source| self.directory.failure(&self.path, source))?;
        Ok(self.count)
    }
}

/// Creates a directory and its parents, if they do not exist.
fn create(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Removes the permissions of other users.
#[cfg(unix)]
fn close(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o700))
}

#[cfg(not(unix))]
fn close(_: &Path) -> io::Result<()> {
    Ok(())
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(true).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A file that is missing need not be removed.
fn remove(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}
