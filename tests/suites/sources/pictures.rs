//! Real pictures, fetched and stored: their pixels are correct, upright and in sRGB, and the file contains nothing
//! else.

use bytes::Bytes;
use http::Request;
use image::{GenericImageView, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use serde_json::{Value, json};

use crate::{
    origin::Reply,
    support::{Tenant, fixture, world},
};

/// The colours of the samples' quadrants, by rows from the upper left; the last one may be transparent.
const RED: [u8; 4] = [220, 30, 30, 255];
const GREEN: [u8; 4] = [30, 180, 60, 255];
const BLUE: [u8; 4] = [40, 60, 210, 255];
const YELLOW: [u8; 4] = [240, 210, 40, 255];
const NOTHING: [u8; 4] = [0; 4];
const SOLID: [[u8; 4]; 4] = [RED, GREEN, BLUE, YELLOW];
const HOLED: [[u8; 4]; 4] = [RED, GREEN, BLUE, NOTHING];
/// The colours that Little CMS computes from Display P3 and from Adobe RGB.
const DISPLAY_P3: [[u8; 4]; 4] = [
    [241, 0, 0, 255],
    [0, 185, 24, 255],
    [28, 58, 220, 255],
    [246, 210, 0, 255],
];
const ADOBE_RGB: [[u8; 4]; 4] = [
    [255, 24, 24, 255],
    [0, 181, 42, 255],
    [21, 57, 215, 255],
    [251, 211, 0, 255],
];
/// The colours of the CMYK samples.
const INKS: [[u8; 4]; 4] = [
    [245, 14, 14, 255],
    [23, 235, 51, 255],
    [13, 49, 225, 255],
    [255, 235, 25, 255],
];

const EXACT: u8 = 0;
/// Tolerance for rounding between colour spaces.
const CLOSE: u8 = 2;
/// Tolerance for JPEG and lossy WebP, per channel.
const LOSSY: u8 = 8;
/// The width of the border between quadrants of lossy pictures that is not compared, in pixels.
const SEAM: u32 = 4;

/// The stored file of a sample, and its record.
struct Stored {
    view: Value,
    bytes: Bytes,
    image: RgbaImage,
}

/// Downloads the picture of `view`, and compares it with the record.
async fn download(view: &Value, content_type: &str) -> (Bytes, RgbaImage) {
    let request = Request::get(view["url"].as_str().unwrap()).body(Bytes::new()).unwrap();
    let (parts, bytes) = tests::http::send(request).await.into_parts();
    assert_eq!(parts.status, 200);
    assert_eq!(parts.headers["content-type"], content_type);
    assert_eq!(image::guess_format(&bytes).unwrap().to_mime_type(), content_type);
    let image = image::load_from_memory(&bytes).unwrap();
    assert_eq!(view["width"], image.width());
    assert_eq!(view["height"], image.height());
    (bytes, image.into_rgba8())
}

/// Serves a file with a neutral name and content type, and uploads it.
async fn stored(tenant: &Tenant, name: &str, file: &[u8], content_type: &str) -> Stored {
    let reply = Reply::ok("application/octet-stream", file);
    let url = world().origin.serve(&format!("/real/{name}"), reply);
    let view = tenant.upload(&url).await;
    let (bytes, image) = download(&view, content_type).await;
    assert_eq!(view["contentType"], content_type, "{name}");
    assert_eq!(view["sizeBytes"], bytes.len(), "{name}");
    Stored { view, bytes, image }
}

/// The first pixel that differs from the expected colours.
fn wrong_pixel(image: &RgbaImage, quadrants: [[u8; 4]; 4], tolerance: u8) -> Option<String> {
    let (width, height) = image.dimensions();
    let seam = if tolerance == EXACT { 0 } else { SEAM };
    let near = |at: u32, middle: u32| seam > 0 && at + seam >= middle && at < middle + seam;
    image.enumerate_pixels().find_map(|(x, y, Rgba(found))| {
        if near(x, width / 2) || near(y, height / 2) {
            return None;
        }
        let expected = quadrants[usize::from(x >= width / 2) + 2 * usize::from(y >= height / 2)];
        // The colour of a transparent pixel does not matter.
        let hidden = expected[3] == 0 && found[3] == 0;
        let same = found
            .iter()
            .zip(expected)
            .all(|(one, other)| one.abs_diff(other) <= tolerance);
        (!hidden && !same).then(|| format!("{found:?} at {x}, {y} is not {expected:?}"))
    })
}

fn u32_at(bytes: &[u8], at: usize) -> usize {
    u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()) as usize
}

