//! Inspects every picture before it is stored and charged.

use std::{panic::resume_unwind, pin::Pin};

use bytes::Bytes;

use colour::Pixels;
use contract::Size;
use image::RgbImage;
use preflight::{LONGEST_SIDE, Measured, PrintedWord, Shown};

use crate::{
    Brief, OutputRejected, PaintedPicture,
    preview::{preview_of, smaller},
    verify::verified,
};

/// The results of an inspection that the picture passed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// A JPEG of the picture whose longer side has 480 pixels, of at most 60 kB. `None` if it cannot be encoded.
    pub preview: Option<Bytes>,
    /// The measurements of the picture. `None` if it cannot be scaled down.
    pub measured: Option<Measured>,
}

/// The future of an inspection. Boxed, so that inspectors can be kept behind one pointer type.
pub type Inspecting<'a> = Pin<Box<dyn Future<Output = Result<Inspected, OutputRejected>> + Send + 'a>>;

/// Checks whether a picture is what the brief promised.
pub trait Inspector: Send + Sync {
    /// Inspects the picture.
    ///
    /// # Errors
    ///
    /// Resolves to the first check that the picture fails.
    fn inspect<'a>(&'a self, picture: &'a PaintedPicture, brief: &'a Brief) -> Inspecting<'a>;
}

/// Inspects pictures as [`verify()`](crate::verify()) does, on a thread of the blocking pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decoder {}

impl Inspector for Decoder {
    fn inspect<'a>(&'a self, picture: &'a PaintedPicture, brief: &'a Brief) -> Inspecting<'a> {
        let (bytes, format, size) = (picture.bytes.clone(), brief.format, brief.size());
        let words = picture.words.clone();
        let is_too_large = bytes.len() > brief.max_bytes;
        let inspect = move || {
            if is_too_large {
                return Err(OutputRejected::TooLarge { bytes: bytes.len() });
            }
            let pixels = verified(&bytes, format, size)?.into_rgb8();
            Ok(Inspected {
                preview: preview_of(&pixels).map(Bytes::from),
                measured: measured(&pixels, bytes.len(), words.as_deref()),
            })
        };
        Box::pin(async move {
            match tokio::task::spawn_blocking(inspect).await {
                Ok(result) => result,
                Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                // The task was cancelled, because the process is ending.
                Err(_) => Err(OutputRejected::Undecodable),
            }
        })
    }
}

/// Measures a picture, given the size of its file and its words, if they are known.
pub(crate) fn measured(picture: &RgbImage, file_bytes: usize, words: Option<&[PrintedWord]>) -> Option<Measured> {
    let (Size { width, height }, rgb) = smaller(picture, LONGEST_SIDE)?;
    let (triples, _) = rgb.as_chunks::<3>();
    let rgba = triples
        .iter()
        .flat_map(|[red, green, blue]| [*red, *green, *blue, u8::MAX]);
    let copy = Pixels::new(width, height, rgba.collect())?;
    preflight::measure(&Shown {
        copy: &copy,
        size: Size {
            width: picture.width(),
            height: picture.height(),
        },
        file_bytes: file_bytes as u64,
        words,
    })
}
