//! The messages of the queue of deliveries.

use std::time::Duration;

use contract::{DeliveryId, EventId, OrganizationId};
use queue::{Outgoing, Unreadable};
use serde::{Deserialize, Serialize};
use store::{Delivery, Receiver};

/// The version of the messages that this code sends. Older versions can still be parsed.
const VERSION: u32 = 1;

/// What a message asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Work {
    /// To make the deliveries of an outbox entry.
    Event {
        /// The id of the entry's first event.
        entry: EventId,
    },
    /// To make an attempt at a delivery.
    Delivery {
        /// The receiver.
        receiver: Receiver,
        /// The delivery.
        delivery: DeliveryId,
    },
}

/// Asks for work on events. A message contains only ids; the table contains everything else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventMessage {
    version: u32,
    /// The organization.
    pub organization: OrganizationId,
    /// The work.
    #[serde(flatten)]
    pub work: Work,
    /// How long the queue keeps the message back.
    #[serde(skip)]
    delay: Duration,
}

impl EventMessage {
    /// Asks for the deliveries of an outbox entry.
    pub const fn of_entry(organization: OrganizationId, entry: EventId) -> Self {
        Self {
            version: VERSION,
            organization,
            work: Work::Event { entry },
            delay: Duration::ZERO,
        }
    }

    /// Asks for an attempt at a delivery, after `delay`.
    pub const fn of_delivery(delivery: &Delivery, delay: Duration) -> Self {
        Self {
            version: VERSION,
            organization: delivery.organization,
            work: Work::Delivery {
                receiver: delivery.receiver,
                delivery: delivery.id,
            },
            delay,
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

impl Outgoing for EventMessage {
    /// Messages for one receiver are one group, so that the queue hands out messages for other receivers first while
    /// many of this group are being handled.
    fn group(&self) -> String {
        match &self.work {
            Work::Event { .. } => self.organization.to_string(),
            Work::Delivery { receiver, .. } => receiver.to_string(),
        }
    }

    fn delay(&self) -> Duration {
        self.delay
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_can_be_parsed_but_an_unknown_version_cannot() {
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let entry = "evt_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let receiver = Receiver::Webhook("whk_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap());
        let delivery = "dlv_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        for work in [Work::Event { entry }, Work::Delivery { receiver, delivery }] {
            let message = EventMessage {
                version: VERSION,
                organization,
                work,
                delay: Duration::ZERO,
            };
            let body = serde_json::to_string(&message).unwrap();
            assert_eq!(EventMessage::parse(&body).unwrap(), message);
            assert!(EventMessage::parse(&body.replace("\"version\":1", "\"version\":9")).is_err());
        }
        assert!(EventMessage::parse("hello").is_err());
    }
}
