//! The inputs of calls that charge: the balance, the kept answer, and records, all read in one call.

use std::collections::HashMap;

use contract::{ImageId, OrganizationId};

use crate::{
    Balance, FoundThumbnail, Generation, IdempotencyKey, Image, KeptAnswer, Reference, ReferenceRequest, Store,
    StoreError,
    dynamodb::{
        codec::{self, Item},
        get::strong_reads,
    },
    generations::generation::FACTS,
    keys::{self, Key},
    records::record::Record,
};

/// The input of a call that charges for a generation, read in one call.
#[derive(Clone, Debug)]
pub struct ChargeInputs {
    /// The balance of the organization.
    pub balance: Balance,
    /// The answer that is kept for the idempotency key, if any.
    pub answer: Option<KeptAnswer>,
    /// The references that exist. Thumbnails that are not completed are not among them.
    pub references: Vec<Reference>,
    /// The thumbnails among the references, completed or not.
    pub thumbnails: Vec<FoundThumbnail>,
    /// The generation whose prompt is varied.
    pub source: Option<Generation>,
}

/// The input of a call that creates an image, an inspiration or a person, read in one call.
#[derive(Clone, Debug)]
pub struct CreationInputs {
    /// The balance of the organization.
    pub balance: Balance,
    /// The answer that is kept for the idempotency key, if any.
    pub answer: Option<KeptAnswer>,
    /// The requested images that exist, in the order of the request.
    pub images: Vec<Image>,
}

/// Items that one call has read.
struct BatchRead {
    balance: Balance,
    answer: Option<KeptAnswer>,
    records: Vec<Item>,
}

impl BatchRead {
    fn record(&self, key: &Key) -> Option<Item> {
        self.records.iter().find(|item| key.is_of(item)).cloned()
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
        let reading = self.read_batch(organization, references.keys(organization), answer);
        let finding = self.thumbnails(organization, references.thumbnails());
        let (found, thumbnails) = tokio::try_join!(reading, finding)?;
        let facts_key = references.source.map(|id| keys::generation_facts(organization, id));
        let source = facts_key.and_then(|key| found.record(&key));
        Ok(ChargeInputs {
            references: references.found(organization, &found.records, &thumbnails)?,
            thumbnails,
            source: source.map(|item| codec::read(FACTS, item)).transpose()?,
            balance: found.balance,
            answer: found.answer,
        })
    }

    /// The references that exist, of those that are asked for.
    pub async fn references(
        &self,
        organization: OrganizationId,
        references: &ReferenceRequest,
    ) -> Result<Vec<Reference>, StoreError> {
        let reading = self.read_batch(organization, references.keys(organization), None);
        let finding = self.thumbnails(organization, references.thumbnails());
        let (found, thumbnails) = tokio::try_join!(reading, finding)?;
        references.found(organization, &found.records, &thumbnails)
    }

    /// Reads the input of a call that creates an image, an inspiration or a person: the balance, the kept answer, and
    /// the images to copy.
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

    /// Reads items in one call. The call is not a snapshot: a transaction that is being committed may be visible in one
    /// item and not in another.
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
            answer: answers.into_iter().next().map(KeptAnswer::read).transpose()?,
            records,
        })
    }
}
