//! Finds the horizontal position of a photo's subject.

use super::sample::{rgb, sample};
use crate::composer::layout::Side;
use colour::{Oklab, Rgb};
use image::{Rgba, RgbaImage};

/// The longer side of the sample that is examined, in pixels.
const SAMPLE: u32 = 128;
/// The extra weight of a pixel with the colour of skin.
const SKIN: f32 = 0.25;
/// The weight of sharp detail. The subject of a photo is in focus, the background often is not.
const DETAIL: f32 = 6.0;
/// The factor by which one side must outweigh the other to be the subject's side.
const HEAVIER: f32 = 2.0;

/// The left edge of the window of this width that contains most of the subject. Sharp pixels and skin colours count
/// most, then colours that differ from the photo's left and right border; if windows tie, the middle wins. `columns`
/// are the weights of [`columns`], `whole` is the photo's width.
pub(super) fn best_window(columns: &[f32], whole: u32, width: u32) -> u32 {
    let spare = whole.saturating_sub(width);
    let scale = columns.len() as f32 / whole.max(1) as f32;
    let half = (width as f32 * scale / 2.0).max(1.0);
    let worth = |left: u32| -> f32 {
        let centre = (left as f32 + width as f32 / 2.0) * scale;
        let near = |place: f32| (1.0 - ((place + 0.5 - centre) / half).powi(2)).max(0.0);
        let sum: f32 = columns
            .iter()
            .zip(0_u16..)
            .map(|(worth, place)| worth * near(f32::from(place)))
            .sum();
        let off = (left as f32 - spare as f32 / 2.0).abs() / spare.max(1) as f32;
        sum * (1.0 - 0.25 * off)
    };
    let step = (spare / 64).max(1) as usize;
    let places = (0..=spare).step_by(step).chain([spare / 2]);
    places
        .max_by(|a, b| worth(*a).total_cmp(&worth(*b)))
        .unwrap_or(spare / 2)
}

/// The side with most of the subject; `None` if the subject is in the middle or on both sides.
pub(super) fn heavier_side(pixels: &RgbaImage) -> Option<Side> {
    let columns = columns(pixels);
    let outer = columns.len() * 2 / 5;
    let left: f32 = columns.iter().take(outer).sum();
    let right: f32 = columns.iter().rev().take(outer).sum();
    let all: f32 = columns.iter().sum();
    let leads = |one: f32, other: f32| one > other * HEAVIER && one * 2.0 > all;
    if leads(left, right) {
        Some(Side::Left)
    } else if leads(right, left) {
        Some(Side::Right)
    } else {
        None
    }
}

/// The weight of the subject in each column of a reduced copy of the photo.
pub(super) fn columns(pixels: &RgbaImage) -> Vec<f32> {
    let small = sample(pixels, SAMPLE);
    let (width, height) = (small.width(), small.height() as f32);
    let is_side = |x: u32| x * 16 < width || (x + 1) * 16 > width * 15;
    let sides: Vec<Oklab> = small
        .enumerate_pixels()
        .filter(|(x, _, _)| is_side(*x))
        .map(|(_, _, pixel)| rgb(pixel).oklab())
        .collect();
    let mean = mean(&sides);
    let mut columns = vec![0.0; width as usize];
    for (x, y, pixel) in small.enumerate_pixels() {
        // Upper rows weigh more, because heads are there.
        let high = 1.0 - 0.6 * (y as f32 / height);
        let skin = if is_skin(pixel) { SKIN } else { 0.0 };
        let looks = rgb(pixel).oklab();
        let detail = detail(&small, (x, y), looks);
        if let Some(column) = columns.get_mut(x as usize) {
            *column += (looks.distance(mean).powi(2) + skin) * (0.15 + detail) * high;
        }
    }
    columns
}

/// How sharply the picture changes from this place, whose colour is given, to the places at the right and below: 0 to
/// 1.
pub(super) fn detail(picture: &RgbaImage, (x, y): (u32, u32), own: Oklab) -> f32 {
    let beside = [(x + 1, y), (x, y + 1)];
    let step = beside.map(|(x, y)| {
        let other = picture.get_pixel_checked(x, y);
        other.map_or(0.0, |other| rgb(other).oklab().distance(own))
    });
    (DETAIL * step.iter().sum::<f32>()).min(1.0)
}

/// The mean of these colours. Without colours it is black.
pub(super) fn mean(colours: &[Oklab]) -> Oklab {
    let count = colours.len().max(1) as f32;
    let sum = |part: fn(&Oklab) -> f32| colours.iter().map(part).sum::<f32>() / count;
    Oklab {
        lightness: sum(|c| c.lightness),
        a: sum(|c| c.a),
        b: sum(|c| c.b),
    }
}

/// Whether the colour may be skin: light or dark skin lies in a narrow range of chrominance.
///
/// Source: D. Chai, K. N. Ngan, “Face segmentation using skin-color map in videophone applications”, 1999.
fn is_skin(pixel: &Rgba<u8>) -> bool {
    let Rgb(red, green, blue) = rgb(pixel);
    let (red, green, blue) = (f32::from(red), f32::from(green), f32::from(blue));
    let cb = 128.0 - 0.169 * red - 0.331 * green + 0.5 * blue;
    let cr = 128.0 + 0.5 * red - 0.419 * green - 0.081 * blue;
    (77.0..=127.0).contains(&cb) && (136.0..=173.0).contains(&cr)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(middle: u32, colour: [u8; 4]) -> RgbaImage {
        RgbaImage::from_fn(400, 200, |x, y| {
            let is_subject = x.abs_diff(middle) < 40 && y > 30;
            Rgba(if is_subject { colour } else { [60, 90, 130, 255] })
        })
    }

    #[test]
    fn the_window_contains_the_subject_at_every_position() {
        for skin in [[224, 172, 140, 255], [96, 60, 44, 255], [250, 250, 250, 255]] {
            for middle in [60, 130, 200, 270, 340] {
                let left = best_window(&columns(&scene(middle, skin)), 400, 160);
                let (from, to) = (left, left + 160);
                assert!(
                    from <= middle.saturating_sub(36) && to >= (middle + 36).min(400),
                    "{middle}: {from}..{to}"
                );
            }
        }
    }

    #[test]
    fn the_subjects_side_is_found() {
        let skin = [224, 172, 140, 255];
        assert_eq!(heavier_side(&scene(70, skin)), Some(Side::Left));
        assert_eq!(heavier_side(&scene(330, skin)), Some(Side::Right));
        assert_eq!(heavier_side(&scene(200, skin)), None);
    }

    #[test]
    fn an_even_picture_is_cropped_in_the_middle() {
        let even = RgbaImage::from_pixel(300, 100, Rgba([9, 9, 9, 255]));
        assert_eq!(best_window(&columns(&even), 300, 100), 100);
    }
}
