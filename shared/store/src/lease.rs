//! Leases: the steps that the generation loop takes with a thumbnail. It leases the thumbnail, then completes it, puts it
//! off, hands it to a fallback, or gives it up. Every step is conditional on the attempt that the lease began, so a slow
//! duplicate cannot undo another function's work.

use std::time::Duration;

use contract::{FailureCode, GenerationId, OrganizationId, Timestamp};
use runtime::Metric;

use crate::{
    Claim, Deadline, Generation, MAX_ATTEMPTS, Picture, Progress, State, Store, StoreError, Thumbnail,
    balance::refund_entry,
    balance_writer::Attempt,
    keys,
    state::{self, Transition},
    transaction::Reason,
    update::Update,
};

/// The right to work on a thumbnail until a moment.
#[derive(Clone, Debug)]
pub struct Lease {
    /// What is to be made.
    pub generation: Generation,
    /// Which of its thumbnails.
    pub index: usize,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// Until when.
    pub until: Timestamp,
    /// How the generation stood when the lease began.
    progress: Progress,
}

impl Lease {
    /// Whether no attempt of the same model follows this one.
    pub fn is_last_attempt(&self) -> bool {
        self.attempt_of_model() >= MAX_ATTEMPTS
    }

    /// Which attempt of the model whose turn it is this is, from 1.
    pub fn attempt_of_model(&self) -> u32 {
        let last = self
            .thumbnail()
            .map_or(MAX_ATTEMPTS, |thumbnail| thumbnail.last_attempt);
        MAX_ATTEMPTS.saturating_sub(last.saturating_sub(self.attempt))
    }

    /// The model that took the turn of the generation's own, if it has.
    pub fn fallback(&self) -> Option<&str> {
        self.thumbnail()?.fallback.as_deref()
    }

    fn thumbnail(&self) -> Option<&Thumbnail> {
        self.progress.thumbnails.get(self.index)
    }
}

/// What a message for a thumbnail led to.
#[derive(Clone, Debug)]
pub enum LeaseOutcome {
    /// To work.
    Leased(Box<Lease>),
    /// Another is at work, or it waits for its next attempt: the table sees to it, the message is not needed.
    Busy,
    /// All attempts are over: it is to be given up.
    Spent(Box<Progress>),
    /// It has ended.
    Ended,
    /// There is no such generation.
    Unknown,
}

/// Whether a step has been written, now or by an earlier try whose answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The step has been written.
    Done,
    /// Another function has leased or ended the thumbnail: what this attempt made is not needed.
    Superseded,
}

/// What became of a transition.
pub(crate) enum Executed {
    /// It is written; the progress with it.
    Written(Progress),
    /// The table does not show what it requires; the progress as it is.
    Refused(Progress),
    /// There is no such generation.
    Gone,
}

/// How long giving up and refunding a thumbnail may take: no attempt starts later.
pub const REFUND_TIMEOUT: Duration = Duration::from_secs(10);

/// The largest clock skew that is assumed between functions.
const CLOCK_SKEW: Duration = Duration::from_secs(2);

const NO_THUMBNAIL: StoreError = StoreError::Missing { kind: "thumbnail" };

