//! What all targets of picture formats share.

use std::{io::Cursor, time::Duration};

use image::ImageReader;
use sources::Picture;

use crate::measure::Cost;

/// What a small file may cost, and any file that is refused because it cannot hold the pixels that it announces.
const SMALL: Cost = Cost {
    cpu: Duration::from_millis(50),
    memory: 32_000_000,
};
/// What every byte of a file may cost beyond that, and what every pixel that it announces.
const CPU_PER_BYTE: Duration = Duration::from_nanos(10);
const CPU_PER_PIXEL: Duration = Duration::from_nanos(150);
const MEMORY_PER_PIXEL: u64 = 15;

/// The contract's most pixels.
const MOST_PIXELS: u64 = 40_000_000;

/// A file that is refused with more pixels than this for each of its bytes is refused for its header alone.
const MOST_PIXELS_PER_BYTE: u64 = 1000;

/// Takes a file as an upload does, and opens what was stored as a later call does.
pub(super) fn take(bytes: &[u8]) {
    if let Ok(picture) = Picture::take(bytes) {
        let again = Picture::stored(picture.bytes);
        assert!(
            again.is_ok_and(|again| again.size == picture.size),
            "a stored picture cannot be opened"
        );
    }
}

/// What a file may cost, by the pixels that it announces.
pub(super) fn budget(bytes: &[u8]) -> Cost {
    let mut pixels = pixels(bytes).unwrap_or_default();
    let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
    if pixels > MOST_PIXELS || pixels > length * MOST_PIXELS_PER_BYTE && Picture::take(bytes).is_err() {
        pixels = 0;
    }
    let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
    Cost {
        cpu: SMALL.cpu + CPU_PER_BYTE * number(length) + CPU_PER_PIXEL * number(pixels),
        memory: SMALL.memory + MEMORY_PER_PIXEL * pixels,
    }
}

/// The pixels that a file announces. Of a GIF the frame counts if it is larger than the screen.
fn pixels(bytes: &[u8]) -> Option<u64> {
    let area = |width: u32, height: u32| u64::from(width) * u64::from(height);
    let reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().ok()?;
    let (width, height) = reader.into_dimensions().ok()?;
    let frame = gif::Decoder::new(bytes).ok().and_then(|mut gif| {
        let frame = gif.next_frame_info().ok()??;
        Some(area(frame.width.into(), frame.height.into()))
    });
    Some(area(width, height).max(frame.unwrap_or_default()))
}
