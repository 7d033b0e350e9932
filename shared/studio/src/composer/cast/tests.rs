mod mattes;
mod several_persons;

use super::{
    arrangement::{Arrangement, PlacedPhoto},
    cache::Decoded,
    framing::Framing,
    photo::{Photo, PhotoKind},
    slots::Slots,
    *,
};
use crate::composer::{
    design::headline::{self, PlacedHeadline},
    headline::Headline,
    layout::{BADGE, Layout, Layouts, requirements::Requirements},
    text::{typeface::family::Family, typesetting::Letterings},
};
use bytes::Bytes;
use contract::{AspectRatio, Size};
use image::{Rgba, RgbaImage};
use std::io::Cursor;
use tiny_skia::Rect;

fn file(picture: &RgbaImage) -> Bytes {
    let mut file = Cursor::new(Vec::new());
    picture.write_to(&mut file, image::ImageFormat::Png).unwrap();
    file.into_inner().into()
}

fn scene(width: u32, height: u32) -> Bytes {
    file(&RgbaImage::from_fn(width, height, |x, y| {
        Rgba([(x * 7 % 256) as u8, (y * 5 % 256) as u8, 120, 255])
    }))
}

/// A disc in the middle of a transparent picture.
fn logo(width: u32, height: u32) -> Bytes {
    let inside = |x: u32, y: u32| {
        let (x, y) = (x as f32 / width as f32 - 0.5, y as f32 / height as f32 - 0.5);
        x.hypot(y) < 0.4
    };
    file(&RgbaImage::from_fn(width, height, |x, y| {
        Rgba([200, 20, 40, if inside(x, y) { 255 } else { 0 }])
    }))
}

fn reference(role: Role, name: &str, bytes: Bytes) -> ReferencePicture {
    ReferencePicture::new(role, "", name, bytes)
}

fn cast(persons: &[Bytes], objects: &[Bytes]) -> Cast {
    let person = |(index, bytes): (usize, &Bytes)| reference(Role::Person, &index.to_string(), bytes.clone());
    let object = |bytes: &Bytes| reference(Role::Object, "o", bytes.clone());
    let references: Vec<_> = persons
        .iter()
        .enumerate()
        .map(person)
        .chain(objects.iter().map(object))
        .collect();
    Cast::of(&references)
}

