//! The message that asks for a thumbnail.

use std::time::Duration;

use contract::{GenerationId, OrganizationId};
use serde::{Deserialize, Serialize};

/// The version of the messages that this code sends. Older versions can still be parsed.
const VERSION: u32 = 1;

/// A message that can be sent.
pub trait Outgoing: Serialize + Sync {
    /// The messages of one group share the queue fairly with those of other groups.
    fn group(&self) -> String;

    /// How long the queue keeps the message back, at most 15 minutes. Fractions of a second are rounded up.
    fn delay(&self) -> Duration {
        Duration::ZERO
    }
}

/// Asks the generation loop to make a thumbnail. A message contains only ids; the table contains everything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    version: u32,
    /// The organization that owns the thumbnail.
    pub organization: OrganizationId,
    /// The generation of the thumbnail.
    pub generation: GenerationId,
    /// The index of the thumbnail in its generation, from 0.
    pub index: usize,
    /// The id of the generation's model. The duration of a lease follows from the model's chain of fallbacks. Earlier
    /// versions contained the current fallback here.
    pub model: String,
}

/// The body is not a message of a known version.
#[derive(Debug, thiserror::Error)]
#[error("not a message of a known version")]
pub struct Unreadable;

impl Outgoing for Message {
    fn group(&self) -> String {
        self.organization.to_string()
    }
}

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

    /// Parses the body of a message.
    ///
    /// # Errors
    ///
    /// The body is no message, or a message of a newer version.
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
    fn a_message_can_be_parsed_but_an_unknown_version_cannot() {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let generation = "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let message = Message::new(organization, generation, 3, "composer".to_owned());
        let body = serde_json::to_string(&message).unwrap();
        assert_eq!(Message::parse(&body).unwrap(), message);
        assert!(Message::parse(&body.replace("\"version\":1", "\"version\":9")).is_err());
        assert!(Message::parse("hello").is_err());
    }
}
