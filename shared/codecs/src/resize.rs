//! Scaling pixels.

use fast_image_resize::{
    FilterType, PixelTrait, ResizeAlg, ResizeOptions, Resizer,
    images::{TypedImage, TypedImageRef},
    pixels::{F32x4, U8, U8x3, U8x4},
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

/// Scales pixels of one byte into `sized`. `None` if the sizes are not those of the pixels.
pub fn resize_grey(
    pixels: &[u8],
    size: (u32, u32),
    sized: &mut [u8],
    new_size: (u32, u32),
    options: &ResizeOptions,
) -> Option<()> {
    resize::<U8>(pixels, size, sized, new_size, options)
}

/// Pixels of four numbers, scaled with the linear filter. `None` if the size is not that of the pixels.
pub fn resize_linear(
    pixels: &[[f32; 4]],
    (width, height): (u32, u32),
    (new_width, new_height): (u32, u32),
) -> Option<Vec<[f32; 4]>> {
    let pixels: Vec<F32x4> = pixels.iter().map(|pixel| F32x4::new(*pixel)).collect();
    let source = TypedImageRef::new(width, height, &pixels).ok()?;
    let mut target = TypedImage::<F32x4>::new(new_width, new_height);
    let options = ResizeOptions::new()
        .resize_alg(ResizeAlg::Interpolation(FilterType::Bilinear))
        .use_alpha(false);
    Resizer::new().resize_typed(&source, &mut target, &options).ok()?;
    Some(target.pixels().iter().map(|pixel| pixel.0).collect())
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
