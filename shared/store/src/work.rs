//! What the generation loop does to a thumbnail: take it, finish it, put it off, give it up. Every step is conditional
//! on the attempt that was begun, so a slow duplicate cannot undo another's work.

use std::time::Duration;

use contract::{FailureCode, GenerationId, OrganizationId, Timestamp};
use runtime::Metric;

use crate::{
    Claim, Generation, MAX_ATTEMPTS, Picture, Progress, State, Store, StoreError, Thumbnail,
    balance::{current_balance, refund_entry},
    codec::{self, number},
    expression::Expression,
    generation::unlist,
    keys,
    transaction::{Deadline, Jitter, Outcome},
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

/// Whether a step was taken, now or by an earlier try whose answer was lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It was.
    Done,
    /// Another has the thumbnail or ended it: what this attempt made is not needed.
    Superseded,
}

const KIND: &str = "progress";
/// Clocks that go by each other differ by less than this.
const BEHIND: Duration = Duration::from_secs(2);

fn part(index: usize) -> String {
    format!("thumbnails[{index}]")
}

/// Requires that the thumbnail is in the state `seen`, of the attempt that `seen` has. An attempt's number is given out
/// once, so together they name one moment.
fn require_unchanged(change: &mut Expression, index: usize, seen: &Thumbnail) {
    let thumbnail = part(index);
    change.require_equal(&[&thumbnail, "state", "kind"], codec::text(seen.state.kind()));
    change.require_equal(&[&thumbnail, "attempt"], number(seen.attempt));
}

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
        let thumbnail = part(index);
        let mut change = Expression::new();
        let lease = State::Leased {
            until,
            holder: holder.clone(),
        };
        change.set(&[&thumbnail, "state"], codec::value(KIND, &lease)?);
        let attempt = change.path(&[&thumbnail, "attempt"]);
        let (one, most) = (change.value(number(1)), change.value(number(MAX_ATTEMPTS)));
        change.set_to(&[&thumbnail, "attempt"], &format!("{attempt} + {one}"));
        change.set(&[&thumbnail, "dueAt"], number(Thumbnail::due_after(until).millis()));
        change.set(&["updatedAt"], number(now.millis()));
        let kind = change.path(&[&thumbnail, "state", "kind"]);
        let ends = change.path(&[&thumbnail, "state", "until"]);
        let [pending, leased, waiting] = ["pending", "leased", "waiting"].map(|kind| change.value(codec::text(kind)));
        let now_value = change.value(number(now.millis()));
        change.require(format!(
            "{kind} = {pending} OR ({kind} IN ({leased}, {waiting}) AND {ends} <= {now_value})"
        ));
        // Thumbnails of earlier versions have no such number.
        let last = change.path(&[&thumbnail, "lastAttempt"]);
        change.require(format!(
            "{attempt} < {last} OR (attribute_not_exists({last}) AND {attempt} < {most})"
        ));
        let key = keys::generation_progress(organization, generation);
        let (taken, facts) = tokio::join!(self.update(&key, &change), self.facts(organization, generation));
        let Some(facts) = facts? else {
            return Ok(LeaseOutcome::Unknown);
        };
        let progress = match taken? {
            Ok(item) => Progress::read(item)?,
            Err(item) if item.is_empty() => return Ok(LeaseOutcome::Unknown),
            Err(item) => {
                let progress = Progress::read(item)?;
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
        let mut change = self.step(lease, &State::Completed(picture))?;
        let ended = lease.progress.others_ended(&[lease.index]);
        let still_pending = !lease.progress.pending().is_empty();
        unlist(&mut change, still_pending, ended);
        let ours = |state: &State| matches!(state, State::Completed(picture) if picture.object_key == object_key);
        let settled = self.take_step(lease, &change, ours).await?;
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
        let waiting = State::Waiting { until, code };
        let mut change = self.step(lease, &waiting)?;
        let due = Thumbnail::due_after(until).max(Thumbnail::due_after(lease.until));
        change.set(&[&part(lease.index), "dueAt"], number(due.millis()));
        self.take_step(lease, &change, |state| *state == waiting).await
    }

    /// Gives another model its turn, with as many attempts as the first one had. It may begin at once, and by a clock
    /// that is behind too: whoever finds that it may not takes its message off the queue.
    pub async fn fail_over(&self, lease: &Lease, fallback: &str, code: FailureCode) -> Result<Settled, StoreError> {
        let now = self.clock.now();
        let waiting = State::Waiting {
            until: now - BEHIND,
            code,
        };
        let mut change = self.step(lease, &waiting)?;
        let thumbnail = part(lease.index);
        change.set(&[&thumbnail, "fallback"], codec::text(fallback));
        let last = lease.attempt.saturating_add(MAX_ATTEMPTS);
        change.set(&[&thumbnail, "lastAttempt"], number(last));
        change.set(&[&thumbnail, "dueAt"], number(Thumbnail::due_after_send(now).millis()));
        self.take_step(lease, &change, |state| *state == waiting).await
    }

    fn step(&self, lease: &Lease, state: &State) -> Result<Expression, StoreError> {
        let mut change = Expression::new();
        change.set(&[&part(lease.index), "state"], codec::value(KIND, state)?);
        change.set(&["updatedAt"], number(self.clock.now().millis()));
        if let Some(seen) = lease.thumbnail() {
            require_unchanged(&mut change, lease.index, seen);
        }
        Ok(change)
    }

    /// Writes a step. One that was refused was taken all the same when the table already shows it.
    async fn take_step(
        &self,
        lease: &Lease,
        change: &Expression,
        ours: impl Fn(&State) -> bool,
    ) -> Result<Settled, StoreError> {
        let key = keys::generation_progress(lease.generation.organization, lease.generation.id);
        let old = match self.update(&key, change).await? {
            Ok(_) => return Ok(Settled::Done),
            // Its organization was deleted meanwhile.
            Err(old) if old.is_empty() => return Ok(Settled::Superseded),
            Err(old) => Progress::read(old)?,
        };
        let thumbnail = old.thumbnails.get(lease.index);
        let done = thumbnail.is_some_and(|old| old.attempt == lease.attempt && ours(&old.state));
        Ok(if done { Settled::Done } else { Settled::Superseded })
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
        let Some(seen) = progress.thumbnails.get(index).cloned() else {
            return Err(StoreError::Missing { kind: "thumbnail" });
        };
        let failed = State::Failed { code };
        let mut before = match self.balance(generation.organization).await {
            // Nobody is left to be refunded.
            Err(StoreError::NoOrganization) => return Ok(Settled::Superseded),
            balance => balance?,
        };
        let mut jitter = Jitter::brief();
        loop {
            let entry = refund_entry(generation, 1, "failed");
            let (_, mut items) = self.movement(generation.organization, before, entry)?;
            let mut change = Expression::new();
            change.set(&[&part(index), "state"], codec::value(KIND, &failed)?);
            change.set(&["updatedAt"], number(self.clock.now().millis()));
            require_unchanged(&mut change, index, &seen);
            let still_pending = progress.pending().iter().any(|&pending| pending != index);
            unlist(&mut change, still_pending, progress.others_ended(&[index]));
            let key = keys::generation_progress(generation.organization, generation.id);
            items.push(change.update(&self.names.table, &key)?);
            let refused = match self.transact(items, deadline).await? {
                Outcome::Committed => {
                    let model = &generation.model;
                    Metric::ThumbnailFailed { model }.emit();
                    Metric::Refunded(generation.unit_cost).emit();
                    return Ok(Settled::Done);
                }
                Outcome::Refused(refused) => refused,
            };
            if let Some(item) = refused.last().cloned().flatten() {
                if item.is_empty() {
                    return Ok(Settled::Superseded);
                }
                progress = Progress::read(item)?;
                let now = progress.thumbnails.get(index);
                let unchanged = |now: &Thumbnail| now.attempt == seen.attempt && now.state.kind() == seen.state.kind();
                if !now.is_some_and(unchanged) {
                    let done = now.is_some_and(|now| now.attempt == seen.attempt && now.state == failed);
                    return Ok(if done { Settled::Done } else { Settled::Superseded });
                }
            }
            if refused.first().is_some_and(Option::is_some) {
                before = current_balance(refused)?;
            }
            jitter.wait(self).await;
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
