//! Generations: what never changes in one item, the progress in another beside it.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, KeysAndAttributes, TransactWriteItem};
use contract::{
    Amount, AspectRatio, GenerationId, GenerationStatus, ImageFormat, OrganizationId, ThumbnailId, Timestamp,
    TransactionType,
};
use serde::{Deserialize, Serialize};

use crate::{
    Answer, Balance, IdempotencyKey, Reference, ReferenceRequest, State, Store, StoreError, Thumbnail,
    balance::{NewEntry, current_balance},
    codec::{self, Item, number},
    expression::{self, Expression},
    keys::{self, Key},
    transaction::{Deadline, Jitter, Outcome},
};

/// What never changes of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Generation {
    /// Its id. Its prompt has the same number.
    pub id: GenerationId,
    /// Whose it is.
    pub organization: OrganizationId,
    /// The tool that made it.
    pub tool: String,
    /// The prompt as it was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The prompt as it was rewritten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub enhanced_prompt: Option<String>,
    /// The words to print.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The model's id.
    pub model: String,
    /// The seed of the first thumbnail.
    pub seed: u32,
    /// The shape.
    pub aspect_ratio: AspectRatio,
    /// The file format.
    pub format: ImageFormat,
    /// The references as they were.
    pub references: Vec<Reference>,
    /// The ids of its thumbnails, by index.
    pub thumbnails: Vec<ThumbnailId>,
    /// What one thumbnail costs, and what is refunded for one.
    #[serde(with = "codec::hundredths")]
    pub unit_cost: Amount,
    /// What was charged in all.
    #[serde(with = "codec::hundredths")]
    pub cost: Amount,
    /// When it was made.
    #[serde(with = "codec::millis")]
    pub created_at: Timestamp,
}

/// What changes of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Progress {
    /// The generation's id.
    pub generation: GenerationId,
    /// Whose it is.
    pub organization: OrganizationId,
    /// The model's id, which tells how long a lease is.
    pub model: String,
    /// The thumbnails by index.
    pub thumbnails: Vec<Thumbnail>,
    /// When any of them changed.
    #[serde(with = "codec::millis")]
    pub updated_at: Timestamp,
}

impl Progress {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read("progress", item)
    }

    /// The generation's status.
    pub fn status(&self) -> GenerationStatus {
        GenerationStatus::of(self.thumbnails.iter().map(Thumbnail::status))
    }

    /// How many thumbnails were refunded.
    pub fn refunded(&self) -> u32 {
        let back = |thumbnail: &&Thumbnail| matches!(thumbnail.state, State::Failed { .. } | State::Cancelled);
        u32::try_from(self.thumbnails.iter().filter(back).count()).unwrap_or(u32::MAX)
    }

    /// The indexes of thumbnails that nobody has begun.
    pub fn pending(&self) -> Vec<usize> {
        let pending = self.thumbnails.iter().enumerate();
        pending
            .filter(|(_, thumbnail)| thumbnail.state == State::Pending)
            .map(|(index, _)| index)
            .collect()
    }

    /// Whether all thumbnails but these have ended.
    pub(crate) fn others_ended(&self, indexes: &[usize]) -> bool {
        let mut others = self
            .thumbnails
            .iter()
            .enumerate()
            .filter(|(index, _)| !indexes.contains(index));
        others.all(|(_, thumbnail)| thumbnail.status().is_ended())
    }
}

/// A generation to be made and charged.
#[derive(Clone, Debug)]
pub struct NewGeneration {
    /// What never changes of it.
    pub generation: Generation,
    /// References taken over from another generation, which must still be there when this is committed.
    pub inherited: Vec<Reference>,
}

/// What a call that charges needs to know, read at once.
#[derive(Clone, Debug)]
pub struct ChargeInputs {
    /// What the organization has.
    pub balance: Balance,
    /// The answer to repeat.
    pub answer: Option<Answer>,
    /// The references that exist.
    pub references: Vec<Reference>,
    /// The generation whose prompt is varied.
    pub source: Option<Generation>,
}

/// Why a charge was not made.
#[derive(Clone, Debug)]
pub enum ChargeFailure {
    /// The balance is too low.
    Insufficient {
        /// What it is.
        available: Amount,
    },
    /// Another call with the same idempotency key was first.
    Answered(Answer),
    /// These inherited references are gone.
    Gone(Vec<Reference>),
}

