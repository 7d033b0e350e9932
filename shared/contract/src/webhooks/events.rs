//! The types of events.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The type of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub enum EventType {
    /// A thumbnail is completed.
    #[serde(rename = "thumbnail.completed")]
    ThumbnailCompleted,
    /// A thumbnail has failed and is refunded.
    #[serde(rename = "thumbnail.failed")]
    ThumbnailFailed,
    /// All thumbnails of a generation have ended.
    #[serde(rename = "generation.ended")]
    GenerationEnded,
    /// A charge took the balance below the organization's threshold.
    #[serde(rename = "balance.low")]
    BalanceLow,
    /// A test that a caller asked for.
    #[serde(rename = "webhook.test")]
    WebhookTest,
}

impl EventType {
    /// The types that a webhook can ask for. A test goes to its webhook whatever the webhook asks for.
    pub const ALL: [Self; 4] = [
        Self::ThumbnailCompleted,
        Self::ThumbnailFailed,
        Self::GenerationEnded,
        Self::BalanceLow,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ThumbnailCompleted => "thumbnail.completed",
            Self::ThumbnailFailed => "thumbnail.failed",
            Self::GenerationEnded => "generation.ended",
            Self::BalanceLow => "balance.low",
            Self::WebhookTest => "webhook.test",
        }
    }
}
