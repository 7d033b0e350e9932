//! The sweep, every minute: sends a new message for thumbnails whose message was lost or whose lease expired, and gives
//! up thumbnails that have no attempts left or whose generation is older than a day.

use std::{ops::AddAssign, time::Duration};

use contract::GenerationId;
use futures_util::{StreamExt, future::join_all, stream};
use queue::Message;
use runtime::{Metric, causes};
use serde::Serialize;
use store::{Deadline, DueGeneration, REFUND_TIMEOUT, Settled, StoreError, keys::DUE_SHARDS};
use tokio::time::Instant;

use crate::{Dependencies, EventError};

/// How many generations of one shard are handled concurrently. The shards are swept concurrently, too.
const CONCURRENCY: usize = 8;
/// The largest number of generations that one query reads.
const PAGE: u32 = 100;
/// A sweep starts no further generation after this time; the next sweep continues.
const TIME: Duration = Duration::from_secs(40);

/// The result of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SweepReport {
    /// Generations that were due.
    pub generations: usize,
    /// Messages sent again.
    pub resent: usize,
    /// Thumbnails that were given up.
    pub given_up: usize,
    /// Items that this version of the code cannot read. The sweep skips them.
    pub unreadable: usize,
}

impl AddAssign for SweepReport {
    fn add_assign(&mut self, other: Self) {
        self.generations += other.generations;
        self.resent += other.resent;
        self.given_up += other.given_up;
        self.unreadable += other.unreadable;
    }
}

/// Sweeps all shards. A shard that cannot be read does not stop the others.
pub(crate) async fn sweep(dependencies: &Dependencies) -> Result<SweepReport, EventError> {
    let stop = Instant::now() + TIME;
    let mut swept = SweepReport::default();
    let mut is_complete = true;
    let shards = join_all((0..DUE_SHARDS).map(|shard| sweep_shard(dependencies, shard, stop))).await;
    for (shard, (swept_of_shard, read)) in shards.into_iter().enumerate() {
        swept += swept_of_shard;
        if let Err(error) = read {
            tracing::error!(
                error = %causes(&error),
                shard,
                "a shard of what is due cannot be read"
            );
            is_complete = false;
        }
    }
    if swept.unreadable > 0 {
        Metric::UnreadableItems(swept.unreadable).emit();
    }
    if swept != SweepReport::default() {
        tracing::info!(
            generations = swept.generations,
            messages.resent = swept.resent,
            thumbnails.given_up = swept.given_up,
            items.unreadable = swept.unreadable,
            "swept"
        );
    }
    is_complete.then_some(swept).ok_or(EventError::DueUnread)
}

/// Sweeps one shard, page by page. Each page begins after the last item of the previous page, so a generation that
/// could not be moved in the index is read once. Returns a report, and the error if a page could not be read.
async fn sweep_shard(dependencies: &Dependencies, shard: u8, stop: Instant) -> (SweepReport, Result<(), StoreError>) {
    let now = dependencies.store.clock().now();
    let mut swept = SweepReport::default();
    let mut from = None;
    loop {
        let page = match dependencies.store.due(shard, now, from, PAGE).await {
            Ok(page) => page,
            Err(error) => return (swept, Err(error)),
        };
        for id in page.unreadable {
            report_unreadable(id);
            swept.unreadable += 1;
        }
        let begun = stream::iter(page.generations).take_while(|_| std::future::ready(Instant::now() < stop));
        let mut looked_at = begun
            .map(|due| look_at(dependencies, due))
            .buffer_unordered(CONCURRENCY);
        while let Some(result) = looked_at.next().await {
            let (resent, given_up) = result.unwrap_or_default();
            swept.generations += 1;
            swept.resent += resent;
            swept.given_up += given_up;
        }
        from = page.next;
        if from.is_none() || Instant::now() >= stop {
            return (swept, Ok(()));
        }
    }
}

/// Logs an unreadable item by its id only, because its content must not be logged.
fn report_unreadable(id: Option<GenerationId>) {
    tracing::error!(
        generation.id = id.map(tracing::field::display),
        "the progress of a generation cannot be read; a later version may have written it"
    );
}

/// Handles one due generation. Returns how many messages were sent again and how many thumbnails were given up. Returns
/// `None` if another process changed the generation in the meantime or a call failed; the next sweep handles it again.
async fn look_at(dependencies: &Dependencies, due: DueGeneration) -> Option<(usize, usize)> {
    let plan = due.plan(dependencies.store.clock().now());
    let id = due.progress.generation;
    let mut given_up = 0;
    for &index in &plan.give_up {
        match dependencies
            .store
            .abandon(due.progress.clone(), index, Deadline::after(REFUND_TIMEOUT))
            .await
        {
            Ok(Settled::Done) => given_up += 1,
            Ok(Settled::Superseded) => return None,
            Err(error) => {
                tracing::error!(error = %causes(&error), generation.id = %id, "a refund failed");
                return None;
            }
        }
    }
    if given_up > 0 {
        tracing::warn!(generation.id = %id, thumbnails.given_up = given_up, "thumbnails are given up and refunded");
        // The generation has changed since it was read. The next sweep continues.
        return Some((0, given_up));
    }
    let noted = match dependencies.store.note_resend(&due, &plan.resend).await {
        Ok(noted) => noted?,
        Err(error) => {
            tracing::error!(error = %causes(&error), generation.id = %id, "a resend was not noted");
            return None;
        }
    };
    if plan.resend.is_empty() {
        return Some((0, 0));
    }
    let progress = &due.progress;
    let message = |&index| Message::new(progress.organization, id, index, progress.model.clone());
    let messages: Vec<Message> = plan.resend.iter().map(message).collect();
    let unsent = match dependencies.queue.send(&messages).await {
        Ok(unsent) => unsent.iter().map(|message| message.index).collect(),
        Err(error) => {
            tracing::error!(error = %causes(&error), generation.id = %id, "messages were not sent again");
            plan.resend
        }
    };
    if let Err(error) = dependencies.store.take_back_resend(&due, noted, &unsent).await {
        // They are due again at the recorded time.
        tracing::error!(error = %causes(&error), generation.id = %id, "a resend was not taken back");
    }
    if unsent.len() == messages.len() {
        return None;
    }
    Some((messages.len() - unsent.len(), 0))
}
