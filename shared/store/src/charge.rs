//! Charges. A charge and the records that it pays for are written in one transaction.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, ImageId, OrganizationId, Quota, QuotaExceeded, Resources, ToolSpec, TransactionType};
use runtime::Metric;

use crate::{
    Answer, Balance, Deadline, Generation, IdempotencyKey, Image, Progress, Reference, ReferenceRequest, RoomError,
    Store, StoreError, Thumbnail,
    balance::NewEntry,
    balance_writer::Attempt,
    codec::{self, Item, number},
    expression,
    generation::{FACTS, PROGRESS},
    get::strong_reads,
    keys::{self, Key},
    record::Record,
    transaction::Reason,
    usage::Growth,
};

/// A generation to create and to charge for.
#[derive(Clone, Debug)]
pub struct NewGeneration {
    /// The facts of the generation.
    pub generation: Generation,
    /// References from another generation. They must still exist when the transaction is committed.
    pub inherited: Vec<Reference>,
    /// How many thumbnails of the organization may wait, including those of this generation.
    pub waiting_limit: u64,
}

/// The input of a call that charges for a generation, read in one call.
#[derive(Clone, Debug)]
pub struct ChargeInputs {
    /// The balance of the organization.
    pub balance: Balance,
    /// The answer that is kept for the idempotency key, if any.
    pub answer: Option<Answer>,
    /// The references that exist.
    pub references: Vec<Reference>,
    /// The generation whose prompt is varied.
    pub source: Option<Generation>,
}

/// The input of a call that creates an image, an inspiration or a person, read in one call.
#[derive(Clone, Debug)]
pub struct CreationInputs {
    /// The balance of the organization.
    pub balance: Balance,
    /// The answer that is kept for the idempotency key, if any.
    pub answer: Option<Answer>,
    /// The requested images that exist, in the order of the request.
    pub images: Vec<Image>,
}

/// Items that one call has read.
struct BatchRead {
    balance: Balance,
    answer: Option<Answer>,
    records: Vec<Item>,
}

impl BatchRead {
    fn record(&self, key: &Key) -> Option<Item> {
        self.records.iter().find(|item| key.is_of(item)).cloned()
    }
}

/// The price of a tool, and the quotas of the organization that pays.
#[derive(Clone, Copy, Debug)]
pub struct Price {
    /// The tool.
    pub tool: &'static str,
    /// The price in thumbnails.
    pub cost: Amount,
    /// The quotas of the organization.
    pub limits: Resources,
}

impl Price {
    /// The price of one unit of a tool's work, for an organization with these quotas.
    pub const fn of<T: ToolSpec>(limits: Resources) -> Self {
        Self {
            tool: T::NAME,
            cost: T::COST,
            limits,
        }
    }

    /// The growth of what the organization uses.
    pub(crate) const fn growth(self, more: Resources) -> Growth {
        Growth {
            more,
            limits: self.limits,
        }
    }

    /// The ledger entry of the charge.
    pub(crate) fn entry(self, description: String) -> NewEntry {
        NewEntry {
            kind: TransactionType::Charge,
            amount: -self.cost,
            tool: Some(self.tool.to_owned()),
            generation: None,
            description,
        }
    }
}

/// Why a charge, or the creation of a record, did not succeed. `E` is the caller's own error.
#[derive(Debug, thiserror::Error)]
pub enum ChargeError<E = StoreError> {
    /// A condition does not hold. Nothing was written.
    #[error("nothing was charged or created")]
    Refused(ChargeFailure),
    /// A call failed, or the answer to keep could not be made. The charge may have been written.
    #[error("it is unknown whether the charge was written")]
    Failed(#[source] E),
}

impl<E: From<StoreError>> From<StoreError> for ChargeError<E> {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.into())
    }
}

/// Why nothing was charged or created.
#[derive(Clone, Debug)]
pub enum ChargeFailure {
    /// The organization would have more than a quota allows.
    OverQuota(QuotaExceeded),
    /// The balance is too low.
    Insufficient {
        /// The balance.
        available: Amount,
    },
    /// The organization was deleted.
    NoOrganization,
    /// Another call with the same idempotency key was first.
    Answered(Answer),
    /// These inherited references do not exist any more.
    Gone(Vec<Reference>),
}

/// A charge and the items that are written with it.
pub(crate) struct Purchase<'a> {
    pub(crate) organization: OrganizationId,
    /// The ledger entry.
    pub(crate) entry: NewEntry,
    /// The growth of what the organization uses.
    pub(crate) growth: Growth,
    /// The items that are written with it, given the balance before the charge. Always the same number of items.
    pub(crate) items: &'a (dyn Fn(&Balance) -> Result<Vec<TransactWriteItem>, StoreError> + Send + Sync),
}

/// How a charge ended.
pub(crate) enum Charged {
    /// The charge is written. The balance after the charge.
    Paid(Amount),
    /// Nothing is written, because the conditions of some items of the purchase failed. One reason for each item, in the
    /// order of the items.
    ItemsRefused(Vec<Reason>),
}

