//! One message of the queue: one attempt at one thumbnail.

mod brief;
mod lease_retry;
mod paint;
mod provenance;
pub(crate) mod references;
mod review;
mod storing;
mod turn;

use std::time::Duration;

use bytes::Bytes;
use contract::FailureCode;
use queue::{Message, Record, Verdict};
use runtime::{Metric, causes};
use store::{Deadline, FailureCause, Lease, LeaseOutcome, Plate, REFUND_TIMEOUT, Settled, StoreError};
use studio::ModelError;
use tracing::{Instrument, info_span};

use self::{
    brief::brief,
    paint::{Unpainted, paint},
    provenance::{provenance, with_kept},
    references::{NoReferences, Reader},
    review::Review,
    turn::{NoTurn, Turn},
};
use crate::Dependencies;

/// The time of a lease in addition to the model's timeout, for reading references and storing the picture.
const LEASE_BEYOND_MODEL: Duration = Duration::from_secs(30);
/// The timeout of a model that is not configured.
const UNKNOWN_MODEL_TIMEOUT: Duration = Duration::from_secs(60);
/// The longest retry delay that a model may request.
const LONGEST_DELAY: Duration = Duration::from_secs(900);
/// A wait ends this much before the message becomes visible, so that the message never comes too early.
const EARLY: Duration = Duration::from_secs(2);

/// Handles one message. A message that cannot be settled now is kept: the queue delivers it again, and after three
/// receives it becomes a dead letter.
pub(crate) async fn handle(dependencies: Dependencies, reader: Reader, record: Record) -> Verdict {
    let Ok(message) = Message::parse(&record.body) else {
        tracing::warn!("a message cannot be read; it goes to the dead-letter queue");
        return Verdict::Keep;
    };
    let span = info_span!("thumbnail", generation.id = %message.generation, thumbnail.index = message.index);
    // Long enough for every model of the generation's chain of fallbacks.
    let chain = dependencies.models.chain(&message.model);
    let longest = chain
        .iter()
        .map(|model| model.timeout())
        .max()
        .unwrap_or(UNKNOWN_MODEL_TIMEOUT);
    let until = dependencies.store.clock().now().plus(longest + LEASE_BEYOND_MODEL);
    async {
        match dependencies
            .store
            .lease(message.organization, message.generation, message.index, until)
            .await
        {
            Ok(LeaseOutcome::Leased(lease)) => {
                let attempt = Attempt {
                    dependencies: &dependencies,
                    record: &record,
                    lease: &lease,
                };
                attempt.run(&reader).await
            }
            Ok(LeaseOutcome::Spent(progress)) => {
                let deadline = Deadline::after(REFUND_TIMEOUT);
                settled(dependencies.store.abandon(*progress, message.index, deadline).await)
            }
            // The message is not needed: the thumbnail is settled by the holder of the lease, or by the sweep when the
            // lease expires.
            Ok(LeaseOutcome::Busy | LeaseOutcome::Ended) => Verdict::Done,
            Ok(LeaseOutcome::Unknown) => {
                tracing::warn!("a message names a thumbnail that does not exist");
                Verdict::Done
            }
            Err(error) => kept(&error),
        }
    }
    .instrument(span)
    .await
}

/// An attempt that holds the lease of its thumbnail.
struct Attempt<'a> {
    dependencies: &'a Dependencies,
    record: &'a Record,
    lease: &'a Lease,
}