/// What a cancel works on, read at once.
#[derive(Clone, Debug)]
pub struct Cancellation {
    /// What never changes.
    pub generation: Generation,
    /// The progress.
    pub progress: Progress,
    /// What the organization has.
    pub balance: Balance,
}

/// What a cancel did.
#[derive(Clone, Debug)]
pub struct Cancelled {
    /// How many thumbnails it took.
    pub thumbnails: u32,
    /// What came back for them.
    pub refunded: Amount,
    /// What the organization has.
    pub balance: Amount,
    /// The progress with it.
    pub progress: Progress,
}

/// A part of an organization's generations, newest first.
#[derive(Clone, Debug)]
pub struct GenerationPage {
    /// The generations.
    pub generations: Vec<(Generation, Progress)>,
    /// From where older ones follow.
    pub next: Option<GenerationId>,
}

const FACTS: &str = "generation";
const PROGRESS: &str = "progress";

fn both(items: Vec<Item>, facts: &Key) -> Result<Option<(Generation, Progress)>, StoreError> {
    let (mut generation, mut progress) = (None, None);
    for item in items {
        if facts.is_of(&item) {
            generation = Some(codec::read(FACTS, item)?);
        } else {
            progress = Some(Progress::read(item)?);
        }
    }
    Ok(generation.zip(progress))
}

