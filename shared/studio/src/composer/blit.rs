//! Lays pictures over others at their own size, upright or turned.
//!
//! The rasterizer's patterns do the same in floating point, several times slower.

use super::blend;
use std::{iter, ops::Range};
use tiny_skia::{Pixmap, Rect, Transform};

/// Places in a picture are counted in parts of 65,536.
const ONE: f32 = 65_536.0;

/// Draws the picture with its upper left corner at this pixel.
pub(super) fn upright(target: &mut Pixmap, picture: &Pixmap, left: i32, top: i32) {
    let (width, length) = (target.width() as usize, picture.width() as usize);
    let skipped = |start: i32| start.min(0).unsigned_abs() as usize;
    let (pixels, _) = target.data_mut().as_chunks_mut::<4>();
    let (source, _) = picture.data().as_chunks::<4>();
    let rows = pixels.chunks_mut(width.max(1)).skip(top.max(0) as usize);
    let mut line = Vec::new();
    for (row, source) in rows.zip(source.chunks(length.max(1)).skip(skipped(top))) {
        let source = source.get(skipped(left)..).unwrap_or_default();
        if let Some(row) = row.get_mut(left.max(0) as usize..) {
            line.clear();
            line.extend(source.as_flattened().iter().map(|channel| u16::from(*channel)));
            let covered = row.len().min(source.len());
            blend::over(row.get_mut(..covered).unwrap_or_default(), &line);
        }
    }
}

/// Draws the picture into this place, moved by the transform, with round corners of this radius. The place is about as
/// large as the picture.
pub(super) fn turned(target: &mut Pixmap, picture: &Pixmap, place: Rect, turn: Transform, radius: f32) {
    let (width, height) = (picture.width() as f32, picture.height() as f32);
    let Some(back) = turn.invert() else { return };
    let back = back
        .post_translate(-place.left(), -place.top())
        .post_scale(width / place.width(), height / place.height());
    let print = Print::new(picture, radius * width / place.width());
    let length = target.width() as usize;
    let (pixels, _) = target.data_mut().as_chunks_mut::<4>();
    let mut line = Vec::new();
    for (y, row) in pixels.chunks_mut(length.max(1)).enumerate() {
        let y = y as f32 + 0.5;
        let across = Walk {
            start: back.sx * 0.5 + back.kx * y + back.tx,
            step: back.sx,
        };
        let down = Walk {
            start: back.ky * 0.5 + back.sy * y + back.ty,
            step: back.ky,
        };
        let inside = |inset: f32| {
            let (across, down) = (across.within(inset, width - inset), down.within(inset, height - inset));
            let (start, end) = (across.start.max(down.start), across.end.min(down.end));
            start.clamp(0.0, length as f32) as usize..end.clamp(0.0, length as f32) as usize
        };
        let span = inside(-1.0);
        let whole = inside(print.inset());
        if span.is_empty() {
            continue;
        }
        // Where nothing is whole, all is edge.
        let (start, end) = match whole.is_empty() {
            true => (span.end, span.end),
            false => (whole.start, whole.end),
        };
        let edge = |x| print.edge(across.at(x), down.at(x));
        line.clear();
        line.extend((span.start..start).map(edge));
        line.extend(
            iter::zip(across.fixed(start), down.fixed(start))
                .take(end - start)
                .map(|(u, v)| print.sample(u, v)),
        );
        line.extend((end..span.end).map(edge));
        if let Some(row) = row.get_mut(span) {
            blend::over(row, line.as_flattened());
        }
    }
}

/// A coordinate along a row.
#[derive(Clone, Copy)]
struct Walk {
    start: f32,
    step: f32,
}

impl Walk {
    fn at(self, x: usize) -> f32 {
        self.start + self.step * x as f32
    }

    /// The coordinates of this and the next pixels, in parts of 65,536 from the middle of the first pixel on.
    fn fixed(self, x: usize) -> impl Iterator<Item = i32> {
        let step = (self.step * ONE) as i32;
        iter::successors(Some(fixed(self.at(x))), move |place| Some(place.wrapping_add(step)))
    }

    /// Where in the row the coordinate is between these.
    fn within(self, low: f32, high: f32) -> Range<f32> {
        // A thin picture has no inside.
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

/// A coordinate in parts of 65,536 from the middle of the first pixel on.
fn fixed(place: f32) -> i32 {
    ((place - 0.5) * ONE) as i32
}

/// A picture being drawn.
struct Print<'a> {
    pixels: &'a [[u8; 4]],
    width: usize,
    middle: (f32, f32),
    /// The middles of the last column and row, in parts of 65,536.
    last: (i32, i32),
    radius: f32,
}

impl<'a> Print<'a> {
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

    /// How far from the edges no pixel is cut, not even by the corners, with a little to spare.
    fn inset(&self) -> f32 {
        0.3 * self.radius + 1.5
    }

    /// The colour at a place, between those of the four pixels around it.
    #[inline]
    fn sample(&self, u: i32, v: i32) -> [u16; 4] {
        let index = (v >> 16) as usize * self.width + (u >> 16) as usize;
        let share = |place: i32| (place >> 8 & 0xff) as u32;
        // At the right and the lower edge the share of what comes next is nothing.
        let two = |index: usize| match self.pixels.get(index..index + 2) {
            Some([near, far]) => Pair::of(*near).mix(Pair::of(*far), share(u)),
            _ => Pair::of(self.pixels.get(index).copied().unwrap_or_default()),
        };
        two(index).mix(two(index + self.width), share(v)).channels()
    }

    /// The same where the place may be beyond the edge, as far as the rounded rectangle covers it.
    fn edge(&self, u: f32, v: f32) -> [u16; 4] {
        let pixel = self.sample(fixed(u).clamp(0, self.last.0), fixed(v).clamp(0, self.last.1));
        self.covered(pixel, u, v)
    }

    /// The pixel as far as the rounded rectangle covers it.
    fn covered(&self, pixel: [u16; 4], u: f32, v: f32) -> [u16; 4] {
        let beyond = |place: f32, middle: f32| (place - middle).abs() - middle + self.radius;
        let (across, down) = (beyond(u, self.middle.0), beyond(v, self.middle.1));
        let distance = across.max(0.0).hypot(down.max(0.0)) + across.max(down).min(0.0) - self.radius;
        let cover = ((0.5 - distance).clamp(0.0, 1.0) * 256.0) as u16;
        pixel.map(|channel| (channel * cover + 128) >> 8)
    }
}

/// A pixel's channels two by two, with room between them for products.
#[derive(Clone, Copy)]
struct Pair(u32, u32);

impl Pair {
    const LOW: u32 = 0x00ff_00ff;
    const HALF: u32 = 0x0080_0080;

    const fn of(pixel: [u8; 4]) -> Self {
        let bits = u32::from_le_bytes(pixel);
        Self(bits & Self::LOW, bits >> 8 & Self::LOW)
    }

    /// Parts of 256 of the other.
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
    fn a_picture_beyond_the_edges_is_cut() {
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
    fn what_is_not_turned_keeps_its_pixels() {
        let source = picture(30, 20);
        let (mut one, mut other) = (Pixmap::new(40, 40).unwrap(), Pixmap::new(40, 40).unwrap());
        let place = Rect::from_xywh(5.0, 6.0, 30.0, 20.0).unwrap();
        turned(&mut one, &source, place, Transform::identity(), 0.0);
        upright(&mut other, &source, 5, 6);
        assert_eq!(one.data(), other.data());
    }

    #[test]
    fn thin_pictures_are_all_edge() {
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
    fn corners_are_cut_and_edges_are_soft() {
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
