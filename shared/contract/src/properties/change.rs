//! Changes of a finished picture that were understood.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change of a picture that was understood in your words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PictureChange {
    /// The part of the picture that changes.
    pub part: ChangedPart,
    /// What happens to it. A new title is `text`, no title is `remove`, a new subject is `replace`.
    pub change: ChangeKind,
    /// The new value: words; a colour such as `#facc15`; `larger` or `smaller`; `left`, `right`, `top`, `bottom`,
    /// `middle` or a corner such as `top-left`; `upper` or `normal`; the name of a typeface, an ornament, a scene or a
    /// layout. Null if the change has none.
    pub value: Option<String>,
    /// Your word for the one of several things that is meant; null if you named none.
    pub target: Option<String>,
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangedPart {
    /// The words.
    Title,
    /// What is behind the subject and the words.
    Background,
    /// The thing that is shown.
    Subject,
    /// An arrow, quotation marks, sparks or a frame.
    Ornament,
    /// A logo.
    Logo,
    /// A person.
    Person,
    /// An image.
    Image,
    /// The arrangement of all parts.
    Layout,
}

/// What happens to a part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// It gets other words.
    Text,
    /// It gets another colour.
    Colour,
    /// It becomes larger or smaller.
    Size,
    /// It moves.
    Place,
    /// It is set in another typeface.
    Typeface,
    /// It is set in capitals, or not.
    Case,
    /// Some of its words are emphasised.
    Emphasis,
    /// It becomes another place.
    Scene,
    /// It is added.
    Add,
    /// It is removed.
    Remove,
    /// Something else takes its place.
    Replace,
}
