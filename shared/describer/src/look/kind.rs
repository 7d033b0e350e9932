//! Photo, drawing or logo.

use super::{
    Background, VISIBLE,
    background::{Ring, share},
};
use colour::{Pixels, Rgb, Swatch};

/// What made the picture, as far as can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Few colours before an empty background.
    Logo,
    /// Flat areas of few colours.
    Graphic,
    /// Lines of letters on a plain ground.
    Page,
    /// Many colours that run into each other.
    Photo,
    /// One colour and nothing else.
    Blank,
    /// Not clear: a painting, a rendering, a soft photo.
    Other,
}

/// The distance below which a pixel passes for a swatch's own colour.
const SAME: f32 = 24.0;

/// The same of a flat area, in which nothing but compression makes a difference.
const FLAT: f32 = 12.0;

/// How far a channel bends between three neighbours where it is more than compression and the film grain that is laid
/// over drawings, and where it is an edge.
const GRAIN: i32 = 5;
const EDGE: i32 = 72;

/// The share of the picture below which what is not of one colour is overlooked.
const SPECK: f32 = 0.000_5;

/// The most colours of a logo.
const COLOURS_OF_A_LOGO: usize = 5;

/// The share of the ring that must be empty round a logo.
const ROUND_A_LOGO: f32 = 0.97;

impl Kind {
    /// Any kind but [`Kind::Page`], which is told by its letters.
    pub(super) fn of(pixels: &Pixels, background: Background, ring: &Ring, swatches: &[Swatch]) -> Self {
        if is_blank(pixels, swatches) {
            return Self::Blank;
        }
        let roughness = roughness(pixels, background);
        let palette = Palette::new(background, swatches);
        let subject = pixels
            .iter()
            .filter(|pixel| pixel[3] >= VISIBLE && !background.shows_in(*pixel));
        let (mut count, mut known, mut exact) = (0_u32, 0_u32, 0_u32);
        for [red, green, blue, _] in subject {
            let colour = Rgb(red, green, blue);
            count += 1;
            let distance = palette.distance(colour);
            known += u32::from(distance < SAME || palette.blends_to(colour));
            exact += u32::from(distance < FLAT);
        }
        let [few, flat] = [known, exact].map(|such| such as f32 / count.max(1) as f32);
        let is_clear = background == Background::Transparent;
        let is_alone = match background {
            Background::Transparent => true,
            Background::Plain(_) => background.share_of(ring) >= ROUND_A_LOGO,
            Background::Other => false,
        };
        // Thin letters have no inside that could be smooth.
        let is_smooth = roughness < 0.3 || is_clear && few >= 0.95;
        if is_smooth && few >= 0.8 && is_alone && palette.colours.len() <= COLOURS_OF_A_LOGO {
            Self::Logo
        } else if roughness < 0.25 && few >= 0.75 && flat >= 0.7 {
            Self::Graphic
        } else if roughness >= 0.3 && few < (if is_clear { 0.5 } else { 0.75 }) && solidity(pixels, background) >= 0.6 {
            Self::Photo
        } else {
            Self::Other
        }
    }
}

fn is_blank(pixels: &Pixels, swatches: &[Swatch]) -> bool {
    let ruling = swatches.first().map(|swatch| swatch.colour);
    let is_other = |[red, green, blue, alpha]: [u8; 4]| {
        alpha < VISIBLE || ruling.is_none_or(|ruling| ruling.distance(Rgb(red, green, blue)) >= SAME)
    };
    share(pixels.iter(), is_other) < SPECK
}

/// The swatches that are not the background.
struct Palette {
    colours: Vec<Rgb>,
    /// What a soft edge is blended with.
    ground: Option<Rgb>,
}

impl Palette {
    fn new(background: Background, swatches: &[Swatch]) -> Self {
        let is_behind = |Rgb(red, green, blue): Rgb| background.shows_in([red, green, blue, u8::MAX]);
        let colours = swatches.iter().map(|swatch| swatch.colour);
        Self {
            colours: colours.filter(|colour| !is_behind(*colour)).collect(),
            ground: match background {
                Background::Plain(colour) => Some(colour),
                Background::Transparent | Background::Other => None,
            },
        }
    }

    /// From the nearest of the colours.
    fn distance(&self, colour: Rgb) -> f32 {
        let distances = self.colours.iter().map(|known| known.distance(colour));
        distances.fold(f32::MAX, f32::min)
    }

    /// Whether the colour is a blend of one of the colours with the ground.
    fn blends_to(&self, colour: Rgb) -> bool {
        let is_blended = |ground: Rgb| self.colours.iter().any(|known| is_blend(colour, *known, ground));
        self.ground.is_some_and(is_blended)
    }
}

/// Whether a colour lies between two others.
fn is_blend(colour: Rgb, a: Rgb, b: Rgb) -> bool {
    let gap = |from: Rgb, to: Rgb| {
        let channel = |from: u8, to: u8| f32::from(to) - f32::from(from);
        [channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2)]
    };
    let dot = |u: [f32; 3], v: [f32; 3]| u.iter().zip(v).map(|(u, v)| u * v).sum::<f32>();
    let (way, own) = (gap(a, b), gap(a, colour));
    let share = dot(own, way) / dot(way, way).max(1.0);
    a.mix(b, share).distance(colour) < SAME
}

/// The share of the pixels before the background whose whole surroundings are. Small print, which turns into as many
/// tones as a photo has when it is scaled down, has hardly any.
fn solidity(pixels: &Pixels, background: Background) -> f32 {
    const REACH: usize = 3;
    let is_before = |pixel: &[u8; 4]| pixel[3] >= VISIBLE && !background.shows_in(*pixel);
    let rows: Vec<Vec<bool>> = pixels.rows().map(|row| row.iter().map(is_before).collect()).collect();
    // What leaves the picture goes on beyond it.
    let goes_on = |x: usize, y: usize| rows.get(y).and_then(|row| row.get(x)).copied().unwrap_or(true);
    let (mut all, mut solid) = (0_u32, 0_u32);
    for (y, row) in rows.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, is_before)| **is_before) {
            let beside = goes_on(x.saturating_sub(REACH), y) && goes_on(x + REACH, y);
            all += 1;
            solid += u32::from(beside && goes_on(x, y.saturating_sub(REACH)) && goes_on(x, y + REACH));
        }
    }
    solid as f32 / all.max(1) as f32
}

/// The share of the pixels before the background that are neither on a line with their neighbours, as in flat areas and
/// smooth runs of colour, nor at an edge: nature is like that everywhere, a drawing hardly anywhere.
fn roughness(pixels: &Pixels, background: Background) -> f32 {
    let (mut all, mut rough) = (0_u32, 0_u32);
    for row in pixels.rows() {
        for (before, (own, after)) in row.iter().zip(row.iter().skip(1).zip(row.iter().skip(2))) {
            let is_seen = [before, own, after].iter().all(|pixel| pixel[3] >= VISIBLE);
            if !is_seen || [before, own, after].iter().any(|pixel| background.shows_in(**pixel)) {
                continue;
            }
            let bends = before.iter().zip(after).zip(own).map(|((before, after), own)| {
                let (before, after, own) = (i32::from(*before), i32::from(*after), i32::from(*own));
                (before + after - 2 * own).abs()
            });
            all += 1;
            rough += u32::from((GRAIN..=EDGE).contains(&bends.max().unwrap_or_default()));
        }
    }
    rough as f32 / all.max(1) as f32
}
