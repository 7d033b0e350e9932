//! Paints the background: directional light, large quiet shapes, darkened under the words and toward the borders.

use super::{
    alpha::Alpha,
    canvas::{self, Canvas, circle, linear, radial, solid, star},
    chance::Chance,
    enlarge, finish,
    layout::Layout,
    palette::Palette,
    pieces,
};
use colour::Rgb;
use image::{Rgba, RgbaImage};
use tiny_skia::{Rect, Transform};

/// The probability that a shown photo, blurred, is also the background, if the layout allows several patterns.
const PHOTOGRAPHIC: f32 = 0.4;
/// The factor by which a photo is reduced before it is blurred.
const COARSE: u32 = 8;
/// The share of the palette's dark colour in a blurred photo.
const TINT: f32 = 0.5;

/// Paints everything behind the subject and the words. `photo` is one of the photos that the picture shows.
pub(crate) fn paint(
    canvas: &mut Canvas,
    palette: &Palette,
    layout: &Layout,
    words: Option<Rect>,
    photo: Option<&RgbaImage>,
    chance: &mut Chance,
) {
    let mut scene = Scene {
        width: canvas.width(),
        height: canvas.height(),
        palette,
        layout,
        canvas,
        chance,
    };
    let photo = photo.filter(|_| layout.look().patterns.len() > 1 && scene.chance.happens(PHOTOGRAPHIC));
    match photo {
        Some(photo) => scene.blurred(photo),
        None => {
            scene.light();
            scene.pattern();
        }
    }
    pieces::paint(scene.canvas, &layout.board().under, palette);
    if let Some(words) = words.filter(|_| layout.look().is_calmed) {
        scene.calm(words);
    }
    scene.stage();
    finish::finish(canvas);
}

/// The shape that separates a subject from the background, besides light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lift {
    Disc,
    Burst,
    Ring,
    Glow,
    /// No shape, only light.
    Light,
    /// Neither shape nor light.
    None,
}

impl Lift {
    /// The choices for layouts that do not prescribe a lift.
    pub(crate) const ALL: [Self; 5] = [Self::Disc, Self::Burst, Self::Ring, Self::Glow, Self::Light];
}

/// A background being painted.
pub(crate) struct Scene<'a> {
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) width: f32,
    pub(crate) height: f32,
    pub(crate) palette: &'a Palette,
    pub(crate) layout: &'a Layout,
    pub(crate) chance: &'a mut Chance,
}

