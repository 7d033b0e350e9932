//! Pictures that follow a recipe look like a series.

use super::*;
use crate::composer::{cast::styles, palette::mood::Mood, recipe::Recipe};

/// Twelve episodes of different kinds: the prompt and the title.
const EPISODES: [(&str, &str); 12] = [
    ("a rocket on the launch pad", "How rockets fly"),
    ("an old violin", "It sings"),
    ("a shark in the sea", "Why sharks never sleep"),
    ("a cup of coffee", "10 coffee mistakes"),
    ("a bicycle in the city", "I sold my car"),
    ("a castle at night", "\u{201c}Nobody lives here\u{201d}"),
    ("a slice of pizza", "Pizza!"),
    ("a robot in a factory", "Robots take over the night shift"),
    ("a horse on a meadow", "Horse"),
    ("a telescope", "What we found behind the moon"),
    ("a guitar", "How to tune it"),
    ("a cactus in the desert", "Water"),
];

/// The pictures that recipes come from: the prompt, the title, and a change.
const ORIGINS: [(&str, Option<&str>, &str); 6] = [
    ("a lighthouse in a storm", Some("The last keeper"), ""),
    ("10 mistakes with money", None, ""),
    ("a cat on a sofa", Some("Cats are liquid"), "make the title yellow"),
    (
        "minecraft castle build",
        Some("Built in a day"),
        "put a frame around it",
    ),
    ("the history of rome", Some("Rome fell"), "move the title to the top"),
    ("crypto crash warning", Some("Get out"), "make the title smaller"),
];

fn origin((prompt, title, change): (&str, Option<&str>, &str), seed: u32) -> Brief {
    let original = (!change.is_empty()).then(|| Original {
        prompt: prompt.to_owned(),
        own_prompt: None,
        title: title.map(str::to_owned),
        seed,
        changes: vec![change.to_owned()],
        shown: None,
    });
    Brief {
        title: title.map(str::to_owned),
        original,
        ..brief(prompt, seed)
    }
}

fn inspiration(recipe: Option<Recipe>) -> ReferencePicture {
    let photo = Bytes::from_static(include_bytes!("../../../examples/references/neon.jpg"));
    ReferencePicture {
        recipe,
        ..ReferencePicture::new(Role::Style, "insp_1", "The first episode", photo)
    }
}

fn episode(recipe: &Recipe, (prompt, title): (&str, &str), seed: u32) -> Brief {
    Brief {
        title: Some(title.to_owned()),
        references: vec![inspiration(Some(recipe.clone()))],
        ..brief(prompt, seed)
    }
}

#[test]
fn a_recipe_is_read_as_it_was_written_and_one_of_another_version_is_not_read() {
    for (at, of) in ORIGINS.into_iter().enumerate() {
        let recipe = design(&origin(of, at as u32)).recipe;
        let json = recipe.json();
        assert_eq!(Recipe::read(&json).as_ref(), Some(&recipe), "{json}");
        assert!(json.len() <= 1_000, "{} bytes: {json}", json.len());
        let newer = json.replace("\"version\":1", "\"version\":2");
        assert_ne!(newer, json);
        assert_eq!(Recipe::read(&newer), None);
    }
    assert_eq!(Recipe::read("{}"), None);
}

#[test]
fn episodes_keep_everything_of_the_recipe_but_the_words_the_subject_and_the_scene() {
    let (mut all, mut others) = (0, 0);
    for of in ORIGINS {
        for seed in 0..3 {
            let first = design(&origin(of, seed));
            let recipe = &first.recipe;
            for (at, text) in EPISODES.into_iter().enumerate() {
                let design = design(&episode(recipe, text, at as u32 * 7 + seed));
                let name = format!("{of:?} {seed} {text:?} {} {}", recipe.layout, design.layout.name());
                all += 1;
                assert_eq!(design.palette, first.palette, "{name}");
                assert_eq!(design.ornaments.is_empty(), first.ornaments.is_empty(), "{name}");
                let headline = design.headline.as_ref().unwrap();
                assert_eq!(headline.family, recipe.family, "{name}");
                assert!(headline.is_legible(&design.layout), "{name}");
                assert_eq!(design.letters.fill, first.letters.fill, "{name}");
                assert_eq!(
                    design.other_layout.is_some(),
                    design.layout.name() != recipe.layout,
                    "{name}"
                );
                if design.other_layout.is_some() {
                    others += 1;
                    continue;
                }
                assert_eq!(design.recipe.subject, recipe.subject, "{name}");
                if design.recipe.words != recipe.words {
                    // The place of short words is too small for long ones, which stay in their slot.
                    others += 1;
                    continue;
                }
                assert_eq!(design.recipe.ornaments, recipe.ornaments, "{name}");
                assert_eq!(design.letters.emphasis, first.letters.emphasis, "{name}");
                assert_eq!(design.recipe.pattern, recipe.pattern, "{name}");
                let (own, most) = (design.recipe.letter.unwrap(), recipe.letter.unwrap_or(1.0).max(0.15));
                assert!(own <= most * 1.01, "{name}: {own} {most}");
                // Of a recipe's picture comes the same recipe.
                let again = self::design(&episode(&design.recipe, text, 99));
                assert_eq!(again.layout.name(), recipe.layout, "{name}");
            }
        }
    }
    // A head without a body stands on no stage, and long titles do not fit behind a subject.
    assert!(
        others * 15 <= all,
        "{others} of {all} episodes have another layout or place"
    );
}

