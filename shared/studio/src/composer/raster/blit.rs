//! Draws pictures over others at their own size, upright or rotated.
//!
//! The rasterizer's patterns do the same in floating point, but several times slower.

use super::blend;
use std::{iter, ops::Range};
use tiny_skia::{Pixmap, Rect, Transform};

/// One pixel in 16.16 fixed point, the unit of positions in a picture.
const ONE: f32 = 65_536.0;

/// Draws the picture with its upper left corner at this pixel; parts outside the target are clipped.
pub(crate) fn upright(target: &mut Pixmap, picture: &Pixmap, left: i32, top: i32) {
    let (width, length) = (target.width() as usize, picture.width() as usize);
    let skipped = |start: i32| start.min(0).unsigned_abs() as usize;
    let (pixels, _) = target.data_mut().as_chunks_mut::<4>();
    let (source, _) = picture.data().as_chunks::<4>();
    let rows = pixels.chunks_mut(width.max(1)).skip(top.max(0) as usize);
    let mut line = Vec::new();
    for (row, source) in rows.zip(source.chunks(length.max(1)).skip(skipped(top))) {
        let source = source.get(skipped(left)..).unwrap_or_default();
        if let Some(row) = row.get_mut(left.max(0) as usize..) {
            let covered = row.len().min(source.len());
            let row = row.get_mut(..covered).unwrap_or_default();
            let source = source.get(..covered).unwrap_or_default();
            if source.iter().all(|[.., alpha]| *alpha == u8::MAX) {
                row.copy_from_slice(source);
                continue;
            }
            line.clear();
            line.extend(source.as_flattened().iter().map(|channel| u16::from(*channel)));
            blend::over(row, &line);
        }
    }
}

/// Draws the picture into the rectangle `place`, transformed by `turn`, with rounded corners of this radius. The
/// rectangle is about as large as the picture.
pub(crate) fn turned(target: &mut Pixmap, picture: &Pixmap, place: Rect, turn: Transform, radius: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let Some(back) = turn.invert() else { return };
    let back = back
        .post_translate(-place.left(), -place.top())
        .post_scale(width / place.width(), height / place.height());
    let source_pixels = Source::new(picture, radius * width / place.width());
    let length = target.width() as usize;
    let (pixels, _) = target.data_mut().as_chunks_mut::<4>();
    let mut line = Vec::new();
    for (y, row) in pixels.chunks_mut(length.max(1)).enumerate() {
        let y = y as f32 + 0.5;
        let across = Coordinate {
            start: back.sx * 0.5 + back.kx * y + back.tx,
            step: back.sx,
        };
        let down = Coordinate {
            start: back.ky * 0.5 + back.sy * y + back.ty,
            step: back.ky,
        };
        let inside = |inset: f32| {
            let (across, down) = (across.within(inset, width - inset), down.within(inset, height - inset));
            let (start, end) = (across.start.max(down.start), across.end.min(down.end));
            start.clamp(0.0, length as f32) as usize..end.clamp(0.0, length as f32) as usize
        };
        let span = inside(-1.0);
        let whole = inside(source_pixels.inset());
        if span.is_empty() {
            continue;
        }
        // If no pixel of the row is fully inside, all pixels of the span are edge pixels.
        let (start, end) = match whole.is_empty() {
            true => (span.end, span.end),
            false => (whole.start, whole.end),
        };
        let edge = |x| source_pixels.edge(across.at(x), down.at(x));
        line.clear();
        line.extend((span.start..start).map(edge));
        line.extend(
            iter::zip(across.fixed(start), down.fixed(start))
                .take(end - start)
                .map(|(u, v)| source_pixels.sample(u, v)),
        );
        line.extend((end..span.end).map(edge));
        if let Some(row) = row.get_mut(span) {
            blend::over(row, line.as_flattened());
        }
    }
}

/// A source coordinate along a target row, which is linear in x.
#[derive(Clone, Copy)]
struct Coordinate {
    start: f32,
    step: f32,
}

impl Coordinate {
    fn at(self, x: usize) -> f32 {
        self.start + self.step * x as f32
    }

