//! Changes of a finished picture that were understood.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A change of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct PictureChange {
    /// The part of the picture that changes.
    pub part: ChangedPart,
    /// What happens to it.
    pub change: ChangeKind,
    /// What the part becomes; null for a change without a value.
    pub value: Option<String>,
    /// Your word for the thing to change, if there are several; otherwise null.
    pub target: Option<String>,
}

/// A part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names say it, and four schemas would repeat each description"
)]
pub enum ChangedPart {
    Title,
    Background,
    Subject,
    Ornament,
    Logo,
    Person,
    Image,
    Layout,
}

/// What happens to a part of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[expect(
    missing_docs,
    reason = "the names say it, and four schemas would repeat each description"
)]
pub enum ChangeKind {
    Text,
    Colour,
    Size,
    Place,
    Typeface,
    Case,
    Emphasis,
    Scene,
    Add,
    Remove,
    Replace,
}
