use super::*;
use image::{
    Rgba, RgbaImage,
    imageops::{self, FilterType::CatmullRom},
};

/// The face that scikit-image's `Cascade` finds in the sample: left, top and side in pixels.
const ASTRONAUT: [f32; 3] = [184.0, 69.0, 91.0];

fn sample(name: &str) -> RgbaImage {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/references/");
    image::open(format!("{folder}{name}")).unwrap().into_rgba8()
}

fn face_in(picture: &RgbaImage) -> Option<Face> {
    let (width, height) = (picture.width() as usize, picture.height() as usize);
    find(picture.as_raw(), width, height)
}

fn head_in(picture: &RgbaImage) -> Option<Region> {
    head(picture, picture.width() as usize, picture.height() as usize)
}

/// The intersection over union of two rectangles.
fn agreement(a: Region, b: Region) -> f32 {
    let common = |a: (f32, f32), b: (f32, f32)| ((a.0 + a.1).min(b.0 + b.1) - a.0.max(b.0)).max(0.0);
    let shared = common((a.left, a.width), (b.left, b.width)) * common((a.top, a.height), (b.top, b.height));
    shared / (a.width * a.height + b.width * b.height - shared)
}

#[track_caller]
fn check(picture: &RgbaImage, [left, top, side]: [f32; 3]) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let expected = Region {
        left: left / width,
        top: top / height,
        width: side / width,
        height: side / height,
    };
    let found = face_in(picture).unwrap();
    assert!(agreement(found.region, expected) > 0.6, "{found:?} for {expected:?}");
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
fn a_face_of_forty_pixels_is_found_in_a_large_photo() {
    let scene = imageops::resize(&sample("coffee.jpg"), 1_280, 720, CatmullRom);
    let scale = 40.0 / ASTRONAUT[2];
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

#[test]
fn outline_and_cascade_agree_on_the_head_of_a_cut_out() {
    let picture = sample("astronaut-cut-out.webp");
    let (outlined, seen) = (head_in(&picture).unwrap(), face_in(&picture).unwrap().head());
    assert!(agreement(outlined, seen) > 0.6, "{outlined:?} {seen:?}");
}

/// Draws a figure with a head, a neck and shoulders of these widths, in a picture of 300 × 600 pixels.
fn figure(head: f32, neck: f32, shoulders: f32) -> RgbaImage {
    RgbaImage::from_fn(300, 600, |x, y| {
        let (x, y) = (x as f32 - 150.0, y as f32);
        let is_head = (x / head * 2.0).hypot((y - head * 0.65) / (head * 0.65)) <= 1.0;
        let is_body = y > head * 1.45 && x.abs() < shoulders / 2.0;
        let is_neck = y > head && y < head * 2.0 && x.abs() < neck / 2.0;
        Rgba([90, 90, 90, if is_head || is_body || is_neck { 255 } else { 0 }])
    })
}

#[test]
fn the_head_of_a_figure_ends_above_the_shoulders() {
    for (width, shoulders) in [(60.0, 150.0), (90.0, 220.0), (120.0, 240.0)] {
        for neck in [0.5, 0.8, 1.0] {
            let head = head_in(&figure(width, width * neck, shoulders)).unwrap();
            assert!((head.width * 300.0 - width).abs() < 4.0, "{head:?} {width}");
            assert!((head.height * 600.0 / width - 1.2).abs() < 0.15, "{head:?} {width}");
            assert!((head.left + head.width / 2.0 - 0.5).abs() < 0.02 && head.top < 0.01);
        }
    }
}

#[test]
fn silhouettes_without_shoulders_have_no_head() {
    let shape = |is_solid: fn(f32, f32) -> bool| {
        RgbaImage::from_fn(300, 300, |x, y| {
            let solid = is_solid(x as f32 - 150.0, y as f32);
            Rgba([90, 90, 90, if solid { 255 } else { 0 }])
        })
    };
    let disc = shape(|x, y| x.hypot(y - 150.0) < 140.0);
    let column = shape(|x, _| x.abs() < 50.0);
    let cone = shape(|x, y| x.abs() < y * 0.4);
    let bowl = shape(|x, y| x.abs() < 120.0 && y > 40.0);
    for picture in [disc, column, cone, bowl, RgbaImage::new(300, 300)] {
        assert_eq!(head_in(&picture), None);
    }
}

#[test]
fn similar_hits_are_grouped_into_one_face() {
    let square = |left: f32, side: f32| Square { left, top: 10.0, side };
    let groups = grouped(&[
        square(10.0, 40.0),
        square(100.0, 40.0),
        square(14.0, 40.0),
        square(18.0, 42.0),
    ]);
    let mut counts: Vec<u32> = groups.iter().map(|(_, hits)| *hits).collect();
    counts.sort_unstable();
    assert_eq!(counts, [1, 3]);
}
