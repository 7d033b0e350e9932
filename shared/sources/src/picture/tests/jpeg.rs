//! JPEGs of every structure are decoded correctly or refused.

mod writer;

use self::writer::{Plan, Surface};
use super::*;
use crate::picture::jpeg;

/// The largest difference of a channel from the picture that was encoded. Chroma that is sampled coarsely loses steep
/// gradients, and quantization adds a few levels.
const MOST: f32 = 14.0;
/// The largest mean difference.
const MEAN: f32 = 3.0;
/// The largest difference between two decoders, which enlarge chroma in different ways.
const BETWEEN_DECODERS: u8 = 12;

/// How many files the test tries.
const FILES: usize = 3500;

#[test]
fn every_structure_is_decoded_correctly_or_refused() {
    let mut chance = Chance::new(36);
    let (mut accepted, mut refused) = (0, 0);
    for number in 0..FILES {
        let plan = Plan::random(&mut chance);
        let surface = Surface::random(&mut chance, plan.components.len());
        let file = plan.write(&surface);
        match jpeg::decode(&file, 2048) {
            Ok(decoded) => {
                let pixels = decoded.image.into_rgb8();
                assert_eq!(
                    pixels.dimensions(),
                    (plan.width, plan.height),
                    "file {number}: {plan:?}"
                );
                let (most, mean) = surface.difference(&pixels, &plan);
                assert!(
                    most <= MOST && mean <= MEAN,
                    "file {number} differs by {most} ({mean}): {plan:?}"
                );
                if let Some(other) = by_other_decoder(&file, &plan) {
                    let most = pixels.iter().zip(&other).map(|(a, b)| a.abs_diff(*b)).max().unwrap();
                    assert!(
                        most <= BETWEEN_DECODERS,
                        "file {number}: decoders differ by {most}: {plan:?}"
                    );
                }
                accepted += 1;
            }
            Err(error) => {
                assert_eq!(error, PictureError::Unsupported("JPEG"), "file {number}: {plan:?}");
                assert!(!plan.is_simple(), "file {number} is refused: {plan:?}");
                refused += 1;
            }
        }
    }
    assert!(
        accepted > 2000 && refused > 50,
        "{accepted} accepted, {refused} refused"
    );
}

#[test]
fn a_file_that_lost_a_restart_is_refused() {
    let mut chance = Chance::new(37);
    let mut tried = 0;
    for number in 0..300 {
        let plan = Plan::random(&mut chance);
        let file = plan.write(&Surface::random(&mut chance, plan.components.len()));
        // Pixel data contain no marker but restarts.
        let restarts: Vec<usize> = file
            .windows(2)
            .enumerate()
            .filter(|(_, pair)| pair[0] == 0xff && (0xd0..=0xd7).contains(&pair[1]))
            .map(|(at, _)| at)
            .collect();
        for at in restarts {
            let lost = [&file[..at], &file[at + 2..]].concat();
            let refused = jpeg::decode(&lost, 2048).err();
            assert!(
                matches!(refused, Some(PictureError::Damaged(_) | PictureError::Unsupported(_))),
                "file {number} without the restart at {at}: {plan:?}"
            );
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

/// The pixels as RGB, by the decoder for rare files. `None` for inks.
fn by_other_decoder(file: &[u8], plan: &Plan) -> Option<Vec<u8>> {
    let mut decoder = jpeg_decoder::Decoder::new(file);
    // By itself, it takes some RGB for Y′CbCr.
    if plan.components.len() == 3 && plan.is_rgb() {
        decoder.set_color_transform(jpeg_decoder::ColorTransform::RGB);
    }
    let pixels = decoder.decode().unwrap();
    match decoder.info().unwrap().pixel_format {
        jpeg_decoder::PixelFormat::L8 => Some(pixels.into_iter().flat_map(|gray| [gray; 3]).collect()),
        jpeg_decoder::PixelFormat::RGB24 => Some(pixels),
        _ => None,
    }
}
