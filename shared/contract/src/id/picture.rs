//! The ids in `imageIds` of a generation.

use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

use crate::{Id, ImageId, InvalidId, ParameterId, ThumbnailId};

/// The id of a picture that a generation shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PictureId {
    /// A reference image.
    Image(ImageId),
    /// A completed thumbnail of the organization.
    Thumbnail(ThumbnailId),
}

impl PictureId {
    /// The id of the thumbnail, if it is one.
    pub const fn thumbnail(self) -> Option<ThumbnailId> {
        match self {
            Self::Image(_) => None,
            Self::Thumbnail(id) => Some(id),
        }
    }
}

impl ParameterId for PictureId {}

impl fmt::Display for PictureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(id) => id.fmt(f),
            Self::Thumbnail(id) => id.fmt(f),
        }
    }
}

impl FromStr for PictureId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let thumbnail = || text.parse().map(Self::Thumbnail);
        text.parse().map(Self::Image).or_else(|_| thumbnail())
    }
}

impl Serialize for PictureId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl JsonSchema for PictureId {
    fn schema_name() -> Cow<'static, str> {
        "PictureId".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let prefixes = [ImageId::PREFIX, ThumbnailId::PREFIX].join("|");
        json_schema!({ "type": "string", "pattern": format!("^({prefixes})_[0-9a-f]{{32}}$") })
    }
}
