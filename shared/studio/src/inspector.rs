//! Inspects every picture before it is stored and charged.

use std::{panic::resume_unwind, pin::Pin};

use crate::{Brief, OutputRejected, Picture, verify};

/// The future of an inspection. Boxed, so that inspectors can be kept behind one pointer type.
pub type Inspecting<'a> = Pin<Box<dyn Future<Output = Result<(), OutputRejected>> + Send + 'a>>;

/// Checks whether a picture is what the brief promised.
pub trait Inspector: Send + Sync {
    /// Inspects the picture.
    ///
    /// # Errors
    ///
    /// Resolves to the first check that the picture fails.
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a>;
}

/// Inspects pictures with [`verify()`], on a thread of the blocking pool.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decoder {}

impl Inspector for Decoder {
    fn inspect<'a>(&'a self, picture: &'a Picture, brief: &'a Brief) -> Inspecting<'a> {
        let (bytes, format, size) = (picture.bytes.clone(), brief.format, brief.aspect_ratio.size());
        Box::pin(async move {
            match tokio::task::spawn_blocking(move || verify(&bytes, format, size)).await {
                Ok(result) => result,
                Err(error) if error.is_panic() => resume_unwind(error.into_panic()),
                // The task was cancelled, because the process is ending.
                Err(_) => Err(OutputRejected::Undecodable),
            }
        })
    }
}
