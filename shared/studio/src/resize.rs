//! Scaling pixels.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
};

/// Options of a sharp filter.
pub(crate) fn sharp() -> ResizeOptions {
    ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::CatmullRom))
}

/// Scales `pixels` into `sized`. `None` if the sizes are not those of the pixels.
pub(crate) fn resize<P: PixelTrait>(
    pixels: &[u8],
    (width, height): (u32, u32),
    sized: &mut [u8],
    (new_width, new_height): (u32, u32),
    options: ResizeOptions,
) -> Option<()> {
    let source = TypedImageRef::<P>::from_buffer(width, height, pixels).ok()?;
    let mut target = TypedImage::<P>::from_buffer(new_width, new_height, sized).ok()?;
    Resizer::new().resize_typed(&source, &mut target, &options).ok()
}
