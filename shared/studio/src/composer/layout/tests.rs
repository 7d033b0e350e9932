use super::{
    requirements::{Requirements, Subjects},
    template::KindName,
    *,
};
use crate::composer::headline::{Headline, kind::Kind};

fn layouts() -> impl Iterator<Item = Layout> {
    ALL.iter()
        .flat_map(|template| AspectRatio::ALL.map(|shape| Layout::new(Arc::clone(template), shape)))
}

fn requirements(title: &str, shape: AspectRatio) -> Requirements {
    let subjects = Subjects {
        drawn: 1,
        ..Subjects::default()
    };
    Requirements::new(shape, &Headline::new("", Some(title)), subjects)
}

#[test]
fn every_file_is_valid() {
    for (name, svg) in FILES {
        if let Err(error) = reader::read(name, svg) {
            panic!("{error}");
        }
    }
    assert!(FILES.len() >= 10);
}

#[test]
fn words_keep_the_margins_and_avoid_the_badge_in_every_layout() {
    for layout in layouts() {
        let Size { width, height } = layout.shape().size();
        let (width, height) = (width as f32, height as f32);
        for slot in layout.variant().slots() {
            let area = slot.area;
            let name = format!("{} {:?}: {area:?}", layout.name(), layout.shape());
            assert!(
                area.left() >= width * MARGIN - 0.5 && area.right() <= width * (1.0 - MARGIN) + 0.5,
                "{name}"
            );
            assert!(
                area.top() >= height * MARGIN - 0.5 && area.bottom() <= height * (1.0 - MARGIN) + 0.5,
                "{name}"
            );
            let (right, foot) = (width * (1.0 - BADGE.0), height * (1.0 - BADGE.1));
            assert!(
                area.right() <= right + 0.5 || area.bottom() <= foot + 0.5,
                "{name} runs into the badge"
            );
        }
    }
}

#[test]
fn shapes_stay_in_the_picture_when_a_layout_is_turned() {
    for layout in layouts() {
        let Size { width, height } = layout.shape().size();
        let picture = Rect::from_xywh(0.0, 0.0, width as f32, height as f32).unwrap();
        let inside = |layout: &Layout| -> Vec<bool> {
            let pieces = layout.variant().under.iter().chain(&layout.variant().over);
            let bounds = pieces.filter_map(|piece| Some(piece.shape.as_ref()?.bounds()));
            bounds
                .map(|bounds| picture.intersect(&bounds) == Some(bounds))
                .collect()
        };
        // Only a layout without a subject at a side is turned upside down.
        let all = match layout.subject_side() {
            Some(_) => vec![layout.clone().facing(Side::Left), layout.clone().facing(Side::Right)],
            None => vec![layout.clone().upside_down()],
        };
        for turned in all {
            assert_eq!(
                inside(&turned),
                inside(&layout),
                "{} {:?}",
                layout.name(),
                layout.shape()
            );
        }
    }
}

#[test]
fn slots_for_words_do_not_overlap() {
    for layout in layouts() {
        let variant = layout.variant();
        let both = [
            (variant.headline, variant.kicker),
            (variant.headline, variant.numeral),
            (variant.first, variant.second),
            (variant.first, variant.joint),
            (variant.second, variant.joint),
        ];
        for (one, other) in both.into_iter().filter_map(|(one, other)| one.zip(other)) {
            let overlap = one.area.intersect(&other.area);
            assert!(
                overlap.is_none_or(|overlap| overlap.width() < 1.0 || overlap.height() < 1.0),
                "{} {:?}",
                layout.name(),
                layout.shape()
            );
        }
    }
}

#[test]
fn subjects_do_not_overlap_the_words() {
    for layout in layouts().filter(|layout| !layout.look().letters.are_large()) {
        let variant = layout.variant();
        for slot in [variant.headline, variant.kicker, variant.numeral]
            .into_iter()
            .flatten()
        {
            for subject_slot in variant.subjects.iter().chain(&variant.group) {
                let overlap = slot.area.intersect(&subject_slot.area);
                let is_apart = overlap.is_none_or(|overlap| overlap.width() < 8.0 || overlap.height() < 8.0);
                assert!(
                    is_apart || variant.first.is_some(),
                    "{} {:?}: {overlap:?}",
                    layout.name(),
                    layout.shape()
                );
            }
        }
    }
}

#[test]
fn a_subject_before_the_words_is_large_and_inside_the_picture() {
    for layout in layouts().filter(|layout| layout.look().subject_in_front) {
        let Size { width, height } = layout.shape().size();
        let slot = layout.variant().headline.unwrap().area;
        let line = Rect::from_xywh(slot.left(), slot.top(), slot.width() * 0.7, slot.height() * 0.45).unwrap();
        for extent in [(0.5, 0.5), (0.5, 0.25), (0.2, 0.5)] {
            let layout = layout.clone().in_front_of(&[line], extent);
            let name = format!("{} {:?} {extent:?}", layout.name(), layout.shape());
            assert!(layout.has_large_subject(), "{name}: {}", layout.size);
            let (x, y) = layout.focus;
            let reach = layout.size * SUBJECT / 2.0;
            assert!(x - reach > 0.0 && x + reach < width as f32, "{name}");
            assert!(y - reach > 0.0 && y + reach < height as f32 * 0.98, "{name}");
        }
    }
}

