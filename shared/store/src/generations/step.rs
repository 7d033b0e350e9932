//! Writing a step of a generation: a transition as a conditional update, or as a transaction with its events.

use contract::{GenerationId, OrganizationId};

use crate::{
    Deadline, Progress, Store, StoreError,
    dynamodb::{
        codec::Item,
        transaction::{Outcome, Reason},
        update::Update,
    },
    generations::state::Transition,
    keys,
};

/// How writing a transition ended.
pub(crate) enum Executed {
    /// The transition is written. The progress after it.
    Written(Progress),
    /// A condition does not hold. The present progress.
    Refused(Progress),
    /// There is no such generation.
    Gone,
}

impl Store {
    /// The progress of a generation, read with strong consistency.
    pub async fn progress(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
    ) -> Result<Option<Progress>, StoreError> {
        let item = self.get(&keys::generation_progress(organization, generation)).await?;
        item.map(Progress::read).transpose()
    }

    /// Writes a transition without facts as a conditional update of the generation's progress.
    pub(crate) async fn write_step(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
        transition: &Transition,
    ) -> Result<Executed, StoreError> {
        debug_assert!(transition.facts.is_empty(), "facts are written with their events");
        let key = keys::generation_progress(organization, generation);
        match self.update(&key, &transition.expression(generation)?).await? {
            Update::Written(item) => Ok(Executed::Written(Progress::read(item)?)),
            Update::Refused(item) => self.refused(organization, generation, Some(item)).await,
        }
    }

    /// Writes the end of thumbnails that needs no refund. The end is one conditional update. If there are facts, it is
    /// a transaction of this update and the outbox entry.
    pub(crate) async fn write_end(
        &self,
        seen: &Progress,
        transition: &Transition,
        deadline: Deadline,
    ) -> Result<Executed, StoreError> {
        let (organization, generation) = (seen.organization, seen.generation);
        let Some((event, entry)) = self.outbox_entry(organization, transition.facts.iter().cloned())? else {
            return self.write_step(organization, generation, transition).await;
        };
        let key = keys::generation_progress(organization, generation);
        let change = transition.expression(generation)?.update(&self.names.table, &key)?;
        match self.transact(vec![change, entry], deadline).await? {
            Outcome::Committed => {
                self.announce(organization, event).await;
                Ok(Executed::Written(transition.applied_to(seen.clone())))
            }
            Outcome::Refused(reasons) => {
                let item = reasons.first().and_then(Reason::item).cloned();
                self.refused(organization, generation, item).await
            }
        }
    }

    /// The outcome of a refused transition, whose refusal showed `item`.
    async fn refused(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
        item: Option<Item>,
    ) -> Result<Executed, StoreError> {
        let progress = match item.filter(|item| !item.is_empty()) {
            Some(item) => Some(Progress::read(item)?),
            // There is no item, or the endpoint does not show it with a refusal.
            None => self.progress(organization, generation).await?,
        };
        Ok(progress.map_or(Executed::Gone, Executed::Refused))
    }
}