/// The names of a file's parts; `after` means data after its end.
fn parts_of(bytes: &[u8]) -> Vec<String> {
    let mut parts = Vec::new();
    let end = match image::guess_format(bytes).unwrap() {
        ImageFormat::Png => {
            let mut at = 8;
            while parts.last().is_none_or(|name| name != "IEND") {
                parts.push(String::from_utf8(bytes[at + 4..at + 8].to_vec()).unwrap());
                at += 12 + u32_at(bytes, at);
            }
            at
        }
        ImageFormat::Jpeg => {
            let mut at = 2;
            loop {
                let marker = bytes[at + 1];
                parts.push(format!("{marker:x}"));
                at += 2 + usize::from(u16::from_be_bytes([bytes[at + 2], bytes[at + 3]]));
                if marker == 0xda {
                    // The end is the next marker that is not an escaped byte.
                    let data = &bytes[at..];
                    let end = data.windows(2).position(|two| two[0] == 0xff && two[1] != 0).unwrap();
                    assert_eq!(data[end + 1], 0xd9);
                    break at + end + 2;
                }
            }
        }
        ImageFormat::WebP => {
            let mut at = 12;
            while at + 8 <= bytes.len() {
                parts.push(String::from_utf8_lossy(&bytes[at..at + 4]).into_owned());
                let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
                at += 8 + length.next_multiple_of(2);
            }
            at
        }
        other => panic!("{other:?} is an unexpected format"),
    };
    if end != bytes.len() {
        parts.push("after".to_owned());
    }
    parts
}

/// Checks that the file contains only pixels and the tables for decoding them.
#[track_caller]
fn is_clean(name: &str, bytes: &[u8]) {
    let known = [
        "IHDR", "PLTE", "tRNS", "IDAT", "IEND", // of PNG
        "e0", "db", "c0", "c4", "da", // of JPEG: JFIF, tables, frame, scan
        "VP8 ", "VP8L", // of WebP
    ];
    let parts = parts_of(bytes);
    assert!(
        parts.iter().all(|part| known.contains(&part.as_str())),
        "{name} has {parts:?}"
    );
    for word in ["secret", "Exif", "acsp", "xmp", "script", "PK\x03\x04"] {
        let found = bytes.windows(word.len()).any(|part| part == word.as_bytes());
        assert!(!found, "{name} still has {word:?}");
    }
}

#[tokio::test]
async fn pictures_keep_only_their_pixels() {
    let tenant = world().tenant().await;
    let samples = [
        ("transparent.png", "image/png", HOLED, EXACT),
        ("sixteen-bit.png", "image/png", HOLED, EXACT),
        ("interlaced.png", "image/png", SOLID, EXACT),
        ("palette-one-bit.png", "image/png", [RED, NOTHING, NOTHING, RED], EXACT),
        ("metadata.png", "image/png", SOLID, EXACT),
        ("turned-6.png", "image/png", SOLID, EXACT),
        ("two-frames.png", "image/png", SOLID, EXACT),
        ("display-p3.png", "image/png", DISPLAY_P3, CLOSE),
        ("subsampled.jpg", "image/jpeg", SOLID, LOSSY),
        ("metadata.jpg", "image/jpeg", SOLID, LOSSY),
        ("adobe-rgb.jpg", "image/jpeg", ADOBE_RGB, LOSSY),
        ("cmyk.jpg", "image/jpeg", INKS, LOSSY),
        ("cmyk-progressive.jpg", "image/jpeg", INKS, LOSSY),
        ("ycck.jpg", "image/jpeg", SOLID, LOSSY),
        (
            "gray.jpg",
            "image/jpeg",
            [20, 100, 170, 240].map(|gray| [gray, gray, gray, 255]),
            LOSSY,
        ),
        ("lossless.webp", "image/webp", HOLED, EXACT),
        ("lossy.webp", "image/webp", SOLID, LOSSY),
        ("lossy-alpha.webp", "image/webp", HOLED, LOSSY),
        ("animated.webp", "image/webp", HOLED, EXACT),
        ("animated-lossy.webp", "image/webp", HOLED, LOSSY),
        ("metadata.webp", "image/webp", DISPLAY_P3, CLOSE),
        ("plain.gif", "image/png", SOLID, EXACT),
        ("interlaced.gif", "image/png", SOLID, EXACT),
        ("transparent.gif", "image/png", HOLED, EXACT),
        ("animated.gif", "image/png", HOLED, EXACT),
    ];
    for (name, content_type, quadrants, tolerance) in samples {
        let stored = stored(&tenant, name, &fixture(name), content_type).await;
        assert_eq!(stored.image.dimensions(), (48, 32), "{name}");
        assert_eq!(wrong_pixel(&stored.image, quadrants, tolerance), None, "{name}");
        is_clean(name, &stored.bytes);
    }
    tenant.has_images(samples.len()).await;
}

