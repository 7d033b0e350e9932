//! What a model is asked to paint, and what it hands back.

use crate::composer::cast::cache::Decoded;
use bytes::Bytes;
use contract::{AspectRatio, ImageFormat, Size};

/// One picture to paint. Everything a model may use is in here, so the same brief can be handed to any model.
#[derive(Clone, Debug)]
pub struct Brief {
    /// The text to draw. Empty when the references alone say what is wanted.
    pub prompt: String,
    /// Exact words to print on the picture. Without them the model decides what, if anything, it prints.
    pub title: Option<String>,
    /// The picture's shape, and with it its size in pixels.
    pub aspect_ratio: AspectRatio,
    /// The file format of the result.
    pub format: ImageFormat,
    /// Where a model can repeat itself, the same brief with the same seed gives the same picture.
    pub seed: u32,
    /// Pictures that the result should show or resemble, the most important first.
    pub references: Vec<Reference>,
}

/// A picture that goes into the work.
#[derive(Clone, Debug)]
pub struct Reference {
    /// What the picture is for.
    pub role: Role,
    /// Whose picture it is: pictures of one person have one id.
    pub id: String,
    /// What the owner calls it.
    pub name: String,
    /// What is in memory of the picture.
    pub content: Content,
}

/// What is in memory of a reference's picture. [`ImageModel::prepare`](crate::ImageModel::prepare) makes of a file what
/// its model needs, which takes less memory than the file.
#[derive(Clone, Debug)]
pub enum Content {
    /// Nothing. The file has not been read, cannot be decoded, or is of no use to the model.
    Absent,
    /// An encoded file.
    File(Bytes),
    /// What the composer needs of a file.
    Decoded(Decoded),
}

impl From<Bytes> for Content {
    fn from(file: Bytes) -> Self {
        Self::File(file)
    }
}

/// What a reference is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// Somebody who must be recognizable in the result.
    Person,
    /// A product, a logo or another thing that must appear in the result.
    Object,
    /// A picture whose look, not whose content, the result should have.
    Style,
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The encoded file.
    pub bytes: Bytes,
    /// The file format of `bytes`.
    pub format: ImageFormat,
    /// The size in pixels.
    pub size: Size,
    /// How it came about.
    pub origin: Origin,
}

/// What it takes to have a picture made again, as far as its model tells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// What the model's vendor calls it; `None` for a model of ours.
    pub upstream_model: Option<String>,
    /// The vendor's id of the request.
    pub request_id: Option<String>,
    /// The seed that was used; `None` where the model takes none.
    pub seed: Option<u32>,
    /// The places in [`Brief::references`] of the pictures that the model was given, in the order it was given them.
    pub references: Vec<usize>,
    /// Whether the prompt was longer than the model takes, and was cut.
    pub prompt_was_cut: bool,
}
