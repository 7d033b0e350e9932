//! Directories and files that only the user who runs the process can read: they hold keys, prompts and pictures.

use std::{
    fs::{DirBuilder, File, OpenOptions},
    io,
    path::Path,
};

use tempfile::TempDir;

/// Creates a directory and its parents if they do not exist. The permissions of an existing directory are not changed,
/// because the user may share it deliberately.
pub(crate) fn new_directory(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(path)
}

/// Creates a directory if it does not exist, and in any case removes the permissions of other users.
pub(crate) fn directory(path: &Path) -> io::Result<()> {
    new_directory(path)?;
    close(path, 0o700)
}

/// Opens a file for writing, creates it if it does not exist, and in any case removes the permissions of other users.
pub(crate) fn file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path)?;
    close(path, 0o600)?;
    Ok(file)
}

/// A temporary directory.
pub(crate) fn temporary() -> io::Result<TempDir> {
    let directory = TempDir::new()?;
    close(directory.path(), 0o700)?;
    Ok(directory)
}

#[cfg(unix)]
fn close(path: &Path, mode: u32) -> io::Result<()> {
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(mode))
}

#[cfg(not(unix))]
fn close(_: &Path, _: u32) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
#[expect(clippy::unwrap_used, reason = "a test fails at the first unexpected value")]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt};

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn new_files_and_directories_are_private_to_the_user() {
        let home = tempfile::tempdir().unwrap();
        let (directory, file) = (home.path().join("a/b"), home.path().join("a/b/c"));
        super::directory(&directory).unwrap();
        super::file(&file).unwrap();
        assert_eq!(
            [mode(&home.path().join("a")), mode(&directory), mode(&file)],
            [0o700, 0o700, 0o600]
        );
        assert_eq!(mode(temporary().unwrap().path()), 0o700);
    }

    #[test]
    fn an_existing_file_becomes_private_and_a_shared_directory_stays_shared() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("file");
        fs::write(&path, "kept").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        file(&path).unwrap();
        assert_eq!(
            (mode(&path), fs::read_to_string(&path).unwrap().as_str()),
            (0o600, "kept")
        );
        fs::set_permissions(home.path(), fs::Permissions::from_mode(0o755)).unwrap();
        new_directory(home.path()).unwrap();
        assert_eq!(mode(home.path()), 0o755);
    }
}
