//! Pictures that are changed: what the changes name differs, and everything else stays.

use super::*;
use crate::brief::Original;
use colour::Rgb;

const PROMPTS: [&str; 3] = ["a cat on a roof", "how to bake bread at home", "my first marathon"];
const TITLE: &str = "This changes all";

fn titled(prompt: &str, seed: u32) -> Brief {
    Brief {
        title: Some(TITLE.to_owned()),
        ..brief(prompt, seed)
    }
}

/// The design of the picture of `before` after these changes. The seed and the prompt of the brief are those of the new
/// generation.
fn changed(before: &Brief, title: &str, changes: &[&str]) -> Design {
    design(&Brief {
        prompt: changes.join("\n"),
        title: Some(title.to_owned()),
        original: Some(Original {
            prompt: before.prompt.clone(),
            own_prompt: before.own_prompt.clone(),
            title: before.title.clone(),
            seed: before.seed,
            changes: changes.iter().map(|change| (*change).to_owned()).collect(),
        }),
        seed: 99,
        ..before.clone()
    })
}

/// Calls `check` with several designs and the designs of the same pictures after these changes.
fn check_all(title: &str, changes: &[&str], check: impl Fn(&Design, &Design)) {
    for prompt in PROMPTS {
        for seed in 0..6 {
            let before = titled(prompt, seed);
            check(&design(&before), &changed(&before, title, changes));
        }
    }
}

fn drawings(design: &Design) -> String {
    format!("{:?}", design.drawings)
}

fn printed(design: &Design) -> Vec<&str> {
    let words = &design.story.words.words;
    words.iter().map(|word| word.text.as_str()).collect()
}

#[test]
fn without_changes_the_picture_is_the_same() {
    for prompt in PROMPTS {
        let before = titled(prompt, 3);
        let again = paint::picture(&changed(&before, TITLE, &[])).unwrap();
        assert!(pixels(&before) == again.pixmap().data(), "{prompt}");
    }
}

#[test]
fn a_new_title_keeps_layout_colours_and_subject() {
    check_all("That changes you", &["title: That changes you"], |before, after| {
        assert_eq!(printed(after), ["That", "changes", "you"]);
        assert_eq!(after.layout.name(), before.layout.name());
        assert_eq!(after.palette, before.palette);
        assert_eq!(after.story.choice, before.story.choice);
        assert!(after.unchanged.is_empty());
    });
}

#[test]
fn new_colours_keep_everything_else() {
    check_all(TITLE, &["make it green"], |before, after| {
        let (ground, green) = (after.palette.ground.oklch().hue, Rgb::hex(0x16a34a).oklch().hue);
        assert!((ground - green).abs() < 12.0, "{}", after.palette.ground);
        assert_eq!(printed(after), printed(before));
        assert_eq!(after.layout.name(), before.layout.name());
        assert_eq!(drawings(after), drawings(before));
    });
}

#[test]
fn another_layout_is_different_each_time_and_a_named_one_is_used() {
    check_all(TITLE, &["another layout"], |before, after| {
        assert_ne!(after.layout.name(), before.layout.name());
        assert_eq!(after.palette, before.palette);
        assert_eq!(printed(after), printed(before));
    });
    for prompt in PROMPTS {
        let before = titled(prompt, 2);
        let once = changed(&before, TITLE, &["another layout"]);
        let twice = changed(&before, TITLE, &["another layout", "another layout"]);
        assert_ne!(once.layout.name(), twice.layout.name(), "{prompt}");
    }
    for name in ["beside", "stack"] {
        check_all(TITLE, &[&format!("layout: {name}")], |_, after| {
            assert!(
                after.layout.name() == name || after.unchanged == [name],
                "{}",
                after.layout.name()
            );
        });
    }
    let named = changed(&titled("a cat on a roof", 1), TITLE, &["layout: beside"]);
    assert_eq!(named.layout.name(), "beside");
    // This layout needs a subject for each of its two sides.
    let needy = changed(&titled("a cat on a roof", 1), TITLE, &["layout: versus"]);
    assert!(needy.layout.name() == "versus" || needy.unchanged == ["versus"]);
}

#[test]
fn a_new_subject_takes_the_place_of_the_old_one() {
    check_all(TITLE, &["show a rocket"], |before, after| {
        assert_ne!(drawings(after), drawings(before));
        assert_eq!(after.palette, before.palette);
        assert_eq!(printed(after), printed(before));
        assert!(after.unchanged.is_empty());
    });
    let unknown = changed(&titled("a cat on a roof", 1), TITLE, &["show a qwrtzp"]);
    assert_eq!(unknown.unchanged, ["a qwrtzp"]);
}

#[test]
fn the_emphasis_moves_to_the_named_word() {
    check_all(TITLE, &["emphasis: changes"], |before, after| {
        assert_eq!(after.story.words.emphasis, 1);
        assert_eq!(after.palette, before.palette);
        assert_eq!(after.layout.name(), before.layout.name());
    });
    let absent = changed(&titled("a cat on a roof", 1), TITLE, &["emphasis: never"]);
    assert_eq!(absent.unchanged, ["never"]);
}

#[test]
fn the_names_that_changes_understand_are_those_of_the_layouts() {
    let known: Vec<&str> = Composer::layouts().collect();
    assert_eq!(known, edits::LAYOUTS);
}

#[test]
fn a_rewritten_prompt_changes_neither_headline_nor_subject() {
    for prompt in [
        "How to grow tomatoes on a balcony",
        "Wie ich ein Baumhaus baue",
        "Cómo poner suelo laminado tú mismo en una tarde",
        "İkiz bebeklerle ilk uçak yolculuğumuz",
        "三味線を独学で始めた人向けの動画",
    ] {
        let own = brief(prompt, 3);
        let rewritten = Brief {
            prompt: describer::enhance(prompt, None),
            own_prompt: Some(prompt.to_owned()),
            ..own.clone()
        };
        let again = Brief {
            prompt: String::new(),
            own_prompt: None,
            original: Some(Original {
                prompt: rewritten.prompt.clone(),
                own_prompt: rewritten.own_prompt.clone(),
                title: None,
                seed: 3,
                changes: Vec::new(),
            }),
            ..own.clone()
        };
        let expected = design(&own);
        for other in [rewritten, again] {
            let other = design(&other);
            assert_eq!(printed(&expected), printed(&other));
            let subjects = |design: &Design| format!("{:?}", design.story.choice);
            assert_eq!(subjects(&expected), subjects(&other), "{prompt}");
        }
    }
}