impl Charged {
    /// The balance after a purchase whose conditions can fail only if two records get the same id.
    pub(crate) fn paid<E: From<StoreError>>(self, kind: &'static str) -> Result<Amount, ChargeError<E>> {
        match self {
            Self::Paid(balance) => Ok(balance),
            Self::ItemsRefused(_) => Err(StoreError::Missing { kind }.into()),
        }
    }
}

fn progress_item(generation: &Generation, has_listener: bool) -> Result<Item, StoreError> {
    let thumbnails: Vec<Thumbnail> = generation
        .thumbnails
        .iter()
        .map(|_| Thumbnail::new(generation.created_at))
        .collect();
    let due = thumbnails
        .iter()
        .map(|thumbnail| thumbnail.due_at)
        .min()
        .unwrap_or(generation.created_at);
    let progress = Progress {
        generation: generation.id,
        organization: generation.organization,
        model: generation.model.clone(),
        thumbnails,
        updated_at: generation.created_at,
        has_listener,
    };
    let key = keys::generation_progress(generation.organization, generation.id);
    let mut item = codec::write(PROGRESS, &key, &progress)?;
    item.insert(keys::DUE_SHARD.to_owned(), codec::text(keys::due_shard(generation.id)));
    item.insert(keys::DUE_AT.to_owned(), number(due.millis()));
    item.insert(
        keys::PENDING_ORG.to_owned(),
        codec::text(generation.organization.to_string()),
    );
    item.insert(keys::PENDING_ID.to_owned(), codec::text(generation.id.to_string()));
    Ok(item)
}

/// How many items a generation consists of.
const CREATED_ITEMS: usize = 2;

fn charge_entry(generation: &Generation) -> NewEntry {
    let count = generation.thumbnails.len();
    let plural = if count == 1 { "" } else { "s" };
    let fee = if generation.enhanced_prompt.is_some() {
        " and an enhanced prompt"
    } else {
        ""
    };
    NewEntry {
        kind: TransactionType::Charge,
        amount: -generation.cost,
        tool: Some(generation.tool.clone()),
        generation: Some(generation.id),
        description: format!("{count} thumbnail{plural}{fee}"),
    }
}

impl Store {
    /// Reads the input of a call that charges for a generation: the balance, the kept answer, and the references.
    pub async fn charge_inputs(
        &self,
        organization: OrganizationId,
        answer: Option<&IdempotencyKey>,
        references: &ReferenceRequest,
    ) -> Result<ChargeInputs, StoreError> {
        let found = self
            .read_batch(organization, references.keys(organization), answer)
            .await?;
        let facts_key = references.source.map(|id| keys::generation_facts(organization, id));
        let source = facts_key.and_then(|key| found.record(&key));
        Ok(ChargeInputs {
            references: references.found(organization, &found.records)?,
            source: source.map(|item| codec::read(FACTS, item)).transpose()?,
            balance: found.balance,
            answer: found.answer,
        })
    }

    /// Reads the input of a call that creates an image, an inspiration or a person: the balance, the kept answer, and the
    /// images to copy.
    pub async fn creation_inputs(
        &self,
        organization: OrganizationId,
        answer: Option<&IdempotencyKey>,
        images: &[ImageId],
    ) -> Result<CreationInputs, StoreError> {
        let keys: Vec<Key> = images.iter().map(|&id| keys::image(organization, id)).collect();
        let found = self.read_batch(organization, keys.clone(), answer).await?;
        let images = keys.iter().filter_map(|key| found.record(key));
        Ok(CreationInputs {
            images: images.map(Image::read).collect::<Result<_, _>>()?,
            balance: found.balance,
            answer: found.answer,
        })
    }

    /// Reads items in one call. The call is not a snapshot: a transaction that is being committed may be visible in one item
    /// and not in another.
    async fn read_batch(
        &self,
        organization: OrganizationId,
        records: Vec<Key>,
        answer: Option<&IdempotencyKey>,
    ) -> Result<BatchRead, StoreError> {
        let balance_key = keys::balance(organization);
        let records = std::iter::once(&balance_key).chain(&records);
        let mut request = HashMap::from([(self.names.table.clone(), strong_reads(records)?)]);
        if let Some(answer) = answer {
            request.insert(self.names.ephemeral_table.clone(), strong_reads([answer.key()])?);
        }
        let mut found = self.batch_get(request).await?;
        let answers = found.remove(&self.names.ephemeral_table).unwrap_or_default();
        let records = found.remove(&self.names.table).unwrap_or_default();
        let balance = records.iter().find(|item| balance_key.is_of(item)).cloned();
        Ok(BatchRead {
            balance: Balance::read(balance.ok_or(StoreError::NoOrganization)?)?,
            answer: answers.into_iter().next().map(Answer::read).transpose()?,
            records,
        })
    }

