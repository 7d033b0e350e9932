//! Pixels: a canvas to draw shapes on, and operations on whole pictures. Nothing here knows what is drawn.

pub(crate) mod alpha;
mod blend;
pub(crate) mod blit;
mod blur;
pub(crate) mod canvas;
pub(crate) mod enlarge;
pub(crate) mod scale;
