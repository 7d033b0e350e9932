//! Common code of all targets for picture formats.

use std::time::Duration;

use sources::PreparedPicture;

use crate::measure::Cost;

/// The budget of a small file, and of any file that is refused because it cannot contain the pixels that it announces.
const SMALL: Cost = Cost {
    cpu: Duration::from_millis(50),
    memory: 32_000_000,
};
/// The additional budget for each byte of a file, and for each announced pixel.
const CPU_PER_BYTE: Duration = Duration::from_nanos(10);
const CPU_PER_PIXEL: Duration = Duration::from_nanos(150);
const MEMORY_PER_PIXEL: u64 = 15;

/// The largest number of pixels in the contract.
const MOST_PIXELS: u64 = 40_000_000;

/// A file with more announced pixels than this for each byte must be refused by its header alone.
const MOST_PIXELS_PER_BYTE: u64 = 1000;

/// Processes a file like an upload, and opens the stored file like a later call.
pub(super) fn take(bytes: &[u8]) {
    if let Ok(picture) = PreparedPicture::take(bytes) {
        let again = PreparedPicture::stored(picture.bytes);
        assert!(
            again.is_ok_and(|again| again.size == picture.size),
            "a stored picture cannot be opened"
        );
    }
}

/// The budget of a file, by its announced pixels.
pub(super) fn budget(bytes: &[u8]) -> Cost {
    let mut pixels = pixels(bytes).unwrap_or_default();
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if pixels > MOST_PIXELS || pixels > length * MOST_PIXELS_PER_BYTE && PreparedPicture::take(bytes).is_err() {
        pixels = 0;
    }
    let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    Cost {
        cpu: SMALL.cpu + CPU_PER_BYTE * number(length) + CPU_PER_PIXEL * number(pixels),
        memory: SMALL.memory + MEMORY_PER_PIXEL * pixels,
    }
}

/// The pixels that a file announces. For a GIF, the larger of screen and frame counts.
fn pixels(bytes: &[u8]) -> Option<u64> {
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    let (width, height) = codecs::dimensions(bytes, None)?;
    let frame = gif::Decoder::new(bytes).ok().and_then(|mut gif| {
        let frame = gif.next_frame_info().ok()??;
        Some(area(frame.width.into(), frame.height.into()))
    });
    Some(area(width, height).max(frame.unwrap_or_default()))
}
