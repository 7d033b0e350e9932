//! A part of a picture.

/// The head above the face, hair included, in face heights.
const ABOVE: f32 = 0.65;
/// The neck below the face that counts as the head, in face heights.
const BELOW: f32 = 0.1;
/// The width of the head, hair included, in face widths.
const ACROSS: f32 = 1.45;

/// A rectangle; position and size are shares of the picture's width and height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Region {
    pub(super) left: f32,
    pub(super) top: f32,
    pub(super) width: f32,
    pub(super) height: f32,
}

impl Region {
    /// The rectangle of the head around this face, which reaches from the chin to the brows.
    pub(super) fn head(self) -> Self {
        let Self {
            left,
            top,
            width,
            height,
        } = self;
        let from = (top - ABOVE * height).max(0.0);
        Self {
            left: left + (1.0 - ACROSS) / 2.0 * width,
            top: from,
            width: ACROSS * width,
            height: top + (1.0 + BELOW) * height - from,
        }
    }
}

impl From<[f32; 4]> for Region {
    /// Left, top, width and height.
    fn from([left, top, width, height]: [f32; 4]) -> Self {
        Self {
            left,
            top,
            width,
            height,
        }
    }
}
