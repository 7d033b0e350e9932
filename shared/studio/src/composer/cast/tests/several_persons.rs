//! The heights of the faces of several persons, and what may cover them.

use super::*;
use std::{cell::RefCell, collections::BTreeSet};

#[test]
fn faces_of_several_persons_are_equally_high() {
    let photo = image::load_from_memory(&astronaut()).unwrap().into_rgba8();
    let far = image::imageops::resize(&photo, 380, 380, image::imageops::FilterType::Triangle);
    let wide = image::imageops::crop_imm(&photo, 20, 0, 400, 300).to_image();
    for persons in [
        vec![file(&photo), file(&far)],
        vec![file(&photo), file(&wide), file(&far)],
    ] {
        with_words(&persons, |layout, arrangement, _, size| {
            let heights: Vec<f32> = arrangement
                .persons
                .iter()
                .map(|placed| face_in_picture(placed).height())
                .collect();
            let (least, most) = heights
                .iter()
                .fold((f32::MAX, 0.0_f32), |(a, b), h| (a.min(*h), b.max(*h)));
            assert!(most < 1.1 * least, "{} {size:?}: {heights:?}", layout.name());
        });
    }
}

/// Whether the photo covers a part of this rectangle when it is painted.
fn covers(placed: &PlacedPhoto, area: Rect) -> bool {
    let Some(shared) = placed.place.intersect(&area) else {
        return false;
    };
    let scale = placed.crop.width as f32 / placed.place.width();
    let at = |length: f32, from: f32, crop: u32| crop + ((length - from) * scale) as u32;
    let across = at(shared.left(), placed.place.left(), placed.crop.left)
        ..at(shared.right(), placed.place.left(), placed.crop.left);
    let down =
        at(shared.top(), placed.place.top(), placed.crop.top)..at(shared.bottom(), placed.place.top(), placed.crop.top);
    let pixels = placed.photo.pixels();
    let mut visible = down.flat_map(|y| across.clone().map(move |x| (x, y)));
    visible.any(|(x, y)| pixels.get_pixel_checked(x, y).is_some_and(|pixel| pixel.0[3] >= 128))
}

#[test]
fn faces_of_all_kinds_of_photos_are_nearly_equally_high_and_none_is_covered() {
    let cut_out = Bytes::from_static(include_bytes!("../../../../examples/references/astronaut-cut-out.webp"));
    let figure = image::load_from_memory(&cut_out).unwrap().into_rgba8();
    let bust = file(&image::imageops::crop_imm(&figure, 0, 0, figure.width(), figure.height() / 2).to_image());
    let photo = image::load_from_memory(&astronaut()).unwrap().into_rgba8();
    let far = file(&image::imageops::resize(
        &photo,
        380,
        380,
        image::imageops::FilterType::Triangle,
    ));
    let portrait = file(&image::imageops::crop_imm(&photo, 130, 0, 200, 300).to_image());
    for persons in [
        vec![astronaut(), cut_out.clone()],
        vec![cut_out.clone(), far.clone()],
        vec![portrait.clone(), bust.clone()],
        vec![cut_out.clone(), bust.clone()],
        vec![astronaut(), cut_out.clone(), far.clone()],
        vec![cut_out.clone(), portrait, bust],
        vec![astronaut(), far.clone()],
        vec![cut_out.clone(), cut_out.clone()],
    ] {
        for title in [
            None,
            Some("Two words"),
            Some("Mac vs PC"),
            Some("Before and after"),
            Some("How to paint your first room in one day"),
        ] {
            with_title(&persons, title, |layout, arrangement, words, size| {
                let name = format!("{} {size:?} {title:?}", layout.name());
                let picture = Rect::from_xywh(0.0, 0.0, size.width as f32, size.height as f32).unwrap();
                let words = words.map(PlacedHeadline::words).unwrap_or_default();
                let persons = &arrangement.persons;
                let faces: Vec<Rect> = persons.iter().map(face_in_picture).collect();
                let heights = || faces.iter().map(Rect::height);
                let (least, most) = (heights().fold(f32::MAX, f32::min), heights().fold(0.0, f32::max));
                assert!(least >= 0.8 * most, "{name}: {faces:?}");
                for (at, face) in faces.iter().enumerate() {
                    assert_eq!(face.intersect(&picture).as_ref(), Some(face), "{name}");
                    for words in &words {
                        assert!(face.intersect(words).is_none(), "{name}: {face:?} {words:?}");
                    }
                    // Photos that reach the edges are painted before all others.
                    let layer = |at: usize, placed: &PlacedPhoto| (placed.fade.is_none(), at);
                    for (other, above) in persons.iter().enumerate() {
                        let is_covered = layer(other, above) > layer(at, &persons[at]) && covers(above, *face);
                        assert!(!is_covered, "{name}: {face:?} {:?}", above.place);
                    }
                }
                for placed in persons.iter().filter(|placed| placed.photo.kind() == PhotoKind::CutOut) {
                    assert!(placed.place.top() >= 0.0, "{name}: {:?}", placed.place);
                }
            });
        }
    }
}

#[test]
fn a_standing_person_on_one_of_two_sides_stands_on_its_lower_edge() {
    let cut_out = Bytes::from_static(include_bytes!("../../../../examples/references/astronaut-cut-out.webp"));
    let figure = image::load_from_memory(&cut_out).unwrap().into_rgba8();
    let bust = file(&image::imageops::crop_imm(&figure, 0, 0, figure.width(), figure.height() / 2).to_image());
    let held = RefCell::new(BTreeSet::new());
    for persons in [
        [cut_out.clone(), cut_out.clone()],
        [cut_out.clone(), bust.clone()],
        [bust, cut_out],
    ] {
        for title in ["Mac vs PC", "Before and after"] {
            with_title(&persons, Some(title), |layout, arrangement, words, size| {
                let (name, sides) = (layout.name(), &layout.variant().sides);
                if sides.is_empty() {
                    return;
                }
                held.borrow_mut().insert((name.to_owned(), size.width, size.height));
                assert_eq!(arrangement.persons.len(), 2, "{name}");
                for (placed, side) in arrangement.persons.iter().zip(sides) {
                    let (side, bounds, head) = (side.bounds(), placed.bounds().unwrap(), placed.head().unwrap());
                    let is_hidden_below = side.bottom() < size.height as f32;
                    assert!(placed.clip.is_some() || !is_hidden_below, "{name} {size:?}");
                    assert!(placed.shows(head), "{name} {size:?}: {head:?} {side:?}");
                    let bottom = side.bottom().min(size.height as f32);
                    assert!(bounds.bottom() >= bottom - 1.0, "{name} {size:?}: {bounds:?}");
                    for words in words.unwrap().words() {
                        assert!(head.intersect(&words).is_none(), "{name} {size:?}: {head:?} {words:?}");
                    }
                }
            });
        }
    }
    let held = held.into_inner();
    for (name, shape) in [
        ("versus", AspectRatio::Square),
        ("change", AspectRatio::Square),
        ("halves", AspectRatio::Square),
        ("halves", AspectRatio::Tall),
        ("halves", AspectRatio::Wide),
    ] {
        let Size { width, height } = shape.size();
        assert!(
            held.contains(&(name.to_owned(), width, height)),
            "{name} {shape:?}: {held:?}"
        );
    }
}
