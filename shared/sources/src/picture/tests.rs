//! Helpers that the tests share. The sample pictures, and the script that made them, are in `fixtures`.

mod bounds;
mod colours;
mod damage;
mod ends;
mod jpeg;
mod lossy;
mod matte;
mod pixels;

use super::*;
use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};
use std::path::Path;

/// The colours of the samples' quadrants: above from left to right, then below.
const RED: [u8; 4] = [220, 30, 30, 255];
const GREEN: [u8; 4] = [30, 180, 60, 255];
const BLUE: [u8; 4] = [40, 60, 210, 255];
const YELLOW: [u8; 4] = [240, 210, 40, 255];
const NOTHING: [u8; 4] = [0; 4];

fn sample(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(name);
    std::fs::read(path).unwrap()
}

fn samples() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = folder.read_dir().unwrap().map(Result::unwrap);
    let names = files
        .filter(|file| file.file_type().unwrap().is_file())
        .map(|file| file.file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| !name.ends_with(".py")).collect();
    names.sort();
    names
}

/// Decodes a picture with the image library, so that the code under test does not check itself.
fn shown(picture: &PreparedPicture) -> image::RgbaImage {
    let image = image::load_from_memory(&picture.bytes).unwrap();
    assert_eq!(
        (image.width(), image.height()),
        (picture.size.width, picture.size.height)
    );
    image.into_rgba8()
}

/// The colours in the middles of the quadrants.
fn middles(image: &image::RgbaImage) -> [[u8; 4]; 4] {
    let (width, height) = image.dimensions();
    [(1, 1), (3, 1), (1, 3), (3, 3)].map(|(x, y)| image.get_pixel(x * width / 4, y * height / 4).0)
}

#[track_caller]
fn assert_close(found: [[u8; 4]; 4], expected: [[u8; 4]; 4], tolerance: u8) {
    let close = |(found, expected): (&[u8; 4], &[u8; 4])| {
        // The colour of an invisible pixel does not matter.
        expected[3] == 0 && found[3] == 0
            || found
                .iter()
                .zip(expected)
                .all(|(found, expected)| found.abs_diff(*expected) <= tolerance)
    };
    assert!(
        found.iter().zip(&expected).all(close),
        "found {found:?}, expected {expected:?}"
    );
}

/// The checksum at the end of a PNG chunk.
fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 }
        })
    })
}

/// A fixed pseudorandom sequence, so that a failure can be repeated.
struct Chance(SplitMix64);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.0.next_u64() % end as u64).unwrap()
    }
}
