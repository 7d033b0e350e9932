//! The light along a picture's border, by which a dark picture is seen on a dark page.

use crate::composer::{palette::Palette, raster::canvas::Canvas};
use colour::Rgb;

/// The relative luminance at the border (WCAG 2.2). It is just enough for the check `dark_theme`, so that the picture
/// stays dark.
const LUMINANCE: f32 = 0.024;
/// The share of the palette's dominant colour in the light; the rest is white.
const COLOURED: f32 = 0.8;
/// How far the light reaches into the picture, as a share of its shorter side.
const REACH: f32 = 0.10;

/// Lights the border where it is darker than [`LUMINANCE`], in the palette's dominant colour.
pub(super) fn paint(canvas: &mut Canvas, palette: &Palette) {
    let (width, height) = (canvas.pixmap().width(), canvas.pixmap().height());
    let colour = Rgb(255, 255, 255).mix(palette.ground, COLOURED);
    let mut shades = (0..=u8::MAX).map(|step| Rgb(0, 0, 0).mix(colour, f32::from(step) / 255.0));
    let Rgb(red, green, blue) = shades.find(|light| light.luminance() >= LUMINANCE).unwrap_or(colour);
    let most = brightness([red, green, blue]);
    let light = [red, green, blue].map(|channel| f32::from(channel) / most);
    let reach = (width.min(height) as f32 * REACH).max(1.0);
    // The share of the light at each distance from the border.
    let shares: Vec<f32> = (0..reach as u32)
        .map(|distance| 1.0 - distance as f32 / reach)
        .map(|share| share * share * (3.0 - 2.0 * share))
        .collect();
    let band = shares.len();
    let (width, height) = (width as usize, height as usize);
    let rows = canvas.pixmap_mut().data_mut().chunks_mut((width * 4).max(1));
    for (y, row) in rows.enumerate() {
        let down = y.min(height - 1 - y);
        let (pixels, _) = row.as_chunks_mut::<4>();
        let (left, right) = if down < band {
            (width, width)
        } else {
            (band, width - band)
        };
        for x in (0..left).chain(right..width) {
            let share = shares.get(down.min(x.min(width - 1 - x)));
            let (Some(share), Some([red, green, blue, _])) = (share, pixels.get_mut(x)) else {
                continue;
            };
            let lack = (most - brightness([*red, *green, *blue])).max(0.0) * share;
            for (channel, light) in [red, green, blue].into_iter().zip(light) {
                *channel = (f32::from(*channel) + lack * light).round() as u8;
            }
        }
    }
}

/// The brightness of a colour, 0 to 255 (luma of Rec. 709).
fn brightness([red, green, blue]: [u8; 3]) -> f32 {
    0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue)
}
