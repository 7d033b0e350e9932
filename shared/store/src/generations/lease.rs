//! Leases: the steps that the generation loop takes with a thumbnail. It leases the thumbnail, then completes it, puts
//! it off, hands it to a fallback, or gives it up. Every step is conditional on the attempt that the lease began, so a
//! slow duplicate cannot undo another function's work.

use std::time::Duration;

use contract::{FailureCode, GenerationId, OrganizationId, Timestamp};
use runtime::Metric;

use crate::{
    Claimability, Deadline, FailureCause, FinishedPicture, Generation, MAX_ATTEMPTS, Progress, State, Store,
    StoreError, Thumbnail,
    dynamodb::transaction::Reason,
    generations::{
        refund::refund_entry,
        state::{self, Transition},
        step::Executed,
    },
    keys,
    money::balance_writer::Attempt,
};

/// The exclusive right to make a thumbnail until a moment.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The generation of the thumbnail.
    pub generation: Generation,
    /// The index of the thumbnail.
    pub index: usize,
    /// The number of this attempt, from 1.
    pub attempt: u32,
    /// When the lease ends.
    pub until: Timestamp,
    /// The progress of the generation when the lease began.
    progress: Progress,
}

impl Lease {
    /// Whether this is the last attempt of the model.
    pub fn is_last_attempt(&self) -> bool {
        self.attempt_of_model() >= MAX_ATTEMPTS
    }

    /// The number of this attempt among those of the present model, from 1.
    pub fn attempt_of_model(&self) -> u32 {
        let last = self
            .thumbnail()
            .map_or(MAX_ATTEMPTS, |thumbnail| thumbnail.last_attempt);
        MAX_ATTEMPTS.saturating_sub(last.saturating_sub(self.attempt))
    }

    /// The fallback model that is used instead of the generation's own model, if any.
    pub fn fallback(&self) -> Option<&str> {
        self.thumbnail()?.fallback.as_deref()
    }

    /// How a refused step of this lease ended, given the progress that the table shows: the step may have been written
    /// by an earlier try whose answer was lost.
    fn settled(&self, present: &Progress, is_ours: impl Fn(&State) -> bool) -> Settled {
        let thumbnail = present.thumbnails.get(self.index);
        if thumbnail.is_some_and(|thumbnail| thumbnail.attempt == self.attempt && is_ours(&thumbnail.state)) {
            Settled::Done
        } else {
            Settled::Superseded
        }
    }

    fn thumbnail(&self) -> Option<&Thumbnail> {
        self.progress.thumbnails.get(self.index)
    }
}

/// The outcome of asking for a lease.
#[derive(Clone, Debug)]
pub enum LeaseOutcome {
    /// The lease has begun.
    Leased(Box<Lease>),
    /// Another lease runs, or the thumbnail waits for its next attempt. The message is not needed: the sweep sends
    /// another one if necessary.
    Busy,
    /// All attempts are over. The thumbnail must be given up.
    Spent(Box<Progress>),
    /// The thumbnail has ended.
    Ended,
    /// There is no such thumbnail.
    Unknown,
}

/// How a step of a lease ended. A step also counts as written if an earlier try wrote it and its answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The step has been written.
    Done,
    /// Another function has leased or ended the thumbnail. The result of this attempt is not needed.
    Superseded,
}

/// How long giving up and refunding a thumbnail may take: no attempt starts later.
pub const REFUND_TIMEOUT: Duration = Duration::from_secs(10);

/// How long writing the end of a thumbnail may take when its generation changes at the same time: no attempt starts
/// later.
const END_TIMEOUT: Duration = Duration::from_secs(5);

/// The largest clock skew that is assumed between functions.
const CLOCK_SKEW: Duration = Duration::from_secs(2);

const NO_THUMBNAIL: StoreError = StoreError::Missing { kind: "thumbnail" };

