//! Who takes the last look at a picture before it is stored and paid for.

use std::{panic::resume_unwind, pin::Pin};

use crate::{Brief, OutputRejected, Picture, verify};

/// A picture being inspected. Boxed, so that inspectors can be kept behind one pointer type.
pub type Inspecting<'a> = Pin<Box<dyn Future<Output = Result<(), OutputRejected>> + Send + 'a>>;

/// Decides whether a picture is what the brief asked for.
pub trait Inspector: Send + Sync {
    /// Inspects the picture.
    ///
    /// # Errors
    ///
    /// Resolves to the first promise that the picture breaks.
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a>;
}

/// Decodes each picture as [`verify()`] does, on a thread of its own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decoder {}

impl Inspector for Decoder {
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a> {
        let (bytes, format, size) = (picture.bytes.clone(), brief.format, brief.aspect_ratio.size());
        Box::pin(async move {
            match tokio::task::spawn_blocking(move || verify(&bytes, format, size)).await {
                Ok(result) => result,
                Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                // The process is ending.
                Err(_) => Err(OutputRejected::Undecodable),
            }
        })
    }
}
