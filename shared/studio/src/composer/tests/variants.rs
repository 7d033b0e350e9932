//! Pictures with consecutive seeds differ: in their layout, in the place of photos, and as a whole.

use super::*;
use crate::composer::raster::scale::Scale;
use crate::inspector::measured;
use contract::CheckId;
use preflight::{Fingerprint, sameness};
use tiny_skia::Pixmap;

/// The first so many thumbnails of a generation must all look different.
const FIRST: u32 = 4;

const TITLES: [Option<&str>; 5] = [
    None,
    Some(""),
    Some("It works"),
    Some("Cat vs dog"),
    Some("10 things that nobody ever told you about rockets and why they fail"),
];

fn reference(role: Role, name: &str, file: &'static [u8]) -> ReferencePicture {
    ReferencePicture::new(role, name, name, Bytes::from_static(file))
}

/// What the pictures show, by name.
fn casts() -> Vec<(&'static str, Vec<ReferencePicture>)> {
    let astronaut = |role| {
        reference(
            role,
            "Eileen",
            include_bytes!("../../../examples/references/astronaut.jpg"),
        )
    };
    let cat = |role| reference(role, "Cat", include_bytes!("../../../examples/references/cat.jpg"));
    vec![
        ("nothing", vec![]),
        ("person", vec![astronaut(Role::Person)]),
        ("object", vec![cat(Role::Object)]),
        ("person and object", vec![astronaut(Role::Person), cat(Role::Object)]),
        ("two persons", vec![astronaut(Role::Person), cat(Role::Person)]),
        ("style", vec![astronaut(Role::Style)]),
    ]
}

/// The parts of a picture by which the tests tell whether it differs from another one.
struct Variant {
    layout: String,
    /// For each photo: its left and top edge, rounded to eight pixels, and the pixels of its visible part.
    photos: Vec<([i32; 2], Pixmap)>,
    fingerprint: Fingerprint,
}

impl Variant {
    fn of(brief: &Brief) -> Self {
        let design = design(brief);
        let photos = design.photos.iter().flat_map(|photos| photos.shown());
        let photos = photos.map(|placed| {
            let place = [placed.place.left(), placed.place.top()].map(|part| (part / 8.0).round() as i32);
            (place, placed.picture(Scale::ONE).unwrap())
        });
        let picture = drawn(brief);
        let pixels = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
        let measured = measured(&pixels, picture.bytes.len(), picture.words.as_deref()).unwrap();
        Self {
            layout: design.layout.name().to_owned(),
            photos: photos.collect(),
            fingerprint: measured.fingerprint,
        }
    }
}

/// Whether the title leaves one layout to choose: it is blank, names two sides, or is very long.
fn is_fixed(title: Option<&str>) -> bool {
    title.is_some_and(|title| title.is_empty() || title.contains(" vs ")) || is_long(title)
}

/// Whether the title leaves little room for the photos. A large face fills this room, so it is not enlarged, and a
/// picture may look like the one after the next.
fn is_long(title: Option<&str>) -> bool {
    title.is_some_and(|title| title.split(' ').count() > 8)
}

#[test]
fn consecutive_seeds_give_pictures_that_differ() {
    let (mut wrong, mut all) = (Vec::new(), 0);
    for (cast, references) in casts() {
        for title in TITLES {
            for aspect_ratio in AspectRatio::ALL {
                let start = (all % 3) as u32;
                let variants: Vec<Variant> = (start..start + FIRST)
                    .map(|seed| Brief {
                        title: title.map(str::to_owned),
                        aspect_ratio,
                        format: ImageFormat::Jpeg,
                        references: references.clone(),
                        ..brief("My cat and I built a rocket", seed)
                    })
                    .map(|brief| Variant::of(&brief))
                    .collect();
                let mut note = |what: String| wrong.push(format!("{cast}, {title:?}, {aspect_ratio:?}: {what}"));
                for (at, one) in variants.iter().enumerate() {
                    for (to, other) in variants.iter().enumerate().skip(at + 1) {
                        let check = sameness(&one.fingerprint, [&other.fingerprint]).unwrap();
                        assert_eq!(check.id, CheckId::Sameness);
                        let is_excused = to - at == 2 && is_long(title);
                        if !check.ok && !is_excused {
                            note(format!(
                                "{at} and {to} look the same ({:?}) {} {}",
                                check.value, one.layout, other.layout
                            ));
                        }
                    }
                }
                for pair in variants.windows(2) {
                    let [one, other] = pair else { continue };
                    all += 1;
                    if one.layout == other.layout && !is_fixed(title) {
                        note(format!("twice {}", one.layout));
                    }
                    if one.photos == other.photos && !one.photos.is_empty() {
                        note(format!("the photo stays in {} and {}", one.layout, other.layout));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {all} neighbours: {wrong:#?}", wrong.len());
}
