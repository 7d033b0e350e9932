//! Converts the colours of a profile to sRGB, which the rest of the service assumes.

use image::DynamicImage;
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

/// The largest profile, in bytes. Profiles of screens and cameras have a few kilobytes, profiles with tables some
/// hundred.
pub(super) const MAX_PROFILE_BYTES: usize = 1024 * 1024;

/// The largest difference of a channel between two colours that count as the same.
const SAME: u8 = 1;

/// Parses an ICC profile. `None` if it is broken or too large.
pub(super) fn of_icc(icc: &[u8]) -> Option<ColorProfile> {
    if icc.len() > MAX_PROFILE_BYTES {
        return None;
    }
    ColorProfile::new_from_slice(icc).ok()
}

/// Converts the pixels, and returns whether they changed. They do not change if the profile does not fit the pixels.
pub(super) fn to_srgb(image: &mut DynamicImage, profile: &ColorProfile) -> bool {
    match image {
        DynamicImage::ImageLuma8(pixels) => {
            let Some(levels) = levels(profile) else { return false };
            pixels
                .pixels_mut()
                .for_each(|pixel| pixel.0 = pixel.0.map(|gray| level(&levels, gray)));
            true
        }
        DynamicImage::ImageLumaA8(pixels) => {
            let Some(levels) = levels(profile) else { return false };
            pixels.pixels_mut().for_each(|pixel| {
                let [gray, alpha] = pixel.0;
                pixel.0 = [level(&levels, gray), alpha];
            });
            true
        }
        DynamicImage::ImageRgb8(pixels) => convert(profile, Layout::Rgb, pixels.width() as usize * 3, pixels),
        DynamicImage::ImageRgba8(pixels) => convert(profile, Layout::Rgba, pixels.width() as usize * 4, pixels),
        _ => false,
    }
}

fn convert(profile: &ColorProfile, layout: Layout, row_bytes: usize, pixels: &mut [u8]) -> bool {
    if profile.color_space != DataColorSpace::Rgb || is_srgb(profile) {
        return false;
    }
    let srgb = ColorProfile::new_srgb();
    let Ok(transform) = profile.create_transform_8bit(layout, &srgb, layout, TransformOptions::default()) else {
        return false;
    };
    let mut before = vec![0; row_bytes];
    for row in pixels.chunks_exact_mut(row_bytes) {
        before.copy_from_slice(row);
        if transform.transform(&before, row).is_err() {
            row.copy_from_slice(&before);
        }
    }
    true
}

/// Whether a profile is sRGB, as most profiles are. Converting its colours would only add rounding errors.
fn is_srgb(profile: &ColorProfile) -> bool {
    let steps = || (0..=u8::MAX).step_by(51);
    let colours: Vec<u8> = steps()
        .flat_map(|red| steps().flat_map(move |green| steps().flat_map(move |blue| [red, green, blue])))
        .collect();
    transformed(profile, Layout::Rgb, &colours, colours.len()).is_some_and(|after| {
        after
            .iter()
            .zip(&colours)
            .all(|(after, before)| after.abs_diff(*before) <= SAME)
    })
}

/// The sRGB level of each gray level; `None` if they do not change.
fn levels(profile: &ColorProfile) -> Option<Vec<u8>> {
    let rgb = match profile.color_space {
        DataColorSpace::Gray => transformed(profile, Layout::Gray, &(0..=u8::MAX).collect::<Vec<u8>>(), 3 * 256)?,
        // A gray pixel has three equal channels.
        DataColorSpace::Rgb if !is_srgb(profile) => {
            let grays: Vec<u8> = (0..=u8::MAX).flat_map(|gray| [gray; 3]).collect();
            transformed(profile, Layout::Rgb, &grays, grays.len())?
        }
        _ => return None,
    };
    Some(rgb.as_chunks::<3>().0.iter().map(|[_, green, _]| *green).collect())
}

fn level(levels: &[u8], gray: u8) -> u8 {
    levels.get(usize::from(gray)).copied().unwrap_or(gray)
}

fn transformed(profile: &ColorProfile, layout: Layout, colours: &[u8], length: usize) -> Option<Vec<u8>> {
    let srgb = ColorProfile::new_srgb();
    let transform = profile
        .create_transform_8bit(layout, &srgb, Layout::Rgb, TransformOptions::default())
        .ok()?;
    let mut after = vec![0; length];
    transform.transform(colours, &mut after).ok().map(|()| after)
}
