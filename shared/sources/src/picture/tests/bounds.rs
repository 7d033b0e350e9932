//! Files that are too large, too long, empty, or not pictures.

use super::*;
use image::{ExtendedColorType, Luma, Rgb, Rgba};
use std::io::Cursor;

#[track_caller]
fn refused(bytes: &[u8], message: &str) {
    assert_eq!(PreparedPicture::take(bytes).unwrap_err().to_string(), message);
}

fn encoded(image: &image::DynamicImage, format: image::ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// A PNG whose header names this size, with hardly any data.
fn png_of_size(width: u32, height: u32, interlaced: bool) -> Vec<u8> {
    let mut bytes = sample("transparent.png");
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    bytes[28] = interlaced.into();
    let sum = crc32(&bytes[12..29]);
    bytes[29..33].copy_from_slice(&sum.to_be_bytes());
    bytes
}

fn jpeg_of_size(name: &str, width: u16, height: u16) -> Vec<u8> {
    let mut bytes = sample(name);
    let frame = bytes
        .windows(4)
        .position(|part| part == [0x00, 0x11, 0x08, 0x00])
        .unwrap();
    bytes[frame + 3..frame + 5].copy_from_slice(&height.to_be_bytes());
    bytes[frame + 5..frame + 7].copy_from_slice(&width.to_be_bytes());
    bytes
}

fn gif_of_size(width: u16, height: u16) -> Vec<u8> {
    let mut bytes = sample("plain.gif");
    bytes[6..8].copy_from_slice(&width.to_le_bytes());
    bytes[8..10].copy_from_slice(&height.to_le_bytes());
    bytes
}

/// The lossless header packs both sides, less one, into 28 bits.
fn webp_of_size(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = encoded(&image::RgbImage::new(8, 8).into(), image::ImageFormat::WebP);
    let start = bytes.windows(4).position(|name| name == b"VP8L").unwrap() + 9;
    let header = (width - 1) | (height - 1) << 14;
    bytes[start..start + 4].copy_from_slice(&header.to_le_bytes());
    bytes
}

#[test]
fn a_file_without_bytes_is_empty() {
    refused(b"", "is an empty file; use a picture");
}

#[test]
fn the_message_names_a_file_type_that_is_not_a_picture() {
    let page = "<!DOCTYPE html>\n<html><body><svg></svg></body></html>";
    let long = format!("{}é", "a".repeat(1023));
    let export = "export it as PNG or JPEG";
    let link = "pass the URL of the picture itself";
    let picture = "use a PNG, JPEG, WebP or GIF picture";
    let frame = "save one of its frames as PNG or JPEG, and use that picture";
    let unpack = "unpack it, and use the picture in it";
    let decode = "decode it, and send the bytes, or pass it as a data: URL, which starts with `data:image/png;base64,`";
    let transport: Vec<u8> = (0..400).map(|at| if at % 188 == 0 { 0x47 } else { 0xff }).collect();
    // A directory with one entry, the tag of further pictures.
    let raw = b"II*\0\x08\0\0\0\x01\0\x4a\x01\x04\0\x01\0\0\0\0\0\0\0\0\0\0\0";
    let dng = b"MM\0*\0\0\0\x08\0\x01\xc6\x12\0\x01\0\0\0\x04\x01\x04\0\0\0\0\0\0";
    let scan = b"II*\0\x08\0\0\0\x01\0\0\x01\x04\0\x01\0\0\0\0\0\0\0\0\0\0\0";
    for (bytes, name, advice) in [
        (page.as_bytes(), "HTML", link),
        (b"  \r\n<HTML><head>", "HTML", link),
        (
            b"<?xml version=\"1.0\"?>\n<!-- by hand --><svg xmlns=\"http://www.w3.org/2000/svg\"/>",
            "SVG",
            export,
        ),
        (b"\xef\xbb\xbf<svg/>", "SVG", export),
        (
            b"<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>",
            "XML",
            link,
        ),
        (b"%PDF-1.7\n", "a PDF", "export its page as PNG or JPEG"),
        (b"\0\0\0\x1cftypavif\0\0\0\0", "AVIF", export),
        (b"\0\0\0\x18ftypheic\0\0\0\0", "HEIC", export),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1heic", "HEIC", export),
        (b"\0\0\0\x18ftypmif1\0\0\0\0mif1avif", "AVIF", export),
        (b"\0\0\0\x18ftypmp42\0\0\0\0", "an MP4 video", frame),
        (b"\0\0\0\x14ftypqt  \0\0\0\0", "a QuickTime video", frame),
        (b"\0\0\0\x18ftypcrx \0\0\0\0", "a camera's raw file", export),
        (b"II*\0\x10\0\0\0CR\x02\0", "a camera's raw file", export),
        (raw, "a camera's raw file", export),
        (dng, "a camera's raw file", export),
        (b"FUJIFILMCCD-RAW ", "a camera's raw file", export),
        (scan, "TIFF", export),
        (b"BM\x36\0\0\0\0\0", "BMP", export),
        (b"II*\0\x08\0\0\0", "TIFF", export),
        (b"MM\0*\0\0\0\x08", "TIFF", export),
        (b"\0\0\x01\0\x01\0\x10\x10", "an icon (ICO)", export),
        (b"\0\0\x02\0\x01\0\x10\x10", "a cursor (CUR)", export),
        (b"\0\0\x02\0\0\0\0\0", "a Targa picture (TGA)", export),
        (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL", export),
        (b"8BPS\0\x01", "a Photoshop file (PSD)", export),
        (b"PK\x03\x04\x14\0", "a ZIP archive", unpack),
        (b"\x1a\x45\xdf\xa3\x01", "a WebM or Matroska video", frame),
        (&transport, "an MPEG video", frame),
        (b"{\"error\":\"not found\"}", "JSON", link),
        (b" [1]", "JSON", link),
        (b"Not found", "text", picture),
        (long.as_bytes(), "text", picture),
        (b"iVBORw0KGgoAAAANSUhEUg", "a PNG as base64 text", decode),
        (b"/9j/4AAQSkZJRg", "a JPEG as base64 text", decode),
        (b"RIFF\x24\0\0\0WAVEfmt ", "a WAV file", picture),
        (b"RIFF\x24\0\0\0AVI LIST", "an AVI video", frame),
        (
            &sample("refused/cgbi.png"),
            "Apple's own variant of PNG (CgBI)",
            "open it on a Mac, and export it as PNG",
        ),
    ] {
        refused(bytes, &format!("looks like {name}; {advice}"));
    }
    for bytes in [
        &b"\x00\x01\x02\x03"[..],
        b"\xff\xd8",
        b"\x89PNG",
        b"abc\x00def",
        b"\xc3\x28",
    ] {
        refused(
            bytes,
            "is not a PNG, JPEG, WebP or GIF picture; save it as one of these",
        );
    }
}

#[test]
fn bytes_that_went_through_a_text_encoding_are_named() {
    let message = "was sent through a text encoding, which has destroyed its bytes (they are EF BF BD now, or line breaks \
                   have changed); read and send the file as bytes";
    refused(&sample("refused/repl.png"), message);
    for name in samples() {
        let mangled = String::from_utf8_lossy(&sample(&name)).into_owned();
        refused(mangled.as_bytes(), message);
    }
    // Line breaks of Unix, and doubled ones.
    refused(b"\x89PNG\n\x1a\n\0\0\0\rIHDR", message);
    refused(b"\x89PNG\r\r\n\x1a\r\n\0\0\0\rIHDR", message);
}

#[test]
fn more_pixels_than_allowed_are_refused_by_the_header() {
    refused(
        &png_of_size(50_000, 50_000, false),
        "has 50000×50000 pixels, and at most 40 megapixels are allowed; scale it down",
    );
    refused(
        &jpeg_of_size("subsampled.jpg", 8000, 5001),
        "has 8000×5001 pixels, and at most 40 megapixels are allowed; scale it down",
    );
    refused(
        &gif_of_size(65_535, 65_535),
        "has 65535×65535 pixels, and at most 40 megapixels are allowed; scale it down",
    );
    refused(
        &webp_of_size(16_000, 16_000),
        "has 16000×16000 pixels, and at most 40 megapixels are allowed; scale it down",
    );
    refused(
        &png_of_size(40_000_000, 1, false),
        "has 40000000×1 pixels, and no side may have more than 65535; scale it down",
    );
    let mut gif = sample("plain.gif");
    let frame = gif.windows(5).position(|part| part == [b',', 0, 0, 0, 0]).unwrap() + 5;
    gif[frame..frame + 4].copy_from_slice(&[0xff; 4]);
    refused(
        &gif,
        "has 65535×65535 pixels, and at most 40 megapixels are allowed; scale it down",
    );
}

#[test]
fn a_canvas_larger_than_allowed_is_refused_by_the_header() {
    let mut webp = sample("animated.webp");
    let canvas = webp.windows(4).position(|name| name == b"VP8X").unwrap() + 12;
    webp[canvas..canvas + 6].copy_from_slice(&[0xff; 6]);
    refused(
        &webp,
        "has 16777216×16777216 pixels, and at most 40 megapixels are allowed; scale it down",
    );
}

#[test]
fn sides_of_0_pixels_are_refused() {
    // PNG and WebP cannot express a side of 0 pixels without being damaged.
    refused(
        &jpeg_of_size("subsampled.jpg", 0, 5),
        "has 0×5 pixels, and at least 1×1 is needed; use a larger picture",
    );
    refused(
        &jpeg_of_size("subsampled.jpg", 5, 0),
        "has 5×0 pixels, and at least 1×1 is needed; use a larger picture",
    );
    refused(
        &gif_of_size(0, 9),
        "has 0×9 pixels, and at least 1×1 is needed; use a larger picture",
    );
}

#[test]
fn a_header_that_does_not_fit_the_data_is_refused() {
    for (bytes, name) in [
        (png_of_size(8000, 5000, false), "PNG"),
        (png_of_size(8000, 5000, true), "PNG"),
        (jpeg_of_size("subsampled.jpg", 8000, 5000), "JPEG"),
        (jpeg_of_size("turned-1.jpg", 8000, 5000), "JPEG"),
        (webp_of_size(8000, 5000), "WebP"),
    ] {
        let message = format!("is damaged or cut off: the {name} cannot be decoded; save or upload it again");
        refused(&bytes, &message);
    }
}

#[test]
fn unsupported_kinds_of_jpeg_are_not_called_damaged() {
    let mut arithmetic = sample("subsampled.jpg");
    let frame = arithmetic.windows(2).position(|part| part == [0xff, 0xc0]).unwrap();
    let mut deep = arithmetic.clone();
    arithmetic[frame + 1] = 0xc9;
    deep[frame + 4] = 12;
    refused(
        &arithmetic,
        "is a JPEG of a kind that cannot be decoded; save it as an ordinary PNG or JPEG",
    );
    refused(
        &deep,
        "is a JPEG of a kind that cannot be decoded; save it as an ordinary PNG or JPEG",
    );
}

#[test]
fn what_is_large_is_scaled_to_2048_and_keeps_its_shape() {
    let image = image::RgbImage::from_fn(3000, 1500, |x, y| {
        Rgb(match (x < 1500, y < 750) {
            (true, true) => [RED[0], RED[1], RED[2]],
            (false, true) => [GREEN[0], GREEN[1], GREEN[2]],
            (true, false) => [BLUE[0], BLUE[1], BLUE[2]],
            (false, false) => [YELLOW[0], YELLOW[1], YELLOW[2]],
        })
    });
    let image = image::DynamicImage::from(image);
    for format in [
        image::ImageFormat::Png,
        image::ImageFormat::Jpeg,
        image::ImageFormat::WebP,
    ] {
        let picture = PreparedPicture::take(&encoded(&image, format)).unwrap();
        assert_eq!(
            picture.size,
            Size {
                width: 2048,
                height: 1024
            }
        );
        assert_eq!((picture.preview.width(), picture.preview.height()), (256, 128));
        assert_close(middles(&shown(&picture)), [RED, GREEN, BLUE, YELLOW], 6);
    }
}

#[test]
fn scaled_sides_are_rounded_and_never_become_0() {
    for ((width, height), (narrow, low)) in [
        ((2049, 2049), (2048, 2048)),
        ((2048, 9), (2048, 9)),
        ((3000, 2), (2048, 1)),
        ((1, 65_535), (1, 2048)),
    ] {
        let image = image::GrayImage::from_pixel(width, height, Luma([77]));
        let picture = PreparedPicture::take(&encoded(&image.into(), image::ImageFormat::Png)).unwrap();
        assert_eq!(
            picture.size,
            Size {
                width: narrow,
                height: low
            }
        );
        assert!(shown(&picture).pixels().all(|pixel| pixel.0 == [77, 77, 77, 255]));
    }
}

#[test]
fn the_colours_of_transparent_pixels_do_not_show_after_scaling() {
    let (blue, hidden_red) = (Rgba([0, 0, 255, 255]), Rgba([255, 0, 0, 0]));
    let image = image::RgbaImage::from_fn(4096, 64, |x, _| if x < 2048 { blue } else { hidden_red });
    let image = image::DynamicImage::from(image);
    for format in [image::ImageFormat::Png, image::ImageFormat::WebP] {
        let small = shown(&PreparedPicture::take(&encoded(&image, format)).unwrap());
        assert!(small.pixels().all(|pixel| pixel.0[0] == 0), "red shines through");
        assert_eq!(small.get_pixel(10, 5).0, [0, 0, 255, 255]);
        assert_eq!(small.get_pixel(2000, 5).0[3], 0);
    }
}

#[test]
fn an_ignored_chunk_may_be_large() {
    let mut bytes = sample("transparent.png");
    let mut chunk = b"mkBS".to_vec();
    chunk.resize(4 + 9_000_000, 7);
    let sum = crc32(&chunk);
    let chunk = [&9_000_000_u32.to_be_bytes()[..], &chunk, &sum.to_be_bytes()].concat();
    bytes.splice(33..33, chunk);
    assert_eq!(
        PreparedPicture::take(&bytes).unwrap().size,
        Size { width: 48, height: 32 }
    );
}

#[test]
fn a_profile_that_decompresses_to_a_gigabyte_is_ignored() {
    let mut chunk = b"iCCPbomb\0\0".to_vec();
    let mut packer = flate2::write::ZlibEncoder::new(&mut chunk, flate2::Compression::best());
    for _ in 0..256 {
        std::io::Write::write_all(&mut packer, &[0; 1 << 20]).unwrap();
    }
    packer.finish().unwrap();
    let length = u32::try_from(chunk.len() - 4).unwrap();
    let sum = crc32(&chunk);
    let chunk = [&length.to_be_bytes()[..], &chunk, &sum.to_be_bytes()].concat();
    let mut bytes = sample("transparent.png");
    bytes.splice(33..33, chunk);
    assert_close(
        middles(&shown(&PreparedPicture::take(&bytes).unwrap())),
        [RED, GREEN, BLUE, NOTHING],
        0,
    );
}

#[test]
fn a_gray_jpeg_is_stored_as_a_gray_jpeg() {
    let image = image::GrayImage::from_pixel(3000, 20, Luma([77]));
    let mut bytes = Vec::new();
    image::codecs::jpeg::JpegEncoder::new(&mut bytes)
        .encode(&image, 3000, 20, ExtendedColorType::L8)
        .unwrap();
    let picture = PreparedPicture::take(&bytes).unwrap();
    assert_eq!(
        image::load_from_memory(&picture.bytes).unwrap().color(),
        image::ColorType::L8
    );
}
