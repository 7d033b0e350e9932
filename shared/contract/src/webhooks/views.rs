//! Webhooks and deliveries as callers see them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{DeliveryId, EventId, Replayable, Timestamp, WebhookId, webhooks::EventType};

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct WebhookView {
    /// The webhook's id.
    pub webhook_id: WebhookId,
    /// The URL to which events are posted.
    pub url: String,
    /// The types of events that it gets; an empty list means all.
    pub events: Vec<EventType>,
    /// A description; null when there is none.
    pub description: Option<String>,
    /// Whether it gets events.
    pub enabled: bool,
    /// Why it is disabled; null while it is enabled.
    pub disabled_reason: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When the last attempt at a delivery was made; null before the first.
    pub last_delivery_at: Option<Timestamp>,
    /// The HTTP status with which the receiver answered the last attempt; null without an answer.
    pub last_status: Option<u16>,
}

/// A webhook that was created, with its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(extend("additionalProperties" = false))]
pub struct CreatedWebhookView {
    /// The webhook.
    #[serde(flatten)]
    pub webhook: WebhookView,
    /// The secret with which deliveries are signed: `whsec_` and 32 bytes in base64.
    pub secret: String,
}

impl Replayable for CreatedWebhookView {}

/// All webhooks of an organization.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct WebhookListView {
    /// The webhooks, newest first.
    pub webhooks: Vec<WebhookView>,
}

/// A secret.
#[derive(Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct SecretView {
    /// The secret with which deliveries are signed: `whsec_` and 32 bytes in base64.
    pub secret: String,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    /// An attempt is under way, or another attempt follows.
    Pending,
    /// The receiver has answered an attempt with a status from 200 to 299.
    Delivered,
    /// No attempt was received, and no other attempt follows by itself.
    Failed,
}

impl DeliveryStatus {
    /// Every status.
    pub const ALL: [Self; 3] = [Self::Pending, Self::Delivered, Self::Failed];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Delivered => "delivered",
            Self::Failed => "failed",
        }
    }
}

/// The delivery of one event to one webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeliveryView {
    /// The delivery's id.
    pub delivery_id: DeliveryId,
    /// The id of the event, which is the header `webhook-id` of every attempt.
    pub event_id: EventId,
    /// The type of the event.
    pub event: EventType,
    /// The state of the delivery.
    pub status: DeliveryStatus,
    /// The attempts, oldest first.
    pub attempts: Vec<AttemptView>,
    /// When the next attempt begins, at the earliest; null when none follows.
    pub next_attempt_at: Option<Timestamp>,
    /// When the delivery was created.
    pub created_at: Timestamp,
}

/// An attempt at a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct AttemptView {
    /// When it began.
    pub at: Timestamp,
    /// The HTTP status of the answer; null without an answer.
    pub status: Option<u16>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
    /// Why the attempt failed, in a few words; null if the receiver accepted it.
    pub error: Option<String>,
}

/// A page of deliveries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeliveryListView {
    /// The deliveries, newest first.
    pub deliveries: Vec<DeliveryView>,
    /// Where the next page begins; null on the last page.
    pub next_cursor: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_created_webhook_is_a_webhook_and_its_secret() {
        let created = CreatedWebhookView {
            webhook: WebhookView {
                webhook_id: "whk_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
                url: "https://a.example/".to_owned(),
                events: vec![EventType::BalanceLow],
                description: None,
                enabled: true,
                disabled_reason: None,
                created_at: Timestamp::from_millis(0),
                last_delivery_at: None,
                last_status: None,
            },
            secret: "whsec_x".to_owned(),
        };
        let json = serde_json::to_value(&created).unwrap();
        assert_eq!(
            (&json["events"][0], &json["secret"]),
            (&"balance.low".into(), &"whsec_x".into())
        );
        assert_eq!(serde_json::from_value::<CreatedWebhookView>(json).unwrap(), created);
    }
}
