//! Pictures that are changed: what the changes name differs, and everything else stays.

use super::*;
use crate::composer::{design::ornaments::OrnamentShape, layout::scene::Scene};
use colour::Rgb;
use lexicon::Place;
use tiny_skia::{Path, Rect};

const PROMPTS: [&str; 3] = ["a cat on a roof", "how to bake bread at home", "my first marathon"];
const TITLE: &str = "This changes all";

fn titled(prompt: &str, seed: u32) -> Brief {
    Brief {
        title: Some(TITLE.to_owned()),
        ..brief(prompt, seed)
    }
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
    assert_eq!(unknown.unchanged, ["qwrtzp"]);
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
    assert_eq!(known, lexicon::LAYOUTS);
    for scene in lexicon::SCENES {
        assert!(Scene::named(scene).is_some(), "{scene}");
    }
}

/// The words with their outlines, plates and shadows; nothing without words.
fn words(design: &Design) -> Option<Rect> {
    let headline = design.headline.as_ref()?;
    let rim = headline.largest() * 0.35;
    headline.bounds.outset(rim, rim)
}

/// Checks that the pictures differ, and only inside these rectangles.
fn check_pixels(before: &Design, after: &Design, parts: &[Option<Rect>], what: &str) {
    let (before, after) = (paint::picture(before).unwrap(), paint::picture(after).unwrap());
    let width = before.pixmap().width() as usize;
    let pixels = before.pixmap().pixels().iter().zip(after.pixmap().pixels()).enumerate();
    let differing: Vec<(f32, f32)> = pixels
        .filter(|(_, (one, other))| one != other)
        .map(|(at, _)| ((at % width) as f32, (at / width) as f32))
        .collect();
    assert!(!differing.is_empty(), "{what}: nothing changed");
    let is_inside = |(x, y): &(f32, f32)| {
        let has = |part: &Rect| *x >= part.left() && *x <= part.right() && *y >= part.top() && *y <= part.bottom();
        parts.iter().flatten().any(has)
    };
    let outside = differing.iter().find(|point| !is_inside(point));
    assert!(outside.is_none(), "{what}: {outside:?} is outside {parts:?}");
}

#[test]
fn a_change_of_the_title_s_look_changes_no_pixel_elsewhere() {
    for change in [
        "make the title yellow",
        "title in navy",
        "smaller text",
        "bigger text",
        "serif font for the title",
        "title in all caps",
        "no text",
        "highlight CHANGES",
        "make the title yellow and bigger, in capitals",
    ] {
        for prompt in PROMPTS {
            for seed in [1, 4] {
                let original = titled(prompt, seed);
                let title = if change == "no text" { "" } else { TITLE };
                let (before, after) = (design(&original), changed(&original, title, &[change]));
                // A layout may have no room for larger letters, and the word may be emphasised already.
                if after.unchanged.is_empty() && change != "highlight CHANGES" {
                    let mut parts = vec![words(&before), words(&after)];
                    if title.is_empty() {
                        // The background is dark under words, and without words it is not.
                        parts.push(Rect::from_xywh(0.0, 0.0, 1280.0, 720.0));
                    }
                    check_pixels(&before, &after, &parts, &format!("{prompt}: {change}"));
                }
                assert_eq!(drawings(&before), drawings(&after), "{prompt}: {change}");
            }
        }
    }
}

