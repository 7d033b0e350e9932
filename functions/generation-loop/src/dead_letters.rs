//! The dead-letter queue: messages that were received three times and never settled.
//!
//! A letter is no reason to give its thumbnail up: in an outage of the loop every message becomes a letter. So a letter of
//! a thumbnail with attempts left is dropped. The thumbnail is still in the index of what is due, and the sweep sends a
//! new message when it is next due: five minutes after the last one at the least, 80 minutes at the most. A thumbnail
//! without attempts left is given up and refunded. A letter that nobody can settle stays, in sight of the operator.

use std::time::Duration;

use queue::{Message, QueueError, Received};
use runtime::causes;
use store::{Claim, Deadline, Settled};
use tokio::time::Instant;
use tracing::{Instrument, info_span};

use crate::{EventError, Parts};

/// How long the letters of one drain are hidden from others, at the most.
const HIDDEN: Duration = Duration::from_secs(60);
/// How many times ten letters one drain looks at.
const ROUNDS: usize = 20;
/// A drain begins with no further letter after this; the next one goes on.
const TIME: Duration = Duration::from_secs(40);
/// How long settling a thumbnail may take.
const SETTLE: Duration = Duration::from_secs(10);

/// Settles what is in the dead-letter queue, and returns how many thumbnails it gave up. What cannot be settled is put
/// back as it was.
pub(crate) async fn drain(parts: &Parts) -> Result<usize, EventError> {
    let stop = Instant::now() + TIME;
    let (mut given_up, mut dropped) = (0, 0);
    let mut kept = Vec::new();
    let mut read = Ok(());
    for _ in 0..ROUNDS {
        let letters = match parts.dead_letters.peek(HIDDEN).await {
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
            match settle(parts, &letter).await {
                Outcome::GivenUp => given_up += 1,
                Outcome::Dropped => dropped += 1,
                Outcome::Settled => {}
                Outcome::Kept => {
                    kept.push(letter.receipt);
                    continue;
                }
            }
            if let Err(error) = parts.dead_letters.delete(&letter.receipt).await {
                report(&error, "a dead letter that is settled cannot be deleted; it comes back");
            }
        }
        if Instant::now() >= stop {
            break;
        }
    }
    for receipt in kept {
        // It comes back by itself, only later.
        if let Err(error) = parts.dead_letters.postpone(&receipt, Duration::ZERO).await {
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
    /// We gave the thumbnail up and refunded it.
    GivenUp,
    /// The thumbnail had ended before, or there is no such thumbnail.
    Settled,
    /// The thumbnail has attempts left or somebody at work: the table and the sweep see to it without this letter.
    Dropped,
    /// It could not be settled, or not yet.
    Kept,
}

async fn settle(parts: &Parts, letter: &Received) -> Outcome {
    let Ok(message) = Message::parse(&letter.body) else {
        tracing::error!(
            message.id = letter.id,
            "a message that nobody can read stays in the dead-letter queue"
        );
        return Outcome::Kept;
    };
    let span = info_span!("dead letter", generation.id = %message.generation, thumbnail.index = message.index);
    async {
        let progress = match parts.store.progress(message.organization, message.generation).await {
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
        match progress.claim(message.index, parts.store.clock().now()) {
            None | Some(Claim::Ended) => Outcome::Settled,
            Some(Claim::Ready | Claim::Busy) => Outcome::Dropped,
            Some(Claim::Spent) => {
                match parts
                    .store
                    .abandon(progress, message.index, Deadline::after(SETTLE))
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
