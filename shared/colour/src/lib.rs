//! Colours as people perceive them: their names, their contrast and the dominant colours of a picture.

mod histogram;
mod name;
mod oklab;
mod palette;
mod pixels;
mod rgb;
mod swatch;

pub use self::{
    name::name,
    oklab::{Oklab, Oklch},
    palette::palette,
    pixels::Pixels,
    rgb::{InvalidColour, Rgb},
    swatch::{MAX_SWATCHES, Swatch, swatches},
};
