//! The colours that a PNG declares.

use super::*;
use std::io::Cursor;

/// A PNG of one colour with these chunks before its pixels.
fn png(colour: [u8; 3], chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut encoded = Cursor::new(Vec::new());
    let image = image::RgbImage::from_pixel(16, 9, image::Rgb(colour));
    image.write_to(&mut encoded, image::ImageFormat::Png).unwrap();
    let mut file = encoded.into_inner();
    let pixels = file.windows(4).position(|name| name == b"IDAT").unwrap() - 4;
    let mut declared = Vec::new();
    for (name, data) in chunks {
        let content = [name.as_slice(), data].concat();
        declared.extend_from_slice(&u32::try_from(data.len()).unwrap().to_be_bytes());
        declared.extend_from_slice(&content);
        declared.extend_from_slice(&crc32(&content).to_be_bytes());
    }
    file.splice(pixels..pixels, declared);
    file
}

/// Numbers of PNG, which counts in hundred thousandths.
fn scaled(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

fn srgb_of(file: &[u8]) -> [u8; 3] {
    let image = shown(&PreparedPicture::take(file).unwrap());
    let [red, green, blue, _] = image.get_pixel(4, 4).0;
    [red, green, blue]
}

#[track_caller]
fn check(file: &[u8], expected: [u8; 3], tolerance: u8) {
    let found = srgb_of(file);
    let is_close = found
        .iter()
        .zip(&expected)
        .all(|(found, expected)| found.abs_diff(*expected) <= tolerance);
    assert!(is_close, "found {found:?}, expected {expected:?}");
}

const COLOUR: [u8; 3] = [200, 60, 40];
/// The colour as sRGB if it is given in Display P3.
const OF_P3: [u8; 3] = [217, 42, 23];
/// Display P3 with the curve of sRGB, in the code points of video.
const P3: (&[u8; 4], &[u8]) = (b"cICP", &[12, 13, 0, 1]);

#[test]
fn files_of_the_field_have_their_right_colours() {
    check(&sample("gama_linear.png"), [168; 3], 2);
    check(&sample("cicp_p3.png"), OF_P3, 3);
    check(&sample("chrm_p3.png"), OF_P3, 3);
}

#[test]
fn the_first_declaration_counts_in_the_order_of_the_standard() {
    let primaries = scaled(&[31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000]);
    let gamma = scaled(&[45455]);
    let linear = scaled(&[100_000]);
    let (chrm, gama, srgb) = ((b"cHRM", &*primaries), (b"gAMA", &*gamma), (b"sRGB", &[0][..]));
    check(&png(COLOUR, &[]), COLOUR, 0);
    check(&png(COLOUR, &[chrm]), OF_P3, 3);
    check(&png(COLOUR, &[chrm, gama]), OF_P3, 3);
    check(&png(COLOUR, &[gama]), COLOUR, 0);
    check(&png(COLOUR, &[srgb, chrm, gama]), COLOUR, 0);
    check(&png(COLOUR, &[P3, srgb, chrm, gama]), OF_P3, 3);
    check(&png(COLOUR, &[P3, (b"gAMA", &linear)]), OF_P3, 3);
    check(&png([100; 3], &[(b"gAMA", &linear)]), [168; 3], 2);
    // A profile counts before sRGB and after the code points.
    let sample = sample("display-p3.png");
    let name = sample.windows(4).position(|name| name == b"iCCP").unwrap();
    let length = u32::from_be_bytes(sample[name - 4..name].try_into().unwrap()) as usize;
    let icc = (b"iCCP", &sample[name + 4..name + 4 + length]);
    // This profile has the primaries of P3 and a gamma of 2.2.
    check(&png(COLOUR, &[icc, (b"gAMA", &linear)]), [219, 37, 13], 3);
    check(&png(COLOUR, &[(b"cICP", &[1, 13, 0, 1]), icc]), COLOUR, 1);
}

#[test]
fn declarations_that_cannot_be_used_do_not_count() {
    // What follows the chunk counts.
    check(&png(COLOUR, &[(b"cICP", &[1, 13, 6, 1]), P3]), OF_P3, 3);
    let zero = scaled(&[0]);
    let points = scaled(&[0; 8]);
    for chunk in [
        // Unspecified, reserved and unknown code points, and a narrow range.
        (b"cICP", &[2, 2, 0, 1][..]),
        (b"cICP", &[0, 0, 0, 1]),
        (b"cICP", &[255, 255, 0, 1]),
        (b"cICP", &[12, 13, 0, 0]),
        // A matrix, which PNG does not have, and no flag.
        (b"cICP", &[12, 13, 1, 1]),
        (b"cICP", &[12, 13, 0, 2]),
        (b"gAMA", &zero),
        (b"cHRM", &points),
        (b"iCCP", b"name\0\0no profile"),
    ] {
        check(&png(COLOUR, &[chunk]), COLOUR, 0);
    }
}
