//! Decodes WebP. The container is parsed here, so that a truncated file is noticed, an animation costs one frame, and
//! the library gets only a still picture.

mod container;
mod lossless;
mod lossy;

use self::container::Container;
use super::{
    canvas::{Place, lay},
    decoded::{Decoded, checked, orientation},
    error::PictureError,
    profile,
    shrink::Shrink,
};
use contract::Size;
use image::{ColorType, ImageDecoder, codecs::webp::WebPDecoder};
use std::io::Cursor;

const DAMAGED: PictureError = PictureError::Damaged("WebP");

pub(super) fn decode(bytes: &[u8], longest: u32) -> Result<Decoded, PictureError> {
    let container = Container::read(bytes).ok_or(DAMAGED)?;
    let Size { width, height } = container.frame.size().ok_or(DAMAGED)?;
    checked(width, height)?;
    if !container.frame.is_modest() {
        return Err(DAMAGED);
    }
    let (file, alpha_is_meant) = container.frame.still().ok_or(DAMAGED)?;
    let decoder = WebPDecoder::new(Cursor::new(file.as_slice())).map_err(|_| DAMAGED)?;
    let (width, height) = decoder.dimensions();
    let frame = checked(width, height)?;
    let size = container
        .canvas
        .map_or(Ok(frame), |canvas| checked(canvas.width, canvas.height))?;
    let ([left, top], expected) = container.frame.place.unwrap_or(([0, 0], size));
    if frame != expected || left + width > size.width || top + height > size.height {
        return Err(DAMAGED);
    }
    let color = decoder.color_type();
    let mut pixels = vec![0; usize::try_from(decoder.total_bytes()).map_err(|_| DAMAGED)?];
    decoder.read_image(&mut pixels).map_err(|_| DAMAGED)?;
    drop(file);
    if color == ColorType::Rgba8 && !alpha_is_meant {
        let (pixels, _) = pixels.as_chunks_mut::<4>();
        pixels.iter_mut().for_each(|[_, _, _, alpha]| *alpha = u8::MAX);
    }
    let shrink = if frame == size {
        Shrink::new(size, color, longest).and_then(|mut shrink| shrink.push(&pixels).map(|()| shrink))
    } else {
        Shrink::new(size, ColorType::Rgba8, longest).and_then(|mut shrink| {
            let place = Place { left, top, height };
            let row_bytes = width as usize * usize::from(color.bytes_per_pixel());
            let paint = |y, row: &mut [u8]| copy_row(pixels.chunks_exact(row_bytes).nth(y as usize)?, color, row);
            lay(&mut shrink, size, &place, paint).map(|()| shrink)
        })
    };
    drop(pixels);
    Ok(Decoded {
        image: shrink.and_then(Shrink::finish).ok_or(DAMAGED)?,
        size,
        orientation: orientation(container.exif),
        profile: container.profile.and_then(profile::of_icc),
    })
}

/// The compressed pixels of a lossy picture as a file of its own; `None` if the file would not be smaller than `below`
/// bytes.
pub(super) fn compressed(bytes: &[u8], below: usize) -> Option<Vec<u8>> {
    let image = Container::read(bytes)?.frame.lossy()?;
    // A chunk's header and the file's take 20 bytes.
    if image.len() + 20 >= below {
        return None;
    }
    lossy::file(image)
}

/// Copies a row of a frame as RGBA.
fn copy_row(from: &[u8], color: ColorType, to: &mut [u8]) -> Option<()> {
    if color.has_alpha() {
        to.get_mut(..from.len())?.copy_from_slice(from);
    } else {
        let (from, to) = (from.as_chunks::<3>().0, to.as_chunks_mut::<4>().0);
        for ([red, green, blue], to) in from.iter().zip(to) {
            *to = [*red, *green, *blue, u8::MAX];
        }
    }
    Some(())
}