impl Store {
    /// Begins a lease for one attempt that ends at `until`, and reads the facts of the generation at the same time.
    pub async fn lease(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
        index: usize,
        until: Timestamp,
    ) -> Result<LeaseOutcome, StoreError> {
        let holder = self.ids.uuid().simple().to_string();
        let now = self.clock.now();
        let transition = state::lease(index, now, until, &holder);
        let (written, facts) = tokio::join!(
            self.write_step(organization, generation, &transition),
            self.facts(organization, generation)
        );
        let Some(facts) = facts? else {
            return Ok(LeaseOutcome::Unknown);
        };
        let progress = match written? {
            Executed::Written(progress) => progress,
            Executed::Gone => return Ok(LeaseOutcome::Unknown),
            Executed::Refused(progress) => {
                let Some(thumbnail) = progress.thumbnails.get(index) else {
                    return Ok(LeaseOutcome::Unknown);
                };
                // If an answer was lost, the repetition finds the lease that the first try began.
                let ours = matches!(&thumbnail.state, State::Leased { holder: other, .. } if *other == holder);
                match thumbnail.claim(now) {
                    _ if ours => progress,
                    Claimability::Ended => return Ok(LeaseOutcome::Ended),
                    Claimability::Spent => return Ok(LeaseOutcome::Spent(Box::new(progress))),
                    Claimability::Busy | Claimability::Ready => return Ok(LeaseOutcome::Busy),
                }
            }
        };
        let attempt = progress
            .thumbnails
            .get(index)
            .map_or(MAX_ATTEMPTS, |thumbnail| thumbnail.attempt);
        Ok(LeaseOutcome::Leased(Box::new(Lease {
            generation: facts,
            index,
            attempt,
            until,
            progress,
        })))
    }

    /// Completes a thumbnail with a picture that is in the bucket.
    pub async fn complete(&self, lease: &Lease, picture: FinishedPicture) -> Result<Settled, StoreError> {
        let settled = self.write_completion(lease, &picture).await?;
        if settled == Settled::Done {
            let generation = &lease.generation;
            let after = picture.completed_at.since(generation.created_at);
            let provenance = picture.provenance.as_ref();
            let model = provenance.map_or(&generation.model, |provenance| &provenance.model);
            Metric::ThumbnailCompleted { model, after }.emit();
        }
        Ok(settled)
    }

    async fn write_completion(&self, lease: &Lease, picture: &FinishedPicture) -> Result<Settled, StoreError> {
        let deadline = Deadline::after(END_TIMEOUT);
        let mut seen = lease.progress.clone();
        loop {
            let transition = state::complete(&seen, lease.index, picture.clone(), self.clock.now());
            let transition = transition.ok_or(NO_THUMBNAIL)?;
            let present = match self.write_end(&seen, &transition, deadline).await? {
                Executed::Written(_) => return Ok(Settled::Done),
                Executed::Gone => return Ok(Settled::Superseded),
                Executed::Refused(present) => present,
            };
            if !state::is_unchanged(&seen, &present, lease.index) {
                let is_ours =
                    |state: &State| matches!(state, State::Completed(other) if other.object_key == picture.object_key);
                return Ok(lease.settled(&present, is_ours));
            }
            // Another thumbnail has ended, or somebody has begun to listen.
            if deadline.is_past() {
                return Err(StoreError::Contention);
            }
            seen = present;
        }
    }

    /// Lets a thumbnail wait for its next attempt, which may begin at `until`.
    pub async fn put_off(&self, lease: &Lease, until: Timestamp, code: FailureCode) -> Result<Settled, StoreError> {
        let now = self.clock.now();
        let transition = state::put_off(&lease.progress, lease.index, lease.until, until, code, now);
        let waiting = State::Waiting { until, code };
        self.write_lease_step(lease, transition, |state| *state == waiting)
            .await
    }

    /// Hands the thumbnail to a fallback model, which has as many attempts as the first model. The fallback may begin
    /// at once, even on a function whose clock is behind: a function that may not begin yet deletes its message.
    pub async fn fail_over(&self, lease: &Lease, fallback: &str, code: FailureCode) -> Result<Settled, StoreError> {
        let now = self.clock.now();
        let until = now - CLOCK_SKEW;
        let transition = state::fail_over(&lease.progress, lease.index, fallback, until, code, now);
        let waiting = State::Waiting { until, code };
        self.write_lease_step(lease, transition, |state| *state == waiting)
            .await
    }

