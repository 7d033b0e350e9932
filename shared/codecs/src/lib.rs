//! Picture formats and scaling, as functions without type parameters.
//!
//! The libraries are generic over readers, writers and pixels, and the compiler compiles generic code in the crate that
//! calls it. A crate that calls them directly compiles every decoder and filter again, which takes minutes.

mod decode;
mod encode;
mod matte;
mod resize;

pub use decode::{Decoded, decode, dimensions};
pub use encode::{ChromaSampling, jpeg, png, webp};
pub use fast_image_resize::ResizeOptions;
pub use matte::Matte;
pub use resize::{resize_grey, resize_linear, resize_rgb, resize_rgba, sharp};
