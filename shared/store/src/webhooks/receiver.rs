//! How many attempts run at one receiver. A receiver that does not answer holds every attempt for 15 seconds; without a
//! bound it would occupy the whole deliverer, and other receivers would wait.
//!
//! A receiver has a fixed number of slots, and an attempt holds one of them. The slots of a webhook are attributes of its
//! item, so taking one also reads the webhook. The `webhookUrl`s of one organization at one host share an item of the
//! ephemeral table.

use std::time::Duration;

use contract::{OrganizationId, Timestamp, WebhookId};

use crate::{
    Store, StoreError, Webhook,
    dynamodb::{
        codec::{Item, number},
        expression::Expression,
        update::Update,
    },
    keys::{self, Key},
};

/// The number of slots of a receiver.
const SLOTS: u64 = 20;
/// The number of slots of a receiver whose last attempt failed: the first ones.
const SLOTS_WHILE_FAILING: u64 = 2;
/// How long a slot stays taken by a function that was killed.
const HELD: Duration = Duration::from_secs(30);
/// How long the item of a host is kept after its last attempt.
const KEPT: Duration = Duration::from_secs(24 * 3600);

/// The attribute of a receiver's item that exists since an attempt has failed.
const FAILING_SINCE: &str = "failingSince";

/// A slot that was taken.
#[derive(Clone, Debug)]
pub struct Slot {
    key: Key,
    index: u64,
}

/// The outcome of asking for a slot.
#[derive(Debug)]
pub enum SlotOutcome {
    /// The slot is taken. The webhook, if the receiver is one.
    Taken(Slot, Option<Box<Webhook>>),
    /// All slots are taken.
    Busy {
        /// Whether the last attempt at the receiver failed.
        is_failing: bool,
    },
    /// There is no such webhook.
    Gone,
}

/// How an attempt at a receiver ended.
#[derive(Clone, Copy, Debug)]
pub struct Attempted {
    /// When it began.
    pub at: Timestamp,
    /// The status of the answer.
    pub status: Option<u16>,
    /// Whether the receiver has the event.
    pub is_received: bool,
}

fn slot_name(index: u64) -> String {
    format!("slot{index}")
}

/// Until when a slot is taken; zero for a free one.
fn taken_until(item: &Item, index: u64) -> i64 {
    let value = item.get(&slot_name(index)).and_then(|value| value.as_n().ok());
    value.and_then(|number| number.parse().ok()).unwrap_or_default()
}

impl Store {
    /// Takes a slot of a webhook.
    pub async fn take_webhook_slot(
        &self,
        organization: OrganizationId,
        webhook: WebhookId,
    ) -> Result<SlotOutcome, StoreError> {
        self.take_slot(keys::webhook(organization, webhook)).await
    }

    /// Takes a slot of a host to which a `webhookUrl` of the organization leads.
    pub async fn take_host_slot(&self, organization: OrganizationId, host: &str) -> Result<SlotOutcome, StoreError> {
        self.take_slot(keys::receiver(organization, host)).await
    }

    async fn take_slot(&self, key: Key) -> Result<SlotOutcome, StoreError> {
        let now = self.clock.now();
        let is_webhook = key.sk.is_some();
        let mut index = self.ids.entropy().up_to(SLOTS_WHILE_FAILING - 1);
        // A second try takes a slot that the refusal shows as free. Others may take it at the same time.
        for _ in 0..3 {
            let mut change = Expression::new();
            let name = slot_name(index);
            let path = change.path(&[&name]);
            change.set(&[&name], number(now.plus(HELD).millis()));
            let now_value = change.value(number(now.millis()));
            change.require(format!("attribute_not_exists({path}) OR {path} <= {now_value}"));
            if is_webhook {
                change.require_present(keys::PK);
            } else {
                change.set(&[keys::TTL], number(now.plus(KEPT).seconds()));
            }
            let item = match self.update(&key, &change).await? {
                Update::Written(item) => {
                    let webhook = is_webhook.then(|| Webhook::read(item)).transpose()?;
                    return Ok(SlotOutcome::Taken(Slot { key, index }, webhook.map(Box::new)));
                }
                Update::Refused(item) => item,
            };
            if item.is_empty() {
                // There is no item, or the endpoint does not show it with a refusal.
                let exists = !is_webhook || self.get(&key).await?.is_some();
                return Ok(if exists {
                    SlotOutcome::Busy { is_failing: false }
                } else {
                    SlotOutcome::Gone
                });
            }
            let is_failing = item.contains_key(FAILING_SINCE);
            let usable = if is_failing { SLOTS_WHILE_FAILING } else { SLOTS };
            match (0..usable).find(|index| taken_until(&item, *index) <= now.millis()) {
                Some(free) => index = free,
                None => return Ok(SlotOutcome::Busy { is_failing }),
            }
        }
        Ok(SlotOutcome::Busy { is_failing: false })
    }

    /// Frees a slot, and records how the attempt ended; `None` if there was no attempt. Returns the webhook after it, if the
    /// receiver is a webhook that still exists.
    pub async fn free_slot(&self, slot: &Slot, ended: Option<Attempted>) -> Result<Option<Webhook>, StoreError> {
        let is_webhook = slot.key.sk.is_some();
        let mut change = Expression::new();
        change.remove(&[&slot_name(slot.index)]);
        change.require_present(keys::PK);
        if let Some(ended) = ended {
            self.record_attempt(&mut change, ended, is_webhook);
        }
        self.recorded(&slot.key, &change).await
    }

    /// Records an attempt at a webhook that held no slot. Returns the webhook after it, if it still exists.
    pub async fn record_unscheduled_attempt(
        &self,
        organization: OrganizationId,
        webhook: WebhookId,
        ended: Attempted,
    ) -> Result<Option<Webhook>, StoreError> {
        let mut change = Expression::new();
        change.require_present(keys::PK);
        self.record_attempt(&mut change, ended, true);
        self.recorded(&keys::webhook(organization, webhook), &change).await
    }

    async fn recorded(&self, key: &Key, change: &Expression) -> Result<Option<Webhook>, StoreError> {
        match self.update(key, change).await? {
            Update::Written(item) if key.sk.is_some() => Webhook::read(item).map(Some),
            Update::Written(_) | Update::Refused(_) => Ok(None),
        }
    }

    fn record_attempt(&self, change: &mut Expression, ended: Attempted, is_webhook: bool) {
        if ended.is_received {
            change.remove(&[FAILING_SINCE]);
        } else {
            let (path, at) = (change.path(&[FAILING_SINCE]), change.value(number(ended.at.millis())));
            change.set_to(&[FAILING_SINCE], &format!("if_not_exists({path}, {at})"));
        }
        if is_webhook {
            change.set(&["lastDeliveryAt"], number(ended.at.millis()));
            match ended.status {
                Some(status) => change.set(&["lastStatus"], number(status)),
                None => change.remove(&["lastStatus"]),
            }
        }
    }
}
