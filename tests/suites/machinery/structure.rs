//! The structure of the source tree: the direction of dependencies, the size of files, and texts that must
//! not appear.

use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The most characters of a line; rustfmt holds code to it.
const MOST_COLUMNS: usize = 120;
const MOST_LINES: usize = 500;
const MOST_LINES_OF_A_MAIN: usize = 36;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below these directories whose names have one of these endings: path and content.
pub(crate) fn files(below: &[&str], endings: &[&str]) -> Vec<(String, String)> {
    fn walk(directory: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else {
                found.push(path);
            }
        }
    }
    let root = root();
    let mut found = Vec::new();
    for directory in below {
        walk(&root.join(directory), &mut found);
    }
    let wanted = found
        .into_iter()
        .filter(|path| endings.iter().any(|ending| path.to_string_lossy().ends_with(ending)));
    let files = wanted.map(|path| {
        (
            path.strip_prefix(&root).unwrap().to_string_lossy().into_owned(),
            read(&path),
        )
    });
    files.collect()
}

fn sources() -> Vec<(String, String)> {
    files(&["fuzz", "shared", "functions", "infra", "tests"], &[".rs"])
}

/// The directories of the crates in the order of ARCHITECTURE.md's table, from top to bottom.
fn crates() -> Vec<String> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| `"));
    let crates: Vec<String> = rows
        .filter_map(|row| row.split_once('`'))
        .map(|(directory, _)| directory.trim_end_matches('/').to_owned())
        .filter(|directory| root().join(directory).join("Cargo.toml").is_file())
        .collect();
    assert!(
        crates.len() >= 14,
        "ARCHITECTURE.md's table of crates is not found: {crates:?}"
    );
    crates
}

/// A crate of the workspace.
struct Package {
    directory: String,
    /// The names of what it needs to run; not what its build script and its tests need.
    dependencies: Vec<String>,
}

/// The output of `cargo metadata`, with the fields that these tests need. The crate `cargo_metadata` can read this
/// output too. But it enables a feature of serde_json, and then most of the service is compiled again for the tests.
#[derive(Deserialize)]
struct Metadata {
    packages: Vec<PackageMetadata>,
}

