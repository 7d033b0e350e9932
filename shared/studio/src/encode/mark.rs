//! Marks a file with the kind of its origin, as an XMP packet.
//!
//! The kinds are those of the International Press Telecommunications Council, which video sites and search engines read
//! to label generated pictures.

use contract::{ImageFormat, Size};

/// The most bytes by which a mark makes a file longer.
pub(super) const MARK_BYTES: usize = 1024;

/// How many bytes at the beginning and at the end of a file may contain its mark.
const NEAR: usize = 4096;

/// The vocabulary of the kinds, <https://cv.iptc.org/newscodes/digitalsourcetype/>.
const VOCABULARY: &str = "http://cv.iptc.org/newscodes/digitalsourcetype/";

/// Where a picture comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DigitalSource {
    /// Drawn by rules.
    Algorithmic,
    /// Drawn by rules, with pictures of the caller.
    Composite,
    /// Painted by a model.
    Trained,
    /// Drawn by rules, with pictures that a model painted.
    CompositeWithTrained,
}

impl DigitalSource {
    const ALL: [Self; 4] = [
        Self::Algorithmic,
        Self::Composite,
        Self::Trained,
        Self::CompositeWithTrained,
    ];

    /// The name in the vocabulary.
    const fn name(self) -> &'static str {
        match self {
            Self::Algorithmic => "algorithmicMedia",
            Self::Composite => "composite",
            Self::Trained => "trainedAlgorithmicMedia",
            Self::CompositeWithTrained => "compositeWithTrainedAlgorithmicMedia",
        }
    }

    /// The mark of a file that this service made; `None` for other files.
    fn of(file: &[u8]) -> Option<Self> {
        let first = file.get(..NEAR).unwrap_or(file);
        let last = file.get(file.len().saturating_sub(NEAR)..).unwrap_or(file);
        [first, last].into_iter().find_map(|part| {
            let is_vocabulary = |bytes: &[u8]| bytes == VOCABULARY.as_bytes();
            let start = part.windows(VOCABULARY.len()).position(is_vocabulary)?;
            let name = part
                .get(start + VOCABULARY.len()..)?
                .split(|byte| *byte == b'"')
                .next()?;
            Self::ALL.into_iter().find(|source| source.name().as_bytes() == name)
        })
    }

    /// Whether a model painted the picture in a file, or a part of it.
    pub(crate) fn has_trained(file: &[u8]) -> bool {
        matches!(Self::of(file), Some(Self::Trained | Self::CompositeWithTrained))
    }
}

/// The XMP packet, ISO 16684-1. Nothing in it depends on the time or on the call, so that the same picture has the same
/// bytes.
fn packet(source: DigitalSource) -> String {
    format!(
        "<?xpacket begin=\"\u{feff}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\
         <x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\
         <rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\
         <rdf:Description rdf:about=\"\" xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" \
         xmlns:Iptc4xmpExt=\"http://iptc.org/std/Iptc4xmpExt/2008-02-29/\" \
         xmp:CreatorTool=\"Thumbnails {version}\" \
         Iptc4xmpExt:DigitalSourceType=\"{VOCABULARY}{name}\"/>\
         </rdf:RDF></x:xmpmeta><?xpacket end=\"r\"?>",
        version = env!("CARGO_PKG_VERSION"),
        name = source.name(),
    )
}

/// Adds the mark to a file that an encoder of this crate made. `None` if the file has another structure.
pub(super) fn mark(file: &[u8], format: ImageFormat, size: Size, source: DigitalSource) -> Option<Vec<u8>> {
    let packet = packet(source);
    match format {
        ImageFormat::Png => png(file, &packet),
        ImageFormat::Jpeg => jpeg(file, &packet),
        ImageFormat::Webp => webp(file, &packet, size),
    }
}

