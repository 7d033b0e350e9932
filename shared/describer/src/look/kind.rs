//! The kind of a picture: photo, drawing, logo and so on.

use super::{
    Background,
    background::{Ring, share},
    blends::{Blends, SAME},
    logo::is_logo,
    mask::Mask,
    pixel::VISIBLE,
    traits::Traits,
};
use colour::{Pixels, Rgb, Swatch};

/// The kind of a picture, as far as it can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A sign, a name or both, as a brand has.
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

/// In a blank picture, the share of pixels of another colour is below this.
const SPECK: f32 = 0.000_5;

impl Kind {
    /// Classifies a picture. Never returns [`Kind::Page`], which [`Look::at`](super::Look::at) recognizes by its text
    /// lines.
    pub(super) fn of(pixels: &Pixels, background: Background, ring: &Ring, swatches: &[Swatch]) -> Self {
        if is_blank(pixels, swatches) {
            return Self::Blank;
        }
        let blends = Blends::of(pixels, background, swatches);
        let Blends { few, flat, rough, .. } = blends;
        let most_of_a_photo = if background == Background::Transparent {
            0.5
        } else {
            0.75
        };
        if is_logo(&Traits::of(pixels, background, ring, swatches, blends)) {
            Self::Logo
        } else if rough < 0.25 && few >= 0.75 && flat >= 0.7 {
            Self::Graphic
        } else if rough >= 0.3 && few < most_of_a_photo && Mask::of(pixels, background).solidity() >= 0.6 {
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
