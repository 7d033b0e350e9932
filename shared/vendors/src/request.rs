//! Requests to models, and the results.

pub(crate) mod shape;

use bytes::Bytes;
use contract::{ImageFormat, Resolution, Size};

/// A request for a picture.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    /// The prompt.
    pub text: &'a str,
    /// The reference pictures, in the order in which the prompt numbers them.
    pub references: &'a [Attachment],
    /// The requested size. Models return a similar size.
    pub size: Size,
    /// The resolution of this size, for models that take a shape and a resolution instead of a size.
    pub resolution: Resolution,
    /// The seed. Some models return the same picture for the same seed.
    pub seed: u32,
}

/// A picture in a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The file format of `bytes`.
    pub format: ImageFormat,
    /// The encoded file.
    pub bytes: Bytes,
}

/// A generated picture that has not been checked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPicture {
    /// The bytes of the picture's file, according to the vendor.
    pub bytes: Bytes,
    /// The vendor's id of the request.
    pub request_id: Option<String>,
    /// The seed that the model used, if it accepts seeds.
    pub seed: Option<u32>,
}

/// A request for text.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The model's instructions.
    pub instructions: &'a str,
    /// The user's text.
    pub text: &'a str,
    /// The picture that the text is about.
    pub picture: Option<&'a Attachment>,
}
