//! The work of the sweep: thumbnails whose message was lost or never sent, expired leases, and thumbnails to give up.

use std::time::Duration;

use contract::{GenerationId, OrganizationId, Timestamp};

use crate::{
    Claimability, Progress, Store, StoreError, Thumbnail,
    dynamodb::{codec::Item, query::Query},
    generations::{state, step::Executed},
    keys,
};

/// The sweep checks an open generation at least this often, even if its messages are given more time: a lease that
/// begins in the meantime does not change the generation's entry in the index, and may expire.
const LOOK_AGAIN: Duration = Duration::from_secs(55);

/// A generation as read from an index, which may be slightly out of date.
#[derive(Clone, Debug)]
pub struct DueGeneration {
    /// The progress of the generation.
    pub progress: Progress,
    /// When the sweep was to check the generation.
    due_at: Option<Timestamp>,
}

/// A resend that was recorded, at this moment.
#[derive(Clone, Copy, Debug)]
pub struct RecordedResend(Timestamp);

impl RecordedResend {
    /// Whether `now` contains the resend that was recorded for the thumbnail `seen`.
    fn is_of(self, seen: Option<&Thumbnail>, now: Option<&Thumbnail>) -> bool {
        match (seen, now) {
            (Some(seen), Some(now)) => now.resent == seen.resent + 1 && now.due_at == seen.due_after_resend(self.0),
            _ => false,
        }
    }
}

/// What the sweep has to do for a generation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DuePlan {
    /// The thumbnails whose messages are to be sent again.
    pub resend: Vec<usize>,
    /// The thumbnails to give up.
    pub give_up: Vec<usize>,
}

/// The generation of an item, from the item's key.
fn generation_in(item: &Item) -> Option<GenerationId> {
    let sort_key = item.get(keys::SK)?.as_s().ok()?;
    keys::id_in(sort_key, keys::GENERATION_PREFIX)
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

    /// What the sweep has to do at `now`.
    pub fn plan(&self, now: Timestamp) -> DuePlan {
        let mut plan = DuePlan::default();
        for (index, thumbnail) in self.progress.thumbnails.iter().enumerate() {
            match self.progress.claim(index, now) {
                Some(Claimability::Ready) if thumbnail.due_at <= now => plan.resend.push(index),
                Some(Claimability::Spent) => plan.give_up.push(index),
                Some(Claimability::Ready | Claimability::Busy | Claimability::Ended) | None => {}
            }
        }
        plan
    }
}

/// A page of an index of generations.
#[derive(Debug)]
pub struct DuePage {
    /// The generations of the page.
    pub generations: Vec<DueGeneration>,
    /// One entry for each item that this version cannot read, as after a rollback: the generation's id, if the item's
    /// key contains it.
    pub unreadable: Vec<Option<GenerationId>>,
    /// The start of the next page; `None` after the last page.
    pub next: Option<DueCursor>,
}

/// The start of a page.
#[derive(Clone, Debug)]
pub struct DueCursor(Item);

impl From<Progress> for DueGeneration {
    fn from(progress: Progress) -> Self {
        Self { progress, due_at: None }
    }
}

impl Store {
    /// At most `limit` generations of a shard (of [`keys::DUE_SHARDS`]) that are due at `now`, longest due first.
    /// `from` is the `next` of the previous page.
    pub async fn due(
        &self,
        shard: u8,
        now: Timestamp,
        from: Option<DueCursor>,
        limit: u32,
    ) -> Result<DuePage, StoreError> {
        let query = Query::index(keys::DUE_INDEX, keys::DUE_SHARD, keys::due_shard_name(shard));
        let query = query.up_to(keys::DUE_AT, now.millis());
        self.due_page(query, from, limit).await
    }

    /// The oldest generation of an organization with a pending thumbnail, as read from the index. Items that this
    /// version cannot read are ignored.
    pub async fn oldest_pending(&self, organization: OrganizationId) -> Result<Option<DueGeneration>, StoreError> {
        let mut from = None;
        // An entry without a pending thumbnail stays until the next sweep. There are seldom more than a few.
        let mut limit = 10;
        loop {
            let query = Query::index(keys::PENDING_INDEX, keys::PENDING_ORG, organization.to_string());
            let page = self.due_page(query, from, limit).await?;
            let mut generations = page.generations.into_iter();
            let found = generations.find(|listed| !listed.progress.pending().is_empty());
            if found.is_some() || page.next.is_none() {
                return Ok(found);
            }
            from = page.next;
            limit = 1000;
        }
    }

    /// A page may have fewer items than `limit` although others follow. Only `next` tells whether it is the last page.
    async fn due_page(&self, query: Query, from: Option<DueCursor>, limit: u32) -> Result<DuePage, StoreError> {
        let query = query.starting_at(from.map(|cursor| cursor.0)).limit(limit);
        let read = self.query(&query).await?;
        let mut page = DuePage {
            generations: Vec::new(),
            unreadable: Vec::new(),
            next: read.next.map(DueCursor),
        };
        for item in read.items {
            let id = generation_in(&item);
            match DueGeneration::read(item) {
                Ok(generation) => page.generations.push(generation),
                Err(_) => page.unreadable.push(id),
            }
        }
        Ok(page)
    }

    /// Records that the messages of these thumbnails are about to be sent again, and when the sweep checks the
    /// generation next. `None` when the generation has changed since `seen` was read; then the next sweep checks it.
    ///
    /// Call this method before the messages are sent, so that not every sweep sends the messages of a long queue again.
    /// If the queue does not accept a message, call [`Store::take_back_resend`].
    pub async fn note_resend(
        &self,
        seen: &DueGeneration,
        resend: &[usize],
    ) -> Result<Option<RecordedResend>, StoreError> {
        let progress = &seen.progress;
        let now = self.clock.now();
        let noted = RecordedResend(now);
        let transition = state::note_resend(progress, seen.due_at, resend, now, now.plus(LOOK_AGAIN));
        match self
            .write_step(progress.organization, progress.generation, &transition)
            .await?
        {
            Executed::Written(_) => Ok(Some(noted)),
            Executed::Refused(now) if !resend.is_empty() => {
                // If an answer was lost, the repetition finds the resend that the first try recorded.
                let is_noted = |&index: &usize| noted.is_of(progress.thumbnails.get(index), now.thumbnails.get(index));
                Ok(resend.iter().all(is_noted).then_some(noted))
            }
            Executed::Refused(_) | Executed::Gone => Ok(None),
        }
    }

    /// Undoes the record of a resend of these thumbnails, whose messages the queue did not accept. They are due as
    /// before, so the next sweep sends their messages. Thumbnails that another step has changed meanwhile are left
    /// alone.
    pub async fn take_back_resend(
        &self,
        seen: &DueGeneration,
        noted: RecordedResend,
        unsent: &[usize],
    ) -> Result<(), StoreError> {
        let progress = &seen.progress;
        let mut unsent = unsent.to_vec();
        while !unsent.is_empty() {
            let transition = state::take_back_resend(progress, &unsent, noted.0);
            let transition = transition.ok_or(StoreError::Missing { kind: "thumbnail" })?;
            let Executed::Refused(now) = self
                .write_step(progress.organization, progress.generation, &transition)
                .await?
            else {
                return Ok(());
            };
            unsent.retain(|&index| noted.is_of(progress.thumbnails.get(index), now.thumbnails.get(index)));
        }
        Ok(())
    }
}
