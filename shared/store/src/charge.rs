//! Charging for a generation and making it, all or nothing.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, KeysAndAttributes, TransactWriteItem};
use contract::{Amount, OrganizationId, TransactionType};

use crate::{
    Answer, Balance, Generation, IdempotencyKey, Progress, Reference, ReferenceRequest, Store, StoreError, Thumbnail,
    balance::{NewEntry, current_balance},
    codec::{self, Item, number},
    expression::{self, Expression},
    generation::{FACTS, PROGRESS},
    keys::{self, Key},
    transaction::{Deadline, Jitter, Outcome},
};

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
        let mut jitter = Jitter::brief();
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
}
