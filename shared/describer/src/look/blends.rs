//! How the colours of a picture relate: a few flat ones, blends of them, or a rough mixture.

use super::{
    Background,
    pixel::{Answers, VISIBLE},
};
use colour::{Pixels, Rgb, Swatch};

/// The colour distance ([`Rgb::distance`]) below which a pixel counts as a swatch's colour.
pub(super) const SAME: f32 = 24.0;

/// The same for a flat area, where only compression changes the colour.
const FLAT: f32 = 12.0;

/// The second difference of a channel over three neighbours from which a pixel is rough. Compression, and film grain
/// laid over drawings, stay below.
const GRAIN: i32 = 5;
/// The second difference up to which a pixel is rough. Above it is an edge.
const EDGE: i32 = 72;

/// The shares of the pixels in front of the background, 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blends {
    /// Those of the swatches' colours and their blends with the background.
    pub(super) few: f32,
    /// Those and the blends of two swatches, as in a gradient.
    pub(super) mixed: f32,
    /// The share of pixels with almost exactly the colour of a swatch.
    pub(super) flat: f32,
    /// The share of pixels that differ from their neighbours by as much as in a photo.
    pub(super) rough: f32,
}

impl Blends {
    pub(super) fn of(pixels: &Pixels, background: Background, swatches: &[Swatch]) -> Self {
        let palette = Palette::new(background, swatches);
        let subject = pixels
            .iter()
            .filter(|pixel| pixel[3] >= VISIBLE && !background.shows_in(*pixel));
        let mut mixtures = Answers::new();
        let (mut count, mut known, mut mixed, mut exact) = (0_u32, 0_u32, 0_u32, 0_u32);
        for [red, green, blue, _] in subject {
            let colour = Rgb(red, green, blue);
            count += 1;
            let distance = palette.distance(colour);
            let is_known = distance < SAME || palette.blends_to(colour);
            known += u32::from(is_known);
            mixed += u32::from(is_known || mixtures.of(colour, || palette.mixes(colour)));
            exact += u32::from(distance < FLAT);
        }
        let [few, mixed, flat] = [known, mixed, exact].map(|such| such as f32 / count.max(1) as f32);
        let rough = roughness(pixels, background);
        Self {
            few,
            mixed,
            flat,
            rough,
        }
    }
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

    /// Whether the colour is a blend of two palette colours, as in a gradient.
    fn mixes(&self, colour: Rgb) -> bool {
        let pairs = self.colours.iter().enumerate();
        let mut pairs = pairs.flat_map(|(at, one)| self.colours.iter().take(at).map(move |other| (one, other)));
        pairs.any(|(one, other)| is_blend(colour, *one, *other))
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