#[test]
fn an_ornament_changes_no_pixel_elsewhere() {
    for change in ["add an arrow", "add a frame", "with quotation marks"] {
        check_all(TITLE, &[change], |before, after| {
            let parts: Vec<Option<Rect>> = match after.ornaments.as_slice() {
                [OrnamentShape::Sign { shape, outline }] => {
                    let bounds = shape.as_ref().map(Path::bounds).unwrap();
                    vec![bounds.outset(outline * 5.0, outline * 5.0)]
                }
                [OrnamentShape::Frame { width, .. }] => {
                    let line = width * 1.5;
                    vec![
                        Rect::from_ltrb(0.0, 0.0, 1280.0, line),
                        Rect::from_ltrb(0.0, 720.0 - line, 1280.0, 720.0),
                        Rect::from_ltrb(0.0, 0.0, line, 720.0),
                        Rect::from_ltrb(1280.0 - line, 0.0, 1280.0, 720.0),
                    ]
                }
                other => panic!("{other:?}"),
            };
            check_pixels(before, after, &parts, change);
        });
    }
    check_all(TITLE, &["no sparks"], |_, after| assert!(after.sparkles.is_empty()));
    check_all(TITLE, &["add sparks"], |before, after| {
        assert!(!after.sparkles.is_empty());
        assert!(before.sparkles.is_empty() || before.sparkles == after.sparkles);
    });
}

#[test]
fn the_title_and_the_subject_go_where_they_are_sent() {
    let middle = |bounds: Rect| {
        (
            bounds.left() + bounds.width() / 2.0,
            bounds.top() + bounds.height() / 2.0,
        )
    };
    for (change, is_there) in [
        ("title on the left", (|(x, _)| x < 640.0) as fn((f32, f32)) -> bool),
        ("title on the right", |(x, _)| x > 640.0),
        ("title at the top", |(_, y)| y < 360.0),
        ("title at the bottom", |(_, y)| y > 360.0),
    ] {
        check_all(TITLE, &[change], |_, after| {
            let place = middle(after.headline.as_ref().unwrap().bounds);
            assert!(is_there(place) || !after.unchanged.is_empty(), "{change}: {place:?}");
        });
    }
    check_all(TITLE, &["the subject on the other side"], |before, after| {
        let side = |design: &Design| middle(design.drawings.first().unwrap().bounds().unwrap()).0 < 640.0;
        assert!(
            side(before) != side(after) || after.unchanged == [format!("the subject at “{}”", Place::Other.name())]
        );
    });
}

#[test]
fn a_scene_and_a_size_change_what_they_name() {
    check_all(TITLE, &["put it on a beach"], |before, after| {
        assert!(format!("{:?}", after.background).contains("beach"));
        assert_eq!(printed(after), printed(before));
        assert_eq!(after.layout.name(), before.layout.name());
    });
    for (change, is_right) in [
        (
            "make the subject smaller",
            (|before, after| after < before) as fn(f32, f32) -> bool,
        ),
        ("make the subject bigger", |before, after| after > before),
    ] {
        check_all(TITLE, &[change], |before, after| {
            let size = |design: &Design| design.drawings.first().unwrap().placement.size;
            assert!(is_right(size(before), size(after)), "{change}");
            assert_eq!(after.palette, before.palette);
        });
    }
    check_all(TITLE, &["remove the subject"], |before, after| {
        assert!(after.drawings.is_empty() && after.companion.is_none());
        assert_eq!(
            after.headline.as_ref().map(|words| words.bounds),
            before.headline.as_ref().map(|words| words.bounds)
        );
    });
}

#[test]
fn one_of_two_subjects_is_replaced_or_removed() {
    let before = titled("a cat and a violin", 2);
    let names = |design: &Design| -> Vec<String> {
        let choice = &design.story.choice;
        choice.subjects.iter().map(|subject| subject.id.clone()).collect()
    };
    assert!(names(&design(&before)).contains(&"violin".to_owned()));
    let count = |changes: &[&str]| {
        let after = changed(&before, TITLE, changes);
        (
            after.drawings.len() + usize::from(after.companion.is_some()),
            after.unchanged,
        )
    };
    let (all, _) = count(&[]);
    assert_eq!(count(&["replace the cat with a lion"]), (all, Vec::new()));
    assert_eq!(count(&["remove the violin"]), (1, Vec::new()));
    assert_eq!(count(&["remove the balloon"]), (all, vec!["balloon".to_owned()]));
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
                shown: None,
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
