//! Changing a balance while others change it too.
//!
//! A balance is one item, and each change is conditional on the sequence number that was read. Of the writers that read
//! the same number, only one succeeds. Three measures keep the others from failing again and again:
//!
//! - The writers of a process take turns. Each writer starts with the balance that the previous writer wrote.
//! - A refusal usually shows the present balance, which the next attempt uses at once.
//! - A refusal without the balance means that another transaction held the item. Then the writer waits for a random
//!   time of about one transaction, and reads the balance again.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError, Weak},
    time::Duration,
};

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, OrganizationId, TransactionId, TransactionType};
use tokio::{
    sync::OwnedMutexGuard,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    Balance, Deadline, Fact, LedgerEntry, Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        transaction::{Outcome, Reason},
    },
    keys,
    money::balance::NewEntry,
    money::usage::Growth,
};

/// Bounds of the duration of a transaction, from which a wait is calculated.
const SHORTEST_TRANSACTION: Duration = Duration::from_millis(5);
const LONGEST_TRANSACTION: Duration = Duration::from_millis(250);
/// The bound of a wait grows by half with each wait, up to this many transactions.
const MOST_TRANSACTIONS: f64 = 8.0;

type LastKnown = Arc<tokio::sync::Mutex<Option<Balance>>>;

/// The turns of the writers of this process, by organization. An organization is removed when nobody changes its
/// balance.
#[derive(Debug, Default)]
pub(crate) struct Turns(Mutex<HashMap<OrganizationId, Weak<tokio::sync::Mutex<Option<Balance>>>>>);

impl Turns {
    fn of(&self, organization: OrganizationId) -> LastKnown {
        let mut turns = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = turns.get(&organization).and_then(Weak::upgrade) {
            return turn;
        }
        turns.retain(|_, turn| turn.strong_count() > 0);
        let turn = LastKnown::default();
        turns.insert(organization, Arc::downgrade(&turn));
        turn
    }
}

/// A change of a balance that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    /// The change of the balance; negative for charges.
    pub(crate) amount: Amount,
    /// The balance after the change.
    pub(crate) after: Balance,
}

/// The result of one attempt.
pub(crate) enum Attempt {
    /// This attempt has written the change.
    Written(Written),
    /// The ledger shows that the change was written before: by an earlier attempt whose answer was lost, or by another
    /// writer with the same id.
    Found(Written),
    /// The change is not written. The reasons of the parts other than balance, ledger entry and events, in their order.
    Refused(Vec<Reason>),
}

/// One change of one organization's balance, attempted until it is written or given up.
pub(crate) struct BalanceWriter<'a> {
    store: &'a Store,
    organization: OrganizationId,
    /// The id of the change's ledger entry, the same in all attempts. An entry with this id shows that the change was
    /// written.
    id: TransactionId,
    deadline: Deadline,
    before: Balance,
    /// Whether `before` is current; otherwise the balance must be read again.
    is_current: bool,
    /// The growth of what the organization uses.
    growth: Growth,
    /// The sequence numbers of attempts that may have been written.
    unclear: Vec<u64>,
    conflicts: i32,
    /// How long the last attempt took.
    took: Duration,
    last_known: OwnedMutexGuard<Option<Balance>>,
}

impl Store {
    /// Waits for the turn to change an organization's balance, which was read as `before`.
    pub(crate) async fn balance_writer(
        &self,
        organization: OrganizationId,
        before: Balance,
        deadline: Deadline,
    ) -> Result<BalanceWriter<'_>, StoreError> {
        let id = TransactionId::from_uuid(self.ids.uuid());
        self.balance_writer_for(id, organization, before, deadline).await
    }

    /// As [`Store::balance_writer`], for a change whose ledger entry has this id.
    pub(crate) async fn balance_writer_for(
        &self,
        id: TransactionId,
        organization: OrganizationId,
        before: Balance,
        deadline: Deadline,
    ) -> Result<BalanceWriter<'_>, StoreError> {
        let turn = timeout_at(deadline.instant(), self.turns.of(organization).lock_owned()).await;
        let last_known = turn.map_err(|_| StoreError::Contention)?;
        let before = match *last_known {
            Some(known) if known.sequence > before.sequence => known,
            _ => before,
        };
        Ok(BalanceWriter {
            store: self,
            organization,
            id,
            deadline,
            before,
            is_current: true,
            growth: Growth::default(),
            unclear: Vec::new(),
            conflicts: 0,
            took: Duration::ZERO,
            last_known,
        })
    }
}

