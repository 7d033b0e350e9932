use super::*;
use crate::{
    faces::Face,
    map::{Map, SIDE},
    parts::{ConnectedPart, differing, outlined, parts},
};
use image::{RgbaImage, imageops};

/// The face that scikit-image's `Cascade` finds in the sample: the middle and the side, in shares of the photo.
const ASTRONAUT: [f32; 3] = [0.448, 0.224, 0.178];

fn sample(name: &str) -> RgbaImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../studio/examples/references/");
    image::open(format!("{folder}{name}")).unwrap().into_rgba8()
}

fn pixels(picture: &RgbaImage) -> Pixels {
    Pixels::new(picture.width(), picture.height(), picture.as_raw().clone()).unwrap()
}

fn matte(picture: &RgbaImage) -> Option<Matte> {
    let small = imageops::thumbnail(picture, 256, 256);
    super::matte(&pixels(&small), || Some(pixels(picture)))
}

#[test]
fn a_person_is_cut_out_of_a_photo() {
    let photo = sample("astronaut.jpg");
    let matte = matte(&photo).unwrap();
    assert_eq!(matte.size(), photo.dimensions());
    let at = |x: u32, y: u32| matte.alpha().get((y * photo.width() + x) as usize).copied().unwrap();
    // The face, the hair, both arms, the suit and the helmet.
    for (x, y) in [(230, 120), (225, 30), (50, 330), (350, 300), (200, 400), (400, 450)] {
        assert_eq!(at(x, y), 255, "{x} {y}");
    }
    // The flag, the wall and the rocket.
    for (x, y) in [(20, 40), (120, 60), (300, 30), (400, 150), (490, 200)] {
        assert_eq!(at(x, y), 0, "{x} {y}");
    }
    let unsure = matte.alpha().iter().filter(|alpha| (32..224).contains(*alpha)).count();
    assert!(unsure * 40 < matte.alpha().len(), "{unsure}");
}

#[test]
fn the_face_is_in_the_matte() {
    let photo = sample("astronaut.jpg");
    let [x, y, side] = ASTRONAUT;
    let [left, top, width, height] = matte(&photo).unwrap().face().unwrap();
    let near = |own: f32, other: f32| (own - other).abs() < side * 0.3;
    assert!(near(left + width / 2.0, x), "{left} {width}");
    assert!(near(top + height / 2.0, y), "{top} {height}");
    assert!(near(width, side) && near(height, side), "{width} {height}");
}

#[test]
fn a_scene_is_not_cut_out() {
    for name in ["cat.jpg", "coffee.jpg", "launch.jpg", "neon.jpg"] {
        assert_eq!(matte(&sample(name)), None, "{name}");
    }
    let plain = RgbaImage::from_pixel(90, 60, image::Rgba([200, 150, 120, 255]));
    assert_eq!(matte(&plain), None);
    assert_eq!(matte(&RgbaImage::from_pixel(1, 1, image::Rgba([0, 0, 0, 255]))), None);
    let nothing = || Pixels::new(0, 0, Vec::new());
    assert_eq!(super::matte(&nothing().unwrap(), || None), None);
    for photo in [sample("astronaut.jpg"), ring(|x, y| 250 - ((x * 7 + y * 13) % 6) as u8)] {
        let small = imageops::thumbnail(&photo, 256, 256);
        assert_eq!(super::matte(&pixels(&small), nothing), None);
    }
}

#[test]
fn a_small_person_in_a_scene_is_not_cut_out() {
    let mut scene = imageops::resize(&sample("coffee.jpg"), 1_280, 720, imageops::FilterType::Triangle);
    let person = imageops::thumbnail(&sample("astronaut.jpg"), 120, 120);
    imageops::overlay(&mut scene, &person, 500, 300);
    assert_eq!(matte(&scene), None);
}

#[test]
fn a_head_that_the_photo_cuts_off_is_not_cut_out() {
    let photo = sample("astronaut.jpg");
    let below = imageops::crop_imm(&photo, 0, 50, 512, 462).to_image();
    assert_eq!(matte(&below), None);
}

#[test]
fn what_is_cut_out_already_is_left_alone() {
    assert_eq!(matte(&sample("astronaut-cut-out.webp")), None);
}

/// A red ring around a hole of the ground's colour.
fn ring(ground: impl Fn(u32, u32) -> u8) -> RgbaImage {
    RgbaImage::from_fn(240, 200, |x, y| {
        let distance = (x as f32 - 120.0).hypot(y as f32 - 100.0);
        let grey = ground(x, y);
        image::Rgba(if (28.0..68.0).contains(&distance) {
            [200, 30, 30, 255]
        } else {
            [grey, grey, grey, 255]
        })
    })
}

/// The opacity of a thing at these places of its photo.
fn opacity<const N: usize>(photo: &RgbaImage, places: [(u32, u32); N]) -> Option<[u8; N]> {
    let matte = matte(photo)?;
    assert_eq!(matte.face(), None);
    assert_eq!(matte.size(), photo.dimensions());
    Some(places.map(|(x, y)| matte.alpha().get((y * photo.width() + x) as usize).copied().unwrap()))
}