impl Store {
    /// Takes a thumbnail for one attempt that ends at `until`, and reads what is to be made, both at once.
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
        let (taken, facts) = tokio::join!(
            self.execute(organization, generation, &transition),
            self.facts(organization, generation)
        );
        let Some(facts) = facts? else {
            return Ok(LeaseOutcome::Unknown);
        };
        let progress = match taken? {
            Executed::Written(progress) => progress,
            Executed::Gone => return Ok(LeaseOutcome::Unknown),
            Executed::Refused(progress) => {
                let Some(thumbnail) = progress.thumbnails.get(index) else {
                    return Ok(LeaseOutcome::Unknown);
                };
                // A lost answer: the repetition finds the lease that the first try took.
                let ours = matches!(&thumbnail.state, State::Leased { holder: other, .. } if *other == holder);
                match thumbnail.claim(now) {
                    _ if ours => progress,
                    Claim::Ended => return Ok(LeaseOutcome::Ended),
                    Claim::Spent => return Ok(LeaseOutcome::Spent(Box::new(progress))),
                    Claim::Busy | Claim::Ready => return Ok(LeaseOutcome::Busy),
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

    /// Finishes a thumbnail with a picture that is in the bucket.
    pub async fn complete(&self, lease: &Lease, picture: Picture) -> Result<Settled, StoreError> {
        let (object_key, completed_at) = (picture.object_key.clone(), picture.completed_at);
        let made_by = picture.provenance.as_ref().map(|provenance| provenance.model.clone());
        let transition = state::complete(&lease.progress, lease.index, picture, self.clock.now());
        let ours = |state: &State| matches!(state, State::Completed(picture) if picture.object_key == object_key);
        let settled = self.take_step(lease, transition, ours).await?;
        if settled == Settled::Done {
            let generation = &lease.generation;
            let after = completed_at.since(generation.created_at);
            let model = made_by.as_deref().unwrap_or(&generation.model);
            Metric::ThumbnailCompleted { model, after }.emit();
        }
        Ok(settled)
    }

    /// Lets a thumbnail wait for its next attempt, which may begin at `until`.
    pub async fn put_off(&self, lease: &Lease, until: Timestamp, code: FailureCode) -> Result<Settled, StoreError> {
        let now = self.clock.now();
        let transition = state::put_off(&lease.progress, lease.index, lease.until, until, code, now);
        let waiting = State::Waiting { until, code };
        self.take_step(lease, transition, |state| *state == waiting).await
    }

    /// Gives another model its turn, with as many attempts as the first one had. The model may begin at once, also by a
    /// clock that is behind: a function that finds that it may not begin takes its message off the queue.
    pub async fn fail_over(&self, lease: &Lease, fallback: &str, code: FailureCode) -> Result<Settled, StoreError> {
        let now = self.clock.now();
        let until = now - CLOCK_SKEW;
        let transition = state::fail_over(&lease.progress, lease.index, fallback, until, code, now);
        let waiting = State::Waiting { until, code };
        self.take_step(lease, transition, |state| *state == waiting).await
    }

    /// Writes a step. A step that is refused was taken all the same when the table already shows its result.
    async fn take_step(
        &self,
        lease: &Lease,
        transition: Option<Transition>,
        ours: impl Fn(&State) -> bool,
    ) -> Result<Settled, StoreError> {
        let transition = transition.ok_or(NO_THUMBNAIL)?;
        let generation = &lease.generation;
        let progress = match self
            .execute(generation.organization, generation.id, &transition)
            .await?
        {
            Executed::Written(_) => return Ok(Settled::Done),
            // The organization has been deleted meanwhile.
            Executed::Gone => return Ok(Settled::Superseded),
            Executed::Refused(progress) => progress,
        };
        let thumbnail = progress.thumbnails.get(lease.index);
        let done = thumbnail.is_some_and(|thumbnail| thumbnail.attempt == lease.attempt && ours(&thumbnail.state));
        Ok(if done { Settled::Done } else { Settled::Superseded })
    }

    /// Writes a transition of a generation's progress.
    pub(crate) async fn execute(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
        transition: &Transition,
    ) -> Result<Executed, StoreError> {
        let key = keys::generation_progress(organization, generation);
        match self.update(&key, &transition.expression(generation)?).await? {
            Update::Written(item) => Ok(Executed::Written(Progress::read(item)?)),
            Update::Refused(item) if !item.is_empty() => Ok(Executed::Refused(Progress::read(item)?)),
            // There is no item, or the endpoint does not show it with a refusal.
            Update::Refused(_) => {
                let progress = self.progress(organization, generation).await?;
                Ok(progress.map_or(Executed::Gone, Executed::Refused))
            }
        }
    }

    /// Gives up the thumbnail of a lease and refunds it.
    pub async fn fail(&self, lease: &Lease, code: FailureCode, deadline: Deadline) -> Result<Settled, StoreError> {
        let given_up = self.give_up(&lease.generation, lease.progress.clone(), lease.index, code, deadline);
        given_up.await.inspect_err(|_| Metric::RefundFailed.emit())
    }

    /// Gives up a thumbnail that nobody has a lease on and refunds it, unless it has changed since `seen`.
    pub async fn abandon(&self, seen: Progress, index: usize, deadline: Deadline) -> Result<Settled, StoreError> {
        let Some(generation) = self.facts(seen.organization, seen.generation).await? else {
            // Its organization was deleted meanwhile.
            return Ok(Settled::Superseded);
        };
        let code = seen
            .thumbnails
            .get(index)
            .map_or(FailureCode::ModelFailed, |thumbnail| match thumbnail.state {
                State::Pending => FailureCode::ModelFailed,
                _ => thumbnail.last_failure(),
            });
        let given_up = self.give_up(&generation, seen, index, code, deadline);
        given_up.await.inspect_err(|_| Metric::RefundFailed.emit())
    }

    async fn give_up(
        &self,
        generation: &Generation,
        mut progress: Progress,
        index: usize,
        code: FailureCode,
        deadline: Deadline,
    ) -> Result<Settled, StoreError> {
        let seen = progress.thumbnails.get(index).cloned().ok_or(NO_THUMBNAIL)?;
        let (organization, id) = (generation.organization, generation.id);
        let before = match self.balance(organization).await {
            // Nobody is left to be refunded.
            Err(StoreError::NoOrganization) => return Ok(Settled::Superseded),
            balance => balance?,
        };
        let key = keys::generation_progress(organization, id);
        let mut writer = self.balance_writer(organization, before, deadline).await?;
        loop {
            let transition = state::fail(&progress, index, code, self.clock.now()).ok_or(NO_THUMBNAIL)?;
            let change = transition.expression(id)?.update(&self.names.table, &key)?;
            let entry = refund_entry(generation, 1, "failed");
            let reasons = match writer.attempt(entry, vec![change]).await? {
                Attempt::Written(written) | Attempt::Found(written) => {
                    let model = &generation.model;
                    Metric::ThumbnailFailed { model }.emit();
                    Metric::Refunded(written.amount).emit();
                    return Ok(Settled::Done);
                }
                Attempt::Refused(reasons) => reasons,
            };
            if let Some(item) = reasons.first().and_then(Reason::item) {
                progress = Progress::read(item.clone())?;
                let now = progress.thumbnails.get(index);
                let is_unchanged =
                    now.is_some_and(|now| now.attempt == seen.attempt && now.state.kind() == seen.state.kind());
                if !is_unchanged {
                    let failed = State::Failed { code };
                    let done = now.is_some_and(|now| now.attempt == seen.attempt && now.state == failed);
                    return Ok(if done { Settled::Done } else { Settled::Superseded });
                }
            }
            match writer.prepare().await {
                Err(StoreError::NoOrganization) => return Ok(Settled::Superseded),
                prepared => prepared?,
            }
        }
    }

    /// How a generation stands, for one who holds a message about it.
    pub async fn progress(
        &self,
        organization: OrganizationId,
        generation: GenerationId,
    ) -> Result<Option<Progress>, StoreError> {
        let item = self.get(&keys::generation_progress(organization, generation)).await?;
        item.map(Progress::read).transpose()
    }
}
