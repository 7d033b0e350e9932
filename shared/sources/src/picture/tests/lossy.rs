//! Lossy WebP, whose compressed pixels are kept if that is smaller and safe.

use super::*;

const PHOTO: &str = "photo-160x120.webp";

/// The names of a WebP's chunks.
fn chunks(webp: &[u8]) -> Vec<String> {
    let (mut names, mut rest) = (Vec::new(), &webp[12..]);
    while rest.len() >= 8 {
        names.push(String::from_utf8(rest[..4].to_vec()).unwrap());
        let length = u32::from_le_bytes(rest[4..8].try_into().unwrap()) as usize;
        rest = &rest[8 + length.next_multiple_of(2)..];
    }
    names
}

/// The lossy bit stream of the sample photo.
fn image() -> Vec<u8> {
    let photo = sample(PHOTO);
    let start = photo.windows(4).position(|name| name == b"VP8 ").unwrap();
    let length = u32::from_le_bytes(photo[start + 4..start + 8].try_into().unwrap()) as usize;
    photo[start + 8..start + 8 + length].to_vec()
}

/// A WebP file with this lossy bit stream.
fn file(image: &[u8]) -> Vec<u8> {
    let mut chunk = b"VP8 ".to_vec();
    chunk.extend_from_slice(&u32::try_from(image.len()).unwrap().to_le_bytes());
    chunk.extend_from_slice(image);
    if image.len() % 2 == 1 {
        chunk.push(0);
    }
    let length = u32::try_from(chunk.len() + 4).unwrap().to_le_bytes();
    [&b"RIFF"[..], &length, b"WEBP", &chunk].concat()
}

fn kept(bytes: &[u8]) -> Vec<String> {
    chunks(&PreparedPicture::take(bytes).unwrap().bytes)
}

#[test]
fn a_lossy_photo_keeps_its_compressed_pixels_and_nothing_else() {
    let sent = sample(PHOTO);
    assert_eq!(chunks(&sent), ["VP8X", "VP8 ", "EXIF", "XMP "]);
    let picture = PreparedPicture::take(&sent).unwrap();
    assert_eq!(chunks(&picture.bytes), ["VP8 "]);
    assert_eq!(picture.bytes, file(&image()));
    let before = image::load_from_memory(&sent).unwrap().into_rgba8();
    assert_eq!(shown(&picture), before);
    let again = PreparedPicture::stored(picture.bytes.clone()).unwrap();
    assert_eq!(again.size, picture.size);
}

#[test]
fn a_lossy_photo_whose_pixels_change_is_encoded_anew() {
    let mut turned = sample(PHOTO);
    let orientation = turned
        .windows(4)
        .position(|tag| tag == [0x12, 1, 3, 0] || tag == [1, 0x12, 0, 3])
        .unwrap();
    let value = turned[orientation + 4..].iter().position(|byte| *byte == 1).unwrap();
    let second = turned[orientation + 4 + value + 1..]
        .iter()
        .position(|byte| *byte == 1)
        .unwrap();
    turned[orientation + 4 + value + 1 + second] = 6;
    let picture = PreparedPicture::take(&turned).unwrap();
    assert_eq!((picture.size.width, picture.size.height), (120, 160));
    assert_eq!(chunks(&picture.bytes), ["VP8L"]);
}

#[test]
fn bytes_that_a_decoder_does_not_need_are_not_kept() {
    let image = image();
    assert_eq!(kept(&file(&image)), ["VP8 "]);

    let after_the_last_partition = [image.as_slice(), b"<script>alert(1)</script>"].concat();
    assert_eq!(kept(&file(&after_the_last_partition)), ["VP8L"]);

    let tag = u32::from_le_bytes([image[0], image[1], image[2], 0]);
    let first = (tag >> 5) as usize;
    let hidden = b"<script>alert(1)</script>";
    let longer = tag & 0x1f | u32::try_from(first + hidden.len()).unwrap() << 5;
    let (start, rest) = image.split_at(10 + first);
    let in_the_first_partition = [&longer.to_le_bytes()[..3], &start[3..], hidden, rest].concat();
    assert!(PreparedPicture::take(&file(&in_the_first_partition)).is_ok());
    assert_eq!(kept(&file(&in_the_first_partition)), ["VP8L"]);
}
