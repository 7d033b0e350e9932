//! Prompts that say how the picture looks. The composer does what they say, or lists it as not done, and never prints
//! it.

use super::*;
use colour::Rgb;

/// Prompts with the same topic, and an order behind it.
fn ordered(order: &str) -> Vec<Design> {
    let prompts = [
        "a rocket launch at dawn",
        "how to bake bread at home",
        "5 garlic growing mistakes",
    ];
    let briefs = prompts.iter().flat_map(|prompt| {
        let prompt = format!("{prompt}, {order}");
        (1..=3).map(move |seed| brief(&prompt, seed))
    });
    briefs.map(|brief| design(&brief)).collect()
}

fn printed(design: &Design) -> String {
    let words = &design.story.words.words;
    let words: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    words.join(" ").to_lowercase()
}

#[test]
fn an_order_about_a_part_is_done() {
    let is_left = |design: &Design| {
        let bounds = design.headline.as_ref().unwrap().bounds;
        (bounds.left() + bounds.right()) / 2.0 < 640.0
    };
    let is_right = |design: &Design| !is_left(design);
    for (order, is_done) in [
        (
            "title in yellow",
            &(|design: &Design| design.letters.fill.is_some_and(|fill| fill.0 > fill.2)) as &dyn Fn(&Design) -> bool,
        ),
        ("text on the left", &is_left),
        ("text on the right", &is_right),
        ("minimalist style", &|design| design.layout.name() == "minimal"),
        ("background: red", &|design| {
            let Rgb(r, g, b) = design.palette.ground;
            r > g && r > b
        }),
    ] {
        for design in ordered(order) {
            // Some layouts cannot have their words elsewhere.
            assert!(
                is_done(&design) != design.unchanged.iter().any(|order| order.starts_with("the title at")),
                "{order}: {} in {}",
                printed(&design),
                design.layout.name()
            );
        }
    }
}

#[test]
fn an_order_that_is_not_done_is_named() {
    for order in [
        "dramatic lighting",
        "in the style of a famous channel",
        "moody aesthetic",
        "in a realistic style",
    ] {
        for design in ordered(order) {
            assert_eq!(design.unchanged, [order], "{}", printed(&design));
        }
    }
}

#[test]
fn an_order_is_not_printed_and_no_subject() {
    let plain: Vec<String> = ordered("").iter().map(printed).collect();
    for order in [
        "text on the left, picture on the right",
        "dramatic lighting, 4k, 16:9",
        "big bold white text",
        "no arrows, no text on the right",
        "in the style of a comic book",
        "1280x720, headline at the top",
        "please",
    ] {
        for (design, plain) in ordered(order).iter().zip(&plain) {
            assert_eq!(printed(design), *plain, "{order}");
        }
    }
}

#[test]
fn a_topic_is_no_order() {
    for (prompt, words) in [
        ("My $1,000 studio camera", "1,000"),
        ("Music history, rock, jazz, pop", "pop"),
        ("Archery for beginners, carbon arrows", "archery"),
        ("FC Bayern 4:3 Dortmund", "4:3"),
        ("How I run 1:1 meetings", "1:1"),
    ] {
        let design = design(&brief(prompt, 1));
        assert!(
            printed(&design).contains(words) || prompt.ends_with(words),
            "{prompt}: {}",
            printed(&design)
        );
        assert_eq!(design.unchanged, Vec::<String>::new(), "{prompt}");
    }
}

#[test]
fn a_change_keeps_the_orders_of_the_prompt() {
    let before = Brief {
        title: Some("This changes all".to_owned()),
        ..brief("a rocket launch at dawn, text on the right, dramatic lighting", 3)
    };
    let after = Brief {
        original: Some(crate::brief::Original {
            prompt: before.prompt.clone(),
            own_prompt: None,
            title: before.title.clone(),
            seed: before.seed,
            changes: vec!["title in yellow".to_owned()],
            shown: None,
        }),
        prompt: "title in yellow".to_owned(),
        ..before.clone()
    };
    let (before, after) = (design(&before), design(&after));
    let bounds = |design: &Design| design.headline.as_ref().unwrap().bounds;
    assert!(bounds(&before).left() > 400.0);
    assert_eq!(bounds(&before), bounds(&after));
    assert_eq!(after.unchanged, Vec::<String>::new());
    assert_ne!(before.letters.fill, after.letters.fill);
}