fn progress_item(generation: &Generation) -> Result<Item, StoreError> {
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

pub(crate) fn refund_entry(generation: &Generation, count: u32, why: &str) -> NewEntry {
    let plural = if count == 1 { "" } else { "s" };
    NewEntry {
        kind: TransactionType::Refund,
        amount: generation.unit_cost * count,
        tool: Some(generation.tool.clone()),
        generation: Some(generation.id),
        description: format!("{count} {why} thumbnail{plural}"),
    }
}

/// Takes a generation out of the index of pending ones, and out of the index of what is due when it has ended.
pub(crate) fn unlist(change: &mut Expression, still_pending: bool, ended: bool) {
    if !still_pending {
        change.remove(&[keys::PENDING_ORG]);
        change.remove(&[keys::PENDING_ID]);
    }
    if ended {
        change.remove(&[keys::DUE_SHARD]);
        change.remove(&[keys::DUE_AT]);
    }
}

impl Store {
    /// Reads at once what a call that charges needs: the balance, the answer to repeat, what it refers to.
    pub async fn charge_inputs(
        &self,
        organization: OrganizationId,
        answer: Option<&IdempotencyKey>,
        references: &ReferenceRequest,
    ) -> Result<ChargeInputs, StoreError> {
        let wanted = |keys: Vec<HashMap<String, AttributeValue>>| {
            let request = KeysAndAttributes::builder()
                .set_keys(Some(keys))
                .consistent_read(true)
                .build();
            request.map_err(|error| StoreError::corrupt("keys", error))
        };
        let balance_key = keys::balance(organization);
        let records = std::iter::once(balance_key.clone()).chain(references.keys(organization));
        let records = records.map(|key| key.attributes()).collect();
        let mut request = HashMap::from([(self.names.table.clone(), wanted(records)?)]);
        if let Some(answer) = answer {
            request.insert(
                self.names.ephemeral_table.clone(),
                wanted(vec![answer.key().attributes()])?,
            );
        }
        let mut found = self.batch_get(request).await?;
        let answers = found.remove(&self.names.ephemeral_table).unwrap_or_default();
        let items = found.remove(&self.names.table).unwrap_or_default();
        let find = |key: &Key| items.iter().find(|item| key.is_of(item)).cloned();
        let balance = find(&balance_key).ok_or(StoreError::Missing { kind: "balance" })?;
        let source = references
            .source
            .and_then(|id| find(&keys::generation_facts(organization, id)));
        Ok(ChargeInputs {
            balance: Balance::read(balance)?,
            answer: answers.into_iter().next().map(Answer::read).transpose()?,
            references: references.found(organization, &items)?,
            source: source.map(|item| codec::read(FACTS, item)).transpose()?,
        })
    }

    /// Charges for a generation and makes it, with its ledger entry and the answer to repeat, all or nothing.
    ///
    /// `answer` makes the answer from the balance after the charge. Returns that balance.
    pub async fn create_generation<E: From<StoreError>>(
        &self,
        new: &NewGeneration,
        mut before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, Answer)>, E>,
        deadline: Deadline,
    ) -> Result<Result<Amount, ChargeFailure>, E> {
        let generation = &new.generation;
        let organization = generation.organization;
        let facts_key = keys::generation_facts(organization, generation.id);
        let facts = expression::create(&self.names.table, codec::write(FACTS, &facts_key, generation)?)?;
        let progress = expression::create(&self.names.table, progress_item(generation)?)?;
        let inherited = new
            .inherited
            .iter()
            .map(|reference| self.still_there(organization, reference));
        let inherited: Vec<TransactWriteItem> = inherited.collect::<Result<_, _>>()?;
        let mut jitter = Jitter::new();
        loop {
            if before.balance < generation.cost {
                return Ok(Err(ChargeFailure::Insufficient {
                    available: before.balance,
                }));
            }
            let (after, mut items) = self.movement(organization, before, charge_entry(generation))?;
            items.extend([facts.clone(), progress.clone()]);
            let first_inherited = items.len();
            items.extend(inherited.iter().cloned());
            let repeat = answer(after.balance)?;
            if let Some((key, answer)) = &repeat {
                items.push(self.keep_answer(key, answer)?);
            }
            let failed = match self.transact(items, deadline).await {
                Ok(Outcome::Committed) => return Ok(Ok(after.balance)),
                Ok(Outcome::Refused(failed)) => failed,
                // The last attempt may have been written and its answer lost: only the table knows.
                Err(error) => match self.get(&facts_key).await {
                    Ok(Some(_)) => return Ok(Ok(after.balance)),
                    _ => return Err(error.into()),
                },
            };
            let last = failed.last().cloned().flatten();
            if let (Some(_), Some(item)) = (&repeat, last) {
                return Ok(Err(ChargeFailure::Answered(Answer::read(item)?)));
            }
            let gone = new.inherited.iter().zip(failed.iter().skip(first_inherited));
            let gone: Vec<Reference> = gone
                .filter(|(_, failed)| failed.is_some())
                .map(|(reference, _)| reference.clone())
                .collect();
            if !gone.is_empty() {
                return Ok(Err(ChargeFailure::Gone(gone)));
            }
            before = current_balance(failed)?;
            jitter.wait(self).await;
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
        let mut condition = Expression::new();
        condition.require_present(keys::PK);
        let check = ConditionCheck::builder()
            .table_name(&self.names.table)
            .set_key(Some(key.attributes()))
            .set_condition_expression(condition.condition_text())
            .set_expression_attribute_names(condition.names())
            .build()
            .map_err(|error| StoreError::corrupt("reference", error))?;
        Ok(TransactWriteItem::builder().condition_check(check).build())
    }

    /// A generation and its progress, read strongly and at once.
    pub async fn generation(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<(Generation, Progress)>, StoreError> {
        let partition = keys::organization_partition(organization);
        let items = self.query_prefix(&partition, &keys::generation_prefix(id)).await?;
        both(items, &keys::generation_facts(organization, id))
    }

    /// What never changes of a generation.
    pub(crate) async fn facts(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<Generation>, StoreError> {
        let item = self.get(&keys::generation_facts(organization, id)).await?;
        item.map(|item| codec::read(FACTS, item)).transpose()
    }

    /// At most `limit` generations older than `before`, newest first.
    pub async fn generations(
        &self,
        organization: OrganizationId,
        before: Option<GenerationId>,
        limit: u32,
    ) -> Result<GenerationPage, StoreError> {
        let mut condition = Expression::new();
        let (pk, sk) = (condition.name(keys::PK), condition.name(keys::SK));
        let partition = condition.value(codec::text(keys::organization_partition(organization)));
        let first = condition.value(codec::text(keys::GENERATION_PREFIX));
        // `$` sorts right behind `#`, so that the end is behind every generation.
        let end = before.map_or_else(|| "GEN$".to_owned(), |id| format!("{}{id}", keys::GENERATION_PREFIX));
        let last = condition.value(codec::text(end));
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .key_condition_expression(format!("{pk} = {partition} AND {sk} BETWEEN {first} AND {last}"))
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values())
            .scan_index_forward(false)
            .consistent_read(true)
            // One item more than the page shows whether another page follows.
            .limit(i32::try_from(limit.saturating_mul(2).saturating_add(1)).unwrap_or(i32::MAX))
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        let more = output.last_evaluated_key.is_some();
        let mut generations = Vec::new();
        let mut progress: Option<Progress> = None;
        let mut seen = before;
        for item in output.items.unwrap_or_default() {
            let sort_key = item
                .get(keys::SK)
                .and_then(|value| value.as_s().ok())
                .cloned()
                .unwrap_or_default();
            if sort_key.ends_with("PROGRESS") {
                // Without its other half a generation is being committed at this moment, after the walk was begun.
                if let Some(half) = progress.replace(Progress::read(item)?) {
                    seen = Some(half.generation);
                }
                continue;
            }
            seen = keys::id_in(&sort_key, keys::GENERATION_PREFIX).or(seen);
            let generation: Generation = codec::read(FACTS, item)?;
            if let Some(progress) = progress.take().filter(|progress| progress.generation == generation.id) {
                generations.push((generation, progress));
            }
        }
        Ok(GenerationPage {
            generations,
            next: seen.filter(|_| more),
        })
    }

    /// Reads at once what a cancel works on.
    pub async fn cancellation(
        &self,
        organization: OrganizationId,
        id: GenerationId,
    ) -> Result<Option<Cancellation>, StoreError> {
        let (facts, balance) = (keys::generation_facts(organization, id), keys::balance(organization));
        let wanted = [
            facts.clone(),
            keys::generation_progress(organization, id),
            balance.clone(),
        ];
        let wanted = wanted.iter().map(Key::attributes).collect();
        let request = KeysAndAttributes::builder()
            .set_keys(Some(wanted))
            .consistent_read(true)
            .build();
        let request = request.map_err(|error| StoreError::corrupt("keys", error))?;
        let mut found = self
            .batch_get(HashMap::from([(self.names.table.clone(), request)]))
            .await?;
        let items = found.remove(&self.names.table).unwrap_or_default();
        let (money, records): (Vec<Item>, Vec<Item>) = items.into_iter().partition(|item| balance.is_of(item));
        let Some((generation, progress)) = both(records, &facts)? else {
            return Ok(None);
        };
        let balance = money
            .into_iter()
            .next()
            .ok_or(StoreError::Missing { kind: "balance" })?;
        Ok(Some(Cancellation {
            generation,
            progress,
            balance: Balance::read(balance)?,
        }))
    }

    /// Cancels and refunds what nobody has begun; takes nothing, and is no error, when there is none.
    pub async fn cancel(&self, read: Cancellation, deadline: Deadline) -> Result<Cancelled, StoreError> {
        let Cancellation {
            generation,
            mut progress,
            balance: mut before,
        } = read;
        let mut jitter = Jitter::new();
        loop {
            let pending = progress.pending();
            let count = u32::try_from(pending.len()).unwrap_or(u32::MAX);
            if count == 0 {
                let (thumbnails, refunded) = (0, Amount::ZERO);
                return Ok(Cancelled {
                    thumbnails,
                    refunded,
                    balance: before.balance,
                    progress,
                });
            }
            let entry = refund_entry(&generation, count, "cancelled");
            let refunded = entry.amount;
            let (after, mut items) = self.movement(generation.organization, before, entry)?;
            let mut change = Expression::new();
            let cancelled = codec::value(PROGRESS, &State::Cancelled)?;
            for &index in &pending {
                let thumbnail = format!("thumbnails[{index}]");
                change.set(&[&thumbnail, "state"], cancelled.clone());
                change.require_equal(&[&thumbnail, "state", "kind"], codec::text(State::Pending.kind()));
            }
            let now = self.clock.now();
            change.set(&["updatedAt"], number(now.millis()));
            unlist(&mut change, false, progress.others_ended(&pending));
            items.push(change.update(
                &self.names.table,
                &keys::generation_progress(generation.organization, generation.id),
            )?);
            let failed = match self.transact(items, deadline).await? {
                Outcome::Committed => {
                    for &index in &pending {
                        if let Some(thumbnail) = progress.thumbnails.get_mut(index) {
                            thumbnail.state = State::Cancelled;
                        }
                    }
                    progress.updated_at = now;
                    let balance = after.balance;
                    return Ok(Cancelled {
                        thumbnails: count,
                        refunded,
                        balance,
                        progress,
                    });
                }
                Outcome::Refused(failed) => failed,
            };
            let mut failed = failed.into_iter();
            if let Some(item) = failed.next().flatten() {
                before = Balance::read(item)?;
            }
            if let Some(item) = failed.last().flatten() {
                progress = Progress::read(item)?;
            }
            jitter.wait(self).await;
        }
    }
}
