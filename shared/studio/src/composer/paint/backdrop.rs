//! Paints the background: directional light, large quiet shapes, darkened under the words and toward the borders.

use super::{grain, pattern, photos, rim, scenery, shapes};
use crate::composer::{
    cast::arrangement::Arrangement,
    design::{
        Design,
        background::{Background, Backing},
    },
    layout::{Layout, look::Lift},
    palette::Palette,
    raster::{
        alpha::Alpha,
        canvas::{self, Canvas, circle, linear, radial, solid, star},
    },
};
use colour::Rgb;
use image::{Rgba, RgbaImage};
use tiny_skia::{Rect, Transform};

/// The factor by which a photo is reduced before it is blurred.
const COARSE: u32 = 8;
/// The share of the palette's dark colour in a blurred photo.
const TINT: f32 = 0.5;

/// Paints everything behind the subject and the words.
pub(super) fn paint(canvas: &mut Canvas, design: &Design) {
    let Design { palette, layout, .. } = design;
    let mut stage = Stage {
        width: canvas.width(),
        height: canvas.height(),
        palette,
        layout,
        canvas,
    };
    match &design.background {
        Background::Photo => {
            let photos = design.photos.as_ref().filter(|photos| !photos.fills_picture());
            if let Some(photo) = photos.and_then(|photos| photos.scene()) {
                stage.blurred(photo);
            }
        }
        Background::Flat(pattern) => {
            stage.flood();
            pattern::paint(&mut stage, pattern);
        }
        Background::Lit { radius, pattern } => {
            stage.light(*radius);
            pattern::paint(&mut stage, pattern);
        }
        Background::Scene { radius, scene } => {
            stage.light(*radius);
            scenery::paint(stage.canvas, scene, palette, layout);
        }
    }
    let words = design.calmed;
    let bleeding = || design.photos.iter().flat_map(Arrangement::bleeding);
    for placed in bleeding().filter(|placed| placed.clip.is_none()) {
        photos::bleeding(stage.canvas, placed, palette);
    }
    let is_plate = design.has_plate();
    let is_graded = layout.look().is_calmed && !is_plate && bleeding().next().is_some();
    if let Some(words) = words.filter(|_| is_graded) {
        stage.grade(words);
    }
    shapes::paint(stage.canvas, &layout.variant().under, palette);
    for placed in bleeding().filter(|placed| placed.clip.is_some()) {
        photos::bleeding(stage.canvas, placed, palette);
    }
    if let Some(words) = words.filter(|_| layout.look().is_calmed) {
        stage.calm(words);
    }
    if is_plate {
        return;
    }
    stage.back(design.backing);
    let has_photo = bleeding().next().is_some();
    grain::paint(canvas, !has_photo);
    if !has_photo {
        rim::paint(canvas, palette);
    }
}

/// A background being painted.
pub(super) struct Stage<'a> {
    pub(super) canvas: &'a mut Canvas,
    pub(super) width: f32,
    pub(super) height: f32,
    pub(super) palette: &'a Palette,
    pub(super) layout: &'a Layout,
}

impl Stage<'_> {
    /// The picture's diagonal, in pixels.
    pub(super) fn reach(&self) -> f32 {
        self.width.hypot(self.height)
    }

    /// Fills the background with one colour.
    fn flood(&mut self) {
        let (flat, _) = self.palette.flat();
        self.canvas.flood(solid(flat, 1.0), Transform::identity());
    }

    /// A gradient across the picture, and a glow at the position of the subject.
    fn light(&mut self, radius: f32) {
        let Palette { deep, ground, glow, .. } = *self.palette;
        let (x, y) = self.layout.focus;
        let away = (self.width - x, self.height - y);
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
        self.canvas.lay_enlarged(&small, COARSE);
    }

    /// Grades a photo: dark at the edge of the picture where the words are, clear beyond them.
    fn grade(&mut self, words: Rect) {
        let (x, y) = (
            words.left() + words.width() / 2.0 - self.width / 2.0,
            words.top() + words.height() / 2.0 - self.height / 2.0,
        );
        let is_beside = x.abs() / self.width > y.abs() / self.height;
        let (from, to) = match (is_beside, x < 0.0, y < 0.0) {
            (true, true, _) => ((0.0, 0.0), (words.right() + self.width * 0.10, 0.0)),
            (true, false, _) => ((self.width, 0.0), (words.left() - self.width * 0.10, 0.0)),
            (false, _, true) => ((0.0, 0.0), (0.0, words.bottom() + self.height * 0.10)),
            (false, _, false) => ((0.0, self.height), (0.0, words.top() - self.height * 0.10)),
        };
        let deep = self.palette.deep.mix(self.palette.ink, 0.35);
        let shades = [deep.alpha(0.88), deep.alpha(0.78), deep.alpha(0.45), deep.alpha(0.0)];
        self.canvas
            .lay_soft(8, 0.0, |layer, scale| layer.flood(linear(from, to, &shades), scale));
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
    fn back(&mut self, backing: Backing) {
        let (x, y) = self.layout.focus;
        let size = self.layout.size;
        let Palette { glow, accent, deep, .. } = *self.palette;
        if backing.lift == Lift::None {
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
        let identity = Transform::identity();
        match backing.lift {
            Lift::Disc => {
                let disc = linear(
                    (x - size * 0.3, y - size * 0.4),
                    (x + size * 0.3, y + size * 0.4),
                    &[accent.lighter(0.15).alpha(1.0), accent.mix(deep, 0.22).alpha(1.0)],
                );
                self.canvas.fill(&circle(x, y, size * 0.44), disc, identity);
            }
            Lift::Burst => {
                let burst = star(x, y, 18, size * 0.42, size * 0.50, backing.turn);
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
