//! The description of a picture, and what it is made from.

use bytes::Bytes;
use colour::Pixels;
use contract::ImageFormat;

/// The longest [`Description::name`], in Unicode code points.
pub const MAX_NAME_CHARS: usize = 100;

/// The longest [`Description::description`], in Unicode code points.
pub const MAX_DESCRIPTION_CHARS: usize = 500;

/// The longest [`Description::category`], in Unicode code points.
pub const MAX_CATEGORY_CHARS: usize = 50;

/// The category of logos.
pub(crate) const LOGO: &str = "logo";

/// A picture to describe.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The encoded picture, sent to vision models.
    pub bytes: &'a Bytes,
    /// The encoding of `bytes`.
    pub format: ImageFormat,
    /// The same picture, small and decoded, which the built-in rules measure.
    pub preview: &'a Pixels,
    /// The picture's name at its source: a file name or a page title.
    pub title: Option<&'a str>,
    /// The purpose of the description.
    pub purpose: Purpose,
}

/// The purpose of a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To find the picture again: the description says what it shows.
    Image,
    /// To be followed by other pictures: the description says what its style is.
    Style,
}

/// The description of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// A name for the picture; 1 to [`MAX_NAME_CHARS`] code points.
    pub name: String,
    /// One to three sentences; 1 to [`MAX_DESCRIPTION_CHARS`] code points.
    pub description: String,
    /// The category of the picture, in lower case; 1 to [`MAX_CATEGORY_CHARS`] code points.
    pub category: String,
}

impl Description {
    /// Whether it describes a logo. `name` is the name that the picture has.
    pub fn is_logo(&self, name: &str) -> bool {
        self.category == LOGO || lexicon::names_logo(name)
    }
}
