//! Removes the even background around a product, so that the product becomes a sticker.

use super::sample::rgb;
use colour::Rgb;
use image::{Rgba, RgbaImage};

/// Colours closer than this, by [`Rgb::distance`], count as the same background, because JPEG adds noise to even
/// backgrounds.
pub(super) const SAME_GROUND: f32 = 40.0;
/// The largest distance of two neighbouring pixels of the background: its soft shadows are removed, edges are not.
const STEP: f32 = 14.0;
/// The distance from the background's colour up to which soft shadows belong to it.
const SHADOW: f32 = 90.0;
/// The smallest and the largest share of the picture that a product may cover. If less is left, there is no product, or
/// it has the colour of the background. If more is left, there is no background.
const PRODUCT: (f32, f32) = (0.02, 0.96);

/// The picture with the background made transparent that is connected with the border. `None` if no product is left, or
/// if nothing is removed.
pub(super) fn without_ground(pixels: &RgbaImage, ground: Rgb) -> Option<RgbaImage> {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let colours: Vec<Rgb> = pixels.pixels().map(rgb).collect();
    let mut is_ground = vec![false; colours.len()];
    let edge = (0..width).flat_map(|x| [(x, 0), (x, height - 1)]);
    let edge = edge.chain((0..height).flat_map(|y| [(0, y), (width - 1, y)]));
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (x, y) in edge {
        let place = y * width + x;
        let is_near = colours
            .get(place)
            .is_some_and(|colour| colour.distance(ground) < SAME_GROUND);
        if let (true, Some(mark @ false)) = (is_near, is_ground.get_mut(place)) {
            *mark = true;
            open.push((x, y));
        }
    }
    while let Some((x, y)) = open.pop() {
        let Some(own) = colours.get(y * width + x).copied() else {
            continue;
        };
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        for (x, y) in beside.into_iter().filter(|(x, y)| *x < width && *y < height) {
            let place = y * width + x;
            let Some((colour, mark @ false)) = colours.get(place).zip(is_ground.get_mut(place)) else {
                continue;
            };
            let distance = colour.distance(ground);
            if distance < SAME_GROUND || (distance < SHADOW && colour.distance(own) < STEP) {
                *mark = true;
                open.push((x, y));
            }
        }
    }
    let left = is_ground.iter().filter(|is_ground| !**is_ground).count() as f32 / is_ground.len().max(1) as f32;
    if !(PRODUCT.0..=PRODUCT.1).contains(&left) {
        return None;
    }
    let is_clear =
        |x: usize, y: usize| x >= width || y >= height || is_ground.get(y * width + x).copied().unwrap_or(true);
    let mut cut = pixels.clone();
    for (place, Rgba([.., alpha])) in cut.pixels_mut().enumerate() {
        let (x, y) = (place % width, place / width);
        if is_clear(x, y) {
            *alpha = 0;
            continue;
        }
        // The edge is softened by the number of neighbours that were removed.
        let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
        let removed = beside.into_iter().filter(|(x, y)| is_clear(*x, *y)).count();
        *alpha = [255, 170, 110, 60, 0].get(removed).copied().unwrap_or_default();
    }
    Some(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: Rgb = Rgb::WHITE;

    fn product(background: impl Fn(u32, u32) -> u8) -> RgbaImage {
        RgbaImage::from_fn(120, 100, |x, y| {
            let distance = (x as f32 - 60.0).hypot(y as f32 - 50.0);
            let grey = background(x, y);
            // A red ring around a white hole.
            Rgba(if (14.0..34.0).contains(&distance) {
                [200, 30, 30, 255]
            } else {
                [grey, grey, grey, 255]
            })
        })
    }

    #[test]
    fn the_background_is_removed_and_the_product_kept() {
        let noise = |x: u32, y: u32| 250 - ((x * 7 + y * 13) % 6) as u8;
        let cut = without_ground(&product(noise), WHITE).unwrap();
        assert_eq!(cut.get_pixel(2, 2).0[3], 0);
        assert_eq!(cut.get_pixel(60, 26).0[3], 255);
        // What the product encloses belongs to it.
        assert_eq!(cut.get_pixel(60, 50).0[3], 255);
    }

    #[test]
    fn a_soft_shadow_is_removed_too() {
        let shaded = |x: u32, y: u32| 255 - (28.0 - (x as f32 - 60.0).hypot(y as f32 - 84.0).min(28.0)) as u8;
        let cut = without_ground(&product(shaded), WHITE).unwrap();
        assert_eq!(cut.get_pixel(60, 92).0[3], 0);
        assert_eq!(cut.get_pixel(60, 76).0[3], 255);
    }

    #[test]
    fn a_picture_without_a_product_is_not_cut() {
        let empty = RgbaImage::from_pixel(40, 40, Rgba([255, 255, 255, 255]));
        assert_eq!(without_ground(&empty, WHITE), None);
        assert_eq!(without_ground(&product(|_, _| 120), WHITE), None);
    }
}