#[test]
fn every_kind_of_headline_has_a_layout_made_for_it() {
    for kind in [
        KindName::Plain,
        KindName::Versus,
        KindName::Number,
        KindName::Change,
        KindName::Steps,
        KindName::Quote,
        KindName::Shock,
        KindName::Product,
    ] {
        assert!(ALL.iter().any(|template| template.kinds.contains(&kind)), "{kind:?}");
    }
    assert_eq!(KindName::of(Kind::Versus { joint: 1 }), KindName::Versus);
}

#[test]
fn a_comparison_of_two_motifs_always_begins_with_a_layout_of_two_sides() {
    let headline = Headline::new("", Some("Cat vs dog"));
    let subjects = Subjects {
        drawn: 2,
        has_pair: true,
        ..Subjects::default()
    };
    for shape in AspectRatio::ALL {
        let requirements = Requirements::new(shape, &headline, subjects);
        for seed in 0..12 {
            let layouts = requirements.layouts(&Layouts::All, "Cat vs dog", seed);
            assert_eq!(layouts[0].variant().subjects.len(), 2, "{shape:?}, seed {seed}");
        }
    }
}

#[test]
fn consecutive_seeds_have_different_layouts() {
    for shape in AspectRatio::ALL {
        let requirements = requirements("A quiet thought", shape);
        let chosen = |seed| {
            let layouts = requirements.layouts(&Layouts::All, "text", seed);
            layouts.first().map(|layout| layout.name().to_owned())
        };
        let names: std::collections::BTreeSet<_> = (0..60).map(chosen).collect();
        assert!(names.len() >= 5, "{names:?}");
        for seed in 0..60 {
            assert_ne!(chosen(seed), chosen(seed + 1), "{seed} in {shape:?}");
        }
        assert_eq!(chosen(1), chosen(1));
        assert!(chosen(u32::MAX).is_some());
    }
}

#[test]
fn errors_in_a_file_are_described() {
    let variant = |shape: &str, inside: &str| {
        let (width, height) = match shape {
            "16:9" => (1280, 720),
            "9:16" => (720, 1280),
            "1:1" => (1080, 1080),
            _ => (1440, 1080),
        };
        format!("<svg data-shape=\"{shape}\" width=\"{width}\" height=\"{height}\">{inside}</svg>")
    };
    let subject_slot = "<rect class=\"subject\" x=\"9\" y=\"9\" width=\"90\" height=\"90\" />";
    let file = |head: &str, inside: &str| {
        let variants: String = AspectRatio::ALL
            .iter()
            .map(|shape| variant(shape.as_str(), &format!("{inside}{subject_slot}")))
            .collect();
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {head}>{variants}</svg>")
    };
    assert!(reader::read("x", &file("", "")).is_ok());
    for (svg, told) in [
        ("<svg".to_owned(), "layout x: "),
        ("<svg/>".to_owned(), "there is no variant for 16:9"),
        (
            file("data-for=\"plain rubbish\"", ""),
            "data-for: \"rubbish\" means nothing",
        ),
        (file("data-colour=\"red\"", ""), "there is no attribute data-colour"),
        (file("data-words=\"3\"", ""), "data-words is a range"),
        (file("data-calm=\"maybe\"", ""), "data-calm is yes or no"),
        (
            file("", "<rect class=\"headline\" x=\"1\" y=\"1\" width=\"4\" />"),
            "a <rect> lacks height",
        ),
        (
            file("", "<circle class=\"pink\" cx=\"1\" cy=\"1\" r=\"1\" />"),
            "class: \"pink\" means nothing",
        ),
        (file("", "<text class=\"ink\" />"), "<text> cannot be painted"),
        (file("", "<path class=\"ink\" d=\"M0 0 rubbish\" />"), "d: "),
        (file("", "<g />"), "<g> lacks class"),
    ] {
        let error = reader::read("x", &svg).unwrap_err().to_string();
        assert!(error.contains(told), "{error}");
    }
}

#[test]
fn the_subject_is_on_the_inspirations_side() {
    for side in [Side::Left, Side::Right] {
        for seed in 0..9 {
            let requirements = requirements("A quiet thought", AspectRatio::Wide).on_side(Some(side));
            let layouts = requirements.layouts(&Layouts::All, "text", seed);
            let own = layouts.first().and_then(Layout::subject_side);
            assert!(own.is_none_or(|own| own == side), "{own:?}");
        }
    }
}

#[test]
fn only_free_words_become_wider() {
    for (name, is_free) in [("beside", true), ("banner", true), ("split", false), ("overlap", false)] {
        let layout = layouts().find(|layout| layout.name() == name && layout.shape() == AspectRatio::Wide);
        assert_eq!(layout.unwrap().with_wider_words().is_some(), is_free, "{name}");
    }
}

#[test]
fn a_line_above_the_words_follows_them() {
    for layout in layouts().filter(|layout| ["minimal", "quote"].contains(&layout.name())) {
        let slot = layout.variant().headline.unwrap().area;
        let words = Rect::from_ltrb(slot.left(), slot.top() + 90.0, slot.right(), slot.bottom() - 90.0).unwrap();
        let tops = |layout: &Layout| layout.signs().map(|sign| sign.top()).collect::<Vec<f32>>();
        let before = tops(&layout);
        assert!(!before.is_empty(), "{}", layout.name());
        let after = tops(&layout.with_signs_on(words));
        assert_eq!(after, before.iter().map(|top| top + 90.0).collect::<Vec<f32>>());
    }
}
