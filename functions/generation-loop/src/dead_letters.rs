//! The dead-letter queue: messages that were received three times without being settled.
//!
//! A dead letter does not mean that its thumbnail must be given up: in an outage of the loop every message becomes a
//! dead letter. So if the thumbnail has attempts left, its dead letter is deleted. The thumbnail is still in the index
//! `due`, and the sweep sends a new message when it is next due: between five and 80 minutes after the last message. A
//! thumbnail without attempts left is given up and refunded. A dead letter that cannot be settled stays, visible for
//! the operator.

use std::time::Duration;

use queue::{Message, QueueError, Received};
use runtime::causes;
use store::{Claimability, Deadline, REFUND_TIMEOUT, Settled};
use tokio::time::Instant;
use tracing::{Instrument, info_span};

use crate::{Dependencies, EventError};

/// How long the dead letters of one drain are hidden at most.
const HIDDEN: Duration = Duration::from_secs(60);
/// How many batches of ten dead letters one drain reads.
const ROUNDS: usize = 20;
/// A drain starts no further dead letter after this time; the next drain continues.
const TIME: Duration = Duration::from_secs(40);

/// Settles the dead letters, and returns how many thumbnails it gave up. Dead letters that cannot be settled are
/// returned to the queue.
pub(crate) async fn drain(dependencies: &Dependencies) -> Result<usize, EventError> {
    let stop = Instant::now() + TIME;
    let (mut given_up, mut dropped) = (0, 0);
    let mut kept = Vec::new();
    let mut read = Ok(());
    for _ in 0..ROUNDS {
        let letters = match dependencies.dead_letters.peek(HIDDEN).await {
            Ok(letters) => letters,
            Err(error) => {
                report(&error, "the dead letters cannot be read");
                read = Err(EventError::DeadLettersUnread);
                break;
            }
        };
        if letters.is_empty() {
            break;
        }
        for letter in letters {
            if Instant::now() >= stop {
                kept.push(letter.receipt);
                continue;
            }
            match settle(dependencies, &letter).await {
                Outcome::GivenUp => given_up += 1,
                Outcome::Dropped => dropped += 1,
                Outcome::Settled => {}
                Outcome::Kept => {
                    kept.push(letter.receipt);
                    continue;
                }
            }
            if let Err(error) = dependencies.dead_letters.delete(&letter.receipt).await {
                report(&error, "a dead letter that is settled cannot be deleted; it comes back");
            }
        }
        if Instant::now() >= stop {
            break;
        }
    }
    for receipt in kept {
        // The dead letter becomes visible anyway, but later.
        if let Err(error) = dependencies.dead_letters.postpone(&receipt, Duration::ZERO).await {
            tracing::warn!(
                error = %causes(&error),
                "a dead letter stays hidden for a while"
            );
        }
    }
    if dropped > 0 {
        tracing::warn!(
            messages.dropped = dropped,
            "dead letters of thumbnails with attempts left are dropped; the sweep sends new messages"
        );
    }
    read.map(|()| given_up)
}

fn report(error: &QueueError, what: &str) {
    tracing::error!(error = %causes(error), "{what}");
}

enum Outcome {
    /// This call gave the thumbnail up and refunded it.
    GivenUp,
    /// The thumbnail had ended before, or does not exist.
    Settled,
    /// The thumbnail has attempts left or is leased. The sweep handles it without this dead letter.
    Dropped,
    /// The dead letter cannot be settled, or not yet.
    Kept,
}

async fn settle(dependencies: &Dependencies, letter: &Received) -> Outcome {
    let Ok(message) = Message::parse(&letter.body) else {
        tracing::error!(
            message.id = letter.id,
            "a message that nobody can read stays in the dead-letter queue"
        );
        return Outcome::Kept;
    };
    let span = info_span!("dead letter", generation.id = %message.generation, thumbnail.index = message.index);
    async {
        let progress = match dependencies
            .store
            .progress(message.organization, message.generation)
            .await
        {
            Ok(Some(progress)) => progress,
            Ok(None) => return Outcome::Settled,
            Err(error) => {
                tracing::error!(
                    error = %causes(&error),
                    "a dead letter cannot be settled now"
                );
                return Outcome::Kept;
            }
        };
        match progress.claim(message.index, dependencies.store.clock().now()) {
            None | Some(Claimability::Ended) => Outcome::Settled,
            Some(Claimability::Ready | Claimability::Busy) => Outcome::Dropped,
            Some(Claimability::Spent) => {
                match dependencies
                    .store
                    .abandon(progress, message.index, Deadline::after(REFUND_TIMEOUT))
                    .await
                {
                    Ok(Settled::Done) => {
                        tracing::warn!("a thumbnail that could not be made is given up and refunded");
                        Outcome::GivenUp
                    }
                    Ok(Settled::Superseded) => Outcome::Kept,
                    Err(error) => {
                        tracing::error!(error = %causes(&error), "a refund failed");
                        Outcome::Kept
                    }
                }
            }
        }
    }
    .instrument(span)
    .await
}
