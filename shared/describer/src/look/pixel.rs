//! Properties of a single pixel.

use colour::{Pixels, Rgb};
use std::borrow::Cow;

/// The alpha from which a pixel counts as visible.
pub(super) const VISIBLE: u8 = 128;

/// The alpha from which a person could see a pixel at all.
const FAINT: u8 = 16;

/// The luma of a pixel, 0 to 1: Rec. 709 weights on the gamma-encoded channels, which is accurate enough for edges.
pub(super) fn luma([red, green, blue, _]: [u8; 4]) -> f32 {
    (0.2126 * f32::from(red) + 0.7152 * f32::from(green) + 0.0722 * f32::from(blue)) / 255.0
}

/// The picture with its opacity raised until its most opaque pixel is fully opaque. So a faint watermark is measured
/// like the logo that it is. A picture so faint that a person would see nothing is returned unchanged.
pub(super) fn strengthened(pixels: &Pixels) -> Cow<'_, Pixels> {
    let most = pixels.iter().map(|[.., alpha]| alpha).max().unwrap_or_default();
    if !(FAINT..u8::MAX).contains(&most) {
        return Cow::Borrowed(pixels);
    }
    let stronger = |alpha: u8| (u16::from(alpha) * u16::from(u8::MAX) / u16::from(most)) as u8;
    let rgba = pixels
        .iter()
        .flat_map(|[red, green, blue, alpha]| [red, green, blue, stronger(alpha)]);
    let stronger = Pixels::new(pixels.width(), pixels.height(), rgba.collect());
    stronger.map_or(Cow::Borrowed(pixels), Cow::Owned)
}

/// Answers to a question about colours. Similar colours have the same answer, so that most pixels need no new one.
pub(super) struct Answers<T>(Vec<Option<T>>);

impl<T: Copy + Default> Answers<T> {
    /// The bits per channel that count. Five keep colours apart that look different.
    const BITS: u32 = 5;

    pub(super) fn new() -> Self {
        Self(vec![None; 1 << (3 * Self::BITS)])
    }

    /// The answer for a colour, which is found the first time that one like it is asked for.
    pub(super) fn of(&mut self, colour: Rgb, find: impl FnOnce() -> T) -> T {
        let Rgb(red, green, blue) = colour;
        let place = [red, green, blue].into_iter().fold(0, |place, channel| {
            place << Self::BITS | usize::from(channel >> (8 - Self::BITS))
        });
        let known = self.0.get_mut(place);
        known.map_or_else(T::default, |known| *known.get_or_insert_with(find))
    }
}
