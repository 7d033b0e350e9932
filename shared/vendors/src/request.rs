//! What a model is asked, and what it answers.

use bytes::Bytes;
use contract::{ImageFormat, Size};

/// A picture to paint.
#[derive(Clone, Copy, Debug)]
pub struct PictureRequest<'a> {
    /// What to paint, in words.
    pub text: &'a str,
    /// Pictures that the text speaks of, in the order in which it numbers them.
    pub references: &'a [Attachment],
    /// The size that is wanted; models come near it.
    pub size: Size,
    /// Repeats a picture, where the model can.
    pub seed: u32,
}

/// A picture that goes with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attachment {
    /// The file format of `bytes`.
    pub format: ImageFormat,
    /// The encoded file.
    pub bytes: Bytes,
}

/// A picture as a vendor made it, not looked at yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The encoded file, as far as the vendor says.
    pub bytes: Bytes,
    /// The vendor's own id of the request.
    pub request_id: Option<String>,
    /// The seed that the model used, where it takes one.
    pub seed: Option<u32>,
}

/// Something to read or to write.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// What the model is to do.
    pub instructions: &'a str,
    /// What it is to do it with.
    pub text: &'a str,
    /// A picture to look at.
    pub picture: Option<&'a Attachment>,
}
