//! Letters: the fonts, the emoji, and fitting a headline into a rectangle.

pub(crate) mod emoji;
mod packed;
pub(crate) mod typeface;
pub(crate) mod typesetting;
