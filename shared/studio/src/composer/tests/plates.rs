//! Words on pictures that a model has painted.

use super::*;
use crate::{encode::DigitalSource, inspector::measured};
use contract::CheckId;
use image::{
    RgbaImage,
    imageops::{self, FilterType::CatmullRom},
};
use lexicon::Place;
use sampling::all_or;
use tiny_skia::Rect;

const TITLES: [&str; 5] = [
    "Wow",
    "I quit my job",
    "How I learned Spanish in 90 days",
    "絶対に見るな",
    "لماذا تركت المدينة",
];

/// The face of the sample `astronaut.jpg`: left, top and side in pixels of 512.
const FACE: [f32; 3] = [178.0, 78.0, 97.0];

fn sample(name: &str) -> RgbaImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/references/");
    image::open(format!("{folder}{name}")).unwrap().into_rgba8()
}

fn file(picture: &RgbaImage) -> Bytes {
    let mut file = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner().into()
}

/// A scene in this size, with a person and the rectangle of the face. The person's place is a share of the free width,
/// and the size a share of the shorter side.
fn scene(name: &str, size: Size, person: Option<(f32, f32)>) -> (RgbaImage, Option<Rect>) {
    let mut scene = imageops::resize(&sample(name), size.width, size.height, CatmullRom);
    let face = person.map(|(left, share)| {
        let side = (size.width.min(size.height) as f32 * share) as u32;
        let (x, y) = ((left * (size.width - side) as f32) as u32, size.height - side);
        let person = imageops::resize(&sample("astronaut-cut-out.webp"), side, side, CatmullRom);
        imageops::overlay(&mut scene, &person, x.into(), y.into());
        let [left, top, face] = FACE.map(|length| length * side as f32 / 512.0);
        Rect::from_xywh(x as f32 + left, y as f32 + top, face, face).unwrap()
    });
    let opaque = scene.pixels_mut();
    opaque.for_each(|pixel| pixel.0[3] = u8::MAX);
    (scene, face)
}

fn plate_of(file: Bytes) -> ReferencePicture {
    ReferencePicture::new(Role::Plate, "", "", file)
}

fn on(plate: &RgbaImage, title: &str, aspect_ratio: AspectRatio, seed: u32) -> Brief {
    Brief {
        title: Some(title.to_owned()),
        aspect_ratio,
        references: vec![plate_of(file(plate))],
        ..brief("a video about my life", seed)
    }
}

#[test]
fn no_face_is_covered_and_the_words_are_readable() {
    let mut seed = 0;
    let mut titles = TITLES.iter().cycle();
    for aspect_ratio in AspectRatio::ALL {
        for (name, person) in [
            ("coffee.jpg", Some((0.0, 0.9))),
            ("launch.jpg", Some((0.5, 0.9))),
            ("neon.jpg", Some((1.0, 0.9))),
            ("launch.jpg", Some((0.5, 1.0))),
            ("coffee.jpg", None),
            ("cat.jpg", None),
        ] {
            let (plate, face) = scene(name, aspect_ratio.size(), person);
            for title in titles.by_ref().take(all_or(TITLES.len(), 1)) {
                seed += 1;
                let brief = on(&plate, title, aspect_ratio, seed);
                let place = format!("{name} {person:?} {aspect_ratio:?} {title}");
                let words = design(&brief).headline.unwrap().words();
                for word in &words {
                    let covered = face.and_then(|face| face.intersect(word));
                    assert_eq!(covered, None, "{place}: {face:?} {word:?}");
                }
                let picture = drawn(&brief);
                let pixels = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
                let measured = measured(&pixels, picture.bytes.len(), picture.words.as_deref()).unwrap();
                for check in measured.checks {
                    let concerns = [CheckId::WordContrast, CheckId::DurationBadge, CheckId::WordHeight];
                    assert!(check.ok || !concerns.contains(&check.id), "{place}: {check:?}");
                }
            }
        }
    }
}

