//! Why bytes are not a usable picture.

use crate::limits::{MAX_FILE_PIXELS, MAX_FILE_SIDE};

/// Why bytes are not a usable picture. The messages are phrases that follow the name of the parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// There are no bytes.
    #[error("is an empty file; use a picture")]
    Empty,
    /// The first bytes belong to no known format.
    #[error("is not a PNG, JPEG, WebP or GIF picture; save it as one of these")]
    Unknown,
    /// The first bytes belong to another type of file.
    #[error("looks like {name}; {advice}")]
    Other {
        /// The type of the file.
        name: &'static str,
        /// What to do with such a file.
        advice: &'static str,
    },
    /// The bytes were decoded as text and encoded again.
    #[error(
        "was sent through a text encoding, which has destroyed its bytes (they are EF BF BD now, or line breaks have \
         changed); read and send the file as bytes"
    )]
    TextEncoded,
    /// The file is a rare variant of this format.
    #[error("is a {0} of a kind that cannot be decoded; save it as an ordinary PNG or JPEG")]
    Unsupported(&'static str),
    /// A side in the header is 0.
    #[error("has {width}×{height} pixels, and at least 1×1 is needed; use a larger picture")]
    NoPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The header names too many pixels.
    #[error(
        "has {width}×{height} pixels, and at most {} megapixels are allowed; scale it down",
        MAX_FILE_PIXELS / 1_000_000
    )]
    TooManyPixels {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// A side in the header is too long.
    #[error("has {width}×{height} pixels, and no side may have more than {MAX_FILE_SIDE}; scale it down")]
    TooLong {
        /// The width in pixels.
        width: u32,
        /// The height in pixels.
        height: u32,
    },
    /// The file has this format, but ends early or is inconsistent.
    #[error("is damaged or cut off: the {0} cannot be decoded; save or upload it again")]
    Damaged(&'static str),
}
