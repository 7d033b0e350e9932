//! A webhook: a URL that receives the events of an organization.

use std::time::Duration;

use contract::{OrganizationId, Timestamp, WebhookId, webhooks::EventType};
use serde::{Deserialize, Serialize};

use crate::{
    Secrets, StoreError,
    dynamodb::codec::{self, Item},
};

pub(crate) const WEBHOOK: &str = "webhook";

/// A webhook without one success for this long is disabled.
const LONGEST_FAILURE: Duration = Duration::from_secs(5 * 24 * 3600);

/// The largest clock skew that is assumed between functions.
const CLOCK_SKEW: Duration = Duration::from_secs(2);

/// Why a webhook is disabled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DisabledReason {
    /// A caller disabled it.
    ByCaller,
    /// An operator disabled it.
    ByOperator,
    /// The receiver answered with status 410.
    Gone,
    /// No attempt was received for five days.
    Failing,
}

impl DisabledReason {
    /// The reason in one sentence, for people.
    pub const fn message(self) -> &'static str {
        match self {
            Self::ByCaller => {
                "Your organization disabled this webhook. To enable it, send PATCH with `enabled` \
                true."
            }
            Self::ByOperator => "An operator of the service disabled this webhook. Ask the operator for the reason.",
            Self::Gone => {
                "The receiver answered with status 410 (Gone), which ends deliveries. Correct the \
                           receiver, then send PATCH with `enabled` true."
            }
            Self::Failing => {
                "The receiver accepted no delivery for five days. Correct the receiver, then send \
                              PATCH with `enabled` true."
            }
        }
    }
}

/// A webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// The id.
    pub id: WebhookId,
    /// The organization that owns the webhook.
    pub organization: OrganizationId,
    /// The URL.
    pub url: String,
    /// The types of events that it gets; none means all.
    #[serde(default)]
    pub events: Vec<EventType>,
    /// A description.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Why the webhook is disabled; `None` while it is enabled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disabled: Option<DisabledReason>,
    /// Since when the webhook is enabled, or when it was enabled last. It gets no events from before that time.
    #[serde(with = "codec::millis")]
    pub enabled_since: Timestamp,
    /// When the webhook was disabled last. Deliveries from before that time have failed.
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    pub disabled_at: Option<Timestamp>,
    /// When the last attempt began.
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    pub last_delivery_at: Option<Timestamp>,
    /// The status that answered the last attempt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_status: Option<u16>,
    /// The first attempt that failed since the last success.
    #[serde(with = "codec::optional_millis", default, skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<Timestamp>,
    /// The secrets.
    pub secrets: Secrets,
    /// When the webhook was created.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

impl Webhook {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(WEBHOOK, item)
    }

    /// Whether the webhook gets events.
    pub const fn is_enabled(&self) -> bool {
        self.disabled.is_none()
    }

    /// Whether the webhook gets an event of this type that happened at `at`.
    pub(crate) fn wants(&self, event: EventType, at: Timestamp) -> bool {
        let is_of_type = self.events.is_empty() || self.events.contains(&event);
        // The clock that dated the event may be behind the clock that dated the webhook.
        self.is_enabled() && is_of_type && at.plus(CLOCK_SKEW) >= self.enabled_since
    }

    /// Whether a delivery that was created at `created_at` has failed because the webhook was disabled since.
    pub(crate) fn has_given_up(&self, created_at: Timestamp) -> bool {
        !self.is_enabled() || self.disabled_at.is_some_and(|disabled_at| created_at <= disabled_at)
    }

    /// Whether the webhook must be disabled because nothing was received for five days.
    pub fn has_failed_too_long(&self, now: Timestamp) -> bool {
        let failing_for = self.failing_since.map(|since| now.since(since));
        self.is_enabled() && failing_for.is_some_and(|duration| duration >= LONGEST_FAILURE)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use runtime::Entropy;

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);

    pub(crate) fn webhook() -> Webhook {
        Webhook {
            id: "whk_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            organization: "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            url: "https://a.example/".to_owned(),
            events: Vec::new(),
            description: None,
            disabled: None,
            enabled_since: NOW,
            disabled_at: None,
            last_delivery_at: None,
            last_status: None,
            failing_since: None,
            secrets: Secrets::generate(&Entropy::sequence(1)),
            created_at: NOW,
        }
    }

    #[test]
    fn a_webhook_gets_the_events_that_it_asks_for_since_it_is_enabled() {
        let all = webhook();
        let second = Duration::from_secs(1);
        assert!(all.wants(EventType::BalanceLow, NOW));
        assert!(all.wants(EventType::BalanceLow, NOW - second));
        assert!(!all.wants(EventType::BalanceLow, NOW - second * 3));
        let some = Webhook {
            events: vec![EventType::GenerationEnded],
            ..all.clone()
        };
        assert!(some.wants(EventType::GenerationEnded, NOW));
        assert!(!some.wants(EventType::BalanceLow, NOW));
        let disabled = Webhook {
            disabled: Some(DisabledReason::Gone),
            ..all
        };
        assert!(!disabled.wants(EventType::BalanceLow, NOW));
    }

    #[test]
    fn deliveries_of_before_a_webhook_was_disabled_have_failed() {
        let second = Duration::from_secs(1);
        let enabled_again = Webhook {
            disabled_at: Some(NOW),
            ..webhook()
        };
        assert!(enabled_again.has_given_up(NOW - second));
        assert!(!enabled_again.has_given_up(NOW.plus(second)));
        assert!(!webhook().has_given_up(NOW));
    }

    #[test]
    fn five_days_without_a_success_are_too_long() {
        let failing = Webhook {
            failing_since: Some(NOW),
            ..webhook()
        };
        let moment = Duration::from_millis(1);
        assert!(!failing.has_failed_too_long(NOW.plus(LONGEST_FAILURE) - moment));
        assert!(failing.has_failed_too_long(NOW.plus(LONGEST_FAILURE)));
        assert!(!webhook().has_failed_too_long(NOW.plus(LONGEST_FAILURE * 2)));
    }
}
