//! Scaling pixels.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{U8x3, U8x4},
};

/// Options of a sharp filter.
pub fn sharp() -> ResizeOptions {
    ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom))
}

/// Scales pixels of three bytes into `sized`. `None` if the sizes are not those of the pixels.
pub fn resize_rgb(
    pixels: &[u8],
    size: (u32, u32),
    sized: &mut [u8],
    new_size: (u32, u32),
    options: &ResizeOptions,
) -> Option<()> {
    resize::<U8x3>(pixels, size, sized, new_size, options)
}

/// Scales pixels of four bytes into `sized`. `None` if the sizes are not those of the pixels.
pub fn resize_rgba(
    pixels: &[u8],
    size: (u32, u32),
    sized: &mut [u8],
    new_size: (u32, u32),
    options: &ResizeOptions,
) -> Option<()> {
    resize::<U8x4>(pixels, size, sized, new_size, options)
}

fn resize<P: PixelTrait>(
    pixels: &[u8],
    (width, height): (u32, u32),
    sized: &mut [u8],
    (new_width, new_height): (u32, u32),
    options: &ResizeOptions,
) -> Option<()> {
    let source = TypedImageRef::<P>::from_buffer(width, height, pixels).ok()?;
    let mut target = TypedImage::<P>::from_buffer(new_width, new_height, sized).ok()?;
    Resizer::new().resize_typed(&source, &mut target, options).ok()
}
