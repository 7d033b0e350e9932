//! Cuts a photo out by the matte in its file.

use codecs::{Matte, resize_grey, sharp};
use image::RgbaImage;

/// The number of blocks along the longer side of a photo. The colours of the subject and of the background are averaged
/// in blocks.
const BLOCKS: usize = 48;
/// Every so many pixels, in both directions, count for a block's average.
const STEP: usize = 2;

/// Gives the picture the opacity of the matte, and removes the colour of the background from the edge. `None`
/// if one of them has no pixels.
pub(super) fn cut_out(mut picture: RgbaImage, matte: &Matte) -> Option<RgbaImage> {
    let (width, height) = picture.dimensions();
    let mut opacities = vec![0; width as usize * height as usize];
    resize_grey(matte.alpha(), matte.size(), &mut opacities, (width, height), &sharp())?;
    let pixels = picture.as_chunks_mut::<4>().0;
    for ([.., alpha], opacity) in pixels.iter_mut().zip(opacities) {
        *alpha = opacity;
    }
    let grounds = Grounds::of(pixels, width as usize);
    for (y, row) in pixels.chunks_mut(width as usize).enumerate() {
        let edge = row
            .iter_mut()
            .enumerate()
            .filter(|(_, [.., alpha])| (1..u8::MAX).contains(alpha));
        edge.for_each(|(x, pixel)| grounds.remove_from(pixel, x, y));
    }
    Some(picture)
}

/// The sums of red, green and blue, and how many colours they are.
type Sum = [u32; 4];

/// The colours of the subject and of the background around each block of a photo.
struct Grounds {
    /// The number of blocks in a row.
    across: usize,
    /// The width and the height of a block in pixels.
    side: usize,
    /// For each block, the colour of the opaque and of the transparent pixels there and in the blocks around it.
    near: Vec<[Option<[f32; 3]>; 2]>,
}

impl Grounds {
    fn of(pixels: &[[u8; 4]], width: usize) -> Self {
        let rows = pixels.chunks(width);
        let side = width.max(rows.len()).div_ceil(BLOCKS).max(1);
        let (across, down) = (width.div_ceil(side), rows.len().div_ceil(side));
        let mut sums = vec![[Sum::default(); 2]; across * down];
        for (sums, rows) in sums.chunks_mut(across).zip(pixels.chunks(width * side)) {
            for row in rows.chunks(width).step_by(STEP) {
                for ([opaque, transparent], pixels) in sums.iter_mut().zip(row.chunks(side)) {
                    for [red, green, blue, alpha] in pixels.iter().step_by(STEP) {
                        let sum = match *alpha {
                            u8::MAX => &mut *opaque,
                            0 => &mut *transparent,
                            _ => continue,
                        };
                        add(sum, [u32::from(*red), u32::from(*green), u32::from(*blue), 1]);
                    }
                }
            }
        }
        let near = (0..across * down).map(|block| {
            let (x, y) = (block % across, block / across);
            let mut total = [Sum::default(); 2];
            for y in y.saturating_sub(1)..(y + 2).min(down) {
                let row = sums.get(y * across + x.saturating_sub(1)..y * across + (x + 2).min(across));
                for sums in row.unwrap_or_default() {
                    for (total, sum) in total.iter_mut().zip(sums) {
                        add(total, *sum);
                    }
                }
            }
            total.map(|[red, green, blue, count]| {
                (count > 0).then(|| [red, green, blue].map(|sum| sum as f32 / count as f32))
            })
        });
        Self {
            across,
            side,
            near: near.collect(),
        }
    }

    /// Removes the background's share of the colour of a pixel at the edge: blur fusion, by Marco Forte, 2021
    /// (<https://arxiv.org/abs/2102.12272>). Where no opaque pixel is near, as in far strands of hair, the colour
    /// stays.
    fn remove_from(&self, [red, green, blue, alpha]: &mut [u8; 4], x: usize, y: usize) {
        let Some([Some(person), Some(background)]) = self.near.get(y / self.side * self.across + x / self.side) else {
            return;
        };
        let opacity = f32::from(*alpha) / 255.0;
        for (channel, (person, background)) in [red, green, blue].into_iter().zip(person.iter().zip(background)) {
            let mixed = opacity * person + (1.0 - opacity) * background;
            *channel = (person + opacity * (f32::from(*channel) - mixed)).round() as u8;
        }
    }
}

fn add(total: &mut Sum, sum: Sum) {
    for (total, value) in total.iter_mut().zip(sum) {
        *total += value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgba;

    /// A red person in front of a green wall, with an edge of this many pixels in which both mix.
    fn photo(edge: f32) -> (RgbaImage, Matte) {
        let opacity = |x: u32| ((x as f32 - 100.0) / edge).clamp(0.0, 1.0);
        let mixed = |from: f32, to: f32, x: u32| (from + (to - from) * opacity(x)).round() as u8;
        let photo = RgbaImage::from_fn(240, 160, |x, _| {
            Rgba([mixed(30.0, 200.0, x), mixed(180.0, 40.0, x), mixed(60.0, 50.0, x), 255])
        });
        let alpha = (0..240 * 160).map(|at| (opacity(at % 240) * 255.0).round() as u8);
        let matte = Matte::new(240, 160, alpha.collect(), Some([0.5, 0.2, 0.2, 0.2])).unwrap();
        (photo, matte)
    }

    #[test]
    fn the_colour_of_the_background_is_removed_from_the_edge() {
        let (photo, matte) = photo(6.0);
        let before = photo.clone();
        let cut = cut_out(photo, &matte).unwrap();
        for (x, _, Rgba([red, green, blue, alpha])) in cut.enumerate_pixels().filter(|(.., pixel)| pixel.0[3] > 0) {
            let distance = |a: u8, b: u8| a.abs_diff(b);
            assert!(
                distance(*red, 200) <= 4 && distance(*green, 40) <= 4,
                "{x} {red} {green} {blue} {alpha}"
            );
        }
        assert!(before.pixels().any(|Rgba([red, green, ..])| *red > 60 && *green > 60));
    }

    #[test]
    fn inside_the_person_the_pixels_stay() {
        let (mut photo, matte) = photo(6.0);
        for (x, y, pixel) in photo.enumerate_pixels_mut().filter(|(x, ..)| *x > 110) {
            pixel.0[0] = (x * 7 + y * 13) as u8;
        }
        let cut = cut_out(photo.clone(), &matte).unwrap();
        let inside = cut.enumerate_pixels().filter(|(x, ..)| *x > 110);
        assert!(inside.into_iter().all(|(x, y, pixel)| pixel == photo.get_pixel(x, y)));
    }
}