    /// Charges for a generation and creates it, with the ledger entry and the answer to keep, all or nothing.
    ///
    /// `answer` builds the answer to keep from the balance after the charge. Returns that balance.
    pub async fn create_generation<E: From<StoreError>>(
        &self,
        new: &NewGeneration,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, Answer)>, E>,
        deadline: Deadline,
    ) -> Result<Amount, ChargeError<E>> {
        let generation = &new.generation;
        let organization = generation.organization;
        let facts_key = keys::generation_facts(organization, generation.id);
        let facts = expression::create(&self.names.table, codec::write(FACTS, &facts_key, generation)?)?;
        let mut inherited = Vec::new();
        for reference in &new.inherited {
            inherited.push(self.still_there(organization, reference)?);
        }
        let items = |before: &Balance| -> Result<Vec<TransactWriteItem>, StoreError> {
            let progress = progress_item(generation, before.has_listener)?;
            let created: [_; CREATED_ITEMS] = [facts.clone(), expression::create(&self.names.table, progress)?];
            Ok(created.into_iter().chain(inherited.clone()).collect())
        };
        let purchase = Purchase {
            organization,
            entry: charge_entry(generation),
            growth: Growth {
                more: Resources::default().with(Quota::Waiting, generation.thumbnails.len() as u64),
                limits: Resources::UNLIMITED.with(Quota::Waiting, new.waiting_limit),
            },
            items: &items,
        };
        match self.charge(&purchase, before, answer, deadline).await? {
            Charged::Paid(balance) => Ok(balance),
            Charged::ItemsRefused(reasons) => {
                let gone = new.inherited.iter().zip(reasons.iter().skip(CREATED_ITEMS));
                let gone = gone.filter(|(_, reason)| reason.is_condition_failed());
                let gone = gone.map(|(reference, _)| reference.clone()).collect();
                Err(ChargeError::Refused(ChargeFailure::Gone(gone)))
            }
        }
    }

    /// Writes a purchase: the balance, the ledger entry, the items and the answer to keep, all or nothing.
    pub(crate) async fn charge<E: From<StoreError>>(
        &self,
        purchase: &Purchase<'_>,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, Answer)>, E>,
        deadline: Deadline,
    ) -> Result<Charged, ChargeError<E>> {
        let amount = purchase.entry.amount;
        let Purchase {
            organization, growth, ..
        } = *purchase;
        let writer = self.balance_writer(organization, before, deadline).await?;
        let mut writer = writer.with_growth(growth);
        let refused = |failure| Err(ChargeError::Refused(failure));
        let refusal = loop {
            let (more, limit) = (growth.more.waiting, growth.limits.waiting);
            match self.make_room(organization, writer.before(), more, limit).await {
                Ok(before) => writer.set_before(before),
                Err(RoomError::Full(exceeded)) => break refused(ChargeFailure::OverQuota(exceeded)),
                Err(RoomError::Store(error)) => return Err(error.into()),
            }
            let available = writer.before().balance;
            if available + amount < Amount::ZERO {
                break refused(ChargeFailure::Insufficient { available });
            }
            let mut items = (purchase.items)(&writer.before())?;
            let repeat = answer(available + amount).map_err(ChargeError::Failed)?;
            if let Some((key, answer)) = &repeat {
                items.push(self.keep_answer(key, answer)?);
            }
            let mut reasons = match writer.attempt(purchase.entry.clone(), items, Vec::new()).await? {
                Attempt::Written(written) | Attempt::Found(written) => {
                    Metric::Charged(-amount).emit();
                    return Ok(Charged::Paid(written.after.balance));
                }
                Attempt::Refused(reasons) => reasons,
            };
            if repeat.is_some()
                && let Some(item) = reasons.pop().as_ref().and_then(Reason::item)
            {
                break refused(ChargeFailure::Answered(Answer::read(item.clone())?));
            }
            if reasons.iter().any(Reason::is_condition_failed) {
                break Ok(Charged::ItemsRefused(reasons));
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return refused(ChargeFailure::NoOrganization),
                prepared => prepared?,
            }
            // The attempt's condition on the quotas was checked against the present usage, which the writer knows now.
            if let Some(exceeded) = growth.exceeded(&writer.before().usage) {
                break refused(ChargeFailure::OverQuota(exceeded));
            }
        };
        // The last attempt may have been refused because of an earlier attempt that was written and whose answer was lost.
        match writer.find_written().await? {
            Some(written) => Ok(Charged::Paid(written.after.balance)),
            None => refusal,
        }
    }

    fn still_there(
        &self,
        organization: OrganizationId,
        reference: &Reference,
    ) -> Result<TransactWriteItem, StoreError> {
        let key = reference
            .key(organization)
            .ok_or(StoreError::Missing { kind: "reference" })?;
        expression::must_exist(&self.names.table, &key)
    }
}