impl Scene<'_> {
    /// The picture's diagonal, in pixels.
    pub(crate) fn reach(&self) -> f32 {
        self.width.hypot(self.height)
    }

    /// A gradient across the picture, and a glow at the position of the subject.
    fn light(&mut self) {
        if self.layout.look().is_flat {
            let (flat, _) = self.palette.flat();
            return self.canvas.flood(solid(flat, 1.0), Transform::identity());
        }
        let Palette { deep, ground, glow, .. } = *self.palette;
        let (x, y) = self.layout.focus;
        let away = (self.width - x, self.height - y);
        let radius = self.reach() * self.chance.between(0.40, 0.50);
        let across = [deep.alpha(1.0), deep.mix(ground, 0.6).alpha(1.0), ground.alpha(1.0)];
        self.canvas.lay_soft(8, 0.0, |layer, scale| {
            layer.flood(linear(away, (x, y), &across), scale);
            layer.flood(
                radial((x, y), radius, &[glow.alpha(0.95), glow.alpha(0.38), glow.alpha(0.0)]),
                scale,
            );
        });
    }

    /// Fills the background with a photo, strongly blurred and tinted with the palette's dark colour.
    fn blurred(&mut self, photo: &RgbaImage) {
        let size = |length: f32| (length as u32).div_ceil(COARSE);
        let (width, height) = (size(self.width), size(self.height));
        let Some(mut small) = Canvas::new(width, height) else {
            return;
        };
        let (across, down) = (
            photo.width() as f32 / width as f32,
            photo.height() as f32 / height as f32,
        );
        // The crop keeps the horizontal middle and more of the top, where the subject of a photo mostly is.
        let step = across.min(down);
        let left = (photo.width() as f32 - step * width as f32) / 2.0;
        let top = (photo.height() as f32 - step * height as f32) / 3.0;
        let Palette { deep, ground, .. } = *self.palette;
        for (index, pixel) in (0..).zip(small.pixmap_mut().pixels_mut()) {
            let at = |start: f32, place: u32| (start + (place as f32 + 0.5) * step).max(0.0) as u32;
            let seen = photo.get_pixel_checked(at(left, index % width), at(top, index / width));
            let colour = seen.map_or(ground, |Rgba([red, green, blue, _])| Rgb(*red, *green, *blue));
            *pixel = colour.mix(deep, TINT).alpha(1.0).premultiply().to_color_u8();
        }
        small.blur(7.0);
        enlarge::lay(small.pixmap(), self.canvas.pixmap_mut(), COARSE);
    }

    /// Darkens the background under the words, with a blurred edge.
    fn calm(&mut self, words: Rect) {
        let reach = words.height().min(words.width()) * 0.30;
        let shape = canvas::rounded(words.left(), words.top(), words.width(), words.height(), reach * 0.4);
        let Palette { deep, ink, .. } = *self.palette;
        // On a bright background the dark outline of the letters gives the contrast; a dark shade would look like dirt.
        let bright = ((deep.oklch().lightness - 0.65) / 0.15).clamp(0.0, 1.0);
        let deep = deep.mix(ink, 0.5 - 0.4 * bright);
        self.canvas
            .lay_soft(16, reach, |layer, scale| layer.fill(&shape, solid(deep, 0.62), scale));
    }

    /// Paints the halo behind the subject, and the disc, burst or ring that separates it from the background.
    fn stage(&mut self) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size;
        let Palette { glow, accent, deep, .. } = *self.palette;
        if self.layout.look().lifts == [Lift::None] {
            return;
        }
        let halo = [
            glow.lighter(0.55).alpha(0.75),
            glow.lighter(0.2).alpha(0.30),
            glow.alpha(0.0),
        ];
        self.canvas.lay_soft(8, 0.0, |layer, scale| {
            layer.fill(&circle(x, y, size * 0.66), radial((x, y), size * 0.66, &halo), scale);
        });
        if !self.layout.is_lifted {
            return;
        }
        let identity = Transform::identity();
        match self
            .chance
            .pick(&self.layout.look().lifts)
            .copied()
            .unwrap_or(Lift::Light)
        {
            Lift::Disc => {
                let disc = linear(
                    (x - size * 0.3, y - size * 0.4),
                    (x + size * 0.3, y + size * 0.4),
                    &[accent.lighter(0.15).alpha(1.0), accent.mix(deep, 0.22).alpha(1.0)],
                );
                self.canvas.fill(&circle(x, y, size * 0.44), disc, identity);
            }
            Lift::Burst => {
                let burst = star(x, y, 18, size * 0.42, size * 0.50, self.chance.between(0.0, 0.3));
                self.canvas.fill(
                    &burst,
                    solid(deep, 0.55),
                    Transform::from_translate(size * 0.012, size * 0.02),
                );
                self.canvas.fill(&burst, solid(accent, 1.0), identity);
            }
            Lift::Ring => {
                self.canvas
                    .stroke(&circle(x, y, size * 0.455), size * 0.030, solid(accent, 0.95), identity);
                self.canvas
                    .fill(&circle(x, y, size * 0.43), solid(glow.lighter(0.3), 0.30), identity);
            }
            Lift::Glow => {
                self.canvas
                    .fill(&circle(x, y, size * 0.52), solid(deep, 0.30), identity);
                self.canvas
                    .fill(&circle(x, y, size * 0.44), solid(glow.lighter(0.35), 0.55), identity);
            }
            Lift::Light | Lift::None => {}
        }
    }
}

/// Paints small stars and dots around the subject, but not on the words and not across the border.
pub(crate) fn sparkle(
    canvas: &mut Canvas,
    palette: &Palette,
    layout: &Layout,
    words: Option<Rect>,
    chance: &mut Chance,
) {
    if !layout.look().sparkles {
        return;
    }
    let (x, y) = layout.focus;
    let (width, height) = (canvas.width(), canvas.height());
    let turn = chance.between(0.0, std::f32::consts::TAU);
    for i in 0..7 {
        let angle = turn + i as f32 * 0.9 + chance.between(-0.2, 0.2);
        let distance = layout.size * chance.between(0.54, 0.66);
        let (at_x, at_y) = (x + distance * angle.cos(), y + distance * angle.sin());
        let radius = layout.size * chance.between(0.018, 0.045);
        let clear = radius * 1.6;
        let is_off = at_x < clear || at_y < clear || at_x > width - clear || at_y > height - clear;
        let is_on_words = words.is_some_and(|words| {
            at_x > words.left() - clear
                && at_x < words.right() + clear
                && at_y > words.top() - clear
                && at_y < words.bottom() + clear
        });
        if is_off || is_on_words {
            continue;
        }
        let colour: Rgb = if i % 2 == 0 { palette.accent } else { palette.paper };
        let shape = if i % 3 == 0 {
            circle(at_x, at_y, radius * 0.55)
        } else {
            star(at_x, at_y, 4, radius * 0.36, radius * 1.3, 0.0)
        };
        canvas.fill(
            &shape,
            solid(palette.ink, 0.35),
            Transform::from_translate(radius * 0.14, radius * 0.22),
        );
        canvas.fill(&shape, solid(colour, 1.0), Transform::identity());
    }
}
