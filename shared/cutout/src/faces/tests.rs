use super::*;
use image::{
    Rgba, RgbaImage,
    imageops::{self, FilterType::CatmullRom},
};

/// The face that scikit-image's `Cascade` finds in the sample: left, top and side in pixels.
const ASTRONAUT: [f32; 3] = [184.0, 69.0, 91.0];

fn sample(name: &str) -> RgbaImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../studio/examples/references/");
    image::open(format!("{folder}{name}")).unwrap().into_rgba8()
}

fn face_in(picture: &RgbaImage) -> Option<[f32; 4]> {
    let pixels = Pixels::new(picture.width(), picture.height(), picture.as_raw().clone())?;
    sure(&pixels).first().map(Face::region)
}

/// The face of a picture is at this left, top and side, in pixels.
#[track_caller]
fn check(picture: &RgbaImage, [left, top, side]: [f32; 3]) {
    let [across, down] = [picture.width() as f32, picture.height() as f32];
    let [x, y, width, height] = face_in(picture).unwrap();
    let [x, y, width, height] = [x * across, y * down, width * across, height * down];
    let common = |a: f32, length: f32, b: f32| ((a + length).min(b + side) - a.max(b)).max(0.0);
    let shared = common(x, width, left) * common(y, height, top);
    let agreement = shared / (width * height + side * side - shared);
    assert!(agreement > 0.6, "{x} {y} {width} {height} for {left} {top} {side}");
}

#[test]
fn faces_are_found_at_every_size_and_brightness() {
    let photo = sample("astronaut.jpg");
    let [left, top, side] = ASTRONAUT;
    check(&photo, ASTRONAUT);
    check(&imageops::flip_horizontal(&photo), [512.0 - left - side, top, side]);
    for width in [160, 300, 700, 1_300] {
        let scale = width as f32 / 512.0;
        check(
            &imageops::resize(&photo, width, width, CatmullRom),
            ASTRONAUT.map(|length| length * scale),
        );
    }
    for light in [-90, -40, 40, 90] {
        check(&imageops::brighten(&photo, light), ASTRONAUT);
    }
    check(&imageops::contrast(&photo, -40.0), ASTRONAUT);
    check(
        &imageops::crop_imm(&photo, 90, 20, 330, 400).to_image(),
        [left - 90.0, top - 20.0, side],
    );
}

/// The picture rotated clockwise around its middle, with grey corners.
fn rotated(picture: &RgbaImage, degrees: f32) -> RgbaImage {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let middle = picture.width() as f32 / 2.0;
    RgbaImage::from_fn(picture.width(), picture.height(), |x, y| {
        let (x, y) = (x as f32 - middle, y as f32 - middle);
        let (from_x, from_y) = (middle + x * cos + y * sin, middle + y * cos - x * sin);
        let inside = |at: f32| (at >= 0.0).then_some(at as u32);
        let source = inside(from_x).zip(inside(from_y));
        let pixel = source.and_then(|(x, y)| picture.get_pixel_checked(x, y));
        pixel.copied().unwrap_or(Rgba([128, 128, 128, 255]))
    })
}

#[test]
fn tilted_faces_are_found() {
    let photo = sample("astronaut.jpg");
    let [left, top, side] = ASTRONAUT;
    for degrees in [-30.0_f32, -22.0, -15.0, 15.0, 22.0, 30.0] {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let (x, y) = (left + side / 2.0 - 256.0, top + side / 2.0 - 256.0);
        let (x, y) = (256.0 + x * cos - y * sin, 256.0 + y * cos + x * sin);
        check(&rotated(&photo, degrees), [x - side / 2.0, y - side / 2.0, side]);
    }
}

#[test]
fn a_face_of_a_sixth_of_the_height_is_found_in_a_wide_photo() {
    let scene = imageops::resize(&sample("coffee.jpg"), 1_280, 720, CatmullRom);
    let scale = 120.0 / ASTRONAUT[2];
    let person = (512.0 * scale) as u32;
    let person = imageops::resize(&sample("astronaut.jpg"), person, person, CatmullRom);
    let [x, y, side] = ASTRONAUT.map(|length| length * scale);
    for left in [100, 600, 900] {
        let mut scene = scene.clone();
        imageops::overlay(&mut scene, &person, left, 200);
        check(&scene, [left as f32 + x, 200.0 + y, side]);
    }
}

#[test]
fn faces_are_found_at_every_position_of_a_scene() {
    let photo = imageops::resize(&sample("astronaut.jpg"), 700, 700, CatmullRom);
    for scene in ["coffee.jpg", "launch.jpg"] {
        let scene = imageops::resize(&sample(scene), 1_600, 1_000, CatmullRom);
        for left in [0, 450, 900] {
            let mut scene = scene.clone();
            imageops::overlay(&mut scene, &photo, left, 300);
            let [x, y, side] = ASTRONAUT.map(|length| length * 700.0 / 512.0);
            check(&scene, [left as f32 + x, 300.0 + y, side]);
        }
    }
}

#[test]
fn pictures_without_a_face_have_none() {
    for name in ["coffee.jpg", "launch.jpg", "cat.jpg", "neon.jpg", "logo.png"] {
        let picture = sample(name);
        assert_eq!(face_in(&picture), None, "{name}");
        assert_eq!(face_in(&imageops::flip_horizontal(&picture)), None, "{name}, mirrored");
    }
    let grey = |light: u32| Rgba([light as u8, light as u8, light as u8, 255]);
    for cell in [1, 4, 16, 50] {
        let noise =
            |x: u32, y: u32| ((x / cell).wrapping_mul(2_654_435_761) ^ (y / cell).wrapping_mul(40_503_777)) >> 13;
        let noise = RgbaImage::from_fn(640, 480, |x, y| grey(noise(x, y) & 255));
        assert_eq!(face_in(&noise), None);
    }
    for picture in [
        RgbaImage::from_fn(640, 480, |x, y| grey((x + y) / 5)),
        RgbaImage::from_fn(640, 480, |x, y| grey((x.abs_diff(320) + y.abs_diff(240)) / 3)),
        RgbaImage::from_pixel(300, 900, grey(120)),
        RgbaImage::from_pixel(1, 1, grey(0)),
        RgbaImage::from_pixel(900, 2, grey(0)),
        RgbaImage::new(40, 40),
    ] {
        assert_eq!(face_in(&picture), None);
    }
}
