//! ARCHITECTURE.md says where the parts of a tool go. What it says is true of every tool, and nothing is left out.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

use contract::tools;

use crate::structure::files;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The paths that the row about tools names.
fn places() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let row = text.lines().find(|line| line.starts_with("| a tool |")).unwrap();
    let quoted = row.split('`').skip(1).step_by(2);
    let is_path = |text: &&str| text.contains('.') && !text.contains(' ') || text.contains('/');
    quoted.filter(is_path).map(str::to_owned).collect()
}

/// A snake_case name in PascalCase: `GetImage` for `get_image`.
pub(crate) fn pascal_case(name: &str) -> String {
    let words = name.split('_').map(|word| word.split_at(1));
    words.map(|(first, rest)| first.to_uppercase() + rest).collect()
}

/// Whether a text names the tool, as `get_image` or as `GetImage`.
fn names(text: &str, tool: &str) -> bool {
    let pascal = pascal_case(tool);
    let words: BTreeSet<&str> = text.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    words.contains(tool) || words.contains(pascal.as_str())
}

/// The text of a file, or of all files in a folder.
fn text(path: &str) -> String {
    let path = root().join(path);
    if path.is_dir() {
        let files = fs::read_dir(path)
            .unwrap()
            .map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
        files.collect()
    } else {
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }
}

#[test]
fn every_tool_is_in_the_places_that_architecture_names() {
    // Its sentences, not its tools, are in this document.
    for place in places().iter().filter(|place| *place != "docs/messages.md") {
        for tool in &tools::TERMS {
            let (name, category) = (tool.name, tool.category.as_str());
            let path = place.replace("CATEGORY", category).replace("NAME", name);
            let is_own_file = place.contains("NAME");
            assert!(
                is_own_file && root().join(&path).is_file() || names(&text(&path), name),
                "{path}: {name}"
            );
        }
    }
}

#[test]
fn every_list_of_all_tools_is_a_place_that_architecture_names() {
    let places = places();
    let endings = [
        ".rs", ".toml", ".md", ".yaml", ".json", ".py", ".ts", ".mjs", ".js", ".snap",
    ];
    let mut lists = Vec::new();
    for (path, text) in files(&["docs", "functions", "infra", "shared", "tests"], &endings) {
        let has_all = tools::TERMS.iter().all(|tool| names(&text, tool.name));
        if has_all && !path.contains("/node_modules/") {
            lists.push(path);
        }
    }
    assert!(lists.len() >= 8, "{lists:?}");
    lists.retain(|path| {
        !places
            .iter()
            .any(|place| path == place || path.starts_with(&format!("{place}/")))
    });
    assert!(
        lists.is_empty(),
        "ARCHITECTURE.md does not name these places of a tool: {lists:?}"
    );
}
