//! The lanes of `.ci/nightly`, and the list of paths whose changes can break them.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const LIST: &str = ".ci/lanes.txt";
/// Folders whose folders have lines of their own.
const GROUPS: [&str; 4] = ["functions", "infra", "shared", "tests"];
/// Names that stand in the list in place of lanes.
const EVERY_LANE: &str = "all";
const NO_LANE: &str = "gate";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The paths of the list with their lanes.
fn list() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(root().join(LIST)).unwrap();
    let mut list = BTreeMap::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let mut words = line.split_whitespace().map(str::to_owned);
        let earlier = list.insert(words.next().unwrap(), words.collect());
        assert!(earlier.is_none(), "{LIST} has two lines for the same path: {line}");
    }
    list
}

/// The folders directly inside a folder of the repository. Folders that git ignores are left out.
fn folders(parent: &str) -> Vec<String> {
    let ignored = fs::read_to_string(root().join(".gitignore")).unwrap();
    let is_ignored = |path: &str, name: &str| {
        let mut patterns = ignored.lines().map(|line| line.trim_end_matches('/'));
        patterns.any(|pattern| pattern == name || pattern.strip_prefix('/') == Some(path))
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(parent)).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().to_string_lossy().into_owned();
        let path = format!("{parent}/{name}").trim_start_matches('/').to_owned();
        if entry.path().is_dir() && name != ".git" && !is_ignored(&path, &name) {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_folder_has_a_line() {
    let list = list();
    let mut wanted = folders("");
    wanted.retain(|folder| !GROUPS.contains(&folder.as_str()));
    wanted.extend(GROUPS.into_iter().flat_map(folders));
    assert!(wanted.len() > GROUPS.len(), "{wanted:?}");
    wanted.retain(|folder| !list.contains_key(folder));
    assert!(
        wanted.is_empty(),
        "add these folders to {LIST}, with the lanes that their changes can break: {wanted:#?}"
    );
    // Such a line would hide that a new folder in the group has none.
    for group in GROUPS {
        assert!(!list.contains_key(group), "replace {group} in {LIST} by its folders");
    }
}

#[test]
fn every_listed_path_exists() {
    for path in list().keys() {
        assert!(root().join(path).exists(), "{LIST} has {path}, which does not exist");
        assert!(
            !path.ends_with('/'),
            "write {path} in {LIST} without the slash at its end"
        );
    }
}

#[test]
fn the_list_has_the_lanes_of_the_nightly_script() {
    let output = Command::new(root().join(".ci/nightly")).arg("--list").output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let lanes: BTreeSet<&str> = printed.lines().collect();
    let list = list();
    for (path, listed) in &list {
        assert!(!listed.is_empty(), "{LIST} has no lane for {path}");
        if listed.iter().any(|lane| [EVERY_LANE, NO_LANE].contains(&lane.as_str())) {
            assert_eq!(listed.len(), 1, "{path}: {listed:?}");
        }
    }
    let mut listed: BTreeSet<&str> = list.values().flatten().map(String::as_str).collect();
    for special in [EVERY_LANE, NO_LANE] {
        assert!(listed.remove(special), "no line of {LIST} says {special}");
    }
    assert_eq!(listed, lanes, "the lanes in {LIST}, and those of `.ci/nightly --list`");
}
