//! What is to be looked at: messages that were lost or never sent, leases that lapsed, attempts that are over.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use contract::{OrganizationId, Timestamp};

use crate::{
    Claim, Progress, State, Store, StoreError, Thumbnail,
    codec::{self, Item, number},
    expression::Expression,
    generation::unlist,
    keys,
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
        let mut change = Expression::new();
        let mut next: Vec<Timestamp> = Vec::new();
        for (index, thumbnail) in progress.thumbnails.iter().enumerate() {
            if thumbnail.status().is_ended() {
                continue;
            }
            let part = format!("thumbnails[{index}]");
            if resend.contains(&index) {
                let due = thumbnail.due_after_resend(now);
                change.set(&[&part, "dueAt"], number(due.millis()));
                change.set(&[&part, "resent"], number(thumbnail.resent + 1));
                change.require_equal(&[&part, "dueAt"], number(thumbnail.due_at.millis()));
                change.require_equal(&[&part, "attempt"], number(thumbnail.attempt));
                change.require_equal(&[&part, "state", "kind"], codec::text(thumbnail.state.kind()));
                next.push(due);
            } else {
                next.push(thumbnail.due_at);
            }
        }
        let still_pending = progress
            .thumbnails
            .iter()
            .any(|thumbnail| thumbnail.state == State::Pending);
        // What is not pending, or has ended, stays so: that needs no condition.
        unlist(&mut change, still_pending, next.is_empty());
        if let Some(next) = next.into_iter().min() {
            change.set(&[keys::DUE_SHARD], codec::text(keys::due_shard(progress.generation)));
            change.set(&[keys::DUE_AT], number(next.min(now.plus(LOOK_AGAIN)).millis()));
            change.require_present(keys::PK);
        }
        if let Some(due_at) = seen.due_at {
            change.require_equal(&[keys::DUE_AT], AttributeValue::N(due_at.millis().to_string()));
        }
        let key = keys::generation_progress(progress.organization, progress.generation);
        match self.update(&key, &change).await? {
            Ok(_) => Ok(Some(noted)),
            Err(old) if old.is_empty() || resend.is_empty() => Ok(None),
            Err(old) => {
                // A lost answer: the repetition finds what the first try noted.
                let old = Progress::read(old)?;
                let is_noted = |&index: &usize| noted.is_of(progress.thumbnails.get(index), old.thumbnails.get(index));
                Ok(resend.iter().all(is_noted).then_some(noted))
            }
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
        let key = keys::generation_progress(progress.organization, progress.generation);
        let mut unsent = unsent.to_vec();
        while !unsent.is_empty() {
            let mut change = Expression::new();
            for &index in &unsent {
                let Some(thumbnail) = progress.thumbnails.get(index) else {
                    return Err(StoreError::Missing { kind: "thumbnail" });
                };
                let part = format!("thumbnails[{index}]");
                let due = thumbnail.due_after_resend(noted.0);
                change.set(&[&part, "dueAt"], number(thumbnail.due_at.millis()));
                change.set(&[&part, "resent"], number(thumbnail.resent));
                change.require_equal(&[&part, "dueAt"], number(due.millis()));
                change.require_equal(&[&part, "resent"], number(thumbnail.resent + 1));
            }
            let old = match self.update(&key, &change).await? {
                Err(old) if !old.is_empty() => Progress::read(old)?,
                Ok(_) | Err(_) => return Ok(()),
            };
            unsent.retain(|&index| noted.is_of(progress.thumbnails.get(index), old.thumbnails.get(index)));
        }
        Ok(())
    }
}
