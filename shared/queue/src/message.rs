//! The message for a thumbnail.

use contract::{GenerationId, OrganizationId};
use serde::{Deserialize, Serialize};

/// The version of [`Message`] that is written. One that is older is still read.
const VERSION: u32 = 1;

/// Says that a thumbnail is to be made. Ids only: what is to be made stands in the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    version: u32,
    /// Whose thumbnail.
    pub organization: OrganizationId,
    /// Of which generation.
    pub generation: GenerationId,
    /// Which one of it, from 0.
    pub index: usize,
    /// The generation's model: its chain of fallbacks tells how long a lease must last. Earlier versions named the
    /// fallback whose turn it was instead.
    pub model: String,
}

/// The text is no message of a version that is known.
#[derive(Debug, thiserror::Error)]
#[error("not a message of a known version")]
pub struct Unreadable;

impl Message {
    /// A message of the current version.
    pub const fn new(organization: OrganizationId, generation: GenerationId, index: usize, model: String) -> Self {
        Self {
            version: VERSION,
            organization,
            generation,
            index,
            model,
        }
    }

    /// Reads the body of a message.
    pub fn parse(body: &str) -> Result<Self, Unreadable> {
        let message: Self = serde_json::from_str(body).map_err(|_| Unreadable)?;
        if (1..=VERSION).contains(&message.version) {
            Ok(message)
        } else {
            Err(Unreadable)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_back_and_another_version_does_not() {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let generation = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let message = Message::new(organization, generation, 3, "composer".to_owned());
        let body = serde_json::to_string(&message).unwrap();
        assert_eq!(Message::parse(&body).unwrap(), message);
        assert!(Message::parse(&body.replace("\"version\":1", "\"version\":9")).is_err());
        assert!(Message::parse("hello").is_err());
    }
}