#[test]
fn all_thumbnails_of_a_call_differ_and_keep_the_recipe() {
    for (of, text) in [
        (ORIGINS[0], EPISODES[2]),
        (ORIGINS[5], EPISODES[0]),
        // No subject has a picture.
        (
            ("nothing at all", Some("It is over"), ""),
            ("whatever it was", "It begins"),
        ),
    ] {
        let recipe = design(&origin(of, 1)).recipe;
        let briefs: Vec<Brief> = (0..10).map(|seed| episode(&recipe, text, seed)).collect();
        let all: Vec<Vec<u8>> = briefs.iter().map(pixels).collect();
        for (at, brief) in briefs.iter().enumerate() {
            assert_eq!(design(brief).layout.name(), recipe.layout);
            assert!(!all[..at].contains(&all[at]), "{of:?} {at}");
        }
    }
}

#[test]
fn a_person_does_not_stand_where_the_layout_of_a_series_has_only_words() {
    let recipe = design(&origin(("nothing at all", Some("It is over"), ""), 1)).recipe;
    let photo = Bytes::from_static(include_bytes!("../../../examples/references/astronaut.jpg"));
    for shape in AspectRatio::ALL {
        let mut brief = Brief {
            aspect_ratio: shape,
            ..episode(&recipe, EPISODES[0], 3)
        };
        brief
            .references
            .push(ReferencePicture::new(Role::Person, "", "Eileen", photo.clone()));
        let design = design(&brief);
        assert_eq!(design.other_layout.as_ref(), Some(&recipe.layout));
        let words = design.headline.as_ref().unwrap().words();
        let head = design.photos.as_ref().unwrap().persons[0].head().unwrap();
        assert!(words.iter().all(|word| word.intersect(&head).is_none()), "{shape:?}");
    }
}

#[test]
fn another_inspiration_gives_the_colours_and_the_first_recipe_the_rest() {
    let [first, second] = [0, 3].map(|at| design(&origin(ORIGINS[at], 1)).recipe);
    let with = |references| Brief {
        references,
        ..episode(&first, EPISODES[1], 5)
    };
    let alone = design(&with(vec![inspiration(Some(first.clone()))]));
    let both = design(&with(vec![inspiration(None), inspiration(Some(first.clone()))]));
    assert_eq!(both.layout.name(), alone.layout.name());
    assert_eq!(both.headline.unwrap().family, alone.headline.unwrap().family);
    assert_ne!(both.palette, alone.palette);
    let mood = design(&with(vec![inspiration(None)]));
    assert_eq!(
        both.palette,
        Mood::of(&[&styles(&[inspiration(None)])[0].swatches]).unwrap().palette
    );
    assert_ne!(mood.palette, alone.palette);
    let two = design(&with(vec![inspiration(Some(first.clone())), inspiration(Some(second))]));
    assert_eq!(two.recipe.layout, first.layout);
    assert_eq!(two.palette, both.palette);
}

#[test]
fn long_titles_are_legible_in_every_family_and_shape() {
    let recipe = design(&origin(ORIGINS[0], 1)).recipe;
    let title = "Everything that nobody ever told me about the last lighthouse keeper";
    for shape in AspectRatio::ALL {
        for family in [
            Family::Display,
            Family::Geometric,
            Family::Round,
            Family::Serif,
            Family::Comic,
        ] {
            let recipe = Recipe {
                family,
                ..recipe.clone()
            };
            let long = Brief {
                aspect_ratio: shape,
                ..episode(&recipe, ("a lighthouse", title), 3)
            };
            let design = design(&long);
            let headline = design.headline.unwrap();
            assert!([family, Family::Display].contains(&headline.family));
            assert!(
                headline.is_legible(&design.layout),
                "{shape:?} {family:?} {}",
                design.layout.name()
            );
        }
    }
}

#[test]
fn a_change_of_an_episode_leaves_the_recipe() {
    let wordless = ("a boat", Some(""), "");
    for of in ORIGINS.into_iter().chain([wordless]) {
        let recipe = design(&origin(of, 2)).recipe;
        for (at, (prompt, title)) in EPISODES.into_iter().enumerate().take(4) {
            let seed = at as u32;
            let before = episode(&recipe, (prompt, title), seed);
            let changes = vec!["make the title #ff8800".to_owned()];
            let after = Brief {
                original: Some(Original {
                    prompt: prompt.to_owned(),
                    own_prompt: None,
                    title: Some(title.to_owned()),
                    seed,
                    changes,
                    shown: None,
                }),
                ..before.clone()
            };
            let name = format!("{of:?} {title} {seed}");
            let (before, after) = (design(&before), design(&after));
            assert!(after.unchanged.is_empty(), "{name}: {:?}", after.unchanged);
            assert_eq!(after.layout.name(), before.layout.name(), "{name}");
            assert_eq!(after.palette, before.palette, "{name}");
            assert_eq!(
                after.headline.unwrap().bounds,
                before.headline.unwrap().bounds,
                "{name}"
            );
            assert_eq!(after.letters.fill, Some(colour::Rgb::hex(0xff_88_00)), "{name}");
            assert_eq!(after.ornaments.len(), before.ornaments.len(), "{name}");
        }
    }
}

#[test]
fn a_scene_that_a_change_has_named_belongs_to_the_recipe() {
    let recipe = design(&origin(("a teapot", Some("Tea time"), "put it on a beach"), 4)).recipe;
    let next = design(&episode(&recipe, EPISODES[0], 8));
    assert_eq!(next.recipe.background, recipe.background);
    assert_eq!(recipe.background, crate::composer::recipe::BackgroundKind::Scene);
}
