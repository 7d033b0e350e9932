//! The page about parsers of untrusted bytes agrees with the dependencies.

use std::{collections::BTreeMap, fs, path::Path};

use fuzz::targets;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)).unwrap()
}

/// The cells of each row of the page's table, without backticks.
fn rows() -> Vec<Vec<String>> {
    let page = read("docs/parsers.md");
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    let rows: Vec<Vec<String>> = rows
        .map(|row| {
            row.trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect()
        })
        .collect();
    assert!(rows.len() > 20, "the table is not found");
    rows
}

/// The versions of each package that `Cargo.lock` names.
fn locked() -> BTreeMap<String, Vec<String>> {
    let lock: Vec<String> = read("Cargo.lock").lines().map(str::to_owned).collect();
    let mut versions: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for pair in lock.windows(2) {
        let value = |line: &str, key: &str| Some(line.strip_prefix(key)?.trim_matches('"').to_owned());
        if let (Some(name), Some(version)) = (value(&pair[0], "name = "), value(&pair[1], "version = ")) {
            versions.entry(name).or_default().push(version);
        }
    }
    versions
}

#[test]
fn every_listed_parser_has_the_version_of_the_lock_file() {
    let locked = locked();
    for row in rows() {
        let (name, version) = (row[0].trim_matches('`'), &row[1]);
        assert!(
            locked[name].contains(version),
            "{name} is {:?} and not {version}",
            locked[name]
        );
    }
}

#[test]
fn every_listed_target_exists_and_every_target_is_listed() {
    let page: String = rows().into_iter().map(|row| row[5].clone() + " ").collect();
    let listed: Vec<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| *name != "rustls")
        .collect();
    for name in &listed {
        assert!(targets::named(name).is_some(), "{name} is no target");
    }
    // The targets of requests belong to the rows of requests' parsers.
    for name in [
        "answer",
        "gif",
        "jpeg",
        "orientation",
        "page",
        "png",
        "profile",
        "source",
        "webp-lossless",
        "webp-lossy",
    ] {
        assert!(listed.contains(&name), "no row has {name}");
    }
}

#[test]
fn every_dependency_that_reads_sources_is_listed() {
    let page = read("docs/parsers.md");
    let manifest = read("shared/sources/Cargo.toml");
    let section = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1);
    // What only tests need reads no sources.
    let dependencies = section.take_while(|line| !line.starts_with('['));
    for name in dependencies
        .filter_map(|line| line.split('.').next())
        .filter(|name| !name.is_empty())
    {
        let is_ours = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../shared")
            .join(name)
            .is_dir();
        assert!(
            is_ours || page.contains(&format!("`{name}`")),
            "{name} is not on the page"
        );
    }
}