    /// The coordinates of pixel `x` and the following, in 16.16 fixed point relative to the centre of the first source
    /// pixel.
    fn fixed(self, x: usize) -> impl Iterator<Item = i32> {
        let step = (self.step * ONE) as i32;
        iter::successors(Some(fixed(self.at(x))), move |place| Some(place.wrapping_add(step)))
    }

    /// The range of x in which the coordinate is between `low` and `high`.
    fn within(self, low: f32, high: f32) -> Range<f32> {
        // A picture thinner than twice the inset has no inside.
        if low >= high {
            return 0.0..0.0;
        }
        if self.step.abs() < 1e-6 {
            return match (low..high).contains(&self.start) {
                true => 0.0..f32::MAX,
                false => 0.0..0.0,
            };
        }
        let (one, other) = ((low - self.start) / self.step, (high - self.start) / self.step);
        one.min(other).ceil()..one.max(other).ceil()
    }
}

/// A coordinate in 16.16 fixed point, relative to the centre of the first pixel.
fn fixed(place: f32) -> i32 {
    ((place - 0.5) * ONE) as i32
}

/// The source picture of [`turned`].
struct Source<'a> {
    pixels: &'a [[u8; 4]],
    width: usize,
    middle: (f32, f32),
    /// The centres of the last column and row, in 16.16 fixed point.
    last: (i32, i32),
    radius: f32,
}

impl<'a> Source<'a> {
    fn new(picture: &'a Pixmap, radius: f32) -> Self {
        let (pixels, _) = picture.data().as_chunks::<4>();
        let middle = (picture.width() as f32 / 2.0, picture.height() as f32 / 2.0);
        Self {
            pixels,
            width: picture.width() as usize,
            middle,
            last: ((picture.width() as i32 - 1) << 16, (picture.height() as i32 - 1) << 16),
            radius: radius.min(middle.0).min(middle.1),
        }
    }

    /// The distance from the borders beyond which every pixel is fully covered, also near the rounded corners.
    fn inset(&self) -> f32 {
        0.3 * self.radius + 1.5
    }

    /// Samples the colour at a position, by bilinear interpolation of four pixels.
    #[inline]
    fn sample(&self, u: i32, v: i32) -> [u16; 4] {
        let index = (v >> 16) as usize * self.width + (u >> 16) as usize;
        let share = |place: i32| (place >> 8 & 0xff) as u32;
        // In the last column and row the weight of the missing neighbour is 0.
        let two = |index: usize| match self.pixels.get(index..index + 2) {
            Some([near, far]) => Pair::of(*near).mix(Pair::of(*far), share(u)),
            _ => Pair::of(self.pixels.get(index).copied().unwrap_or_default()),
        };
        two(index).mix(two(index + self.width), share(v)).channels()
    }

    /// Samples a position that may be outside the picture, weighted by the coverage of the rounded rectangle.
    fn edge(&self, u: f32, v: f32) -> [u16; 4] {
        let pixel = self.sample(fixed(u).clamp(0, self.last.0), fixed(v).clamp(0, self.last.1));
        self.covered(pixel, u, v)
    }

    /// Multiplies the pixel by the coverage of the rounded rectangle at this position.
    fn covered(&self, pixel: [u16; 4], u: f32, v: f32) -> [u16; 4] {
        let beyond = |place: f32, middle: f32| (place - middle).abs() - middle + self.radius;
        let (across, down) = (beyond(u, self.middle.0), beyond(v, self.middle.1));
        let distance = across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - self.radius;
        let cover = ((0.5 - distance).clamp(0.0, 1.0) * 256.0) as u16;
        pixel.map(|channel| (channel * cover + 128) >> 8)
    }
}

/// The four channels of a pixel in two words, with eight free bits above each channel for products.
#[derive(Clone, Copy)]
struct Pair(u32, u32);

impl Pair {
    const LOW: u32 = 0x00ff_00ff;
    const HALF: u32 = 0x0080_0080;

