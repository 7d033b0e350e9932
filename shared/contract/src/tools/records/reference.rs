use std::{borrow::Cow, fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Id, ImageId, InspirationId, InvalidId, PersonId, PictureId, ThumbnailId};

/// The id of something that a generation draws on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReferenceId {
    /// A reference image.
    Image(ImageId),
    /// A thumbnail of another generation.
    Thumbnail(ThumbnailId),
    /// A style inspiration.
    Inspiration(InspirationId),
    /// A reference person.
    Person(PersonId),
}

impl fmt::Display for ReferenceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Image(id) => id.fmt(f),
            Self::Thumbnail(id) => id.fmt(f),
            Self::Inspiration(id) => id.fmt(f),
            Self::Person(id) => id.fmt(f),
        }
    }
}

impl From<ImageId> for ReferenceId {
    fn from(id: ImageId) -> Self {
        Self::Image(id)
    }
}

impl From<InspirationId> for ReferenceId {
    fn from(id: InspirationId) -> Self {
        Self::Inspiration(id)
    }
}

impl From<PersonId> for ReferenceId {
    fn from(id: PersonId) -> Self {
        Self::Person(id)
    }
}

impl From<PictureId> for ReferenceId {
    fn from(id: PictureId) -> Self {
        match id {
            PictureId::Image(id) => Self::Image(id),
            PictureId::Thumbnail(id) => Self::Thumbnail(id),
        }
    }
}

impl FromStr for ReferenceId {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let picture = text.parse::<PictureId>().map(Self::from);
        let inspiration = || text.parse().map(Self::Inspiration);
        let person = || text.parse().map(Self::Person);
        picture.or_else(|_| inspiration()).or_else(|_| person())
    }
}

impl Serialize for ReferenceId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ReferenceId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for ReferenceId {
    fn schema_name() -> Cow<'static, str> {
        "ReferenceId".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let prefixes = [
            ImageId::PREFIX,
            ThumbnailId::PREFIX,
            InspirationId::PREFIX,
            PersonId::PREFIX,
        ];
        let prefixes = prefixes.join("|");
        json_schema!({ "type": "string", "pattern": format!("^({prefixes})_[0-9a-f]{{32}}$") })
    }
}
