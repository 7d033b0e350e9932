use super::*;
use crate::composer::layout::{
    Layouts,
    requirements::{Requirements, Subjects},
};
use contract::AspectRatio;

const fn setting(letterings: &Letterings) -> Setting<'_> {
    Setting {
        letterings,
        family: Family::Display,
        has_subjects: true,
        has_object: false,
        max_letter: None,
        series: None,
    }
}

fn set(headline: &Headline, layout: &Layout) -> PlacedHeadline {
    PlacedHeadline::set(headline, layout, setting(&Letterings::default())).unwrap()
}

fn layout(name: &str, headline: &Headline) -> Layout {
    let subjects = Subjects {
        drawn: 2,
        ..Subjects::default()
    };
    let layouts =
        Requirements::new(AspectRatio::Wide, headline, subjects).layouts(&Layouts::named(name).unwrap(), "", 0);
    layouts.into_iter().next().unwrap()
}

fn parts(name: &str, title: &str) -> Vec<(usize, PartStyle)> {
    let headline = Headline::new("", Some(title));
    let text = set(&headline, &layout(name, &headline));
    text.parts
        .iter()
        .map(|part| (part.block.words.len(), part.style))
        .collect()
}

#[test]
fn parts_of_a_headline_go_to_their_slots() {
    use PartStyle::{Accent, Headline, OnAccent};
    let versus = [(2, Headline), (1, OnAccent), (1, Headline)];
    assert_eq!(parts("versus", "Old Mac vs PC"), versus);
    // A number stands with what it counts.
    assert_eq!(
        parts("number", "10 money mistakes in Rome"),
        [(3, Accent), (2, Headline)]
    );
    assert_eq!(parts("giant", "30 days without shoes"), [(2, Accent), (2, Headline)]);
    assert_eq!(parts("giant", "30 days"), [(2, Headline)]);
    assert_eq!(parts("step", "How to bake bread"), [(2, Headline), (2, Headline)]);
    // A headline without such parts is set in one slot.
    for name in ["number", "step", "beside"] {
        assert_eq!(parts(name, "My quiet garden"), [(3, Headline)], "{name}");
    }
}

#[test]
fn a_number_and_the_words_below_it_are_in_the_middle() {
    let headline = Headline::new("", Some("30 days without shoes"));
    for name in ["number", "giant"] {
        let layout = layout(name, &headline);
        let variant = layout.variant();
        let slots = variant.numeral.unwrap().area.join(&variant.headline.unwrap().area);
        let bounds = set(&headline, &layout).bounds;
        let (_, middle) = crate::composer::layout::centre(slots.unwrap());
        let (_, own) = crate::composer::layout::centre(bounds);
        assert!((own - middle).abs() < 1.0, "{name}: {own} {middle}");
    }
}

#[test]
fn the_sides_of_a_comparison_look_alike() {
    let headline = Headline::new("", Some("Alpha vs Betamaximum"));
    let set = |name| set(&headline, &layout(name, &headline));
    let beside = set("beside");
    let emphasised: Vec<bool> = beside.parts[0].block.words.iter().map(|word| word.emphasised).collect();
    assert_eq!(emphasised, [true, false, true]);
    let versus = set("versus");
    let (one, other) = (&versus.parts[0].block.words[0], &versus.parts[2].block.words[0]);
    assert!(
        one.letter <= other.letter * UNEVEN + 0.1,
        "{} {}",
        one.letter,
        other.letter
    );
}

#[test]
fn words_use_the_slots_of_missing_subjects() {
    let headline = Headline::new("", Some("Alpha vs Beta"));
    let layout = layout("versus", &headline);
    let letterings = Letterings::default();
    let set = |has_subjects| {
        let setting = Setting {
            has_subjects,
            ..setting(&letterings)
        };
        PlacedHeadline::set(&headline, &layout, setting).unwrap()
    };
    assert!(set(false).smallest() > 1.2 * set(true).smallest());
    let bounds: Vec<Rect> = set(false).parts.iter().map(|part| part.block.bounds).collect();
    assert!(bounds[0].intersect(&bounds[1]).is_none() && bounds[1].intersect(&bounds[2]).is_none());
}

#[test]
fn an_object_reduces_the_headlines_slot() {
    let headline = Headline::new("", Some("one two three four five six seven"));
    let layout = layout("beside", &headline);
    let letterings = Letterings::default();
    let set = |has_object| {
        let setting = Setting {
            has_object,
            ..setting(&letterings)
        };
        PlacedHeadline::set(&headline, &layout, setting).unwrap()
    };
    let object = layout.variant().object.unwrap().area;
    assert!(set(true).bounds.intersect(&object).is_none());
    assert!(set(false).smallest() > set(true).smallest());
}