#[test]
fn the_pixels_of_a_plate_stay_outside_the_words() {
    let mut titles = TITLES.iter().cycle();
    for aspect_ratio in AspectRatio::ALL {
        let Size { width, height } = aspect_ratio.size();
        let (plate, _) = scene("coffee.jpg", Size { width, height }, Some((0.0, 0.8)));
        for title in titles.by_ref().take(all_or(TITLES.len(), 2)) {
            let brief = Brief {
                format: ImageFormat::Png,
                max_bytes: 20_000_000,
                ..on(&plate, title, aspect_ratio, 1)
            };
            let bounds = design(&brief).headline.unwrap().bounds;
            // The shade under the words ends softly.
            let reach = bounds.height().min(bounds.width()) * 0.5 + 64.0;
            let around = bounds.outset(reach, reach).unwrap();
            let picture = image::load_from_memory(&drawn(&brief).bytes).unwrap().into_rgba8();
            let far = |x: u32, y: u32| {
                let (x, y) = (x as f32, y as f32);
                x < around.left() || x > around.right() || y < around.top() || y > around.bottom()
            };
            let mut changed = (0, 0);
            for (x, y, pixel) in picture.enumerate_pixels() {
                if pixel != plate.get_pixel(x, y) {
                    *(if far(x, y) { &mut changed.1 } else { &mut changed.0 }) += 1;
                }
            }
            assert_eq!(changed.1, 0, "{aspect_ratio:?} {title}");
            assert!(changed.0 > 5_000, "{aspect_ratio:?} {title}");
        }
    }
}

#[test]
fn a_plate_has_nothing_else_and_says_that_a_model_painted_it() {
    let (plate, _) = scene("coffee.jpg", AspectRatio::Wide.size(), None);
    let brief = Brief {
        prompt: "a red car, with sparks".to_owned(),
        ..on(&plate, "My first car", AspectRatio::Wide, 1)
    };
    let design = design(&brief);
    assert!(design.drawings.is_empty() && design.companion.is_none());
    assert_eq!(design.source(), DigitalSource::CompositeWithTrained);
    let plain = Brief {
        title: Some(String::new()),
        format: ImageFormat::Png,
        max_bytes: 20_000_000,
        ..on(&plate, "", AspectRatio::Wide, 1)
    };
    let picture = image::load_from_memory(&drawn(&plain).bytes).unwrap().into_rgba8();
    assert!(picture == plate, "a blank title gives the plate itself");
}

#[test]
fn without_a_plate_that_can_be_decoded_the_picture_is_drawn() {
    let drawn_anew = brief("a red car", 1);
    let broken = Brief {
        references: vec![plate_of(Bytes::from_static(b"no picture"))],
        ..drawn_anew.clone()
    };
    assert_eq!(drawn(&broken).bytes, drawn(&drawn_anew).bytes);
}

#[test]
fn a_number_stays_above_the_words_after_it() {
    for aspect_ratio in AspectRatio::ALL {
        let (plate, _) = scene("launch.jpg", aspect_ratio.size(), Some((0.5, 0.8)));
        for seed in 1..=6 {
            let brief = on(&plate, "7 days without sugar", aspect_ratio, seed);
            let tops = design(&brief).headline.unwrap().parts;
            let tops: Vec<f32> = tops.iter().map(|part| part.block.bounds.top()).collect();
            assert!(tops.is_sorted(), "{aspect_ratio:?} {seed}: {tops:?}");
        }
    }
}

#[test]
fn a_title_that_a_caller_moves_or_restyles_covers_no_face() {
    const TITLE: &str = "I quit my job";
    let orders = [
        ("move the title to the left", Some(Place::Left)),
        ("move the title to the right", Some(Place::Right)),
        ("move the title to the top", Some(Place::Top)),
        ("move the title to the bottom", Some(Place::Bottom)),
        ("make the title larger", None),
        ("another typeface", None),
    ];
    let (mut made, mut all) = (0, 0);
    for aspect_ratio in AspectRatio::ALL {
        for left in [0.0, 0.5, 1.0] {
            let (plate, face) = scene("coffee.jpg", aspect_ratio.size(), Some((left, 0.9)));
            let before = on(&plate, TITLE, aspect_ratio, 1);
            for (order, place) in orders {
                let after = changed(&before, TITLE, &[order]);
                let headline = after.headline.as_ref().unwrap();
                for word in headline.words() {
                    let covered = face.and_then(|face| face.intersect(&word));
                    assert_eq!(covered, None, "{aspect_ratio:?} {left} {order}");
                }
                let is_made = after.unchanged.is_empty();
                let is_there = |place| after.layout.has_at(place, headline.bounds);
                assert!(
                    !is_made || place.is_none_or(is_there),
                    "{aspect_ratio:?} {left} {order}"
                );
                made += usize::from(is_made);
                all += 1;
            }
        }
    }
    assert!(made * 2 > all, "{made} of {all} changes were made");
}