#[test]
fn a_thing_on_a_plain_ground_is_cut_out() {
    let noise = |x: u32, y: u32| 250 - ((x * 7 + y * 13) % 6) as u8;
    let falling_light = |x: u32, y: u32| (120 + x / 3 + y / 4) as u8;
    let soft_shadow = |x: u32, y: u32| 255 - (56.0 - (x as f32 - 120.0).hypot(y as f32 - 168.0).min(56.0)) as u8 / 2;
    // Outside, and in the ring.
    let places = [(4, 4), (120, 184), (120, 52)];
    for ground in [&noise as &dyn Fn(u32, u32) -> u8, &falling_light, &soft_shadow] {
        assert_eq!(opacity(&ring(ground), places), Some([0, 0, 255]));
    }
    // In a drawing, what the thing encloses may be white.
    assert_eq!(opacity(&ring(noise), [(120, 100)]), Some([0]));
    assert_eq!(opacity(&ring(|_, _| 250), [(120, 100)]), Some([255]));
}

#[test]
fn a_thing_is_not_cut_out_where_it_is_hard_to_tell_from_the_ground() {
    let stripes = |x: u32, _: u32| if (x / 40).is_multiple_of(2) { 40 } else { 250 };
    assert_eq!(matte(&ring(stripes)), None, "the ground has several colours");
    let mut pale = ring(|_, _| 250);
    for (x, _, pixel) in pale.enumerate_pixels_mut() {
        if pixel.0 == [200, 30, 30, 255] && x > 120 {
            *pixel = image::Rgba([236, 232, 230, 255]);
        }
    }
    assert_eq!(matte(&pale), None, "half of it has the colour of the ground");
    let mut transparent = ring(|_, _| 250);
    transparent.put_pixel(120, 52, image::Rgba([200, 30, 30, 90]));
    assert_eq!(matte(&transparent), None);
}

/// A map with this probability where a place is meant, and 0 elsewhere.
fn map(value: f32, is_meant: impl Fn(usize, usize) -> bool) -> Map {
    let places = (0..SIDE * SIDE).map(|place| is_meant(place % SIDE, place / SIDE));
    Map::new(places.map(|is_meant| if is_meant { value } else { 0.0 }).collect()).unwrap()
}

fn count(solid: &[bool]) -> usize {
    solid.iter().filter(|is_solid| **is_solid).count()
}

#[test]
fn specks_are_removed_and_small_holes_filled() {
    let body = |x: usize, y: usize| (60..200).contains(&x) && (40..256).contains(&y);
    let hole = |x: usize, y: usize| (100..110).contains(&x) && (100..110).contains(&y);
    let arm = |x: usize, y: usize| (130..160).contains(&x) && (150..200).contains(&y);
    let speck = |x: usize, y: usize| (5..25).contains(&x) && (5..25).contains(&y);
    let likely = map(1.0, |x, y| (body(x, y) && !hole(x, y) && !arm(x, y)) || speck(x, y));
    // The hole between the arm and the body stays.
    assert_eq!(count(&outlined(&likely, &[])), 140 * 216 - 30 * 50);
    let face = Face {
        middle: (145.0 / SIDE as f32, 175.0 / SIDE as f32),
        size: (0.2, 0.2),
        score: 0.9,
    };
    assert!(count(&outlined(&likely, &[face])) > 140 * 216 - 30 * 50);
}

#[test]
fn differing_places_are_those_of_one_map_only() {
    let (one, other) = (map(0.9, |x, _| x < 100), map(0.6, |x, y| x < 90 && y < 128));
    assert_eq!(differing(&one, &other), 100 * SIDE - 90 * 128);
    assert_eq!(differing(&one, &one), 0);
}

#[test]
fn parts_are_connected_and_have_all_places() {
    let solid: Vec<bool> = (0..SIDE * SIDE)
        .map(|place| (place % SIDE / 32).is_multiple_of(2))
        .collect();
    let parts = parts(&solid);
    assert_eq!(parts.len(), 8);
    assert!(parts.iter().all(|part| part.places.len() == 32 * SIDE));
    assert!(parts.iter().all(ConnectedPart::reaches_edge));
}

#[test]
fn an_outline_follows_the_edges_of_the_photo() {
    // The outline is two places beside the edge of the colours.
    let photo = RgbaImage::from_fn(512, 512, |x, _| {
        image::Rgba(if x < 256 {
            [200, 40, 40, 255]
        } else {
            [40, 60, 200, 255]
        })
    });
    let solid: Vec<bool> = (0..SIDE * SIDE).map(|place| place % SIDE < 130).collect();
    let alpha = edges::follow(&pixels(&photo), &solid).unwrap();
    let row = alpha.get(512 * 200..512 * 201).unwrap();
    let opaque = row.iter().filter(|alpha| **alpha > 128).count();
    assert!(opaque.abs_diff(256) <= 1, "{opaque}");
}
