//! Outputs that are kept, to be given again to a call with the same idempotency key.

use serde::{Serialize, de::DeserializeOwned};

use crate::Timestamp;

/// The output of a tool that takes idempotency keys. It reads back from JSON what it wrote, so the JSON of a replay
/// equals the JSON of the first answer.
pub trait Replayable: Serialize + DeserializeOwned {
    /// The presigned URLs in the output, in a fixed order.
    fn presigned_urls(&mut self) -> Vec<PresignedUrl<'_>> {
        Vec::new()
    }
}

/// A presigned URL in an output.
#[derive(Debug)]
pub struct PresignedUrl<'a> {
    /// The URL.
    pub url: &'a mut String,
    /// When the URL expires.
    pub expires_at: &'a mut Timestamp,
    /// The name under which a browser saves the picture.
    pub name: &'a str,
}
