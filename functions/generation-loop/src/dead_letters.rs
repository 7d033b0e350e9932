//! The dead-letter queue: messages that were received three times and never settled. What can be read is given up and
//! refunded; only what nobody can settle stays.

use std::time::Duration;

use store::{Claim, Deadline, Settled};
use tracing::{Instrument, info_span};

use crate::{
    Parts,
    event::{Record, Verdict},
};

/// When to look again at a thumbnail that somebody is still at work on.
const LOOK_AGAIN: Duration = Duration::from_secs(30);
/// How long settling a thumbnail may take.
const SETTLE: Duration = Duration::from_secs(10);

/// Handles one message of the dead-letter queue.
pub(crate) async fn handle(parts: Parts, record: Record) -> Verdict {
    let Ok(message) = record.message() else {
        tracing::error!("a message that nobody can read stays in the dead-letter queue");
        return Verdict::Keep;
    };
    let span = info_span!("dead letter", generation.id = %message.generation, thumbnail.index = message.index);
    async {
        let progress = match parts.store.progress(message.organization, message.generation).await {
            Ok(Some(progress)) => progress,
            Ok(None) => return Verdict::Done,
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "a dead letter cannot be settled now"
                );
                return Verdict::Keep;
            }
        };
        let now = parts.store.clock().now();
        match progress
            .thumbnails
            .get(message.index)
            .map(|thumbnail| thumbnail.claim(now))
        {
            None | Some(Claim::Ended) => Verdict::Done,
            Some(Claim::Busy) => look_again(&parts, &record).await,
            Some(Claim::Ready | Claim::Spent) => {
                match parts
                    .store
                    .abandon(progress, message.index, Deadline::after(SETTLE))
                    .await
                {
                    Ok(Settled::Done) => {
                        tracing::warn!("a thumbnail that could not be made is given up and refunded");
                        Verdict::Done
                    }
                    Ok(Settled::Superseded) => look_again(&parts, &record).await,
                    Err(error) => {
                        tracing::error!(error = &error as &dyn std::error::Error, "a refund failed");
                        Verdict::Keep
                    }
                }
            }
        }
    }
    .instrument(span)
    .await
}

async fn look_again(parts: &Parts, record: &Record) -> Verdict {
    if let Err(error) = parts.dead_letters.postpone(&record.receipt_handle, LOOK_AGAIN).await {
        tracing::warn!(error = %error, "a dead letter comes back later than it should");
    }
    Verdict::Keep
}
