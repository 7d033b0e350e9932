//! Measures whether a logo is readable on its background, and chooses a plate for a logo that is not.

use crate::composer::cast::photo::SOLID;
use crate::composer::palette::Palette;
use colour::{Oklch, Rgb};
use tiny_skia::{Pixmap, PremultipliedColorU8};

/// The contrast ratio that text needs (WCAG 2.2, 1.4.3). A logo without a plate needs as much.
const CONTRAST: f32 = 4.5;
/// The contrast ratio that suffices on the even colour of a plate (WCAG 2.2, 1.4.11).
const CONTRAST_ON_PLATE: f32 = 3.0;
/// The lightness in OKLCH with equal contrast to black and to white.
const BETWEEN: f32 = 0.56;
/// The smallest share of the contour that must have this contrast ratio.
const READABLE: f32 = 0.85;
/// The largest number of contour pixels that are measured.
const SAMPLES: usize = 600;

/// The contour of a logo: position and colour of the pixels along its outline.
pub(super) struct Contour(Vec<(u32, u32, Rgb)>);

impl Contour {
    /// Collects the solid pixels that have a transparent neighbour.
    pub(super) fn of(picture: &Pixmap) -> Self {
        let is_solid = |pixel: &PremultipliedColorU8| pixel.alpha() >= SOLID;
        let rows: Vec<&[PremultipliedColorU8]> = picture.pixels().chunks(picture.width() as usize).collect();
        let is_solid_at = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).is_some_and(is_solid);
        let mut rim = Vec::new();
        for (y, row) in rows.iter().enumerate() {
            for (x, pixel) in row.iter().enumerate().filter(|(_, pixel)| is_solid(pixel)) {
                let neighbours = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                if neighbours.into_iter().any(|(x, y)| !is_solid_at(x, y)) {
                    rim.push((x as u32, y as u32, opaque(*pixel)));
                }
            }
        }
        let step = rim.len().div_ceil(SAMPLES).max(1);
        Self(rim.into_iter().step_by(step).collect())
    }

    /// The share of the contour with at least this contrast ratio to the background, 0 to 1.
    fn clearness(&self, contrast: f32, behind: impl Fn(u32, u32) -> Rgb) -> f32 {
        let clear = |(x, y, colour): &&(u32, u32, Rgb)| colour.contrast(behind(*x, *y)) >= contrast;
        self.0.iter().filter(clear).count() as f32 / self.0.len().max(1) as f32
    }

    /// Whether the logo is readable without a plate.
    pub(super) fn reads_on(&self, behind: impl Fn(u32, u32) -> Rgb) -> bool {
        self.clearness(CONTRAST, behind) >= READABLE
    }

    fn reads_on_plate(&self, colour: Rgb) -> bool {
        self.clearness(CONTRAST_ON_PLATE, |_, _| colour) >= READABLE
    }

    /// Whether most of the contour is dark. A light glow then separates the logo better than a shadow.
    pub(super) fn is_dark(&self) -> bool {
        let dark = self.0.iter().filter(|(_, _, colour)| colour.luminance() < 0.18);
        dark.count() * 2 > self.0.len()
    }

    /// The plate colour on which the logo is most readable: light, dark, or a middle tone if neither suffices.
    pub(super) fn plate(&self, palette: &Palette) -> Rgb {
        let Palette { paper, ink, .. } = *palette;
        let ground = palette.ground.oklch();
        let between = Oklch {
            lightness: BETWEEN,
            chroma: ground.chroma.min(0.12),
            ..ground
        };
        let choices = [(paper, 0.02), (ink, 0.0), (between.to_rgb(), -0.15)];
        let worth = |(colour, bonus): &(Rgb, f32)| self.clearness(CONTRAST_ON_PLATE, |_, _| *colour) + bonus;
        let best = choices.into_iter().max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.map_or(paper, |(colour, _)| colour)
    }
}

/// A plate colour on which all logos are readable, if there is any.
pub(super) fn common_plate<'a, I>(contours: impl Fn() -> I, palette: &Palette) -> Option<Rgb>
where
    I: Iterator<Item = &'a Contour>,
{
    let serves = |colour: &Rgb| contours().all(|contour| contour.reads_on_plate(*colour));
    [palette.paper, palette.ink].into_iter().find(serves)
}

/// The straight colour of a premultiplied pixel, without its alpha.
pub(super) fn opaque(pixel: PremultipliedColorU8) -> Rgb {
    let colour = pixel.demultiply();
    Rgb(colour.red(), colour.green(), colour.blue())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::{
        chance::Chance,
        raster::canvas::{Canvas, circle, solid},
    };
    use tiny_skia::Transform;
    use topic::Reading;

    fn logo(colours: &[u32]) -> Contour {
        let mut canvas = Canvas::new(100 * u32::try_from(colours.len()).unwrap(), 100).unwrap();
        for (hex, place) in colours.iter().zip(0_u16..) {
            let disc = circle(100.0 * f32::from(place) + 50.0, 50.0, 30.0);
            canvas.fill(&disc, solid(Rgb::hex(*hex), 1.0), Transform::identity());
        }
        Contour::of(canvas.pixmap())
    }

    fn palette() -> Palette {
        Palette::choose(&mut Chance::new("", 0), Reading::default(), None)
    }

    #[test]
    fn a_logo_with_enough_contrast_needs_no_plate() {
        let white = logo(&[0xffffff]);
        assert!(white.reads_on(|_, _| Rgb::hex(0x1a2a6a)));
        assert!(!white.reads_on(|_, _| Rgb::hex(0xf0e0c0)));
        assert!(!white.reads_on(|x, _| if x < 50 { Rgb::BLACK } else { Rgb::WHITE }));
    }

    #[test]
    fn dark_logos_get_a_light_plate_and_light_logos_a_dark_plate() {
        let palette = palette();
        assert_eq!(logo(&[0x101010]).plate(&palette), palette.paper);
        assert_eq!(logo(&[0x2040a0]).plate(&palette), palette.paper);
        assert_eq!(logo(&[0xffffff]).plate(&palette), palette.ink);
        assert_eq!(logo(&[0xffe060]).plate(&palette), palette.ink);
    }

    #[test]
    fn a_black_and_white_logo_gets_a_plate_that_shows_both() {
        let contour = logo(&[0x000000, 0xffffff]);
        let plate = contour.plate(&palette());
        assert!(contour.reads_on_plate(plate), "{plate}");
    }

    #[test]
    fn a_transparent_picture_has_no_readable_contour() {
        assert!(!logo(&[]).reads_on(|_, _| Rgb::BLACK));
    }
}
