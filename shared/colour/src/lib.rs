//! How the colours of a picture look to a person: their names, their contrast, which of them rule it.

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
