//! The delivery of one event to one receiver, with its attempts.

use std::{fmt, str::FromStr, time::Duration};

use contract::{
    DeliveryId, GenerationId, InvalidId, OrganizationId, Timestamp, WebhookId,
    webhooks::{AttemptView, DeliveryStatus, DeliveryView},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::{Event, Fact, StoreError, Webhook, dynamodb::codec, dynamodb::codec::Item};

pub(crate) const DELIVERY: &str = "delivery";

/// How long a delivery is kept.
const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// The receiver of an event: a webhook, or the `webhookUrl` of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Receiver {
    /// A webhook of the organization.
    Webhook(WebhookId),
    /// The `webhookUrl` of a generation.
    Generation(GenerationId),
}

impl fmt::Display for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Webhook(id) => id.fmt(f),
            Self::Generation(id) => id.fmt(f),
        }
    }
}

impl FromStr for Receiver {
    type Err = InvalidId;

    fn from_str(text: &str) -> Result<Self, InvalidId> {
        let webhook = text.parse().map(Self::Webhook);
        webhook.or_else(|_| text.parse().map(Self::Generation))
    }
}

impl Serialize for Receiver {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Receiver {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// Why an attempt does not count as received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum AttemptError {
    /// The host has no public address.
    NotPublic,
    /// The host's name has no address.
    UnknownHost,
    /// No address accepts a connection.
    Unreachable,
    /// The TLS handshake failed.
    Insecure,
    /// The answer is not HTTP, or there is none.
    NoAnswer,
    /// There was no answer within the time of an attempt.
    TimedOut,
    /// The URL cannot be used.
    BadUrl,
    /// The answer is a redirect.
    Redirect,
    /// The answer has another status than 200 to 299.
    Status,
}

impl AttemptError {
    /// The reason in a few words, for people.
    pub const fn message(self) -> &'static str {
        match self {
            Self::NotPublic => "the host has no public address; use a host that everybody can reach",
            Self::UnknownHost => "the host was not found; check its spelling",
            Self::Unreachable => "the host accepts no connection; check the port, and that the server runs",
            Self::Insecure => "no secure connection; check that the certificate is valid",
            Self::NoAnswer => "the connection ended without an answer in HTTP; check the URL's scheme and port",
            Self::TimedOut => "no answer within 15 seconds; answer before you process the event",
            Self::BadUrl => "the URL cannot be used; give the webhook another URL",
            Self::Redirect => {
                "the receiver answered with a redirect, which is not followed; set the webhook's \
                URL to the final URL"
            }
            Self::Status => {
                "the receiver did not answer with a status from 200 to 299; answer with 204 when the \
                             event is stored"
            }
        }
    }
}

/// An attempt that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// When it began.
    #[serde(with = "codec::millis")]
    pub at: Timestamp,
    /// The status of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub duration_millis: u64,
    /// Why it does not count as received; `None` if it was received.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<AttemptError>,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DeliveryState {
    /// The next attempt may begin at `next`.
    Pending {
        /// When the next attempt may begin.
        #[serde(with = "codec::millis")]
        next: Timestamp,
    },
    /// An attempt was received.
    Delivered,
    /// No attempt follows.
    Failed,
}

/// The right to make an attempt until a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AttemptLease {
    /// When the right ends. Afterwards another attempt may begin.
    #[serde(with = "codec::millis")]
    pub(crate) until: Timestamp,
    /// A random id of the function that makes the attempt.
    pub(crate) holder: String,
}

/// The delivery of one event to one receiver.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The id.
    pub id: DeliveryId,
    /// The organization.
    pub organization: OrganizationId,
    /// The receiver.
    pub receiver: Receiver,
    /// The URL, if the receiver is the `webhookUrl` of a generation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The event.
    pub event: Event,
    /// When the fact became true.
    #[serde(with = "codec::millis")]
    pub at: Timestamp,
    /// When the delivery was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
    /// The state.
    pub state: DeliveryState,
    /// The attempt that runs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) lease: Option<AttemptLease>,
    /// The attempts that have ended, oldest first.
    pub attempts: Vec<Attempt>,
    /// How many of the attempts were made by schedule.
    pub scheduled_attempts: u32,
    /// How often the message was sent again since the last step.
    pub(crate) resent: u32,
    /// When the sweep looks at the delivery: to send its message, or to delete it.
    #[serde(with = "codec::millis")]
    pub(crate) due_at: Timestamp,
    /// The number of this version of the item. Every write is conditional on the version before.
    pub(crate) version: u64,
}

impl Delivery {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(DELIVERY, item)
    }

    /// Until when the delivery is kept.
    pub fn kept_until(&self) -> Timestamp {
        self.created_at.plus(KEPT)
    }

    /// The status of the delivery. Deliveries that waited for a webhook when it was disabled have failed.
    pub fn status(&self, webhook: &Webhook) -> DeliveryStatus {
        match self.state {
            DeliveryState::Pending { .. } if self.is_given_up(webhook) => DeliveryStatus::Failed,
            DeliveryState::Pending { .. } => DeliveryStatus::Pending,
            DeliveryState::Delivered => DeliveryStatus::Delivered,
            DeliveryState::Failed => DeliveryStatus::Failed,
        }
    }

    /// Whether the delivery has failed because its webhook was disabled. A test is attempted once for a disabled
    /// webhook, too.
    pub fn is_given_up(&self, webhook: &Webhook) -> bool {
        let is_untried_test = matches!(self.event.fact, Fact::WebhookTest { .. }) && self.attempts.is_empty();
        !is_untried_test && webhook.has_given_up(self.created_at)
    }

    /// The delivery as callers see it.
    pub fn view(&self, webhook: &Webhook) -> DeliveryView {
        let status = self.status(webhook);
        DeliveryView {
            delivery_id: self.id,
            event_id: self.event.id,
            event: self.event.fact.event_type(),
            status,
            attempts: self.attempts.iter().map(Attempt::view).collect(),
            next_attempt_at: match self.state {
                DeliveryState::Pending { next } if status == DeliveryStatus::Pending => Some(next),
                _ => None,
            },
            created_at: self.created_at,
        }
    }
}

impl Attempt {
    /// Whether the receiver has the event.
    pub const fn is_received(&self) -> bool {
        self.error.is_none()
    }

    fn view(&self) -> AttemptView {
        AttemptView {
            at: self.at,
            status: self.status,
            duration_ms: self.duration_millis,
            error: self.error.map(|error| error.message().to_owned()),
        }
    }
}
