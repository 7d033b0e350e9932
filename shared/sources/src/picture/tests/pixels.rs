//! A stored picture looks like the file that was sent, and contains nothing but its pixels.

use super::*;
use image::ColorType;

/// The largest difference of a channel after JPEG or lossy WebP.
const LOSSY: u8 = 6;

#[track_caller]
fn check(name: &str, format: ImageFormat, expected: [[u8; 4]; 4], tolerance: u8) -> PreparedPicture {
    let picture = PreparedPicture::take(&sample(name)).unwrap();
    assert_eq!(picture.format, format, "{name}");
    assert_eq!(picture.size, Size { width: 48, height: 32 }, "{name}");
    assert_close(middles(&shown(&picture)), expected, tolerance);
    picture
}

fn color(picture: &PreparedPicture) -> ColorType {
    image::load_from_memory(&picture.bytes).unwrap().color()
}

#[test]
fn png_keeps_its_pixels_and_its_transparency() {
    let expected = [RED, GREEN, BLUE, NOTHING];
    let picture = check("transparent.png", ImageFormat::Png, expected, 0);
    assert_eq!(color(&picture), ColorType::Rgba8);
    check("sixteen-bit.png", ImageFormat::Png, expected, 0);
    check("palette-one-bit.png", ImageFormat::Png, [RED, NOTHING, NOTHING, RED], 0);
}

#[test]
fn an_opaque_alpha_channel_is_removed() {
    let picture = check("interlaced.png", ImageFormat::Png, [RED, GREEN, BLUE, YELLOW], 0);
    assert_eq!(color(&picture), ColorType::Rgb8);
    let opaque = image::RgbaImage::from_pixel(5, 5, image::Rgba([1, 2, 3, 255]));
    let mut bytes = std::io::Cursor::new(Vec::new());
    opaque.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    assert_eq!(
        color(&PreparedPicture::take(&bytes.into_inner()).unwrap()),
        ColorType::Rgb8
    );
}

#[test]
fn gray_stays_gray() {
    let grays = [20, 100, 170, 240].map(|gray| [gray, gray, gray, 255]);
    assert_eq!(
        color(&check("gray.jpg", ImageFormat::Jpeg, grays, LOSSY)),
        ColorType::L8
    );
    let holed = [[20, 20, 20, 255], [100, 100, 100, 255], [170, 170, 170, 255], NOTHING];
    assert_eq!(
        color(&check("gray-with-alpha.png", ImageFormat::Png, holed, 0)),
        ColorType::La8
    );
}

#[test]
fn a_transparent_colour_of_sixteen_bits_is_not_confused_with_its_neighbour() {
    let picture = PreparedPicture::take(&sample("gray-sixteen-bit-key.png")).unwrap();
    let image = shown(&picture);
    assert_eq!(image.get_pixel(4, 4).0, [0x14, 0x14, 0x14, 255]);
    assert_eq!(image.get_pixel(5, 4).0[3], 0);
    assert_eq!(image.get_pixel(40, 28).0, [0xf0, 0xf0, 0xf0, 255]);
}

#[test]
fn pictures_are_turned_upright() {
    for orientation in 1..=8 {
        let name = format!("turned-{orientation}.jpg");
        check(&name, ImageFormat::Jpeg, [RED, GREEN, BLUE, YELLOW], LOSSY);
    }
    check("turned-6.png", ImageFormat::Png, [RED, GREEN, BLUE, YELLOW], 0);
    let colours = display_p3();
    check("metadata.webp", ImageFormat::Webp, colours, 2);
}

#[test]
fn jpeg_of_every_colour_model_is_decoded() {
    check("subsampled.jpg", ImageFormat::Jpeg, [RED, GREEN, BLUE, YELLOW], LOSSY);
    check("rgb.jpg", ImageFormat::Jpeg, [RED, GREEN, BLUE, YELLOW], LOSSY);
    check("ycck.jpg", ImageFormat::Jpeg, [RED, GREEN, BLUE, YELLOW], LOSSY);
    // The formula for inks, which subtract from white paper.
    let inks = [
        [245, 14, 14, 255],
        [23, 235, 51, 255],
        [13, 49, 225, 255],
        [255, 235, 25, 255],
    ];
    check("cmyk.jpg", ImageFormat::Jpeg, inks, LOSSY);
    check("cmyk-progressive.jpg", ImageFormat::Jpeg, inks, LOSSY);
}

#[test]
fn webp_keeps_its_pixels_and_its_transparency() {
    check("lossless.webp", ImageFormat::Webp, [RED, GREEN, BLUE, NOTHING], 0);
    check("lossy.webp", ImageFormat::Webp, [RED, GREEN, BLUE, YELLOW], LOSSY);
    let picture = check(
        "lossy-alpha.webp",
        ImageFormat::Webp,
        [RED, GREEN, BLUE, NOTHING],
        LOSSY,
    );
    assert_eq!(color(&picture), ColorType::Rgba8);
}

#[test]
fn an_animation_becomes_its_first_frame() {
    check("animated.webp", ImageFormat::Webp, [RED, GREEN, BLUE, NOTHING], 0);
    check(
        "animated-lossy.webp",
        ImageFormat::Webp,
        [RED, GREEN, BLUE, NOTHING],
        LOSSY,
    );
    check("animated.gif", ImageFormat::Png, [RED, GREEN, BLUE, NOTHING], 0);
    check("two-frames.png", ImageFormat::Png, [RED, GREEN, BLUE, YELLOW], 0);
}

#[test]
fn gif_becomes_png() {
    check("plain.gif", ImageFormat::Png, [RED, GREEN, BLUE, YELLOW], 0);
    check("interlaced.gif", ImageFormat::Png, [RED, GREEN, BLUE, YELLOW], 0);
    check("transparent.gif", ImageFormat::Png, [RED, GREEN, BLUE, NOTHING], 0);
}

