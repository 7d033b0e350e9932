//! Test pictures whose colour identifies the vendor.

use std::{
    collections::HashMap,
    io::Cursor,
    sync::{LazyLock, Mutex},
};

use bytes::Bytes;
use image::{ImageFormat, Rgb, RgbImage};

use super::server::lock;

type Asked = ([u8; 3], (u32, u32), ImageFormat);

/// A gradient from a dark to a bright tone of a vendor's colour. Encoded pictures are cached, because encoding is slow
/// in debug builds.
pub(super) fn paint(colour: [u8; 3], (width, height): (u32, u32), format: ImageFormat) -> Bytes {
    static PAINTED: LazyLock<Mutex<HashMap<Asked, Bytes>>> = LazyLock::new(Mutex::default);
    let asked = (colour, (width, height), format);
    if let Some(picture) = lock(&PAINTED).get(&asked) {
        return picture.clone();
    }
    let picture = RgbImage::from_fn(width, height, |x, y| {
        // The brightness rises from 64 to 255 from the top left to the bottom right.
        let light = 64 + 96 * x / width + 95 * y / height;
        Rgb(colour.map(|channel| u8::try_from(u32::from(channel) * light / 255).unwrap_or(u8::MAX)))
    });
    let mut bytes = Cursor::new(Vec::new());
    picture
        .write_to(&mut bytes, format)
        .expect("a picture that can be encoded");
    let bytes = Bytes::from(bytes.into_inner());
    lock(&PAINTED).insert(asked, bytes.clone());
    bytes
}

/// Identifies the vendor of a picture by its strongest colour channels: `gemini` paints in blue, `openai` in green,
/// `bedrock` in red, and `bfl` in yellow, which is red and green. Resizing and re-encoding a picture do not change the
/// result.
///
/// # Panics
///
/// When the picture cannot be decoded.
pub fn painter(picture: &[u8]) -> &'static str {
    let picture = image::load_from_memory(picture).expect("a picture").to_rgb8();
    let mut sums = [0_u64; 3];
    for pixel in picture.pixels() {
        for (sum, channel) in sums.iter_mut().zip(pixel.0) {
            *sum += u64::from(channel);
        }
    }
    let [red, green, blue] = sums;
    let is_yellow = red.abs_diff(green) * 5 < red.max(green) && blue * 2 < red.min(green);
    match red.max(green).max(blue) {
        _ if is_yellow => "bfl",
        most if most == blue => "gemini",
        most if most == green => "openai",
        _ => "bedrock",
    }
}