/// Inserts an uncompressed `iTXt` chunk after the header.
fn png(file: &[u8], packet: &str) -> Option<Vec<u8>> {
    /// The signature and the header chunk.
    const HEAD: usize = 8 + 25;
    /// The keyword, no compression, no language, no translated keyword.
    const KEYWORD: &[u8] = b"XML:com.adobe.xmp\0\0\0\0\0";

    let (head, rest) = file.split_at_checked(HEAD)?;
    let content = [b"iTXt", KEYWORD, packet.as_bytes()].concat();
    let length = u32::try_from(content.len() - 4).ok()?.to_be_bytes();
    let checksum = crc32fast::hash(&content).to_be_bytes();
    Some([head, &length, &content, &checksum, rest].concat())
}

/// Inserts an `APP1` segment after the start and the JFIF segment, which must be the first.
fn jpeg(file: &[u8], packet: &str) -> Option<Vec<u8>> {
    const NAMESPACE: &[u8] = b"http://ns.adobe.com/xap/1.0/\0";

    let head = match file {
        [0xff, 0xd8, 0xff, 0xe0, high, low, ..] => 4 + usize::from(u16::from_be_bytes([*high, *low])),
        [0xff, 0xd8, ..] => 2,
        _ => return None,
    };
    let (head, rest) = file.split_at_checked(head)?;
    let length = u16::try_from(2 + NAMESPACE.len() + packet.len()).ok()?.to_be_bytes();
    Some([head, &[0xff, 0xe1], &length, NAMESPACE, packet.as_bytes(), rest].concat())
}

/// Writes the extended header, which says that there is an `XMP ` chunk, and adds this chunk at the end. The file must
/// consist of one chunk of opaque pixels.
fn webp(file: &[u8], packet: &str, size: Size) -> Option<Vec<u8>> {
    /// Only the flag of XMP.
    const FLAGS: [u8; 4] = [0b100, 0, 0, 0];

    let pixels = file.get(12..).filter(|_| file.starts_with(b"RIFF"))?;
    let side = |length: u32| Some(length.checked_sub(1)?.to_le_bytes());
    let ([w0, w1, w2, _], [h0, h1, h2, _]) = (side(size.width)?, side(size.height)?);
    let header = [FLAGS.as_slice(), &[w0, w1, w2, h0, h1, h2]].concat();
    let body = [
        b"WEBP".as_slice(),
        &chunk(b"VP8X", &header)?,
        pixels,
        &chunk(b"XMP ", packet.as_bytes())?,
    ]
    .concat();
    let length = u32::try_from(body.len()).ok()?.to_le_bytes();
    Some([b"RIFF", length.as_slice(), &body].concat())
}

/// A chunk of RIFF, with a byte of padding after an odd length.
fn chunk(name: &[u8; 4], data: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(data.len()).ok()?.to_le_bytes();
    let padding = vec![0; data.len() % 2];
    Some([name.as_slice(), &length, data, &padding].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageDecoder, ImageReader};
    use std::io::Cursor;

    const SIZE: Size = Size { width: 33, height: 20 };

    #[test]
    fn every_format_keeps_its_pixels_and_has_the_packet() {
        let rgb: Vec<u8> = (0..33 * 20 * 3).map(|place| (place % 251) as u8).collect();
        for format in ImageFormat::ALL {
            let plain = super::super::encoded(&rgb, SIZE, format, 1_000_000).unwrap();
            assert_eq!(DigitalSource::of(&plain), None);
            for source in DigitalSource::ALL {
                let marked = mark(&plain, format, SIZE, source).unwrap();
                assert!(marked.len() <= plain.len() + MARK_BYTES, "{format:?}");
                assert_eq!(
                    image::load_from_memory(&marked).unwrap(),
                    image::load_from_memory(&plain).unwrap(),
                    "{format:?}"
                );
                let reader = ImageReader::new(Cursor::new(&marked)).with_guessed_format().unwrap();
                let found = reader.into_decoder().unwrap().xmp_metadata().unwrap();
                assert_eq!(found.as_deref(), Some(packet(source).as_bytes()), "{format:?}");
                assert_eq!(DigitalSource::of(&marked), Some(source), "{format:?}");
            }
        }
    }
}
