//! The creation of a generation, with the charge for it.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{Amount, OrganizationId, Quota, Resources, TransactionType};

use crate::{
    Balance, ChargeError, Deadline, Generation, IdempotencyKey, KeptAnswer, Progress, Reference, Store, StoreError,
    Thumbnail,
    dynamodb::{
        codec::{self, Item, number},
        expression,
    },
    generations::generation::{FACTS, PROGRESS},
    keys::{self, Key},
    money::{
        balance::NewEntry,
        charge::{Charged, Purchase},
        usage::Growth,
    },
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

/// How a creation ended.
#[derive(Clone, Debug)]
pub enum CreatedGeneration {
    /// The generation exists and is paid. The balance after the charge.
    Charged(Amount),
    /// Nothing was written, because these inherited references do not exist any more.
    Gone(Vec<Reference>),
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
        is_webhook_url_gone: false,
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
    /// Charges for a generation and creates it, with the ledger entry and the answer to keep, all or nothing.
    ///
    /// `answer` builds the answer to keep from the balance after the charge.
    pub async fn create_generation<E: From<StoreError>>(
        &self,
        new: &NewGeneration,
        before: Balance,
        answer: impl Fn(Amount) -> Result<Option<(IdempotencyKey, KeptAnswer)>, E>,
        deadline: Deadline,
    ) -> Result<CreatedGeneration, ChargeError<E>> {
        let generation = &new.generation;
        let organization = generation.organization;
        let facts_key = keys::generation_facts(organization, generation.id);
        let facts = expression::create(&self.names.table, codec::write(FACTS, &facts_key, generation)?)?;
        // A transaction may have only one operation for each item.
        let mut needed: Vec<Key> = Vec::new();
        for reference in &new.inherited {
            let key = needed_item(organization, reference)?;
            if !needed.contains(&key) {
                needed.push(key);
            }
        }
        let inherited = needed
            .iter()
            .map(|key| expression::must_exist(&self.names.table, key))
            .collect::<Result<Vec<_>, _>>()?;
        let items = |before: &Balance| -> Result<Vec<TransactWriteItem>, StoreError> {
            let has_listener = self.has_listener(before) || generation.webhook_url.is_some();
            let progress = progress_item(generation, has_listener)?;
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
            Charged::Paid(balance) => Ok(CreatedGeneration::Charged(balance)),
            Charged::ItemsRefused(reasons) => {
                let gone = needed.iter().zip(reasons.iter().skip(CREATED_ITEMS));
                let gone = gone.filter(|(_, reason)| reason.is_condition_failed());
                let gone: Vec<&Key> = gone.map(|(key, _)| key).collect();
                let is_gone = |reference: &&Reference| {
                    let key = reference.key(organization);
                    key.is_some_and(|key| gone.contains(&&key))
                };
                let gone = new.inherited.iter().filter(is_gone).cloned().collect();
                Ok(CreatedGeneration::Gone(gone))
            }
        }
    }
}

/// The item without which a reference is gone.
fn needed_item(organization: OrganizationId, reference: &Reference) -> Result<Key, StoreError> {
    let key = reference.key(organization);
    key.ok_or(StoreError::Missing { kind: "reference" })
}
