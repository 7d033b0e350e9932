//! Deleting a generation that has ended.

use contract::{Amount, GenerationId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Deadline, Generation, Progress, Store, StoreError,
    dynamodb::{
        codec::{self, Item},
        expression,
    },
    keys,
};

/// The amounts of a deleted generation, which an audit compares with the ledger. Nothing else of it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedGeneration {
    /// The id.
    pub(crate) id: GenerationId,
    /// The charge for the generation.
    #[serde(with = "codec::hundredths")]
    pub(crate) cost: Amount,
    /// The charge for each thumbnail.
    #[serde(with = "codec::hundredths")]
    pub(crate) unit_cost: Amount,
    /// The number of thumbnails.
    pub(crate) thumbnails: u32,
    /// The number of thumbnails that were refunded.
    pub(crate) refunded: u32,
    /// When it was deleted.
    #[serde(with = "codec::millis")]
    pub(crate) deleted_at: Timestamp,
}

const KIND: &str = "deleted generation";

impl DeletedGeneration {
    pub(crate) fn read(item: Item) -> Result<Self, StoreError> {
        codec::read(KIND, item)
    }
}

impl Store {
    /// Deletes the facts and the progress of a generation that has ended. An end is final, so the progress that was
    /// read needs no further condition. Its ledger entries stay. `false` when another call has deleted the generation.
    pub async fn delete_generation(
        &self,
        generation: &Generation,
        progress: &Progress,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let (organization, id) = (generation.organization, generation.id);
        let left = DeletedGeneration {
            id,
            cost: generation.cost,
            unit_cost: generation.unit_cost,
            thumbnails: u32::try_from(generation.thumbnails.len()).unwrap_or(u32::MAX),
            refunded: progress.refunded(),
            deleted_at: self.clock.now(),
        };
        let left = codec::write(KIND, &keys::deleted_generation(organization, id), &left)?;
        let both = [
            keys::generation_facts(organization, id),
            keys::generation_progress(organization, id),
        ];
        let left = expression::create(&self.names.table, left)?;
        self.delete_with(&both, vec![left], deadline).await
    }
}
