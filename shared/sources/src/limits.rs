//! The limits of sources and of their pictures. Messages take their numbers from here.

use std::time::Duration;

/// The longest URL that is fetched, in code points.
pub(crate) const MAX_URL_CHARS: usize = 2048;
/// The most bytes that the `data:` URLs of one call may have together, decoded. A Lambda accepts no larger event.
pub(crate) const MAX_DATA_BYTES: usize = 4_000_000;

/// How long fetching all sources of a call may take.
pub(crate) const FETCH_TIMEOUT: Duration = Duration::from_secs(10);
/// How long connecting to one address may take.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// The number of redirects that are followed.
pub(crate) const MAX_REDIRECTS: usize = 3;
/// The most bytes of a connection that are buffered, which also limits the head of a response.
pub(crate) const MAX_BUFFER_BYTES: usize = 64 * 1024;

/// The largest picture file, in bytes.
pub(crate) const MAX_PICTURE_BYTES: usize = 10_000_000;
/// The largest picture file from a vendor's model, in bytes. As a PNG that cannot be compressed, 3840×2160 pixels with
/// transparency take 33 MB.
pub(crate) const MAX_PAINTED_BYTES: usize = 40_000_000;
/// The most bytes of a page that are read. The tags that name its preview picture are near the beginning.
pub(crate) const MAX_PAGE_BYTES: usize = 2_000_000;
/// The most pictures that a page may name as its preview. They are tried one after another.
pub(crate) const MAX_PREVIEW_PICTURES: usize = 5;
/// The largest JSON response of a video site, in bytes.
pub(crate) const MAX_JSON_BYTES: usize = 1_000_000;

/// The longest title of an image or an inspiration, in code points.
pub(crate) const MAX_TITLE_CHARS: usize = 100;
/// How much of a URL's scheme a message repeats, in code points.
pub(crate) const MAX_SHOWN_SCHEME_CHARS: usize = 20;
/// How much of the name of a content encoding a message repeats, in code points.
pub(crate) const MAX_SHOWN_ENCODING_CHARS: usize = 40;

/// The most pixels of a picture file.
pub(crate) const MAX_FILE_PIXELS: u64 = 40_000_000;
/// The longest side of a picture file, in pixels. Only PNG allows longer sides, and decoding a PNG needs several copies
/// of a row in memory.
pub(crate) const MAX_FILE_SIDE: u32 = 65_535;
/// The longest side of a stored picture, in pixels.
pub(crate) const MAX_STORED_SIDE: u32 = 2048;
/// The longest side of a picture's small copy, in pixels: enough to recognize colours and shapes.
pub(crate) const MAX_PREVIEW_SIDE: u32 = 256;
/// The longest side of a matte, in pixels. A person in a thumbnail of the usual size is hardly larger.
pub(crate) const MAX_MATTE_SIDE: u32 = 768;
/// A picture whose width or height is less than this number of pixels gets no matte.
pub(crate) const MIN_MATTE_SIDE: u32 = 32;

/// A number of bytes in megabytes, as messages state it.
pub(crate) const fn megabytes(bytes: usize) -> usize {
    bytes / 1_000_000
}
