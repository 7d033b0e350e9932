//! Lightness, contrast and saturation of a picture.

use super::{
    Background,
    cells::Cells,
    pixel::{VISIBLE, luma},
};
use colour::{Pixels, Swatch};

/// The overall impression of a picture; `None` for a property that is average.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tone {
    pub(crate) light: Option<Light>,
    pub(crate) contrast: Option<Contrast>,
    /// Whether the mean chroma is high.
    pub(crate) is_vivid: bool,
    /// Whether the mean chroma is low, but not zero.
    pub(crate) is_muted: bool,
    pub(crate) tint: Option<Tint>,
}

/// The lightness of a picture, if it is extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Light {
    Dark,
    Bright,
}

/// The contrast of a picture, if it is extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Contrast {
    High,
    Low,
}

/// The colour temperature of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tint {
    Warm,
    Cool,
}

impl Tone {
    pub(super) fn of(pixels: &Pixels, background: Background, cells: &Cells, swatches: &[Swatch]) -> Self {
        let chroma: f32 = swatches
            .iter()
            .map(|swatch| swatch.colour.oklch().chroma * swatch.share)
            .sum();
        // Lightness and contrast of a transparent picture depend on what it will be laid over.
        let is_whole = background != Background::Transparent;
        Self {
            light: Some(cells.lightness()).filter(|_| is_whole).and_then(Light::of),
            contrast: Some(Lights::of(pixels))
                .filter(|_| is_whole)
                .and_then(|lights| lights.contrast()),
            is_vivid: chroma >= 0.13,
            is_muted: (0.012..=0.045).contains(&chroma),
            tint: tint(swatches),
        }
    }
}

impl Light {
    fn of(mean: f32) -> Option<Self> {
        match mean {
            ..0.36 => Some(Self::Dark),
            0.84.. => Some(Self::Bright),
            _ => None,
        }
    }
}

/// The colour temperature, if nearly all chroma is on the same side of the hue circle.
fn tint(swatches: &[Swatch]) -> Option<Tint> {
    let (mut warm, mut cool, mut all) = (0.0, 0.0, 0.0);
    for swatch in swatches {
        let looks = swatch.colour.oklch();
        let strength = looks.chroma * swatch.share;
        all += strength;
        match looks.hue {
            20.0..105.0 => warm += strength,
            175.0..300.0 => cool += strength,
            _ => {}
        }
    }
    // Greys have no colour temperature.
    if all < 0.03 {
        None
    } else if warm >= 0.85 * all {
        Some(Tint::Warm)
    } else {
        (cool >= 0.85 * all).then_some(Tint::Cool)
    }
}

/// A histogram of the luma of the visible pixels.
struct Lights {
    counts: [u32; 256],
    all: f32,
}

impl Lights {
    fn of(pixels: &Pixels) -> Self {
        let (mut counts, mut all) = ([0; 256], 0_u32);
        for pixel in pixels.iter().filter(|[.., alpha]| *alpha >= VISIBLE) {
            if let Some(count) = counts.get_mut((luma(pixel) * 255.0) as usize) {
                *count += 1;
            }
            all += 1;
        }
        Self {
            counts,
            all: all.max(1) as f32,
        }
    }

    fn contrast(&self) -> Option<Contrast> {
        let (dark, light) = (self.share(0.0, 0.25), self.share(0.75, 1.1));
        // A few dark letters on white paper suffice that contrast does not count as low.
        let widest = self.quantile(0.998) - self.quantile(0.002);
        if self.quantile(0.95) - self.quantile(0.05) >= 0.7 && dark >= 0.08 && light >= 0.08 {
            Some(Contrast::High)
        } else {
            (widest <= 0.35).then_some(Contrast::Low)
        }
    }

    fn levels(&self) -> impl Iterator<Item = (f32, f32)> {
        let levels = self.counts.iter().zip(0_u8..=u8::MAX);
        levels.map(|(count, level)| (f32::from(level) / 255.0, *count as f32 / self.all))
    }

    fn share(&self, from: f32, until: f32) -> f32 {
        let levels = self.levels().filter(|(level, _)| (from..until).contains(level));
        levels.map(|(_, share)| share).sum()
    }

    /// The luma below which this share of the pixels lies.
    fn quantile(&self, wanted: f32) -> f32 {
        let mut below = 0.0;
        let reached = self.levels().find(|(_, share)| {
            below += share;
            below >= wanted
        });
        reached.map_or(1.0, |(level, _)| level)
    }
}