#[derive(Deserialize)]
struct PackageMetadata {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev` or `build`; `None` for what the crate needs to run.
    kind: Option<String>,
}

/// The crates of the workspace, by name.
fn packages() -> BTreeMap<String, Package> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    let package = |package: PackageMetadata| {
        let directory = package.manifest_path.parent().unwrap();
        let directory = directory.strip_prefix(root()).unwrap();
        let needed = package.dependencies.into_iter().filter(|other| other.kind.is_none());
        let found = Package {
            directory: directory.to_string_lossy().into_owned(),
            dependencies: needed.map(|other| other.name).collect(),
        };
        (package.name, found)
    };
    metadata.packages.into_iter().map(package).collect()
}

#[test]
fn comments_are_not_wider_than_code() {
    let mut wide = Vec::new();
    for (path, content) in sources() {
        for (at, line) in content.lines().enumerate() {
            // A link may be longer than a line.
            let is_comment = line.trim_start().starts_with("//") && line.split_whitespace().count() > 2;
            if is_comment && line.chars().count() > MOST_COLUMNS {
                wide.push(format!("{path}:{}", at + 1));
            }
        }
    }
    assert!(
        wide.is_empty(),
        "comments of more than {MOST_COLUMNS} characters: {wide:#?}"
    );
}

#[test]
fn dependencies_point_down_the_table_of_crates() {
    let (crates, packages) = (crates(), packages());
    let place = |directory: &str| crates.iter().position(|known| known == directory);
    let mut wrong = Vec::new();
    for Package {
        directory,
        dependencies,
    } in packages.values()
    {
        let Some(own) = place(directory) else {
            wrong.push(format!("{directory} is not in ARCHITECTURE.md's table of crates"));
            continue;
        };
        for other in dependencies.iter().filter_map(|name| packages.get(name)) {
            if place(&other.directory).is_none_or(|other| other <= own) {
                let other = &other.directory;
                wrong.push(format!(
                    "{directory} depends on {other}, but {other} is not below it in ARCHITECTURE.md's table"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Collects all crates of the workspace on which this crate depends, directly or indirectly.
fn collect_dependencies(name: &str, packages: &BTreeMap<String, Package>, found: &mut BTreeSet<String>) {
    if packages.contains_key(name) && found.insert(name.to_owned()) {
        for dependency in &packages[name].dependencies {
            collect_dependencies(dependency, packages, found);
        }
    }
}

/// The vendors' clients make a function megabytes larger and its cold start slower.
#[test]
fn only_functions_that_call_vendors_contain_their_clients() {
    let packages = packages();
    for (name, asks) in [
        ("discovery", false),
        ("persons", false),
        ("balance", false),
        ("images", true),
        ("inspirations", true),
        ("generation", true),
        ("generation-loop", true),
        ("mcp", true),
    ] {
        let mut parts = BTreeSet::new();
        collect_dependencies(name, &packages, &mut parts);
        assert!(parts.contains("runtime"), "{name}: {parts:?}");
        assert_eq!(parts.contains("vendors"), asks, "{name}");
    }
}

#[test]
fn the_contract_depends_neither_on_aws_nor_on_io() {
    for name in &packages()["contract"].dependencies {
        let barred = ["aws", "tokio", "hyper", "http", "lambda", "rusqlite"];
        assert!(!barred.iter().any(|barred| name.starts_with(barred)), "{name}");
    }
    for (path, text) in files(&["shared/contract/src"], &[".rs"]) {
        for barred in ["std::fs", "std::net", "SystemTime::now", "Instant::now"] {
            assert!(!text.contains(barred), "{path} has {barred}");
        }
    }
}

#[test]
fn only_adapters_and_http_clients_know_http() {
    let may_know = [
        "shared/mcp-adapter",
        "shared/rest",
        "shared/runtime",
        "shared/sources",
        "shared/vendors",
        "shared/webhooks",
    ];
    let http = ["http", "http-body", "http-body-util", "hyper", "lambda_http"];
    let mut wrong = Vec::new();
    for Package {
        directory,
        dependencies,
    } in packages().into_values()
    {
        if directory.starts_with("shared/") && !may_know.contains(&directory.as_str()) {
            let known = dependencies.iter().filter(|name| http.contains(&name.as_str()));
            wrong.extend(known.map(|name| format!("{directory}: {name}")));
        }
    }
    assert!(wrong.is_empty(), "the core knows no protocol: {wrong:?}");
}

#[test]
fn no_file_is_too_long() {
    let mut long = Vec::new();
    for (path, text) in files(&["shared", "functions"], &[".rs"]) {
        let lines = text.lines().count();
        if lines > MOST_LINES && !path.contains("/tests/") && !path.ends_with("tests.rs") {
            long.push(format!("{path} has {lines} lines"));
        }
        if path.starts_with("functions/") && path.ends_with("/src/main.rs") && lines > MOST_LINES_OF_A_MAIN {
            long.push(format!("{path} has {lines} lines"));
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn the_file_of_a_module_has_the_modules_name() {
    // Cargo would compile `infra/local/tests/common.rs` as a test of its own.
    let exempt = "infra/local/tests/common/mod.rs";
    for (path, _) in sources() {
        assert!(
            !path.ends_with("/mod.rs") || path == exempt,
            "rename {path} to the name of its folder"
        );
    }
}

#[test]
fn only_one_file_contains_the_formats_of_keys() {
    let keys = "shared/store/src/keys.rs";
    let prefixes = [
        "ORG", "KEY", "KEYID", "LEDGER", "GRANT", "GEN", "DELETED", "IMG", "INS", "PER", "RATE", "ANSWER", "UPLOAD",
        "DUE",
    ];
    let whole = ["PROFILE", "BALANCE", "ORGS", "LIBRARY", "FACTS", "PROGRESS"];
    let mut wrong = Vec::new();
    for (path, text) in files(&["shared", "functions", "infra"], &[".rs"]) {
        for prefix in prefixes {
            if text.contains(&format!("\"{prefix}#")) && path != keys {
                wrong.push(format!("{path} has {prefix}#"));
            }
        }
        for word in whole {
            let store = path.starts_with("shared/store/") && path != keys;
            if store && (text.contains(&format!("\"{word}\"")) || text.contains(&format!("#{word}\""))) {
                wrong.push(format!("{path} has {word}"));
            }
        }
    }
    assert!(
        read(&root().join(keys)).contains("\"ORG#"),
        "the file with the key formats has moved: update this test"
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn only_the_restore_command_scans_and_no_todo_is_left() {
    let marks = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X:")];
    for (path, text) in sources() {
        let scan = concat!(".sc", "an()");
        // The operator's restore command scans the table. No function does, and no role allows a scan.
        let may = path.starts_with("infra/local/") || path == "shared/store/src/answers/deletion.rs";
        assert!(may || !text.contains(scan), "{path} scans");
        for mark in marks {
            assert!(!text.contains(mark), "{path} has {mark}");
        }
    }
    for (path, text) in files(&["fuzz", "shared", "functions", "infra", "tests"], &["Cargo.toml"]) {
        assert!(marks.iter().all(|mark| !text.contains(mark)), "{path}");
    }
}
