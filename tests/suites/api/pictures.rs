//! Test pictures, and comparing records with their files.

use std::io::Cursor;

use base64::{Engine, prelude::BASE64_STANDARD};
use image::{DynamicImage, GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use serde_json::Value;

use crate::support::download;

/// A picture with two different halves, so that a rotated or mirrored picture is detected.
pub(crate) fn drawn(width: u32, height: u32) -> DynamicImage {
    RgbImage::from_fn(width, height, |x, _| {
        if x * 2 < width {
            Rgb([200, 30, 30])
        } else {
            Rgb([20, 60, 220])
        }
    })
    .into()
}

/// A red square whose left half is transparent.
pub(crate) fn half_transparent(side: u32) -> DynamicImage {
    RgbaImage::from_fn(side, side, |x, _| {
        Rgba([200, 30, 30, if x * 2 < side { 0 } else { 255 }])
    })
    .into()
}

/// Encodes a picture.
pub(crate) fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A small PNG.
pub(crate) fn png() -> Vec<u8> {
    encoded(&drawn(64, 48), ImageFormat::Png)
}

/// A file as a `data:` URL.
pub(crate) fn data_url(bytes: &[u8]) -> String {
    format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(bytes))
}

/// A small PNG as a `data:` URL.
pub(crate) fn data() -> String {
    data_url(&png())
}

/// Downloads the picture of an image, an inspiration or a photo, and compares it with the record.
pub(crate) async fn picture_of(view: &Value) -> DynamicImage {
    let response = download(view["url"].as_str().unwrap()).await;
    assert_eq!(response.status(), 200);
    let bytes = response.body();
    let format = image::guess_format(bytes).unwrap();
    assert_eq!(response.headers()["content-type"], format.to_mime_type());
    let picture = image::load_from_memory_with_format(bytes, format).unwrap();
    assert_eq!(
        (&view["width"], &view["height"]),
        (&picture.width().into(), &picture.height().into())
    );
    if view.get("contentType").is_some() {
        assert_eq!(view["contentType"], format.to_mime_type());
        assert_eq!(view["sizeBytes"], bytes.len());
    }
    picture
}

/// Whether two colours are similar: lossy encoding changes colours slightly.
#[track_caller]
pub(crate) fn assert_colour(picture: &DynamicImage, x: u32, y: u32, expected: [u8; 3]) {
    let Rgba([red, green, blue, _]) = picture.get_pixel(x, y);
    let actual = [red, green, blue];
    let alike = actual.iter().zip(expected).all(|(one, other)| one.abs_diff(other) < 16);
    assert!(alike, "{actual:?} at {x}, {y} is not {expected:?}");
}

/// Compares a picture with the one that [`drawn`] makes.
#[track_caller]
pub(crate) fn assert_drawn(picture: &DynamicImage) {
    let (width, height) = picture.dimensions();
    assert_colour(picture, width / 4, height / 2, [200, 30, 30]);
    assert_colour(picture, width * 3 / 4, height / 2, [20, 60, 220]);
}
