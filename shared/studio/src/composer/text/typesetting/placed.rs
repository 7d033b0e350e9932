//! A typeset word at its position in the picture.

use crate::composer::text::{emoji::Sticker, typeface::Lettering};
use tiny_skia::{Path, PathBuilder, Rect, Transform};

/// A word at its position.
#[derive(Clone, Debug)]
pub(crate) struct PlacedWord {
    /// The outline of the letters in pixels, before the block's transform.
    pub(crate) path: Option<Path>,
    /// The emoji, before the block's transform.
    pub(crate) stickers: Vec<Sticker>,
    /// The bounding box of the letters and emoji in pixels, before the block's transform.
    pub(crate) bounds: Rect,
    /// The height of a capital letter in pixels.
    pub(crate) letter: f32,
    pub(crate) emphasised: bool,
    /// Whether it is the rest of a word that begins on the line before.
    pub(crate) continues: bool,
    /// Whether it is the only word on its line.
    pub(crate) alone: bool,
}

impl PlacedWord {
    /// The word in letters of this height. `None` if nothing of it is visible.
    pub(super) fn new(
        lettering: &Lettering,
        emphasised: bool,
        letter: f32,
        to_pixels: Transform,
        slant: f32,
    ) -> Option<Self> {
        let path = match &lettering.path {
            Some(path) => Some(path.clone().transform(to_pixels)?),
            None => None,
        };
        let upright = |sticker: &Sticker| {
            // Emoji are not slanted. They are moved to where the slant moves the middle of the letters.
            let bounds = sticker.shape.bounds();
            let middle = (bounds.top() + bounds.bottom()) / 2.0;
            let straight = Transform::from_row(1.0, 0.0, slant, 1.0, -slant * middle, 0.0);
            sticker.clone().transform(to_pixels.pre_concat(straight))
        };
        let stickers = lettering.stickers.iter().map(upright).collect::<Option<Vec<_>>>()?;
        let shapes = path.iter().chain(stickers.iter().map(|sticker| &sticker.shape));
        let bounds = shapes.map(Path::bounds).reduce(|a, b| a.join(&b).unwrap_or(a))?;
        Some(Self {
            path,
            stickers,
            bounds,
            letter,
            emphasised,
            continues: false,
            alone: false,
        })
    }

    /// Appends the next piece of the same word.
    pub(super) fn join(&mut self, piece: Self) -> Option<()> {
        self.path = match (self.path.take(), piece.path) {
            (Some(path), Some(more)) => {
                let mut both = PathBuilder::new();
                both.push_path(&path);
                both.push_path(&more);
                Some(both.finish()?)
            }
            (path, more) => path.or(more),
        };
        self.stickers.extend(piece.stickers);
        self.bounds = self.bounds.join(&piece.bounds)?;
        self.continues &= piece.continues;
        Some(())
    }
}