#[test]
fn a_gif_frame_smaller_than_its_canvas_has_the_right_position() {
    let picture = PreparedPicture::take(&sample("small-frame.gif")).unwrap();
    let image = shown(&picture);
    assert_eq!(image.dimensions(), (48, 32));
    assert_eq!(image.get_pixel(23, 20).0, NOTHING);
    assert_eq!(image.get_pixel(30, 15).0, NOTHING);
    assert_eq!(image.get_pixel(24, 16).0, RED);
    assert_eq!(image.get_pixel(47, 16).0, GREEN);
    assert_eq!(image.get_pixel(24, 31).0, BLUE);
    assert_eq!(image.get_pixel(47, 31).0, YELLOW);
}

#[test]
fn a_webp_frame_smaller_than_its_canvas_has_the_right_position() {
    let mut bytes = sample("animated-small-frame.webp");
    let image = shown(&PreparedPicture::take(&bytes).unwrap());
    assert_eq!(image.get_pixel(23, 20).0, NOTHING);
    assert_eq!(image.get_pixel(24, 16).0, RED);
    assert_eq!(image.get_pixel(47, 31).0, YELLOW);
    // Two pixels further to the right, the frame would exceed the canvas.
    let frame = bytes.windows(4).position(|name| name == b"ANMF").unwrap();
    bytes[frame + 8] += 1;
    assert_eq!(
        PreparedPicture::take(&bytes).unwrap_err(),
        PictureError::Damaged("WebP")
    );
}

/// The sample's colours, converted by Little CMS.
fn display_p3() -> [[u8; 4]; 4] {
    [
        [241, 0, 0, 255],
        [0, 185, 24, 255],
        [28, 58, 220, 255],
        [246, 210, 0, 255],
    ]
}

#[test]
fn colours_of_other_profiles_become_srgb() {
    check("display-p3.png", ImageFormat::Png, display_p3(), 2);
    let adobe = [
        [255, 24, 24, 255],
        [0, 181, 42, 255],
        [21, 57, 215, 255],
        [251, 211, 0, 255],
    ];
    check("adobe-rgb.jpg", ImageFormat::Jpeg, adobe, LOSSY + 2);
    let grays = [79, 168, 213, 248].map(|gray| [gray, gray, gray, 255]);
    check("gray-linear.jpg", ImageFormat::Jpeg, grays, LOSSY);
}

#[test]
fn a_broken_profile_does_not_change_the_pixels() {
    let mut bytes = sample("adobe-rgb.jpg");
    let profile = bytes.windows(4).position(|name| name == b"acsp").unwrap();
    bytes[profile] = b'x';
    assert_close(
        middles(&shown(&PreparedPicture::take(&bytes).unwrap())),
        [RED, GREEN, BLUE, YELLOW],
        LOSSY,
    );
}

#[test]
fn metadata_are_removed() {
    for name in samples() {
        let sent = sample(&name);
        let kept = PreparedPicture::take(&sent).unwrap().bytes;
        for word in [
            &b"secret"[..],
            b"Exif",
            b"eXIf",
            b"EXIF",
            b"ICC",
            b"iCCP",
            b"acsp",
            b"XMP",
            b"tEXt",
            b"iTXt",
        ] {
            assert!(
                !kept.windows(word.len()).any(|part| part == word),
                "{name}: {}",
                word.escape_ascii()
            );
        }
        // This sample contains only its compressed pixels, which are kept.
        assert!(kept != sent || name == "lossy.webp", "{name}");
    }
    for name in ["metadata.png", "metadata.jpg", "metadata.webp", "animated.gif"] {
        assert!(
            sample(name).windows(6).any(|part| part == b"secret"),
            "{name} shows nothing"
        );
    }
}

#[test]
fn data_after_the_end_of_a_file_are_removed() {
    for name in ["transparent.png", "subsampled.jpg", "lossy.webp", "animated.gif"] {
        let mut bytes = sample(name);
        bytes.extend_from_slice(b"<script>alert(1)</script>");
        let picture = PreparedPicture::take(&bytes).unwrap();
        assert!(!picture.bytes.windows(7).any(|part| part == b"<script"), "{name}");
    }
}

#[test]
fn the_preview_shows_the_final_pixels() {
    let picture = PreparedPicture::take(&sample("turned-6.jpg")).unwrap();
    assert_eq!((picture.preview.width(), picture.preview.height()), (48, 32));
    let pixels: Vec<[u8; 4]> = picture.preview.iter().collect();
    assert_close(
        [8 * 48 + 12, 8 * 48 + 36, 24 * 48 + 12, 24 * 48 + 36].map(|i| pixels[i]),
        [RED, GREEN, BLUE, YELLOW],
        LOSSY,
    );
}

#[test]
fn a_stored_picture_can_be_opened_again() {
    for name in samples() {
        let taken = PreparedPicture::take(&sample(&name)).unwrap();
        let stored = PreparedPicture::stored(taken.bytes.clone()).unwrap();
        assert_eq!(
            (&stored.bytes, stored.format, stored.size),
            (&taken.bytes, taken.format, taken.size),
            "{name}"
        );
        let channels = || stored.preview.iter().flatten().zip(taken.preview.iter().flatten());
        let apart: u64 = channels()
            .map(|(stored, taken)| u64::from(stored.abs_diff(taken)))
            .sum();
        assert!(apart < channels().count() as u64, "{name}");
        assert_eq!(stored.preview.width(), taken.preview.width(), "{name}");
    }
    let gif = PreparedPicture::stored(sample("plain.gif").into());
    assert_eq!(gif.unwrap_err(), PictureError::Unsupported("GIF"));
}
