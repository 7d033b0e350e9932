//! The measurable properties of a picture.
//!
//! Every property reported here should be true; properties that cannot be measured clearly are left out.

mod areas;
mod background;
mod blends;
mod cells;
mod colours;
mod kind;
mod lettering;
mod logo;
mod mask;
#[cfg(test)]
mod pictures;
mod pixel;
mod place;
#[cfg(test)]
mod tests;
mod tone;
mod traits;

pub(crate) use self::{
    background::Background,
    colours::Colours,
    kind::Kind,
    place::{Across, Down, Place, Side},
    tone::{Contrast, Light, Tint, Tone},
};
use self::{background::Ring, cells::Cells, lettering::lines, pixel::strengthened};
use colour::{Pixels, swatches};

/// The number of text lines from which a picture is a page.
const LINES_OF_A_PAGE: usize = 4;

/// The measured properties of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) kind: Kind,
    pub(crate) shape: Option<Shape>,
    pub(crate) background: Background,
    pub(crate) colours: Colours,
    pub(crate) tone: Tone,
    /// The position of the subject; `None` unless there is exactly one.
    pub(crate) place: Option<Place>,
    /// The side beside or above the subject that is empty.
    pub(crate) calm: Option<Side>,
    pub(crate) has_lettering: bool,
}

/// The aspect of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Wide,
    Tall,
    Square,
}

impl Look {
    /// Measures a picture; `None` when no pixel is visible. A faint picture is measured as if it were not.
    pub(crate) fn at(pixels: &Pixels) -> Option<Self> {
        let pixels = &*strengthened(pixels);
        let swatches = swatches(pixels);
        let dominant = swatches.first()?.colour;
        let ring = Ring::of(pixels);
        let background = Background::of(pixels, &ring);
        let lines = lines(pixels, background);
        let kind = match Kind::of(pixels, background, &ring, &swatches) {
            Kind::Blank => Kind::Blank,
            _ if lines >= LINES_OF_A_PAGE && matches!(background, Background::Plain(_)) => Kind::Page,
            kind => kind,
        };
        let cells = Cells::of(pixels, background, dominant);
        let subject = match kind {
            Kind::Blank | Kind::Page => None,
            // It may be small print, which has no subject.
            Kind::Other if matches!(background, Background::Plain(_)) => None,
            _ => place::subject(&cells, background, &ring),
        };
        Some(Self {
            kind,
            shape: Shape::of(pixels.width(), pixels.height()),
            background,
            colours: Colours::of(&swatches, background),
            tone: Tone::of(pixels, background, &cells, &swatches),
            place: subject.as_ref().and_then(|subject| subject.place),
            calm: subject.and_then(|subject| subject.calm_beside(&cells)),
            has_lettering: lines > 0,
        })
    }
}

impl Shape {
    /// The shape, unless it is between the named ones.
    fn of(width: u32, height: u32) -> Option<Self> {
        let ratio = width as f32 / height.max(1) as f32;
        match ratio {
            1.25.. => Some(Self::Wide),
            0.97..=1.03 => Some(Self::Square),
            ..=0.8 => Some(Self::Tall),
            _ => None,
        }
    }
}
