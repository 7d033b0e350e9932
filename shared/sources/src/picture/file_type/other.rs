//! Recognizes files that callers send instead of a picture.

use crate::picture::error::PictureError;

/// How many bytes of a file that is not a picture are examined.
const SAMPLE: usize = 1024;

/// The character that text decoders write instead of bytes that are no text, in UTF-8.
const REPLACEMENT: &str = "\u{fffd}";

/// What to do with a file of another type.
const EXPORT: &str = "export it as PNG or JPEG";
const FRAME: &str = "save one of its frames as PNG or JPEG, and use that picture";
const UNPACK: &str = "unpack it, and use the picture in it";
const LINK: &str = "pass the URL of the picture itself";
const PICTURE: &str = "use a PNG, JPEG, WebP or GIF picture";
const DECODE: &str =
    "decode it, and send the bytes, or pass it as a data: URL, which starts with `data:image/png;base64,`";

/// The first bytes of other types of files, with the type's name and what to do.
const SIGNATURES: [(&[u8], &str, &str); 44] = [
    (
        b"\x89PNG\r\n\x1a\n",
        "Apple's own variant of PNG (CgBI)",
        "open it on a Mac, and export it as PNG",
    ),
    (b"BM", "BMP", EXPORT),
    (b"II\xbc\x01", "JPEG XR", EXPORT),
    (b"\0\0\x01\0", "an icon (ICO)", EXPORT),
    // A cursor has the number of its pictures here.
    (b"\0\0\x02\0\0\0", TARGA, EXPORT),
    (b"\0\0\x0a\0\0\0", TARGA, EXPORT),
    (b"\0\0\x02\0", "a cursor (CUR)", EXPORT),
    (b"icns", "an icon of macOS (ICNS)", EXPORT),
    (b"\0\0\0\x0cJXL \r\n\x87\n", "JPEG XL", EXPORT),
    (b"\xff\x0a", "JPEG XL", EXPORT),
    (b"\0\0\0\x0cjP  \r\n\x87\n", "JPEG 2000", EXPORT),
    (b"\xff\x4f\xff\x51", "JPEG 2000", EXPORT),
    (b"8BPS", "a Photoshop file (PSD)", EXPORT),
    (b"gimp xcf", "a GIMP file (XCF)", EXPORT),
    (b"qoif", "QOI", EXPORT),
    (b"DDS ", "a texture (DDS)", EXPORT),
    (b"v/1\x01", "OpenEXR", EXPORT),
    (b"#?RADIANCE", "Radiance HDR", EXPORT),
    (b"%!PS", "PostScript (EPS)", EXPORT),
    (b"\xc5\xd0\xd3\xc6", "PostScript (EPS)", EXPORT),
    (b"%PDF-", "a PDF", "export its page as PNG or JPEG"),
    // Cameras: Olympus, Panasonic, Fujifilm, Sigma.
    (b"IIRO", RAW, EXPORT),
    (b"IIRS", RAW, EXPORT),
    (b"MMOR", RAW, EXPORT),
    (b"IIU\0", RAW, EXPORT),
    (b"FUJIFILM", RAW, EXPORT),
    (b"FOVb", RAW, EXPORT),
    (b"PK\x03\x04", "a ZIP archive", UNPACK),
    (b"\x1f\x8b", "a gzip archive", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"Rar!", "a RAR archive", UNPACK),
    (b"BZh", "a bzip2 archive", UNPACK),
    (b"\xfd7zXZ\0", "an XZ archive", UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive", UNPACK),
    (b"\x1a\x45\xdf\xa3", "a WebM or Matroska video", FRAME),
    (b"FLV\x01", "a Flash video", FRAME),
    (b"\0\0\x01\xba", "an MPEG video", FRAME),
    (b"\0\0\x01\xb3", "an MPEG video", FRAME),
    (b"OggS", "an Ogg file", PICTURE),
    (b"ID3", "an MP3 file", PICTURE),
    (b"iVBORw0KGgo", "a PNG as base64 text", DECODE),
    (b"/9j/", "a JPEG as base64 text", DECODE),
    (b"R0lGOD", "a GIF as base64 text", DECODE),
    (b"UklGR", "a WebP as base64 text", DECODE),
];

const TARGA: &str = "a Targa picture (TGA)";
const RAW: &str = "a camera's raw file";

/// The error about a file that is no picture of an accepted format.
pub(super) fn error(bytes: &[u8]) -> PictureError {
    if is_text_encoded(bytes) || bytes.starts_with(b"\x89PNG\n") || bytes.starts_with(b"\x89PNG\r\r\n") {
        return PictureError::TextEncoded;
    }
    let found = container(bytes)
        .or_else(|| {
            let signature = SIGNATURES.iter().find(|(start, ..)| bytes.starts_with(start));
            signature.map(|(_, name, advice)| (*name, *advice))
        })
        .or_else(|| text(bytes));
    match found {
        Some((name, advice)) => PictureError::Other { name, advice },
        None => PictureError::Unknown,
    }
}

/// Whether the bytes were decoded as text and encoded again. All bytes that were no text are lost then.
pub(in crate::picture) fn is_text_encoded(bytes: &[u8]) -> bool {
    str::from_utf8(bytes).is_ok_and(|text| text.contains(REPLACEMENT))
}

/// The type of a file whose container names it further inside.
fn container(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    if bytes.starts_with(b"RIFF") {
        return Some(match bytes.get(8..12) {
            Some(b"AVI ") => ("an AVI video", FRAME),
            _ => ("a WAV file", PICTURE),
        });
    }
    if bytes.first() == Some(&0x47) && bytes.get(188) == Some(&0x47) {
        return Some(("an MPEG video", FRAME));
    }
    if bytes.get(4..8) == Some(b"ftyp") {
        return Some(match bytes.get(8..12)? {
            b"avif" | b"avis" => ("AVIF", EXPORT),
            b"mif1" | b"msf1" if is_compatible_with_avif(bytes) => ("AVIF", EXPORT),
            b"heic" | b"heix" | b"hevc" | b"hevx" | b"heim" | b"heis" | b"mif1" | b"msf1" => ("HEIC", EXPORT),
            b"crx " => (RAW, EXPORT),
            b"qt  " => ("a QuickTime video", FRAME),
            b"M4A " | b"M4B " => ("an MPEG-4 audio file", PICTURE),
            _ => ("an MP4 video", FRAME),
        });
    }
    tiff(bytes)
}

/// Whether the brand is among the compatible ones of the first box, ISO 14496-12 section 4.3.
fn is_compatible_with_avif(bytes: &[u8]) -> bool {
    let length = bytes.first_chunk().map_or(0, |length| u32::from_be_bytes(*length));
    let brands = usize::try_from(length).ok().and_then(|length| bytes.get(16..length));
    brands.is_some_and(|brands| brands.as_chunks::<4>().0.contains(b"avif"))
}

/// The type of a file in the structure of TIFF, in which many cameras store raw files.
fn tiff(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    /// Tags that TIFF pictures do not have: further pictures inside (`SubIFDs`), and the version of DNG.
    const TAGS: [u16; 2] = [330, 50706];

    let number: fn([u8; 2]) -> u16 = match bytes.get(..4)? {
        b"II*\0" | b"II+\0" => u16::from_le_bytes,
        b"MM\0*" | b"MM\0+" => u16::from_be_bytes,
        _ => return None,
    };
    let at = |place: usize| Some(number(*bytes.get(place..)?.first_chunk()?));
    // The position of the first directory has four bytes.
    let (low, high) = if bytes.starts_with(b"II") { (4, 6) } else { (6, 4) };
    let entries = || {
        let start = usize::from(at(low)?) | usize::from(at(high)?) << 16;
        let count = at(start)?;
        Some((0..usize::from(count)).map_while(move |entry| at(start + 2 + entry * 12)))
    };
    let is_raw =
        bytes.get(8..10) == Some(b"CR") || entries().is_some_and(|mut tags| tags.any(|tag| TAGS.contains(&tag)));
    Some((if is_raw { RAW } else { "TIFF" }, EXPORT))
}

fn text(bytes: &[u8]) -> Option<(&'static str, &'static str)> {
    const TEXT: (&str, &str) = ("text", PICTURE);

    if bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff") {
        return Some(TEXT);
    }
    let sample = bytes.get(..SAMPLE).unwrap_or(bytes);
    let sample = match str::from_utf8(sample) {
        Ok(text) => text,
        // The sample may end inside a character.
        Err(error) if error.error_len().is_none() => str::from_utf8(sample.get(..error.valid_up_to())?).ok()?,
        Err(_) => return None,
    };
    if sample.contains(|c: char| c.is_control() && !c.is_whitespace()) {
        return None;
    }
    let start = sample.trim_start_matches('\u{feff}').trim_start().to_ascii_lowercase();
    let page = ["<!doctype html", "<html", "<head", "<body", "<script"];
    Some(
        if start.starts_with("<svg") || start.starts_with('<') && start.contains("<svg") && !start.contains("<html") {
            ("SVG", EXPORT)
        } else if page.iter().any(|tag| start.starts_with(tag)) || start.starts_with('<') && start.contains("<html") {
            ("HTML", LINK)
        } else if start.starts_with('<') {
            ("XML", LINK)
        } else if start.starts_with('{') || start.starts_with('[') {
            ("JSON", LINK)
        } else {
            TEXT
        },
    )
}
