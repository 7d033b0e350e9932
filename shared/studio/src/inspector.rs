//! Inspects every picture before it is stored and charged.

use std::{panic::resume_unwind, pin::Pin};

use bytes::Bytes;

use crate::{Brief, OutputRejected, Picture, preview::preview_of, verify::verified};

/// What the inspection of a good picture finds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// A JPEG of the picture whose longer side has 480 pixels, of at most 60 kB. `None` if it cannot be encoded.
    pub preview: Option<Bytes>,
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
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a>;
}

/// Inspects pictures as [`verify()`](crate::verify()) does, on a thread of the blocking pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decoder {}

impl Inspector for Decoder {
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a> {
        let (bytes, format, size) = (picture.bytes.clone(), brief.format, brief.aspect_ratio.size());
        let inspect = move || {
            let pixels = verified(&bytes, format, size)?.into_rgb8();
            Ok(Inspected {
                preview: preview_of(&pixels).map(Bytes::from),
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
