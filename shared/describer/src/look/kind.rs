//! The kind of a picture: photo, drawing, logo and so on.

use super::{
    Background,
    background::{Ring, share},
    pixel::VISIBLE,
};
use colour::{Pixels, Rgb, Swatch};

/// The kind of a picture, as far as it can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Few colours in front of an empty background.
    Logo,
    /// Flat areas of few colours.
    Graphic,
    /// Lines of letters on a plain background.
    Page,
    /// Many colours that blend into each other.
    Photo,
    /// A single colour.
    Blank,
    /// Unclear: a painting, a rendering, a soft photo.
    Other,
}

/// The colour distance ([`Rgb::distance`]) below which a pixel counts as a swatch's colour.
const SAME: f32 = 24.0;

/// The same for a flat area, where only compression changes the colour.
const FLAT: f32 = 12.0;

/// The second difference of a channel over three neighbours from which a pixel is rough. Compression, and film grain
/// laid over drawings, stay below.
const GRAIN: i32 = 5;
/// The second difference up to which a pixel is rough. Above it is an edge.
const EDGE: i32 = 72;

/// In a blank picture, the share of pixels of another colour is below this.
const SPECK: f32 = 0.000_5;

/// The most colours of a logo.
const COLOURS_OF_A_LOGO: usize = 5;

/// The smallest share of the border ring that is background round a logo.
const ROUND_A_LOGO: f32 = 0.97;

impl Kind {
    /// Classifies a picture. Never returns [`Kind::Page`], which [`Look::at`](super::Look::at) recognizes by its text
    /// lines.
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
        // Thin letters have no smooth inside, so a transparent picture may be rough if nearly all pixels are swatches.
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
    let dominant = swatches.first().map(|swatch| swatch.colour);
    let is_other = |[red, green, blue, alpha]: [u8; 4]| {
        alpha < VISIBLE || dominant.is_none_or(|dominant| dominant.distance(Rgb(red, green, blue)) >= SAME)
    };
    share(pixels.iter(), is_other) < SPECK
}

/// The swatches that are not the background.
struct Palette {
    colours: Vec<Rgb>,
    /// The colour of a plain background, with which antialiasing blends the edges.
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

    /// The distance from the nearest colour of the palette.
    fn distance(&self, colour: Rgb) -> f32 {
        let distances = self.colours.iter().map(|known| known.distance(colour));
        distances.fold(f32::MAX, f32::min)
    }

    /// Whether the colour is a blend of a palette colour with the background.
    fn blends_to(&self, colour: Rgb) -> bool {
        let is_blended = |ground: Rgb| self.colours.iter().any(|known| is_blend(colour, *known, ground));
        self.ground.is_some_and(is_blended)
    }
}

/// Whether a colour lies on the line between two others.
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

/// The share of the foreground pixels that have foreground on all four sides at a distance of three pixels. Small print
/// has hardly any, although it has as many tones as a photo when it is scaled down.
fn solidity(pixels: &Pixels, background: Background) -> f32 {
    const REACH: usize = 3;
    let is_before = |pixel: &[u8; 4]| pixel[3] >= VISIBLE && !background.shows_in(*pixel);
    let rows: Vec<Vec<bool>> = pixels.rows().map(|row| row.iter().map(is_before).collect()).collect();
    // A subject that touches the border is assumed to continue beyond it.
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

/// The share of the foreground pixels that are rough: their second difference is larger than in flat areas and
/// gradients, but smaller than at an edge. Most of a photo of nature is rough, but hardly any of a drawing.
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
