//! Looks at the contour of a logo, to choose the colour of the rim around it.

use crate::composer::cast::photo::SOLID;
use colour::Rgb;
use tiny_skia::{Pixmap, PremultipliedColorU8};

/// The luminance from which a colour is too light for a white rim: its contrast ratio to white is below 1.6.
const LIGHT: f32 = 0.60;

/// Whether most of the contour is so light that a white rim would not be seen.
pub(super) fn is_light(picture: &Pixmap) -> bool {
    let is_solid = |pixel: &PremultipliedColorU8| pixel.alpha() >= SOLID;
    let rows: Vec<&[PremultipliedColorU8]> = picture.pixels().chunks(picture.width() as usize).collect();
    let is_solid_at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).is_some_and(is_solid);
    let (mut light, mut all) = (0_usize, 0_usize);
    for (y, row) in rows.iter().enumerate() {
        for (x, pixel) in row.iter().enumerate().filter(|(_, pixel)| is_solid(pixel)) {
            let neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
            if neighbours.into_iter().any(|(x, y)| !is_solid_at(x, y)) {
                let colour = pixel.demultiply();
                all += 1;
                light += usize::from(Rgb(colour.red(), colour.green(), colour.blue()).luminance() > LIGHT);
            }
        }
    }
    light * 2 > all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::raster::canvas::{Canvas, circle, solid};
    use tiny_skia::Transform;

    fn logo(hex: u32) -> Canvas {
        let mut canvas = Canvas::new(100, 100).unwrap();
        canvas.fill(
            &circle(50.0, 50.0, 30.0),
            solid(Rgb::hex(hex), 1.0),
            Transform::identity(),
        );
        canvas
    }

    #[test]
    fn only_light_logos_need_a_dark_rim() {
        for (hex, is_so) in [
            (0xffffff, true),
            (0xffe060, true),
            (0x2040a0, false),
            (0x101010, false),
            (0xe03020, false),
        ] {
            assert_eq!(is_light(logo(hex).pixmap()), is_so, "{hex:x}");
        }
    }

    #[test]
    fn a_transparent_picture_has_no_light_contour() {
        assert!(!is_light(Canvas::new(9, 9).unwrap().pixmap()));
    }
}
