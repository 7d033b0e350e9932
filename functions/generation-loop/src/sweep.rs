//! The sweep, every minute: sends again what was committed and never queued, or whose message was lost; takes over
//! leases that lapsed; gives up what has had all its attempts.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use queue::Message;
use serde::Serialize;
use store::{Deadline, DueGeneration, Settled, StoreError, keys::DUE_SHARDS};
use tokio::time::Instant;

use crate::Parts;

/// How many generations are looked at side by side.
const SIDE_BY_SIDE: usize = 16;
/// How many generations one query reads.
const PAGE: u32 = 100;
/// A sweep stops beginning new pages after this; the next one goes on.
const TIME: Duration = Duration::from_secs(40);
/// How long settling a thumbnail may take.
const SETTLE: Duration = Duration::from_secs(10);

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Swept {
    /// Generations that were due.
    pub generations: usize,
    /// Messages sent again.
    pub resent: usize,
    /// Thumbnails given up.
    pub given_up: usize,
}

pub(crate) async fn sweep(parts: &Parts) -> Result<Swept, StoreError> {
    let stop = Instant::now() + TIME;
    let mut swept = Swept::default();
    for shard in 0..DUE_SHARDS {
        loop {
            let due = parts.store.due(shard, parts.store.clock().now(), PAGE).await?;
            let all = due.len();
            let mut results = stream::iter(due)
                .map(|due| look_at(parts, due))
                .buffer_unordered(SIDE_BY_SIDE);
            let mut moved = 0;
            while let Some(result) = results.next().await {
                swept.generations += 1;
                if let Some((resent, given_up)) = result {
                    moved += 1;
                    swept.resent += resent;
                    swept.given_up += given_up;
                }
            }
            // What could not be moved would only be found again.
            if all < PAGE as usize || moved == 0 || Instant::now() >= stop {
                break;
            }
        }
    }
    if swept != Swept::default() {
        tracing::info!(
            generations = swept.generations,
            messages.resent = swept.resent,
            thumbnails.given_up = swept.given_up,
            "swept"
        );
    }
    Ok(swept)
}

/// Does what is due for one generation: how many messages were sent again and how many thumbnails given up, or nothing
/// when somebody else changed it meanwhile or a call failed; then the next sweep sees it.
async fn look_at(parts: &Parts, due: DueGeneration) -> Option<(usize, usize)> {
    let plan = due.plan(parts.store.clock().now());
    let id = due.progress.generation;
    let mut given_up = 0;
    for &index in &plan.give_up {
        match parts
            .store
            .abandon(due.progress.clone(), index, Deadline::after(SETTLE))
            .await
        {
            Ok(Settled::Done) => given_up += 1,
            Ok(Settled::Superseded) => return None,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, generation.id = %id, "a refund failed");
                return None;
            }
        }
    }
    if given_up > 0 {
        tracing::warn!(generation.id = %id, thumbnails.given_up = given_up, "attempts are over");
        // What was seen is outdated by that; the rest of this generation is the next sweep's.
        return Some((0, given_up));
    }
    let noted = match parts.store.note_resend(&due, &plan.resend).await {
        Ok(noted) => noted?,
        Err(error) => {
            tracing::error!(error = &error as &dyn std::error::Error, generation.id = %id, "a resend was not noted");
            return None;
        }
    };
    if plan.resend.is_empty() {
        return Some((0, 0));
    }
    let progress = &due.progress;
    let message = |&index| Message::new(progress.organization, id, index, progress.model.clone());
    let messages: Vec<Message> = plan.resend.iter().map(message).collect();
    let unsent = match parts.queue.send(&messages).await {
        Ok(unsent) => unsent.iter().map(|message| message.index).collect(),
        Err(error) => {
            tracing::error!(error = %error, generation.id = %id, "messages were not sent again");
            plan.resend
        }
    };
    if let Err(error) = parts.store.take_back_resend(&due, noted, &unsent).await {
        // They are due again when what was noted says so.
        tracing::error!(error = &error as &dyn std::error::Error, generation.id = %id, "a resend was not taken back");
    }
    if unsent.len() == messages.len() {
        return None;
    }
    Some((messages.len() - unsent.len(), 0))
}
