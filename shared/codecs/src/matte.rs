//! A matte in the file of its picture.

use bytes::Bytes;
use image::{ImageFormat, Limits};
use img_parts::{
    ImageICC,
    jpeg::{Jpeg, JpegSegment, markers::APP9},
    png::{Png, PngChunk},
    riff::{RiffChunk, RiffContent},
    webp::WebP,
};

/// The type of the chunk. As a type of PNG it says: not needed to show the picture, private, and not to be copied if
/// the pixels change.
const CHUNK: [u8; 4] = *b"maTE";
/// The beginning of the segment of a JPEG.
const SEGMENT: &[u8] = b"matte\0";
/// The largest content of a segment of a JPEG, in bytes.
const MAX_SEGMENT: usize = 65_533;
/// The face at the beginning of the content: four shares of two bytes each. A PNG follows.
const FACE: usize = 8;
/// What stands for no face.
const NO_FACE: [f32; 4] = [0.0; 4];
/// The share that is the whole picture.
const WHOLE: f32 = 65_535.0;
/// The longest side of a matte that is read, in pixels. None is larger than a stored picture.
const MAX_SIDE: u32 = 2_048;

/// How opaque each pixel of a picture of persons or of a thing is. A matte is stretched over its picture and usually
/// has fewer pixels.
#[derive(Clone, Debug, PartialEq)]
pub struct Matte {
    width: u32,
    height: u32,
    alpha: Vec<u8>,
    face: Option<[f32; 4]>,
}

impl Matte {
    /// A matte from its pixels, row by row, and the largest face, if there is one. `None` unless there are `width ×
    /// height` pixels.
    pub fn new(width: u32, height: u32, alpha: Vec<u8>, face: Option<[f32; 4]>) -> Option<Self> {
        let pixels = u64::from(width) * u64::from(height);
        let is_whole = pixels > 0 && u64::try_from(alpha.len()) == Ok(pixels);
        is_whole.then_some(Self {
            width,
            height,
            alpha,
            face,
        })
    }

    /// The width and the height in pixels.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// The pixels, row by row: 0 is transparent, 255 is opaque.
    pub fn alpha(&self) -> &[u8] {
        &self.alpha
    }

    /// The left and the upper edge, the width and the height of the largest face, as shares of the picture's width and
    /// height. The face reaches from the brow to the chin. `None` if the matte is that of a thing.
    pub const fn face(&self) -> Option<[f32; 4]> {
        self.face
    }

    /// The matte in a file; `None` if it has none.
    pub fn of(file: &Bytes) -> Option<Self> {
        let content = match image::guess_format(file).ok()? {
            ImageFormat::Png => {
                let png = Png::from_bytes(file.clone()).ok()?;
                png.chunk_by_type(CHUNK)?.contents().clone()
            }
            ImageFormat::Jpeg => {
                let jpeg = Jpeg::from_bytes(file.clone()).ok()?;
                let mut segments = jpeg.segments_by_marker(APP9).map(JpegSegment::contents);
                let segment = segments.find(|content| content.starts_with(SEGMENT))?;
                segment.slice(SEGMENT.len()..)
            }
            ImageFormat::WebP => {
                let webp = WebP::from_bytes(file.clone()).ok()?;
                webp.chunk_by_id(CHUNK)?.content().data()?.clone()
            }
            _ => return None,
        };
        let (face, content) = content.split_first_chunk::<FACE>()?;
        let (shares, _) = face.as_chunks::<2>();
        let mut shares = shares.iter().map(|share| f32::from(u16::from_be_bytes(*share)) / WHOLE);
        let face = [shares.next()?, shares.next()?, shares.next()?, shares.next()?];
        let face = Some(face).filter(|face| *face != NO_FACE);
        let mut limits = Limits::default();
        (limits.max_image_width, limits.max_image_height) = (Some(MAX_SIDE), Some(MAX_SIDE));
        let picture = crate::decode(content, Some(ImageFormat::Png), limits)?.picture;
        let (width, height) = (picture.width(), picture.height());
        Self::new(width, height, picture.into_luma8().into_raw(), face)
    }

    /// A copy of the file that also contains this matte. It shows the same picture. `None` if the file is no PNG, JPEG
    /// or WebP, or if it is a JPEG and the matte is too large for one.
    pub fn added_to(&self, file: &Bytes) -> Option<Bytes> {
        let shares = self
            .face
            .unwrap_or(NO_FACE)
            .map(|share| ((share * WHOLE).round() as u16).to_be_bytes());
        let alpha = crate::png(
            &self.alpha,
            self.size(),
            png::ColorType::Grayscale,
            None,
            png::Compression::Balanced,
            png::Filter::Adaptive,
        )?;
        let content = [shares.as_flattened(), &alpha].concat();
        match image::guess_format(file).ok()? {
            ImageFormat::Png => {
                let mut png = Png::from_bytes(file.clone()).ok()?;
                // The header is the first chunk.
                png.chunks_mut().insert(1, PngChunk::new(CHUNK, content.into()));
                Some(png.encoder().bytes())
            }
            ImageFormat::Jpeg => {
                let content = [SEGMENT, &content].concat();
                let mut jpeg = Jpeg::from_bytes(file.clone()).ok()?;
                let segment = JpegSegment::new_with_contents(APP9, content.into());
                let fits = segment.contents().len() <= MAX_SEGMENT;
                // The first segment is that of JFIF.
                fits.then(|| jpeg.segments_mut().insert(1, segment))?;
                Some(jpeg.encoder().bytes())
            }
            ImageFormat::WebP => {
                let mut webp = WebP::from_bytes(file.clone()).ok()?;
                webp.chunks_mut()
                    .push(RiffChunk::new(CHUNK, RiffContent::Data(content.into())));
                // A file with unknown chunks needs the header `VP8X`, which the library adds only in a setter.
                webp.set_icc_profile(None);
                Some(webp.encoder().bytes())
            }
            _ => None,
        }
    }
}
