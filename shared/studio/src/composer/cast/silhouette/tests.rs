use super::*;
use colour::Pixels;
use image::{Rgba, RgbaImage};

fn head_in(picture: &RgbaImage) -> Option<Region> {
    head(picture, picture.width() as usize, picture.height() as usize)
}

#[test]
fn the_outline_shows_the_head_where_the_face_is() {
    let photo = include_bytes!("../../../../examples/references/astronaut-cut-out.webp");
    let picture = image::load_from_memory(photo).unwrap().into_rgba8();
    let pixels = Pixels::new(picture.width(), picture.height(), picture.as_raw().clone()).unwrap();
    let (outlined, seen) = (
        head_in(&picture).unwrap(),
        Region::from(cutout::faces(&pixels)[0]).head(),
    );
    let shared = common((outlined.left, outlined.width), (seen.left, seen.width))
        * common((outlined.top, outlined.height), (seen.top, seen.height));
    let all = outlined.width * outlined.height + seen.width * seen.height - shared;
    assert!(shared / all > 0.6, "{outlined:?} {seen:?}");
}

/// The length that two spans, each a beginning and a length, have in common.
fn common(a: (f32, f32), b: (f32, f32)) -> f32 {
    ((a.0 + a.1).min(b.0 + b.1) - a.0.max(b.0)).max(0.0)
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