impl BalanceWriter<'_> {
    /// Adds a growth of what the organization uses to the change.
    pub(crate) fn with_growth(mut self, growth: Growth) -> Self {
        self.growth = growth;
        self
    }

    /// Makes the next attempt conditional on `before`, which must have the sequence number of the balance that was last
    /// seen.
    pub(crate) const fn set_before(&mut self, before: Balance) {
        self.before = before;
    }

    /// The balance that was last seen, on which the next attempt is conditional.
    pub(crate) const fn before(&self) -> Balance {
        self.before
    }

    /// Writes `entry`, the balance after it, `others`, and the events of `facts`, all or nothing. The fact that the
    /// balance becomes low is added here.
    ///
    /// # Errors
    ///
    /// The deadline has passed, or the change may have been written. If an answer was lost but the ledger shows the
    /// change, there is no error.
    pub(crate) async fn attempt(
        &mut self,
        entry: NewEntry,
        others: Vec<TransactWriteItem>,
        facts: Vec<Fact>,
    ) -> Result<Attempt, StoreError> {
        let store = self.store;
        let amount = entry.amount;
        let is_charge = entry.kind == TransactionType::Charge;
        let (after, mut items) = store.balance_change(self.organization, self.before, self.id, entry, &self.growth)?;
        let written = Written { amount, after };
        let is_heard = store.has_listener(&self.before);
        let low = Fact::of_balance(self.before.balance, after.balance, self.before.low_balance);
        let facts = facts.into_iter().chain(low.filter(|_| is_heard && is_charge));
        let (event, entry) = store.outbox_entry(self.organization, facts)?.unzip();
        items.extend(entry);
        let own_parts = items.len();
        items.extend(others);
        let token = store.ids.uuid().simple().to_string();
        let began = Instant::now();
        let outcome = store.transact_once(&items, &token, self.deadline).await;
        self.took = began.elapsed();
        let mut reasons = match outcome {
            Ok(Outcome::Committed) => {
                *self.last_known = Some(after);
                if let Some(event) = event {
                    store.announce(self.organization, event).await;
                }
                return Ok(Attempt::Written(written));
            }
            Ok(Outcome::Refused(reasons)) => reasons,
            Err(error) => {
                self.unclear.push(after.sequence);
                return match self.find_written().await {
                    Ok(Some(written)) => Ok(Attempt::Found(written)),
                    _ => Err(error),
                };
            }
        };
        let others = reasons.split_off(own_parts.min(reasons.len()));
        let [balance, ledger] = [0, 1].map(|part| reasons.get(part).and_then(Reason::item));
        match ledger.cloned().map(LedgerEntry::read).transpose()? {
            Some(entry) if entry.id == self.id => return Ok(Attempt::Found(entry.written())),
            // Another change has this sequence number, and ledger entries are never changed.
            Some(_) => {}
            None => self.unclear.push(after.sequence),
        }
        self.is_current = balance.is_some();
        if let Some(balance) = balance.cloned() {
            self.before = Balance::read(balance)?;
        }
        Ok(Attempt::Refused(others))
    }

    /// Prepares the next attempt after a refusal. If the refusal did not show the balance, waits and reads the balance.
    ///
    /// # Errors
    ///
    /// [`StoreError::NoOrganization`] when the organization has been deleted.
    pub(crate) async fn prepare(&mut self) -> Result<(), StoreError> {
        if self.is_current {
            return Ok(());
        }
        let most = self.took.clamp(SHORTEST_TRANSACTION, LONGEST_TRANSACTION);
        let most = most.mul_f64(1.5_f64.powi(self.conflicts).min(MOST_TRANSACTIONS));
        self.conflicts = self.conflicts.saturating_add(1);
        let most = u64::try_from(most.as_micros()).unwrap_or(u64::MAX);
        sleep(Duration::from_micros(self.store.ids.entropy().up_to(most))).await;
        self.before = self.store.balance(self.organization).await?;
        self.is_current = true;
        Ok(())
    }

    /// The change, if the ledger shows that an attempt with an unclear outcome was written. Call this method before the
    /// change is reported as not written.
    pub(crate) async fn find_written(&self) -> Result<Option<Written>, StoreError> {
        for &sequence in self.unclear.iter().rev() {
            let entry = self.store.get(&keys::ledger(self.organization, sequence)).await?;
            let entry = entry.map(LedgerEntry::read).transpose()?;
            if let Some(entry) = entry.filter(|entry| entry.id == self.id) {
                return Ok(Some(entry.written()));
            }
        }
        Ok(None)
    }
}

impl LedgerEntry {
    fn read(item: Item) -> Result<Self, StoreError> {
        codec::read("ledger entry", item)
    }

    fn written(&self) -> Written {
        Written {
            amount: self.amount,
            after: Balance {
                balance: self.balance_after,
                sequence: self.sequence,
                // The ledger does not contain the rest.
                ..Balance::default()
            },
        }
    }
}
