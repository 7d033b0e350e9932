//! The C2PA manifests of vendors' files, which prove who painted a picture. A picture that is fitted to its brief is a
//! new file, for which the manifest does not hold, so the manifest is kept beside it.

use bytes::Bytes;
use img_parts::{
    jpeg::{Jpeg, markers::APP11},
    png::Png,
    webp::WebP,
};

/// The beginning of a manifest store after its length: a superbox whose description box has the type `c2pa`
/// (C2PA 2.2, 11.1.4; ISO 19566-5, B.2).
const SUPERBOX: &[u8] = b"jumb";
const DESCRIPTION: &[u8] = b"jumdc2pa\x00\x11\x00\x10\x80\x00\x00\xaa\x00\x38\x9b\x71";

/// Reads the manifest store of a file. `None` if the file has none. The signatures in it are not checked.
pub(crate) fn manifest(file: &Bytes) -> Option<Bytes> {
    let stores = [png, webp, jpeg].into_iter().filter_map(|find| find(file.clone()));
    // The store is a copy, because a part of the file would keep all of it in memory.
    stores
        .into_iter()
        .find(|store| is_manifest_store(store))
        .map(Bytes::from)
}

fn is_manifest_store(store: &[u8]) -> bool {
    let has = |at: usize, expected: &[u8]| store.get(at..at + expected.len()) == Some(expected);
    has(4, SUPERBOX) && has(12, DESCRIPTION)
}

/// A chunk has the store.
fn png(file: Bytes) -> Option<Vec<u8>> {
    let png = Png::from_bytes(file).ok()?;
    Some(png.chunk_by_type(*b"caBX")?.contents().to_vec())
}

/// A chunk has the store.
fn webp(file: Bytes) -> Option<Vec<u8>> {
    let webp = WebP::from_bytes(file).ok()?;
    Some(webp.chunk_by_id(*b"C2PA")?.content().data()?.to_vec())
}

/// Segments have parts of the store, of at most 64 kB each (ISO 19566-5, D.1). The parts of other boxes have other
/// instance numbers.
fn jpeg(file: Bytes) -> Option<Vec<u8>> {
    /// `JP`, the instance number and the number of the part.
    const HEAD: usize = 8;
    /// The length and the type of the box, which each part repeats.
    const BOX: usize = 8;

    let jpeg = Jpeg::from_bytes(file).ok()?;
    let parts: Vec<&[u8]> = jpeg
        .segments_by_marker(APP11)
        .map(|segment| segment.contents().as_ref())
        .collect();
    let first = parts
        .iter()
        .find(|part| part.get(HEAD..).is_some_and(is_manifest_store))?;
    let instance = first.get(..4)?;
    let rest = parts
        .iter()
        .filter(|part| part.starts_with(instance) && part.get(..HEAD) != first.get(..HEAD))
        .filter_map(|part| part.get(HEAD + BOX..));
    Some(
        [first.get(HEAD..)?]
            .into_iter()
            .chain(rest)
            .flatten()
            .copied()
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use image::ImageFormat;

    use super::*;

    /// A box of JUMBF, ISO 19566-5.
    fn boxed(kind: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let length = u32::try_from(8 + content.len()).unwrap().to_be_bytes();
        [length.as_slice(), kind, content].concat()
    }

    /// A superbox of the type of this name.
    fn superbox(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        let uuid = [name.as_slice(), b"\x00\x11\x00\x10\x80\x00\x00\xaa\x00\x38\x9b\x71"].concat();
        let description = boxed(b"jumd", &[&uuid, b"\x03label\0".as_slice()].concat());
        boxed(b"jumb", &[description, content.to_vec()].concat())
    }

    fn picture(format: ImageFormat) -> Vec<u8> {
        let mut bytes = std::io::Cursor::new(Vec::new());
        image::RgbImage::new(40, 30).write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn png_with(kind: &[u8; 4], store: &[u8]) -> Bytes {
        let mut file = picture(ImageFormat::Png);
        let chunk = [kind.as_slice(), store].concat();
        let length = u32::try_from(store.len()).unwrap().to_be_bytes();
        let checksum = crc32fast::hash(&chunk).to_be_bytes();
        file.splice(33..33, [&length, chunk.as_slice(), &checksum].concat());
        file.into()
    }

    fn webp_with(store: &[u8]) -> Bytes {
        let mut file = picture(ImageFormat::WebP);
        file.extend(b"C2PA");
        file.extend(u32::try_from(store.len()).unwrap().to_le_bytes());
        file.extend(store);
        file.extend(vec![0; store.len() % 2]);
        let length = u32::try_from(file.len() - 8).unwrap().to_le_bytes();
        file.splice(4..8, length);
        file.into()
    }

    /// A JPEG with these boxes in segments whose parts have at most this many bytes of a box.
    fn jpeg_with(boxes: &[Vec<u8>], longest: usize) -> Bytes {
        let mut segments = Vec::new();
        for (instance, content) in boxes.iter().enumerate() {
            let (head, rest) = content.split_at(8);
            for (part, chunk) in rest.chunks(longest).enumerate() {
                let length = u16::try_from(2 + 8 + 8 + chunk.len()).unwrap().to_be_bytes();
                segments.extend([0xff, 0xeb]);
                segments.extend(length);
                segments.extend(b"JP");
                segments.extend(u16::try_from(instance + 1).unwrap().to_be_bytes());
                segments.extend(u32::try_from(part + 1).unwrap().to_be_bytes());
                segments.extend(head);
                segments.extend(chunk);
            }
        }
        let mut file = picture(ImageFormat::Jpeg);
        file.splice(2..2, segments);
        file.into()
    }

    #[test]
    fn the_manifest_of_every_container_is_found() {
        for length in [0, 1, 100, 150_001] {
            let store = superbox(b"c2pa", &vec![7; length]);
            let other = superbox(b"json", &vec![9; length]);
            let boxes = [other.clone(), store.clone(), other];
            let files = [
                png_with(b"caBX", &store),
                webp_with(&store),
                jpeg_with(std::slice::from_ref(&store), 65_000),
                jpeg_with(&boxes, 65_000),
                jpeg_with(&boxes, 1_000),
            ];
            for (at, file) in files.iter().enumerate() {
                assert_eq!(manifest(file).as_deref(), Some(store.as_slice()), "{at} {length}");
            }
        }
    }

    #[test]
    fn files_without_a_manifest_have_none() {
        let store = superbox(b"c2pa", b"content");
        let other = superbox(b"json", b"content");
        for file in [
            Bytes::new(),
            Bytes::from_static(b"no picture"),
            picture(ImageFormat::Png).into(),
            picture(ImageFormat::WebP).into(),
            picture(ImageFormat::Jpeg).into(),
            png_with(b"caBX", b"short"),
            png_with(b"caBX", &other),
            png_with(b"teXt", &store),
            webp_with(&other),
            jpeg_with(&[other], 1_000),
        ] {
            assert_eq!(manifest(&file), None);
        }
    }
}
