//! How many attempts run at one receiver. A receiver that does not answer holds every attempt for 15 seconds; without a
//! bound it would occupy the whole deliverer, and other receivers would wait.
//!
//! A receiver has a fixed number of slots, and an attempt holds one of them. The slots of a webhook are attributes of
//! its item, so taking one also reads the webhook. The `webhookUrl`s of one organization at one host share an item of
//! the ephemeral table.

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
/// The number of slots of a receiver that is unresponsive: the first ones. A receiver that answers quickly, with
/// whatever status, keeps all of its slots, because its attempts hold them only briefly.
const SLOTS_WHILE_UNRESPONSIVE: u64 = 2;
/// A receiver is unresponsive after a failed attempt that took at least this long, until an attempt takes less or is
/// received.
const UNRESPONSIVE: Duration = Duration::from_secs(5);
/// How many slots are tried if concurrent attempts take them.
const MOST_TRIES: usize = 8;
/// How long a slot stays taken by a function that was killed.
const HELD: Duration = Duration::from_secs(30);
/// How long the item of a host is kept after its last attempt.
const KEPT: Duration = Duration::from_secs(24 * 3600);

/// The attribute of a webhook's item that exists since an attempt has failed.
const FAILING_SINCE: &str = "failingSince";
/// The attribute of a receiver's item that exists while the receiver is unresponsive.
const UNRESPONSIVE_SINCE: &str = "unresponsiveSince";

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
        /// For how long the receiver has been unresponsive; `None` if it is responsive.
        unresponsive_for: Option<Duration>,
    },
    /// There is no such webhook.
    Gone,
}

/// How an attempt at a receiver ended.
#[derive(Clone, Copy, Debug)]
pub struct Attempted {
    /// When it began.
    pub at: Timestamp,
    /// How long it took.
    pub duration: Duration,
    /// The status of the answer.
    pub status: Option<u16>,
    /// Whether the receiver has the event.
    pub is_received: bool,
}

fn slot_name(index: u64) -> String {
    format!("slot{index}")
}

/// A moment in an item; `None` if the attribute is absent.
fn moment(item: &Item, name: &str) -> Option<Timestamp> {
    let number = item.get(name).and_then(|value| value.as_n().ok())?;
    number.parse().ok().map(Timestamp::from_millis)
}

/// The slots of a receiver that are free at `now`.
fn free_slots(item: &Item, now: Timestamp) -> Vec<u64> {
    let usable = if item.contains_key(UNRESPONSIVE_SINCE) {
        SLOTS_WHILE_UNRESPONSIVE
    } else {
        SLOTS
    };
    let is_free = |index: &u64| moment(item, &slot_name(*index)).is_none_or(|until| until <= now);
    (0..usable).filter(is_free).collect()
}

impl Attempted {
    fn is_unresponsive(&self) -> bool {
        !self.is_received && self.duration >= UNRESPONSIVE
    }
}

/// The change that takes a slot.
fn taking(index: u64, is_webhook: bool, now: Timestamp) -> Expression {
    let mut change = Expression::new();
    let name = slot_name(index);
    let path = change.path(&[&name]);
    change.set(&[&name], number(now.plus(HELD).millis()));
    let now_value = change.value(number(now.millis()));
    change.require(format!("attribute_not_exists({path}) OR {path} <= {now_value}"));
    if index >= SLOTS_WHILE_UNRESPONSIVE {
        change.require_absent(UNRESPONSIVE_SINCE);
    }
    if is_webhook {
        change.require_present(keys::PK);
    } else {
        change.set(&[keys::TTL], number(now.plus(KEPT).seconds()));
    }
    change
}

/// Sets an attribute to `at` if it is absent, or removes it.
fn mark_since(change: &mut Expression, name: &str, is_marked: bool, at: Timestamp) {
    if is_marked {
        let (path, at) = (change.path(&[name]), change.value(number(at.millis())));
        change.set_to(&[name], &format!("if_not_exists({path}, {at})"));
    } else {
        change.remove(&[name]);
    }
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
        let is_webhook = key.sk.is_some();
        let mut index = self.ids.entropy().up_to(SLOTS - 1);
        for _ in 0..MOST_TRIES {
            let now = self.clock.now();
            let change = taking(index, is_webhook, now);
            let refused = match self.update(&key, &change).await? {
                Update::Written(item) => {
                    let webhook = is_webhook.then(|| Webhook::read(item)).transpose()?;
                    return Ok(SlotOutcome::Taken(Slot { key, index }, webhook.map(Box::new)));
                }
                Update::Refused(item) => item,
            };
            let item = if refused.is_empty() && is_webhook {
                // There is no webhook, or the endpoint does not show it with a refusal.
                match self.get(&key).await? {
                    Some(webhook) => webhook,
                    None => return Ok(SlotOutcome::Gone),
                }
            } else {
                refused
            };
            let free = free_slots(&item, now);
            let chosen = self.ids.entropy().up_to(free.len().saturating_sub(1) as u64);
            // Others may take the same slot at the same time, so each takes any of the free ones.
            match usize::try_from(chosen).ok().and_then(|chosen| free.get(chosen)) {
                Some(free) => index = *free,
                None => {
                    let since = moment(&item, UNRESPONSIVE_SINCE);
                    return Ok(SlotOutcome::Busy {
                        unresponsive_for: since.map(|since| now.since(since)),
                    });
                }
            }
        }
        Ok(SlotOutcome::Busy { unresponsive_for: None })
    }

    /// Frees a slot, and records how the attempt ended; `None` if there was no attempt. Returns the webhook after it,
    /// if the receiver is a webhook that still exists.
    pub async fn free_slot(&self, slot: &Slot, ended: Option<Attempted>) -> Result<Option<Webhook>, StoreError> {
        let is_webhook = slot.key.sk.is_some();
        let mut change = Expression::new();
        change.remove(&[&slot_name(slot.index)]);
        change.require_present(keys::PK);
        if let Some(ended) = ended {
            Self::record_attempt(&mut change, ended, is_webhook);
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
        Self::record_attempt(&mut change, ended, true);
        self.recorded(&keys::webhook(organization, webhook), &change).await
    }

    async fn recorded(&self, key: &Key, change: &Expression) -> Result<Option<Webhook>, StoreError> {
        match self.update(key, change).await? {
            Update::Written(item) if key.sk.is_some() => Webhook::read(item).map(Some),
            Update::Written(_) | Update::Refused(_) => Ok(None),
        }
    }

    fn record_attempt(change: &mut Expression, ended: Attempted, is_webhook: bool) {
        mark_since(change, UNRESPONSIVE_SINCE, ended.is_unresponsive(), ended.at);
        if is_webhook {
            mark_since(change, FAILING_SINCE, !ended.is_received, ended.at);
            change.set(&["lastDeliveryAt"], number(ended.at.millis()));
            match ended.status {
                Some(status) => change.set(&["lastStatus"], number(status)),
                None => change.remove(&["lastStatus"]),
            }
        }
    }
}
