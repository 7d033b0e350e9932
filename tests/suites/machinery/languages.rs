//! A language is added by its folder and a line: an invented one is read without a change of code.

use super::structure::files;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

/// The files of the invented language.
const FILES: [(&str, &str); 5] = [
    (
        "grammar.txt",
        "letters: ŵ\nfeatures: capitalizes_nouns adjectives_follow\ndeterminers: lo mi\nsmall_words: eŵ\nendings: un=\n",
    ),
    ("concepts.txt", "guitar: zilaro\nviolin: kripilo\n"),
    ("topics.txt", "[function words]\nlo mi eŵ\n\n[topic music]\nzilaro-\n"),
    ("changes.txt", "title: titolo\nset: faru\n"),
    ("colours.txt", "red: karmo\ndark: nodo\nparts: grundo\nbeside: eŵ\n"),
];

/// What the invented language's texts mean.
const TESTS: &str = r#"//! The invented language.

use lexicon::{Changes, Choice, ColourWord, Feature, Language, Topic, colours, topic_of};

#[test]
fn the_invented_language_is_read() {
    let text = "Mi Zilaroun eŵ lo drako";
    let language = Language::of(text);
    assert_eq!(language.code(), "qv");
    assert!(language.has(Feature::CapitalizesNouns));
    assert_eq!(Choice::of(text, None).main().unwrap().id, "guitar");
    assert_eq!(topic_of(text), Some(Topic::Music));
    let red = colours().find(|(name, _)| *name == "red").unwrap().1;
    assert_eq!(ColourWord::of("karmo", language), Some(ColourWord::Colour(red)));
    let Some(ColourWord::Shade(dark)) = ColourWord::of("nodo", language) else { panic!() };
    assert!(dark.is_behind && dark.of(red).luminance() < red.luminance());
    let changes = Changes::of("Faru lo titolo karmo").made;
    assert_eq!(changes.iter().map(ToString::to_string).collect::<Vec<_>>(), ["title colour #dc2626"]);
    assert_eq!(Language::of("My guitar and the dragon").code(), "en");
}
"#;

/// Copies the files of these folders below `to`.
fn copy(folders: &[&str], to: &Path) {
    for (path, content) in files(folders, &[".rs", ".toml", ".txt"]) {
        write(&to.join(path), &content);
    }
}

fn write(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

#[test]
fn a_language_needs_a_folder_and_a_line() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let copied = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("invented-language");
    fs::remove_dir_all(&copied).ok();
    // The workspace replaces a dependency by `crc-fast`.
    copy(&["shared/lexicon", "shared/colour", "shared/crc-fast"], &copied);
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let is_kept = |line: &&str| {
        !["members", "exclude", "default-members"]
            .iter()
            .any(|key| line.starts_with(key))
    };
    let kept: Vec<&str> = manifest.lines().filter(is_kept).collect();
    let manifest = kept
        .join("\n")
        .replace("[workspace]", "[workspace]\nmembers = [\"shared/*\"]");
    write(&copied.join("Cargo.toml"), &manifest);
    fs::copy(root.join("Cargo.lock"), copied.join("Cargo.lock")).unwrap();

    let languages = copied.join("shared/lexicon/languages");
    for (name, content) in FILES {
        write(&languages.join("qv").join(name), content);
    }
    let order = fs::read_to_string(languages.join("order.txt")).unwrap();
    write(&languages.join("order.txt"), &format!("{order}qv\n"));
    write(&copied.join("shared/lexicon/tests/invented.rs"), TESTS);

    let mut command = Command::new(env!("CARGO"));
    command.args([
        "test",
        "--offline",
        "--quiet",
        "--package",
        "lexicon",
        "--test",
        "invented",
    ]);
    // What the workspace has compiled is used again.
    command.env(
        "CARGO_TARGET_DIR",
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).parent().unwrap(),
    );
    let output = command.current_dir(&copied).output().unwrap();
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
