//! What is to be looked at: messages that were lost or never sent, leases that lapsed, attempts that are over.

use std::time::Duration;

use contract::{OrganizationId, Timestamp};

use crate::{
    Claim, Progress, Store, StoreError, Thumbnail,
    codec::{self, Item, number},
    expression::Expression,
    keys,
    lease::Executed,
    state,
};

/// A generation that has not ended is looked at again after this at the latest, however long its messages are given: who
/// takes a thumbnail meanwhile does not change when its generation is listed, and may not come back.
const LOOK_AGAIN: Duration = Duration::from_secs(55);

/// A generation as an index shows it, which may be a moment behind.
#[derive(Clone, Debug)]
pub struct DueGeneration {
    /// Its progress.
    pub progress: Progress,
    /// When it was to be looked at.
    due_at: Option<Timestamp>,
}

/// A resend that was noted, at this moment.
#[derive(Clone, Copy, Debug)]
pub struct Noted(Timestamp);

impl Noted {
    /// Whether `now` shows of a thumbnail what was noted of it as it was `seen`.
    fn is_of(self, seen: Option<&Thumbnail>, now: Option<&Thumbnail>) -> bool {
        match (seen, now) {
            (Some(seen), Some(now)) => now.resent == seen.resent + 1 && now.due_at == seen.due_after_resend(self.0),
            _ => false,
        }
    }
}

/// What is to be done about a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuePlan {
    /// Thumbnails whose messages are to be sent again.
    pub resend: Vec<usize>,
    /// Thumbnails to be given up.
    pub give_up: Vec<usize>,
}

impl DueGeneration {
    fn read(mut item: Item) -> Result<Self, StoreError> {
        let due_at = item
            .remove(keys::DUE_AT)
            .and_then(|value| value.as_n().ok()?.parse().ok());
        Ok(Self {
            progress: Progress::read(item)?,
            due_at: due_at.map(Timestamp::from_millis),
        })
    }

    /// What the sweep is to do at `now`.
    pub fn plan(&self, now: Timestamp) -> DuePlan {
        let mut plan = DuePlan::default();
        for (index, thumbnail) in self.progress.thumbnails.iter().enumerate() {
            match thumbnail.claim(now) {
                Claim::Ready if thumbnail.due_at <= now => plan.resend.push(index),
                Claim::Spent => plan.give_up.push(index),
                Claim::Ready | Claim::Busy | Claim::Ended => {}
            }
        }
        plan
    }
}

impl From<Progress> for DueGeneration {
    fn from(progress: Progress) -> Self {
        Self { progress, due_at: None }
    }
}

impl Store {
    /// At most `limit` generations of a shard (of [`keys::DUE_SHARDS`]) that are due at `now`, longest due first.
    pub async fn due(&self, shard: u8, now: Timestamp, limit: u32) -> Result<Vec<DueGeneration>, StoreError> {
        let mut condition = Expression::new();
        let (shard_name, due_at) = (condition.name(keys::DUE_SHARD), condition.name(keys::DUE_AT));
        let shard = condition.value(codec::text(keys::due_shard_name(shard)));
        let now = condition.value(number(now.millis()));
        self.query_index(
            keys::DUE_INDEX,
            format!("{shard_name} = {shard} AND {due_at} <= {now}"),
            condition,
            limit,
        )
        .await
    }

    /// The oldest generation of an organization that has a pending thumbnail, as the index shows it.
    pub async fn oldest_pending(&self, organization: OrganizationId) -> Result<Option<DueGeneration>, StoreError> {
        // An entry whose last pending thumbnail was begun stays until the sweep has passed: seldom more than a few.
        for limit in [10, 1000] {
            let mut condition = Expression::new();
            let pending = condition.name(keys::PENDING_ORG);
            let wanted = condition.value(codec::text(organization.to_string()));
            let key_condition = format!("{pending} = {wanted}");
            let listed = self
                .query_index(keys::PENDING_INDEX, key_condition, condition, limit)
                .await?;
            let all = u32::try_from(listed.len()).is_ok_and(|listed| listed < limit);
            let found = listed.into_iter().find(|listed| !listed.progress.pending().is_empty());
            if found.is_some() || all {
                return Ok(found);
            }
        }
        Ok(None)
    }

    async fn query_index(
        &self,
        index: &str,
        key_condition: String,
        condition: Expression,
        limit: u32,
    ) -> Result<Vec<DueGeneration>, StoreError> {
        let output = self
            .client
            .query()
            .table_name(&self.names.table)
            .index_name(index)
            .key_condition_expression(key_condition)
            .set_expression_attribute_names(condition.names())
            .set_expression_attribute_values(condition.values())
            .limit(i32::try_from(limit).unwrap_or(i32::MAX))
            .send()
            .await
            .map_err(|error| StoreError::aws("Query", error))?;
        output
            .items
            .unwrap_or_default()
            .into_iter()
            .map(DueGeneration::read)
            .collect()
    }

    /// Notes that the messages of these thumbnails are about to be sent again, and when to look next. `None` when the
    /// generation has changed since `seen` was read; then somebody is at work, and the next sweep will see.
    ///
    /// Written before the messages are sent: a backlog that is slow to drain is then not sent again by every sweep. What
    /// the queue did not take is to be told to [`Store::take_back_resend`].
    pub async fn note_resend(&self, seen: &DueGeneration, resend: &[usize]) -> Result<Option<Noted>, StoreError> {
        let progress = &seen.progress;
        let now = self.clock.now();
        let noted = Noted(now);
        let transition = state::note_resend(progress, seen.due_at, resend, now, now.plus(LOOK_AGAIN));
        match self
            .execute(progress.organization, progress.generation, &transition)
            .await?
        {
            Executed::Written(_) => Ok(Some(noted)),
            Executed::Refused(now) if !resend.is_empty() => {
                // A lost answer: the repetition finds what the first try noted.
                let is_noted = |&index: &usize| noted.is_of(progress.thumbnails.get(index), now.thumbnails.get(index));
                Ok(resend.iter().all(is_noted).then_some(noted))
            }
            Executed::Refused(_) | Executed::Gone => Ok(None),
        }
    }

    /// Takes back what was noted of these thumbnails, as they were `seen`: the queue did not take their messages, so they
    /// are due as before, and the next sweep that looks at the generation sends them. What has changed since stays.
    pub async fn take_back_resend(
        &self,
        seen: &DueGeneration,
        noted: Noted,
        unsent: &[usize],
    ) -> Result<(), StoreError> {
        let progress = &seen.progress;
        let mut unsent = unsent.to_vec();
        while !unsent.is_empty() {
            let transition = state::take_back_resend(progress, &unsent, noted.0);
            let transition = transition.ok_or(StoreError::Missing { kind: "thumbnail" })?;
            let Executed::Refused(now) = self
                .execute(progress.organization, progress.generation, &transition)
                .await?
            else {
                return Ok(());
            };
            unsent.retain(|&index| noted.is_of(progress.thumbnails.get(index), now.thumbnails.get(index)));
        }
        Ok(())
    }
}