#[tokio::test]
async fn a_photo_is_stored_upright_for_every_exif_orientation() {
    let tenant = world().tenant().await;
    for orientation in 1..=8 {
        let name = format!("turned-{orientation}.jpg");
        let file = fixture(&name);
        let before = image::load_from_memory(&file).unwrap().dimensions();
        assert_eq!(before, if orientation < 5 { (48, 32) } else { (32, 48) }, "{name}");
        let stored = stored(&tenant, &name, &file, "image/jpeg").await;
        assert_eq!(
            (&stored.view["width"], &stored.view["height"]),
            (&json!(48), &json!(32)),
            "{name}"
        );
        assert_eq!(wrong_pixel(&stored.image, SOLID, LOSSY), None, "{name}");
        is_clean(&name, &stored.bytes);
    }
    tenant.has_images(8).await;
}

#[tokio::test]
async fn a_large_picture_is_scaled_down_and_keeps_its_shape() {
    let tenant = world().tenant().await;
    let image = RgbImage::from_fn(3000, 1500, |x, y| {
        let [red, green, blue, _] = SOLID[usize::from(x >= 1500) + 2 * usize::from(y >= 750)];
        Rgb([red, green, blue])
    });
    for (format, content_type) in [(ImageFormat::Png, "image/png"), (ImageFormat::Jpeg, "image/jpeg")] {
        let mut file = std::io::Cursor::new(Vec::new());
        image.write_to(&mut file, format).unwrap();
        let stored = stored(&tenant, "large", file.get_ref(), content_type).await;
        assert_eq!(stored.image.dimensions(), (2048, 1024));
        assert_eq!(wrong_pixel(&stored.image, SOLID, LOSSY), None, "{format:?}");
        is_clean("large", &stored.bytes);
    }
}

#[tokio::test]
async fn data_after_a_picture_are_not_kept() {
    let tenant = world().tenant().await;
    let behind = [&crate::crafted::zip()[..], b"<script>alert(document.domain)</script>"].concat();
    for (name, content_type, quadrants, tolerance) in [
        ("transparent.png", "image/png", HOLED, EXACT),
        ("subsampled.jpg", "image/jpeg", SOLID, LOSSY),
        ("lossy.webp", "image/webp", SOLID, LOSSY),
        ("plain.gif", "image/png", SOLID, EXACT),
    ] {
        let file = [fixture(name).as_slice(), &behind].concat();
        let stored = stored(&tenant, &format!("polyglot-{name}"), &file, content_type).await;
        assert_eq!(wrong_pixel(&stored.image, quadrants, tolerance), None, "{name}");
        is_clean(name, &stored.bytes);
    }
}

#[tokio::test]
async fn inspirations_and_persons_keep_only_pixels() {
    let world = world();
    let tenant = world.tenant().await;
    let names = ["metadata.png", "turned-8.jpg", "metadata.webp", "transparent.gif"];
    let types = ["image/png", "image/jpeg", "image/webp", "image/png"];
    let quadrants = [SOLID, SOLID, DISPLAY_P3, HOLED];
    let serve = |name| {
        world
            .origin
            .serve(&format!("/kept/{name}"), Reply::ok("text/plain", fixture(name)))
    };
    let urls = names.map(serve);
    let person = json!({ "name": "Alex", "imageUrls": urls });
    let person = tenant.client.call("create_person", person).await.data().clone();
    for index in 0..names.len() {
        let inspiration = json!({ "imageUrl": urls[index] });
        let inspiration = tenant
            .client
            .call("create_inspiration", inspiration)
            .await
            .data()
            .clone();
        for view in [&person["photos"][index], &inspiration] {
            let (bytes, image) = download(view, types[index]).await;
            assert_eq!(wrong_pixel(&image, quadrants[index], LOSSY), None, "{}", names[index]);
            is_clean(names[index], &bytes);
        }
    }
}