impl Attempt<'_> {
    /// Makes the thumbnail, or decides what follows if it cannot be made.
    async fn run(&self, reader: &Reader) -> Verdict {
        let (dependencies, lease) = (self.dependencies, self.lease);
        let turn = match Turn::of(&dependencies.models, lease, dependencies.store.clock().now()) {
            Ok(turn) => turn,
            Err(NoTurn) => return self.fail(FailureCode::ModelFailed).await,
        };
        let (mut brief, keys) = brief(&lease.generation, lease.index);
        let Some(model) = turn.painter(&dependencies.studio, lease, &mut brief).await else {
            tracing::error!(
                model = turn.model.id,
                "a thumbnail is to be made by a model that is not there"
            );
            return self.fail(FailureCode::ModelFailed).await;
        };
        // Everything is read before the model paints, so that no picture is lost because a read fails.
        let read = reader.read(&dependencies.bucket, model.as_ref(), &mut brief.references, &keys);
        let kept = lease.generation.kept_plate();
        let (digests, manifest) = match tokio::try_join!(read, self.manifest_of(kept)) {
            Ok(read) => read,
            Err(NoReferences::Missing(id)) => return self.fail(FailureCause::missing(id)).await,
            Err(NoReferences::Media(error)) => {
                tracing::warn!(
                    error = %causes(&error),
                    "the references cannot be read for now"
                );
                return self.put_off(FailureCode::ModelFailed, None).await;
            }
        };
        let inspector = dependencies.studio.inspector();
        match paint(model.as_ref(), inspector, &brief, turn.model.timeout()).await {
            Ok(mut painted) => {
                let review = Review {
                    dependencies,
                    lease,
                    config: &turn.model,
                    model: model.as_ref(),
                };
                if kept.is_some() {
                    if painted.picture.plate.is_none() {
                        tracing::error!("a plate cannot be decoded");
                        return self.fail(FailureCode::ModelFailed).await;
                    }
                    painted.picture.origin.manifest = manifest;
                }
                let painted = review.of(painted, &brief).await;
                let own = provenance(&turn.model, &brief, &digests, &painted);
                let provenance = match kept {
                    Some(plate) => with_kept(plate, own),
                    None => own,
                };
                self.store_picture(painted, provenance).await
            }
            Err(unpainted) => self.follow(&turn, unpainted).await,
        }
    }

    /// The vendor's mark of origin for a kept plate. `None` if the vendor's file had none, or it is deleted.
    async fn manifest_of(&self, kept: Option<&Plate>) -> Result<Option<Bytes>, NoReferences> {
        match kept.and_then(|plate| plate.manifest_key.as_ref()) {
            Some(key) => self.dependencies.bucket.get(key).await.map_err(NoReferences::Media),
            None => Ok(None),
        }
    }

    /// What follows when the model made no picture: the thumbnail fails, waits, or goes to the next model.
    async fn follow(&self, turn: &Turn<'_>, unpainted: Unpainted) -> Verdict {
        self.report(&turn.model.id, &unpainted);
        match unpainted {
            Unpainted::Refused(_) => self.fail(FailureCode::ModelRefused).await,
            Unpainted::Unchanged => self.fail(FailureCode::NoChange).await,
            Unpainted::Dead(_) => self.fail_over(turn, FailureCode::ModelFailed).await,
            Unpainted::ForNow { code, error } if self.lease.is_last_attempt() || self.is_repeated(&error) => {
                self.fail_over(turn, code).await
            }
            Unpainted::ForNow { code, error } => self.put_off(code, error.retry_after()).await,
            Unpainted::Panicked => self.wait(FailureCode::ModelFailed, self.usual_delay()).await,
        }
    }

    /// Whether a further attempt would only buy another answer that cannot be read.
    fn is_repeated(&self, error: &ModelError) -> bool {
        error.is_malformed() && self.lease.attempt_of_model() > 1
    }

    /// The default delay before the model's next attempt.
    fn usual_delay(&self) -> Duration {
        match self.lease.attempt_of_model() {
            0 | 1 => Duration::from_secs(10),
            _ => Duration::from_secs(40),
        }
    }

    /// Logs the model's failure for the operator, once. A refusal of a caller's request is not an error.
    fn report(&self, model: &str, unpainted: &Unpainted) {
        let attempt = self.lease.attempt;
        match unpainted {
            Unpainted::Refused(error) => {
                return tracing::info!(model, attempt, error = %causes(error), "a thumbnail was refused");
            }
            Unpainted::Unchanged => return tracing::info!(model, attempt, "a change changes nothing"),
            Unpainted::Dead(error @ ModelError::Gone) => tracing::error!(
                model, attempt, error = %causes(error),
                "a model is no longer offered; take it out of MODELS or give it another upstreamModel"
            ),
            Unpainted::Dead(error) => tracing::error!(model, attempt, error = %causes(error), "a model cannot be used"),
            Unpainted::ForNow { error, .. } => {
                tracing::warn!(model, attempt, error = %causes(error), "a model made no thumbnail")
            }
            Unpainted::Panicked => tracing::error!(model, attempt, "a model panicked"),
        }
        Metric::UpstreamError { model }.emit();
    }

    /// Queues the thumbnail for the next fallback model. Without a next model, the thumbnail fails.
    async fn fail_over(&self, turn: &Turn<'_>, code: FailureCode) -> Verdict {
        let (dependencies, lease) = (self.dependencies, self.lease);
        let Some(next) = turn.next.map(|model| model.id.as_str()) else {
            return self.fail(code).await;
        };
        match dependencies.store.fail_over(lease, next, code).await {
            Ok(Settled::Done) => {}
            Ok(Settled::Superseded) => return Verdict::Done,
            Err(error) => return kept(&error),
        }
        tracing::warn!(model = turn.model.id, fallback = next, "a thumbnail goes to a fallback");
        let generation = &lease.generation;
        // The generation's model, not the fallback: a lease must be long enough for every model of the generation's
        // chain.
        let model = generation.model.clone();
        let message = Message::new(generation.organization, generation.id, lease.index, model);
        // A new message, because the old one has been received as often as a model is tried.
        if let Err(error) = dependencies.queue.send(&[message]).await {
            tracing::warn!(
                error = %causes(&error),
                "a message was not sent; the sweep sends one"
            );
        }
        Verdict::Done
    }

    /// Fails the thumbnail and refunds it.
    async fn fail(&self, cause: impl Into<FailureCause>) -> Verdict {
        let cause = cause.into();
        tracing::info!(attempt = self.lease.attempt, failure = ?cause.code, "a thumbnail is given up and refunded");
        let deadline = Deadline::after(REFUND_TIMEOUT);
        settled(self.dependencies.store.fail(self.lease, cause, deadline).await)
    }

    /// Lets the thumbnail wait for the next attempt; the last one fails instead.
    async fn put_off(&self, code: FailureCode, retry_after: Option<Duration>) -> Verdict {
        if self.lease.is_last_attempt() {
            return self.fail(code).await;
        }
        let usual = self.usual_delay();
        let delay = retry_after.map_or(usual, |wanted| wanted.max(usual).min(LONGEST_DELAY));
        self.wait(code, delay).await
    }

    /// Lets the thumbnail wait, and hides the message as long.
    async fn wait(&self, code: FailureCode, delay: Duration) -> Verdict {
        let Dependencies { store, queue, .. } = self.dependencies;
        let until = store.clock().now().plus(delay) - EARLY;
        match store.put_off(self.lease, until, code).await {
            Ok(Settled::Done) => {}
            Ok(Settled::Superseded) => return Verdict::Done,
            Err(error) => return kept(&error),
        }
        if let Err(error) = queue.postpone(&self.record.receipt_handle, delay).await {
            tracing::warn!(
                error = %causes(&error),
                "a message comes back later than it should"
            );
        }
        Verdict::Keep
    }
}

fn settled(result: Result<Settled, StoreError>) -> Verdict {
    match result {
        Ok(Settled::Done | Settled::Superseded) => Verdict::Done,
        Err(error) => kept(&error),
    }
}

fn kept(error: &StoreError) -> Verdict {
    tracing::error!(
        error = %causes(error),
        "a thumbnail cannot be settled now"
    );
    Verdict::Keep
}
