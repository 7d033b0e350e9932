//! Ids: a prefix that names the kind, and a UUID v7, so that ids of one kind sort by the time of their creation.

mod picture;

use std::{fmt, str::FromStr};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use uuid::Uuid;

pub use self::picture::PictureId;

/// The text is not an id of this kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an id of this kind")]
pub struct InvalidId;

/// An id that a parameter takes: of one kind, or of one of several kinds.
pub trait ParameterId: Copy + Ord + fmt::Display + FromStr<Err = InvalidId> {}

/// The common properties of all kinds of ids.
pub trait Id: ParameterId {
    /// The text before the underscore, such as `gen`.
    const PREFIX: &'static str;
}

fn parse(prefix: &str, text: &str) -> Result<Uuid, InvalidId> {
    let digits = text
        .strip_prefix(prefix)
        .and_then(|rest| rest.strip_prefix('_'))
        .ok_or(InvalidId)?;
    let lower_hex = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    if digits.len() != 32 || !digits.bytes().all(lower_hex) {
        return Err(InvalidId);
    }
    Uuid::try_parse(digits).map_err(|_| InvalidId)
}

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident = $prefix:literal,)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// The id of this kind with `uuid`, which should be of version 7.
            pub const fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// The UUID after the prefix.
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl ParameterId for $name {}

        impl Id for $name {
            const PREFIX: &'static str = $prefix;
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}_{}", $prefix, self.0.simple())
            }
        }

        impl FromStr for $name {
            type Err = InvalidId;

            fn from_str(text: &str) -> Result<Self, InvalidId> {
                parse($prefix, text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(de::Error::custom)
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "pattern": concat!("^", $prefix, "_[0-9a-f]{32}$") })
            }
        }
    )+};
}

ids! {
    /// A generation: one to ten thumbnails made from one prompt.
    GenerationId = "gen",
    /// The prompt of a generation.
    PromptId = "prm",
    /// One thumbnail of a generation.
    ThumbnailId = "thm",
    /// A reference image.
    ImageId = "img",
    /// A style inspiration.
    InspirationId = "ins",
    /// A reference person.
    PersonId = "per",
    /// An entry of an organization's ledger.
    TransactionId = "txn",
    /// An organization, which owns records and a balance.
    OrganizationId = "org",
    /// An API key. Not the secret, which is never stored.
    KeyId = "key",
    /// An event that listeners of an organization receive.
    EventId = "evt",
    /// A webhook: a URL that receives an organization's events.
    WebhookId = "whk",
    /// The delivery of one event to one receiver.
    DeliveryId = "dlv",
    /// A file that a caller posts to the bucket, to be used as a source once.
    UploadId = "upl",
    /// One request, to find it in the logs.
    RequestId = "req",
}

/// A prompt is the unchanging item of its generation, so both ids have the same UUID.
impl From<GenerationId> for PromptId {
    fn from(id: GenerationId) -> Self {
        Self::from_uuid(id.uuid())
    }
}

/// The inverse conversion.
impl From<PromptId> for GenerationId {
    fn from(id: PromptId) -> Self {
        Self::from_uuid(id.uuid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

    #[test]
    fn an_id_reads_back_as_it_was_written() {
        let id: GenerationId = TEXT.parse().unwrap();
        assert_eq!(id.to_string(), TEXT);
        assert_eq!(serde_json::to_string(&id).unwrap(), format!("\"{TEXT}\""));
    }

    #[test]
    fn malformed_ids_are_refused() {
        for text in [
            "",
            "gen_",
            "gen",
            "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "gen_0193E5A0B1C27D3E8F4A5B6C7D8E9F00",
            "gen_0193e5a0-b1c2-7d3e-8f4a-5b6c7d8e9f00",
            "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f0",
            " gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00",
            "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f0é",
        ] {
            assert_eq!(text.parse::<GenerationId>(), Err(InvalidId), "{text}");
        }
    }
}