    /// Writes a step that is not an end. A refused step counts as written when the table already shows its result.
    async fn write_lease_step(
        &self,
        lease: &Lease,
        transition: Option<Transition>,
        ours: impl Fn(&State) -> bool,
    ) -> Result<Settled, StoreError> {
        let transition = transition.ok_or(NO_THUMBNAIL)?;
        let generation = &lease.generation;
        let written = self.write_step(generation.organization, generation.id, &transition);
        Ok(match written.await? {
            Executed::Written(_) => Settled::Done,
            // The organization has been deleted in the meantime.
            Executed::Gone => Settled::Superseded,
            Executed::Refused(present) => lease.settled(&present, ours),
        })
    }

    /// Gives up and refunds the thumbnail of a lease.
    pub async fn fail(
        &self,
        lease: &Lease,
        cause: impl Into<FailureCause>,
        deadline: Deadline,
    ) -> Result<Settled, StoreError> {
        let (generation, seen) = (&lease.generation, lease.progress.clone());
        let given_up = self.give_up(generation, seen, lease.index, cause.into(), deadline);
        given_up.await.inspect_err(|_| Metric::RefundFailed.emit())
    }

    /// Gives up and refunds a thumbnail without a lease, unless it has changed since `seen`.
    pub async fn abandon(&self, seen: Progress, index: usize, deadline: Deadline) -> Result<Settled, StoreError> {
        let thumbnail = seen.thumbnails.get(index).ok_or(NO_THUMBNAIL)?;
        if thumbnail.status().is_ended() {
            return Ok(Settled::Superseded);
        }
        let code = match thumbnail.state {
            State::Pending => FailureCode::ModelFailed,
            _ => thumbnail.last_failure(),
        };
        let Some(generation) = self.facts(seen.organization, seen.generation).await? else {
            // The organization has been deleted in the meantime.
            return Ok(Settled::Superseded);
        };
        let given_up = self.give_up(&generation, seen, index, code.into(), deadline);
        given_up.await.inspect_err(|_| Metric::RefundFailed.emit())
    }

    async fn give_up(
        &self,
        generation: &Generation,
        mut progress: Progress,
        index: usize,
        cause: FailureCause,
        deadline: Deadline,
    ) -> Result<Settled, StoreError> {
        let attempt = progress.thumbnails.get(index).ok_or(NO_THUMBNAIL)?.attempt;
        let (organization, id) = (generation.organization, generation.id);
        let before = match self.balance(organization).await {
            // The organization has been deleted, so there is nothing to refund.
            Err(StoreError::NoOrganization) => return Ok(Settled::Superseded),
            balance => balance?,
        };
        let key = keys::generation_progress(organization, id);
        let mut writer = self.balance_writer(organization, before, deadline).await?;
        loop {
            let transition = state::fail(&progress, index, cause.clone(), self.clock.now()).ok_or(NO_THUMBNAIL)?;
            let change = transition.expression(id)?.update(&self.names.table, &key)?;
            let entry = refund_entry(generation, 1, "failed");
            let reasons = match writer.attempt(entry, vec![change], transition.facts).await? {
                Attempt::Written(written) | Attempt::Found(written) => {
                    let model = &generation.model;
                    Metric::ThumbnailFailed { model }.emit();
                    Metric::Refunded(written.amount).emit();
                    return Ok(Settled::Done);
                }
                Attempt::Refused(reasons) => reasons,
            };
            if let Some(item) = reasons.first().and_then(Reason::item) {
                let present = Progress::read(item.clone())?;
                if !state::is_unchanged(&progress, &present, index) {
                    let thumbnail = present.thumbnails.get(index);
                    let failed = State::Failed(cause);
                    let done =
                        thumbnail.is_some_and(|thumbnail| thumbnail.attempt == attempt && thumbnail.state == failed);
                    return Ok(if done { Settled::Done } else { Settled::Superseded });
                }
                progress = present;
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return Ok(Settled::Superseded),
                prepared => prepared?,
            }
        }
    }
}