    const fn of(pixel: [u8; 4]) -> Self {
        let bits = u32::from_le_bytes(pixel);
        Self(bits & Self::LOW, bits >> 8 & Self::LOW)
    }

    /// Interpolates; `share` is the weight of `other` in 256ths.
    const fn mix(self, other: Self, share: u32) -> Self {
        Self(
            (self.0 * (256 - share) + other.0 * share + Self::HALF) >> 8 & Self::LOW,
            (self.1 * (256 - share) + other.1 * share + Self::HALF) >> 8 & Self::LOW,
        )
    }

    const fn channels(self) -> [u16; 4] {
        [
            self.0 as u8 as u16,
            self.1 as u8 as u16,
            (self.0 >> 16) as u16,
            (self.1 >> 16) as u16,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tiny_skia::{Color, PremultipliedColorU8};

    fn picture(width: u32, height: u32) -> Pixmap {
        let mut picture = Pixmap::new(width, height).unwrap();
        for (index, pixel) in picture.pixels_mut().iter_mut().enumerate() {
            *pixel = Color::from_rgba8((index * 7 % 256) as u8, (index / 5 % 256) as u8, 90, 255)
                .premultiply()
                .to_color_u8();
        }
        picture
    }

    #[test]
    fn a_picture_is_clipped_at_the_targets_borders() {
        let source = picture(10, 8);
        for (left, top) in [(-3, -2), (-30, 0), (0, 40), (16, 9), (4, 4)] {
            let mut target = Pixmap::new(20, 12).unwrap();
            upright(&mut target, &source, left, top);
            for (index, pixel) in (0_i32..).zip(target.pixels()) {
                let (x, y) = (index % 20 - left, index / 20 - top);
                let is_inside = (0..10).contains(&x) && (0..8).contains(&y);
                let drawn = source.pixel(x as u32, y as u32).filter(|_| is_inside);
                assert_eq!(
                    *pixel,
                    drawn.unwrap_or(PremultipliedColorU8::TRANSPARENT),
                    "{left} {top} {x} {y}"
                );
            }
        }
    }

    #[test]
    fn drawing_without_rotation_equals_an_upright_draw() {
        let source = picture(30, 20);
        let (mut one, mut other) = (Pixmap::new(40, 40).unwrap(), Pixmap::new(40, 40).unwrap());
        let place = Rect::from_xywh(5.0, 6.0, 30.0, 20.0).unwrap();
        turned(&mut one, &source, place, Transform::identity(), 0.0);
        upright(&mut other, &source, 5, 6);
        assert_eq!(one.data(), other.data());
    }

    #[test]
    fn thin_pictures_are_drawn_at_every_angle() {
        for (width, height) in [(1, 1), (2, 90), (90, 2), (3, 3)] {
            let source = picture(width, height);
            let place = Rect::from_xywh(50.0, 50.0, width as f32, height as f32).unwrap();
            for degrees in [0.0, 3.0, 45.0, 90.0] {
                let mut target = Pixmap::new(160, 160).unwrap();
                let turn = Transform::from_rotate_at(degrees, 60.0, 60.0);
                turned(&mut target, &source, place, turn, 2.0);
                assert!(target.pixels().iter().any(|pixel| pixel.alpha() > 0));
            }
        }
    }

    #[test]
    fn corners_are_rounded_and_edges_are_antialiased() {
        let source = picture(60, 60);
        let place = Rect::from_xywh(20.0, 20.0, 60.0, 60.0).unwrap();
        let turn = Transform::from_rotate_at(10.0, 50.0, 50.0);
        let mut target = Pixmap::new(100, 100).unwrap();
        turned(&mut target, &source, place, turn, 12.0);
        let cover: f32 = target
            .pixels()
            .iter()
            .map(|pixel| f32::from(pixel.alpha()) / 255.0)
            .sum();
        let area = 60.0 * 60.0 - (4.0 - std::f32::consts::PI) * 12.0 * 12.0;
        assert!((cover - area).abs() < 8.0, "{cover} {area}");
        assert!(target.pixels().iter().any(|pixel| (1..255).contains(&pixel.alpha())));
    }
}
