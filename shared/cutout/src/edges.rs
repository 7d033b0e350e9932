//! Makes an outline follow the edges of the photo.
//!
//! This is the fast guided filter (He and Sun, 2015, arXiv:1505.00996). Around each place of the small copy it finds
//! the linear function of the colour that is nearest to the outline. Applied to the large copy, these functions give a
//! matte with the details of the photo, such as hair.

use crate::map::{SIDE, blurred, square};
use codecs::resize_linear;
use colour::Pixels;

/// The distance up to which places have the same function.
const AROUND: usize = 4;
/// The distance from the outline from which a place surely belongs to a person or not.
const NEAR: usize = 7;
/// A place is far from the outline if all but this share of its surroundings is alike.
const SURE: f32 = 1e-3;
/// How flat the functions are: larger numbers ignore more of the photo's noise.
const FLATNESS: f32 = 1e-3;
/// The values of the functions at which a pixel becomes transparent and opaque.
const CLEAR: f32 = 0.3;
const OPAQUE: f32 = 0.7;

/// The opacity of each pixel of the photo, from the places of persons. `None` if the photo has no pixels.
pub(crate) fn follow(photo: &Pixels, solid: &[bool]) -> Option<Vec<u8>> {
    let functions = functions(photo, solid)?;
    let size = (photo.width(), photo.height());
    let functions = resize_linear(&functions, (SIDE as u32, SIDE as u32), size)?;
    let alpha = photo.iter().zip(&functions).map(|([red, green, blue, _], function)| {
        let [for_red, for_green, for_blue, constant] = function;
        let value = for_red * f32::from(red) + for_green * f32::from(green) + for_blue * f32::from(blue);
        let opacity = (value / 255.0 + constant - CLEAR) / (OPAQUE - CLEAR);
        (opacity.clamp(0.0, 1.0) * 255.0).round() as u8
    });
    Some(alpha.collect())
}

/// For each place, the factors of red, green and blue, from 0 to 1, and the constant.
fn functions(photo: &Pixels, solid: &[bool]) -> Option<Vec<[f32; 4]>> {
    let small = square(photo)?;
    let outline: Vec<[f32; 1]> = solid.iter().map(|is_solid| [f32::from(u8::from(*is_solid))]).collect();
    // The colour, the outline, and their products.
    let products = small
        .as_chunks::<4>()
        .0
        .iter()
        .zip(&outline)
        .map(|([r, g, b, _], [outline])| {
            let [r, g, b] = [r, g, b].map(|channel| f32::from(*channel) / 255.0);
            let colour = [r, g, b, *outline];
            let with_outline = [r * outline, g * outline, b * outline];
            (colour, with_outline, [r * r, r * g, r * b, g * g, g * b, b * b])
        });
    let (mut colours, mut with_outline, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    for (colour, outlined, square) in products {
        colours.push(colour);
        with_outline.push(outlined);
        squares.push(square);
    }
    let means = blurred(&colours, AROUND);
    let means = means
        .iter()
        .zip(blurred(&with_outline, AROUND))
        .zip(blurred(&squares, AROUND));
    let fitted: Vec<[f32; 4]> = means
        .map(|((colour, outlined), square)| fitted(*colour, outlined, square))
        .collect();
    let near = blurred(&outline, NEAR);
    let fitted = blurred(&fitted, AROUND)
        .into_iter()
        .zip(near)
        .map(|(function, [near])| {
            // Far from the outline, colours do not matter.
            if !(SURE..=1.0 - SURE).contains(&near) {
                [0.0, 0.0, 0.0, near.round()]
            } else {
                function
            }
        });
    Some(fitted.collect())
}

/// The linear function of the colour that is nearest to the outline, from means of the colour and the outline, of their
/// products, and of the products of the channels.
fn fitted([r, g, b, outline]: [f32; 4], [ro, go, bo]: [f32; 3], [rr, rg, rb, gg, gb, bb]: [f32; 6]) -> [f32; 4] {
    // The covariances of the channels, with the flatness on the diagonal.
    let (rr, rg, rb) = (rr - r * r + FLATNESS, rg - r * g, rb - r * b);
    let (gg, gb, bb) = (gg - g * g + FLATNESS, gb - g * b, bb - b * b + FLATNESS);
    // Their covariances with the outline.
    let (ro, go, bo) = (ro - r * outline, go - g * outline, bo - b * outline);
    // The inverse of the symmetric matrix by its cofactors.
    let (c_rr, c_rg, c_rb) = (gg * bb - gb * gb, gb * rb - rg * bb, rg * gb - gg * rb);
    let (c_gg, c_gb, c_bb) = (rr * bb - rb * rb, rb * rg - rr * gb, rr * gg - rg * rg);
    let determinant = rr * c_rr + rg * c_rg + rb * c_rb;
    let for_red = (c_rr * ro + c_rg * go + c_rb * bo) / determinant;
    let for_green = (c_rg * ro + c_gg * go + c_gb * bo) / determinant;
    let for_blue = (c_rb * ro + c_gb * go + c_bb * bo) / determinant;
    let constant = outline - for_red * r - for_green * g - for_blue * b;
    [for_red, for_green, for_blue, constant]
}
