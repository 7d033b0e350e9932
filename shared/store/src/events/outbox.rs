//! The outbox: facts that listeners of an organization receive, each with the id of its event.
//!
//! A write that makes a fact true also writes one item of the outbox, in the same transaction. So an event exists
//! exactly if its fact is true. Other code only says which facts a write makes true; the item is built here and nowhere
//! else. For an organization without a listener, nothing is written.

use std::time::Duration;

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, EventId, GenerationId, OrganizationId, Timestamp, WebhookId, webhooks::EventType};
use serde::{Deserialize, Serialize};

use crate::{
    Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        expression,
        query::Query,
    },
    keys,
};

/// The threshold of [`Fact::BalanceLow`] for organizations without a threshold of their own.
pub const DEFAULT_LOW_BALANCE: Amount = Amount::thumbnails(5);

const KIND: &str = "event";

/// The sweep checks an entry without deliveries this long after it was written, because the message about it may be
/// lost.
const FIRST_LOOK: Duration = Duration::from_secs(30);

/// Something that became true and that listeners receive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Fact {
    /// A thumbnail is completed.
    ThumbnailCompleted {
        /// The generation of the thumbnail.
        generation: GenerationId,
        /// The index of the thumbnail in its generation, from 0.
        index: usize,
    },
    /// A thumbnail has failed and is refunded.
    ThumbnailFailed {
        /// The generation of the thumbnail.
        generation: GenerationId,
        /// The index of the thumbnail in its generation, from 0.
        index: usize,
    },
    /// All thumbnails of a generation have ended.
    GenerationEnded {
        /// The generation.
        generation: GenerationId,
    },
    /// A caller tests a webhook.
    WebhookTest {
        /// The webhook.
        webhook: WebhookId,
    },
    /// A charge took the balance from at least the threshold to below the threshold.
    BalanceLow {
        /// The balance after the charge.
        #[serde(with = "codec::hundredths")]
        balance: Amount,
        /// The threshold.
        #[serde(with = "codec::hundredths")]
        low_balance: Amount,
    },
}

impl Fact {
    /// The fact that the balance falls below its threshold, if a change from `before` to `after` makes it fall.
    pub(crate) fn of_balance(before: Amount, after: Amount, low_balance: Option<Amount>) -> Option<Self> {
        let low_balance = low_balance.unwrap_or(DEFAULT_LOW_BALANCE);
        let falls = before >= low_balance && after < low_balance;
        falls.then_some(Self::BalanceLow {
            balance: after,
            low_balance,
        })
    }

    /// The type of the fact's event.
    pub const fn event_type(&self) -> EventType {
        match self {
            Self::ThumbnailCompleted { .. } => EventType::ThumbnailCompleted,
            Self::ThumbnailFailed { .. } => EventType::ThumbnailFailed,
            Self::GenerationEnded { .. } => EventType::GenerationEnded,
            Self::WebhookTest { .. } => EventType::WebhookTest,
            Self::BalanceLow { .. } => EventType::BalanceLow,
        }
    }

    /// The generation that the fact is about, if any.
    pub const fn generation(&self) -> Option<GenerationId> {
        match self {
            Self::ThumbnailCompleted { generation, .. }
            | Self::ThumbnailFailed { generation, .. }
            | Self::GenerationEnded { generation } => Some(*generation),
            Self::WebhookTest { .. } | Self::BalanceLow { .. } => None,
        }
    }
}

/// A fact, with the id under which every listener receives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The id of the event.
    pub id: EventId,
    /// The fact.
    pub fact: Fact,
}

/// The events of one write.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    /// The organization whose listeners receive the facts.
    pub organization: OrganizationId,
    /// When the facts became true.
    #[serde(with = "codec::millis")]
    pub at: Timestamp,
    /// The events; at least one.
    pub events: Vec<Event>,
}

impl Store {
    /// The part of a transaction that writes the events of these facts, and the id of the entry, to announce it after
    /// the commit. `None` when there are no facts.
    pub(crate) fn outbox_entry(
        &self,
        organization: OrganizationId,
        facts: impl IntoIterator<Item = Fact>,
    ) -> Result<Option<(EventId, TransactWriteItem)>, StoreError> {
        let event = |fact| Event {
            id: EventId::from_uuid(self.ids.uuid()),
            fact,
        };
        let entry = OutboxEntry {
            organization,
            at: self.clock.now(),
            events: facts.into_iter().map(event).collect(),
        };
        let Some(first) = entry.events.first() else {
            return Ok(None);
        };
        let mut item = codec::write(KIND, &keys::outbox_entry(organization, first.id), &entry)?;
        let due = entry.at.plus(FIRST_LOOK);
        item.insert(keys::DUE_SHARD.to_owned(), codec::text(keys::outbox_shard(first.id)));
        item.insert(keys::DUE_AT.to_owned(), codec::number(due.millis()));
        Ok(Some((first.id, expression::create(&self.names.table, item)?)))
    }

    /// An entry of the outbox; `None` when its deliveries exist already.
    pub async fn entry_of_outbox(
        &self,
        organization: OrganizationId,
        first: EventId,
    ) -> Result<Option<OutboxEntry>, StoreError> {
        let item = self.get(&keys::outbox_entry(organization, first)).await?;
        item.map(|item| codec::read(KIND, item)).transpose()
    }

    /// The outbox of an organization, oldest entries first.
    pub async fn outbox(&self, organization: OrganizationId) -> Result<Vec<OutboxEntry>, StoreError> {
        let query = Query::partition(keys::organization_partition(organization)).with_prefix(keys::OUTBOX_PREFIX);
        let read = |item: Item| codec::read(KIND, item);
        self.all_items(query).await?.into_iter().map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balance_is_low_once_a_change_takes_it_below_the_threshold() {
        for (before, after, is_low) in [(6, 5, false), (5, 4, true), (9, 0, true), (4, 3, false), (4, 9, false)] {
            let fact = Fact::of_balance(Amount::thumbnails(before), Amount::thumbnails(after), None);
            assert_eq!(fact.is_some(), is_low, "{before} to {after}");
        }
    }

    #[test]
    fn an_organizations_own_threshold_replaces_the_default() {
        let (before, after) = (Amount::thumbnails(20), Amount::thumbnails(19));
        assert_eq!(
            Fact::of_balance(before, after, Some(before)),
            Some(Fact::BalanceLow {
                balance: after,
                low_balance: before
            })
        );
    }
}
