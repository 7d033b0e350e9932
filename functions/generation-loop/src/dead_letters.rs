//! The dead-letter queue: messages that were received three times and never settled. What can be read is given up and
//! refunded; only what nobody can settle stays, in sight of the operator.

use std::time::Duration;

use queue::{Message, QueueError, Received};
use store::{Claim, Deadline, Settled, Thumbnail};
use tracing::{Instrument, info_span};

use crate::Parts;

/// How long the messages of one drain are hidden from others, at the most.
const HIDDEN: Duration = Duration::from_secs(60);
/// How many times ten messages one drain looks at.
const ROUNDS: usize = 20;
/// How long settling a thumbnail may take.
const SETTLE: Duration = Duration::from_secs(10);

/// Settles what is in the dead-letter queue, and returns how many thumbnails it gave up. What cannot be settled is put
/// back as it was.
pub(crate) async fn drain(parts: &Parts) -> Result<usize, QueueError> {
    let mut given_up = 0;
    let mut kept = Vec::new();
    for _ in 0..ROUNDS {
        let letters = parts.dead_letters.peek(HIDDEN).await?;
        if letters.is_empty() {
            break;
        }
        for letter in letters {
            match settle(parts, &letter).await {
                Outcome::GivenUp => {
                    given_up += 1;
                    parts.dead_letters.delete(&letter.receipt).await?;
                }
                Outcome::Settled => parts.dead_letters.delete(&letter.receipt).await?,
                Outcome::Kept => kept.push(letter.receipt),
            }
        }
    }
    for receipt in kept {
        // It comes back by itself, only later.
        if let Err(error) = parts.dead_letters.postpone(&receipt, Duration::ZERO).await {
            tracing::warn!(error = %error, "a dead letter stays hidden for a while");
        }
    }
    Ok(given_up)
}

/// Whether a fallback has taken the turn of this model.
fn is_with_another(thumbnail: &Thumbnail, model: &str) -> bool {
    thumbnail.fallback.as_deref().is_some_and(|fallback| fallback != model)
}

enum Outcome {
    /// By us, now.
    GivenUp,
    /// By somebody, before.
    Settled,
    /// Not at all, or not yet.
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
                    error = &error as &dyn std::error::Error,
                    "a dead letter cannot be settled now"
                );
                return Outcome::Kept;
            }
        };
        let now = parts.store.clock().now();
        let thumbnail = progress.thumbnails.get(message.index);
        match thumbnail.map(|thumbnail| thumbnail.claim(now)) {
            None | Some(Claim::Ended) => Outcome::Settled,
            Some(Claim::Busy) => Outcome::Kept,
            // It was for the model before: the fallback has messages of its own, which the sweep sees to.
            Some(Claim::Ready) if thumbnail.is_some_and(|one| is_with_another(one, &message.model)) => Outcome::Settled,
            Some(Claim::Ready | Claim::Spent) => {
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
                        tracing::error!(error = &error as &dyn std::error::Error, "a refund failed");
                        Outcome::Kept
                    }
                }
            }
        }
    }
    .instrument(span)
    .await
}
