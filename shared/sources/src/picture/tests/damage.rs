//! Truncated and damaged files.

use super::*;

#[test]
fn a_file_cut_anywhere_is_refused_or_has_all_pixels() {
    for name in samples() {
        let bytes = sample(&name);
        let end = match name.as_str() {
            "animated.gif" => first_frame(&bytes),
            // The second frame begins with its control chunk, after the pixels of the first one.
            "two-frames.png" => bytes.windows(4).rposition(|name| name == b"fcTL").unwrap() - 4,
            _ => bytes.len(),
        };
        let whole = shown(&PreparedPicture::take(&bytes).unwrap());
        let mut accepted = 0;
        for length in 0..end {
            if let Ok(cut) = PreparedPicture::take(&bytes[..length]) {
                assert_eq!(shown(&cut), whole, "{name} cut at {length} of {}", bytes.len());
                accepted += 1;
            }
        }
        // What may be missing is the end marker or a part of it.
        let most = match FileType::of(&bytes).unwrap() {
            FileType::Jpeg => 2,
            FileType::Png => 12,
            FileType::Gif => 1,
            FileType::Webp => 0,
        };
        assert!(accepted <= most, "{name}: {accepted} cuts are accepted");
    }
}

/// The end of the data of a GIF's first frame, which is after an empty block.
fn first_frame(gif: &[u8]) -> usize {
    let image = gif.windows(5).position(|part| part == [b',', 0, 0, 0, 0]).unwrap();
    let mut at = image + 11;
    while gif[at] != 0 {
        at += 1 + usize::from(gif[at]);
    }
    at + 1
}

#[test]
fn frames_after_the_first_are_ignored() {
    let gif = sample("animated.gif");
    let mut many = gif[..first_frame(&gif)].to_vec();
    many.resize(5_000_000, 0x2c);
    let image = shown(&PreparedPicture::take(&many).unwrap());
    assert_close(middles(&image), [RED, GREEN, BLUE, NOTHING], 0);

    let mut webp = sample("animated.webp");
    let last = webp.windows(4).rposition(|name| name == b"VP8L").unwrap();
    webp[last + 8..].fill(0xff);
    let image = shown(&PreparedPicture::take(&webp).unwrap());
    assert_close(middles(&image), [RED, GREEN, BLUE, NOTHING], 0);

    let mut png = sample("two-frames.png");
    let last = png.windows(4).rposition(|name| name == b"fdAT").unwrap();
    let length = u32::from_be_bytes(png[last - 4..last].try_into().unwrap()) as usize;
    png[last + 8..last + 4 + length].fill(0xff);
    let sum = crc32(&png[last..last + 4 + length]);
    png[last + 4 + length..last + 8 + length].copy_from_slice(&sum.to_be_bytes());
    let image = shown(&PreparedPicture::take(&png).unwrap());
    assert_close(middles(&image), [RED, GREEN, BLUE, YELLOW], 0);
}

#[test]
fn a_wrong_checksum_is_noticed() {
    let mut bytes = sample("transparent.png");
    let data = bytes.windows(4).position(|part| part == b"IDAT").unwrap();
    bytes[data + 20] ^= 1;
    assert_eq!(PreparedPicture::take(&bytes).unwrap_err(), PictureError::Damaged("PNG"));
}

#[test]
fn damaged_files_never_make_a_decoder_panic() {
    // `PreparedPicture::take` turns a panic into a refusal, so this test calls the decoders directly.
    let mut chance = Chance::new(7);
    for name in samples() {
        let bytes = sample(&name);
        let file_type = FileType::of(&bytes).unwrap();
        for _ in 0..300 {
            let mut bytes = bytes.clone();
            for _ in 0..=chance.below(3) {
                let at = 8 + chance.below(bytes.len() - 8);
                match chance.below(4) {
                    0 => bytes[at] ^= 1 << chance.below(8),
                    1 => bytes[at] = 0xff,
                    2 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, u8::try_from(chance.below(256)).unwrap()),
                }
            }
            if let Ok(mut decoded) = decode(file_type, &bytes, 20) {
                decoded.image.apply_orientation(decoded.orientation);
                if let Some(profile) = decoded.profile {
                    profile::to_srgb(&mut decoded.image, &profile);
                }
            }
        }
    }
}