/// Every mixture of persons and objects, in every shape and every layout that can hold it, with and without words.
fn everywhere(mut check: impl FnMut(&Layout, &Arrangement, bool, Size)) {
    let persons = [scene(30, 90), scene(90, 60), logo(60, 90), scene(64, 64)];
    let objects = [logo(64, 64), logo(120, 24), scene(60, 40), logo(20, 60)];
    for seed in 0..4_u32 {
        for (many, few) in [
            (0, 1),
            (0, 2),
            (0, 3),
            (0, 8),
            (1, 0),
            (1, 1),
            (1, 5),
            (2, 0),
            (2, 2),
            (3, 0),
            (3, 4),
            (3, 8),
        ] {
            let of = |all: &[Bytes], count: usize| -> Vec<Bytes> {
                all.iter().cycle().skip(seed as usize).take(count).cloned().collect()
            };
            for aspect_ratio in AspectRatio::ALL {
                for title in [Some("How to: it"), Some("Mac vs PC"), None] {
                    let cast = cast(&of(&persons, many), &of(&objects, few));
                    let requirements =
                        Requirements::new(aspect_ratio, &Headline::new("", title), cast.subjects(0, false));
                    let layouts = requirements.layouts(&Layouts::All, "s", seed);
                    assert!(
                        !layouts.is_empty(),
                        "{many} persons and {few} objects in {aspect_ratio:?}"
                    );
                    for layout in layouts {
                        let cast = self::cast(&of(&persons, many), &of(&objects, few));
                        // On two sides, photos make room for the words.
                        let has_sides = title.is_some() && layout.variant().subjects.len() > 1;
                        let words = headline::areas(&layout, false).into_iter();
                        let words = words.reduce(|all, one| all.join(&one).unwrap()).filter(|_| has_sides);
                        let slots = Slots::of(&layout, &cast, words);
                        let arrangement = Arrangement::new(cast, &slots, aspect_ratio.size());
                        assert_eq!(
                            (arrangement.persons.len(), arrangement.objects.len()),
                            (many, few),
                            "{}",
                            layout.name()
                        );
                        check(&layout, &arrangement, title.is_some(), aspect_ratio.size());
                    }
                }
            }
        }
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    let inner = b.inset(1.0, 1.0).unwrap_or(b);
    a.intersect(&inner).is_some()
}

/// The part of a person's place that holds the head.
fn face(person: &PlacedPhoto, bottom: f32) -> Rect {
    let place = person.place;
    let visible = place.height().min(bottom - place.top());
    Rect::from_xywh(place.left(), place.top(), place.width(), visible * 0.5).unwrap()
}

#[test]
fn no_photo_overlaps_the_words() {
    everywhere(|layout, arrangement, has_words, _| {
        let has_object = !arrangement.persons.is_empty() && !arrangement.objects.is_empty();
        for placed in arrangement
            .persons
            .iter()
            .chain(&arrangement.objects)
            .filter(|placed| has_words && placed.fade.is_none())
        {
            let bounds = placed.bounds().unwrap();
            for area in headline::areas(layout, has_object) {
                assert!(!overlap(area, bounds), "{}: {bounds:?} {area:?}", layout.name());
            }
        }
    });
}

#[test]
fn objects_stay_on_the_picture_and_clear_of_the_badge_and_of_faces() {
    everywhere(|_, arrangement, _, size| {
        let (width, height) = (size.width as f32, size.height as f32);
        for object in &arrangement.objects {
            let bounds = object.bounds().unwrap();
            assert!(
                bounds.left() >= 0.0 && bounds.right() <= width && bounds.top() >= 0.0 && bounds.bottom() <= height
            );
            let is_under_badge =
                bounds.right() > width * (1.0 - BADGE.0) + 1.0 && bounds.bottom() > height * (1.0 - BADGE.1) + 1.0;
            assert!(!is_under_badge, "{bounds:?} of {size:?}");
            for person in &arrangement.persons {
                assert!(
                    !overlap(face(person, height), bounds),
                    "{bounds:?} {:?} {size:?}",
                    person.place
                );
            }
        }
        for (index, one) in arrangement.objects.iter().enumerate() {
            for other in arrangement.objects.iter().skip(index + 1) {
                assert!(!overlap(one.bounds().unwrap(), other.bounds().unwrap()), "{size:?}");
            }
        }
    });
}

#[test]
fn photos_are_neither_distorted_nor_enlarged_too_much() {
    everywhere(|_, arrangement, _, size| {
        let standing = |placed: &PlacedPhoto| placed.photo.kind() == PhotoKind::CutOut;
        let is_scene = |placed: &PlacedPhoto| placed.photo.kind() == PhotoKind::Scene;
        let least = |placed: &PlacedPhoto| 0.37 * size.height as f32 / placed.crop.height as f32;
        for (placed, most) in arrangement
            .persons
            .iter()
            .map(|placed| (placed, if standing(placed) { least(placed).max(3.0) } else { 3.0 }))
            .chain(
                arrangement
                    .objects
                    .iter()
                    .map(|placed| (placed, if is_scene(placed) { 2.0 } else { 4.0 })),
            )
        {
            let across = placed.place.width() / placed.crop.width as f32;
            let down = placed.place.height() / placed.crop.height as f32;
            assert!((across / down - 1.0).abs() < 0.001, "{across} {down}");
            assert!(across <= most + 0.001, "{across}");
        }
    });
}

#[test]
fn objects_are_whole_and_no_head_is_cut() {
    everywhere(|_, arrangement, _, size| {
        for object in &arrangement.objects {
            assert_eq!((object.crop.left, object.crop.top), (0, 0));
            assert_eq!(object.crop.width, object.photo.pixels().width());
            assert_eq!(object.crop.height, object.photo.pixels().height());
        }
        for person in &arrangement.persons {
            assert_eq!(person.crop.top, 0);
            assert!(person.place.top() > 0.0 && person.place.top() < size.height as f32 * 0.85);
        }
    });
}

#[test]
fn a_single_person_is_large() {
    for bytes in [scene(600, 900), scene(900, 900), scene(1_200, 800), logo(600, 800)] {
        for aspect_ratio in AspectRatio::ALL {
            for objects in [vec![], vec![logo(200, 200)]] {
                let cast = || cast(std::slice::from_ref(&bytes), &objects);
                let requirements = Requirements::new(
                    aspect_ratio,
                    &Headline::new("", Some("words")),
                    cast().subjects(0, false),
                );
                for layout in requirements.layouts(&Layouts::All, "s", 0) {
                    let size = aspect_ratio.size();
                    let arrangement = Arrangement::new(cast(), &Slots::of(&layout, &cast(), None), size);
                    let bounds = arrangement.persons[0].bounds().unwrap();
                    let share = (bounds.bottom().min(size.height as f32) - bounds.top()) / size.height as f32;
                    // Where long words leave little.
                    if layout.is_for_long_titles() {
                        continue;
                    }
                    assert!(share > 0.38, "{share} of {} in {aspect_ratio:?}", layout.name());
                }
            }
        }
    }
}

/// Every place that a layout has for one person.
fn alone(person: &Bytes, check: impl Fn(&PlacedPhoto, Rect, Size)) {
    for aspect_ratio in AspectRatio::ALL {
        let cast = || cast(std::slice::from_ref(person), &[]);
        let requirements = Requirements::new(
            aspect_ratio,
            &Headline::new("", Some("words")),
            cast().subjects(0, false),
        );
        for layout in requirements.layouts(&Layouts::All, "s", 0) {
            let slots = Slots::of(&layout, &cast(), None);
            let arrangement = Arrangement::new(cast(), &slots, aspect_ratio.size());
            check(&arrangement.persons[0], slots.main[0].area, aspect_ratio.size());
        }
    }
}

/// A photo of 512 × 512 pixels with a face.
fn astronaut() -> Bytes {
    Bytes::from_static(include_bytes!("../../../examples/references/astronaut.jpg"))
}

/// The rectangle of the photo's face in the picture.
fn face_in_picture(placed: &PlacedPhoto) -> Rect {
    let face = placed.photo.face().unwrap();
    let (width, height) = (placed.photo.width(), placed.photo.height());
    let scale = placed.place.width() / placed.crop.width as f32;
    Rect::from_xywh(
        placed.place.left() + (face.left * width - placed.crop.left as f32) * scale,
        placed.place.top() + (face.top * height - placed.crop.top as f32) * scale,
        face.width * width * scale,
        face.height * height * scale,
    )
    .unwrap()
}

/// The places of these persons in every layout for few words, in every shape and framing, with the words that the
/// layout prints.
fn with_words(persons: &[Bytes], check: impl Fn(&Layout, &Arrangement, Rect, Size)) {
    with_title(persons, Some("Two words"), |layout, arrangement, words, size| {
        if !layout.is_for_long_titles() {
            check(layout, arrangement, words.unwrap().bounds, size);
        }
    });
}

/// The places of these persons in every layout that can hold the title, in every shape and framing, with the words
/// that the layout prints.
fn with_title(
    persons: &[Bytes],
    title: Option<&str>,
    check: impl Fn(&Layout, &Arrangement, Option<&PlacedHeadline>, Size),
) {
    let cast = cast(persons, &[]);
    for aspect_ratio in AspectRatio::ALL {
        let headline = Headline::new("", title);
        let requirements = Requirements::new(aspect_ratio, &headline, cast.subjects(0, false));
        for layout in requirements.layouts(&Layouts::All, "s", 0) {
            let setting = headline::Setting {
                letterings: &Letterings::default(),
                family: Family::Display,
                has_subjects: true,
                has_object: false,
                max_letter: None,
                series: None,
            };
            let set = PlacedHeadline::set(&headline, &layout, setting);
            if title.is_some() && set.is_none() {
                continue;
            }
            let words = set.as_ref().map(|set| set.bounds);
            for seed in 0..4 {
                let framing = Framing::of(seed);
                let slots = Slots::of(&layout, &cast, words)
                    .scaled((framing.size, 1.0), aspect_ratio.size())
                    .framed(framing);
                let arrangement = Arrangement::new(cast.clone(), &slots, aspect_ratio.size());
                check(&layout, &arrangement, set.as_ref(), aspect_ratio.size());
            }
        }
    }
}

#[test]
fn a_single_photo_reaches_the_edges_and_its_face_is_large_and_clear_of_the_words() {
    with_words(&[astronaut()], |layout, arrangement, words, size| {
        let name = format!("{} {size:?}", layout.name());
        let placed = &arrangement.persons[0];
        let (place, face) = (placed.place, face_in_picture(placed));
        let (width, height) = (size.width as f32, size.height as f32);
        let edges = [
            place.left() < 1.0,
            place.top() < 1.0,
            place.right() > width - 1.0,
            place.bottom() > height - 1.0,
        ];
        assert!(
            edges.into_iter().filter(|reached| *reached).count() >= 3,
            "{name}: {place:?}"
        );
        assert!(face.height() > 0.18 * width.min(height), "{name}: {face:?}");
        assert!(face.left() > 0.0 && face.top() > 0.0, "{name}: {face:?}");
        assert!(face.right() < width && face.bottom() < height, "{name}: {face:?}");
        assert!(face.intersect(&words).is_none(), "{name}: {face:?} {words:?}");
    });
}

#[test]
fn a_large_face_stays_whole() {
    let photo = image::load_from_memory(&astronaut()).unwrap().into_rgba8();
    let portrait = image::imageops::crop_imm(&photo, 130, 0, 200, 300).to_image();
    let close = image::imageops::crop_imm(&photo, 130, 30, 190, 190).to_image();
    for person in [&portrait, &close].map(|photo| {
        let large = (photo.width() * 3, photo.height() * 3);
        file(&image::imageops::resize(
            photo,
            large.0,
            large.1,
            image::imageops::FilterType::Triangle,
        ))
    }) {
        with_words(&[person], |layout, arrangement, words, size| {
            let name = format!("{} {size:?}", layout.name());
            let face = face_in_picture(&arrangement.persons[0]);
            assert!(face.left() > 0.0 && face.top() > 0.0, "{name}: {face:?}");
            assert!(face.right() < size.width as f32, "{name}: {face:?}");
            assert!(face.bottom() < size.height as f32, "{name}: {face:?}");
            assert!(face.intersect(&words).is_none(), "{name}: {face:?} {words:?}");
        });
    }
}

#[test]
fn a_standing_person_has_a_large_head() {
    // A head of 120 × 156 pixels on a body that is 8 heads high.
    let figure = file(&RgbaImage::from_fn(320, 1_250, |x, y| {
        let (x, y) = (x as f32 - 160.0, y as f32);
        let is_head = (x / 60.0).hypot((y - 78.0) / 78.0) <= 1.0;
        let is_body = y > 140.0 && x.abs() < if y < 180.0 { 40.0 } else { 150.0 };
        let shade = (x * 3.0 + y) as u8;
        Rgba([shade, shade / 2, 90, if is_head || is_body { 255 } else { 0 }])
    }));
    alone(&figure, |placed, area, size| {
        let visible = size.height as f32 - placed.place.top();
        let share = 156.0 * placed.place.width() / placed.crop.width as f32 / visible;
        assert!((0.29..0.45).contains(&share), "{share}");
        assert!(placed.place.width() <= area.width() + 1.0);
        assert!(placed.place.bottom() >= size.height as f32 - 1.0);
        let fills = placed.place.width() > area.width() * 0.98 || placed.place.top() < area.top() + 1.0;
        assert!(fills, "{:?} {area:?}", placed.place);
    });
}

#[test]
fn the_first_photo_of_a_person_that_can_be_decoded_is_shown() {
    let references = [
        reference(Role::Person, "Ada", Bytes::from_static(b"broken")),
        reference(Role::Person, "Bob", scene(50, 50)),
        reference(Role::Person, "Ada", scene(30, 60)),
        reference(Role::Person, "Ada", scene(90, 60)),
        reference(Role::Object, "thing", Bytes::from_static(b"\x89PNG\r\n")),
        reference(Role::Object, "nothing", file(&RgbaImage::new(9, 9))),
    ];
    let cast = Cast::of(&references);
    let sizes: Vec<_> = cast.persons.iter().map(|photo| photo.pixels().dimensions()).collect();
    assert_eq!(sizes, [(30, 60), (50, 50)]);
    assert!(cast.objects.is_empty());
    assert!(Cast::of(&references[4..]).is_empty());
}

#[test]
fn invisible_margins_do_not_count() {
    let photo = Photo::of_object(&logo(100, 100)).unwrap();
    let (width, height) = photo.pixels().dimensions();
    assert!(
        (76..=82).contains(&width) && (76..=82).contains(&height),
        "{width}×{height}"
    );
}

#[test]
fn files_that_are_decoded_one_after_the_other_give_the_same_cast() {
    let broken = || Bytes::from_static(b"no picture");
    let mut references: Vec<ReferencePicture> = (0..9).map(|_| reference(Role::Object, "o", scene(60, 40))).collect();
    for name in ["broken", "a", "b", "c", "d"] {
        references.push(reference(Role::Person, name, broken()));
        if name != "broken" {
            references.push(reference(Role::Person, name, scene(30, 90)));
            references.push(reference(Role::Person, name, scene(90, 30)));
        }
    }
    references.push(reference(Role::Style, "s", scene(40, 30)));
    let at_once = Cast::of(&references);
    let mut prepared = references.clone();
    let mut decoded = 0;
    for at in 0..prepared.len() {
        let Content::File(file) = prepared[at].content.clone() else {
            panic!("every reference has a file");
        };
        let needed = is_needed(&prepared, at).then(|| Decoded::of(prepared[at].role, &file));
        prepared[at].content = match needed.flatten() {
            Some(found) => {
                decoded += 1;
                Content::Decoded(found)
            }
            None => Content::Absent,
        };
    }
    let one_by_one = Cast::of(&prepared);
    let pixels = |photos: &[Photo]| photos.iter().map(|photo| photo.pixels().clone()).collect::<Vec<_>>();
    assert_eq!(pixels(&one_by_one.persons), pixels(&at_once.persons));
    assert_eq!(pixels(&one_by_one.objects), pixels(&at_once.objects));
    assert_eq!((one_by_one.persons.len(), one_by_one.objects.len()), (3, 8));
    assert_eq!(decoded, 12, "three persons, eight objects and a style");
    assert_eq!(styles(&prepared).len(), 1);
}
