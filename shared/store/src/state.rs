//! The transitions of a generation's thumbnails, as pure functions.
//!
//! Each function takes what its caller has seen of a generation, and returns a [`Transition`]: what is to be written, and
//! what the table must still show for it to be written. The store executes transitions as conditional updates;
//! [`Transition::apply`] does the same to a [`Record`] in memory, which is how a test explores every order of steps.
//!
//! Three facts hold the whole together. Ends are final. An attempt's number is given out once. So a thumbnail's kind of
//! state and its attempt's number together name one moment, and a step that requires both is taken at most once.

use contract::{FailureCode, GenerationId, Timestamp};

use crate::{
    Claim, MAX_ATTEMPTS, Picture, Progress, State, StoreError, Thumbnail,
    codec::{self, number},
    expression::Expression,
    generation::PROGRESS,
    keys,
};

/// A generation's progress as the table has it, and where the indexes list it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The thumbnails.
    pub progress: Progress,
    /// Whether it is in the index of generations with a pending thumbnail.
    pub is_listed_pending: bool,
    /// When the sweep is to look at it, if it is in the index of what is due.
    pub due_at: Option<Timestamp>,
}

/// What a transition requires of a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// An attempt may begin at this moment.
    Claimable(Timestamp),
    /// Its state is of this kind.
    Kind(&'static str),
    /// So many attempts have begun.
    Attempt(u32),
    /// The sweep is to look at it at this moment.
    DueAt(Timestamp),
    /// Its message was sent again so many times.
    Resent(u32),
}

/// What a transition writes of a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// Its state.
    State(State),
    /// One attempt more.
    NextAttempt,
    /// The number of the last attempt that the model has.
    LastAttempt(u32),
    /// The model that takes over.
    Fallback(String),
    /// When the sweep is to look at it.
    DueAt(Timestamp),
    /// How often its message was sent again.
    Resent(u32),
}

/// What a transition requires and writes of one thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The thumbnail's index in its generation.
    pub index: usize,
    /// All of these must hold.
    pub requires: Vec<Requirement>,
    /// All of these are written.
    pub writes: Vec<Write>,
}

/// What a transition does to the generation's entry in the index of what is due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// Nothing.
    #[default]
    Keep,
    /// The generation has ended, and is taken out.
    Remove,
    /// The sweep is to look at it at this moment.
    At(Timestamp),
}

/// A change of a generation's progress, written as a whole or refused as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// The thumbnails that change.
    pub changes: Vec<Change>,
    /// When the caller is told that the generation changed; `None` for changes that no caller sees.
    pub updated_at: Option<Timestamp>,
    /// Whether the generation leaves the index of those with a pending thumbnail.
    pub unlists_pending: bool,
    /// What happens to its entry in the index of what is due.
    pub listing: Listing,
    /// The moment that this entry must show.
    pub listed_at: Option<Timestamp>,
}

/// The table does not show what a transition requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// Begins an attempt that ends at `until`.
pub fn lease(index: usize, now: Timestamp, until: Timestamp, holder: &str) -> Transition {
    let holder = holder.to_owned();
    Transition {
        changes: vec![Change {
            index,
            requires: vec![Requirement::Claimable(now)],
            writes: vec![
                Write::State(State::Leased { until, holder }),
                Write::NextAttempt,
                Write::DueAt(Thumbnail::due_after(until)),
            ],
        }],
        updated_at: Some(now),
        ..Transition::default()
    }
}

/// Ends a leased thumbnail with a picture that is in the bucket.
pub fn complete(seen: &Progress, index: usize, picture: Picture, now: Timestamp) -> Option<Transition> {
    end(seen, &[index], State::Completed(picture), now)
}

/// Gives up a thumbnail.
pub fn fail(seen: &Progress, index: usize, code: FailureCode, now: Timestamp) -> Option<Transition> {
    end(seen, &[index], State::Failed { code }, now)
}

/// Cancels every thumbnail that nobody has begun.
pub fn cancel(seen: &Progress, now: Timestamp) -> Option<Transition> {
    end(seen, &seen.pending(), State::Cancelled, now)
}

/// Ends these thumbnails, unless they have changed since they were seen. `None` when one of them does not exist.
///
/// Where the others were seen to have ended, or to be begun, that stays true: the indexes need no condition.
fn end(seen: &Progress, indexes: &[usize], state: State, now: Timestamp) -> Option<Transition> {
    let change = |&index: &usize| {
        Some(Change {
            index,
            requires: unchanged(seen.thumbnails.get(index)?),
            writes: vec![Write::State(state.clone())],
        })
    };
    Some(Transition {
        changes: indexes.iter().map(change).collect::<Option<_>>()?,
        updated_at: Some(now),
        unlists_pending: seen.pending().iter().all(|pending| indexes.contains(pending)),
        listing: if seen.others_ended(indexes) {
            Listing::Remove
        } else {
            Listing::Keep
        },
        listed_at: None,
    })
}

/// Lets a leased thumbnail wait for the next attempt of the same model, which may begin at `until`.
pub fn put_off(
    seen: &Progress,
    index: usize,
    lease_end: Timestamp,
    until: Timestamp,
    code: FailureCode,
    now: Timestamp,
) -> Option<Transition> {
    let due = Thumbnail::due_after(until).max(Thumbnail::due_after(lease_end));
    let writes = vec![Write::State(State::Waiting { until, code }), Write::DueAt(due)];
    step(seen, index, writes, now)
}

/// Gives a leased thumbnail to another model, which has as many attempts as the first one had, from `until` on.
pub fn fail_over(
    seen: &Progress,
    index: usize,
    fallback: &str,
    until: Timestamp,
    code: FailureCode,
    now: Timestamp,
) -> Option<Transition> {
    let last = seen.thumbnails.get(index)?.attempt.saturating_add(MAX_ATTEMPTS);
    let writes = vec![
        Write::State(State::Waiting { until, code }),
        Write::Fallback(fallback.to_owned()),
        Write::LastAttempt(last),
        Write::DueAt(Thumbnail::due_after_send(now)),
    ];
    step(seen, index, writes, now)
}

fn step(seen: &Progress, index: usize, writes: Vec<Write>, now: Timestamp) -> Option<Transition> {
    Some(Transition {
        changes: vec![Change {
            index,
            requires: unchanged(seen.thumbnails.get(index)?),
            writes,
        }],
        updated_at: Some(now),
        ..Transition::default()
    })
}

/// Notes that the messages of these thumbnails are about to be sent again, and when the sweep is to look next: at
/// `look_again` at the latest. `listed_at` is the moment that the index showed.
pub fn note_resend(
    seen: &Progress,
    listed_at: Option<Timestamp>,
    resend: &[usize],
    now: Timestamp,
    look_again: Timestamp,
) -> Transition {
    let mut next: Option<Timestamp> = None;
    let mut changes = Vec::new();
    for (index, thumbnail) in seen.thumbnails.iter().enumerate() {
        if thumbnail.status().is_ended() {
            continue;
        }
        let mut due = thumbnail.due_at;
        if resend.contains(&index) {
            due = thumbnail.due_after_resend(now);
            let mut requires = unchanged(thumbnail);
            requires.push(Requirement::DueAt(thumbnail.due_at));
            changes.push(Change {
                index,
                requires,
                writes: vec![Write::DueAt(due), Write::Resent(thumbnail.resent + 1)],
            });
        }
        next = Some(next.map_or(due, |next| next.min(due)));
    }
    Transition {
        changes,
        updated_at: None,
        unlists_pending: seen.pending().is_empty(),
        listing: next.map_or(Listing::Remove, |next| Listing::At(next.min(look_again))),
        listed_at,
    }
}

/// Takes back what [`note_resend`] noted at `noted_at` of these thumbnails: the queue did not take their messages.
pub fn take_back_resend(seen: &Progress, unsent: &[usize], noted_at: Timestamp) -> Option<Transition> {
    let change = |&index: &usize| {
        let thumbnail = seen.thumbnails.get(index)?;
        Some(Change {
            index,
            requires: vec![
                Requirement::DueAt(thumbnail.due_after_resend(noted_at)),
                Requirement::Resent(thumbnail.resent + 1),
            ],
            writes: vec![Write::DueAt(thumbnail.due_at), Write::Resent(thumbnail.resent)],
        })
    };
    Some(Transition {
        changes: unsent.iter().map(change).collect::<Option<_>>()?,
        ..Transition::default()
    })
}

/// The kind of state and the attempt's number, which together name one moment.
fn unchanged(seen: &Thumbnail) -> Vec<Requirement> {
    vec![Requirement::Kind(seen.state.kind()), Requirement::Attempt(seen.attempt)]
}

impl Requirement {
    /// Whether `thumbnail` meets it.
    fn is_met(&self, thumbnail: &Thumbnail) -> bool {
        match *self {
            Self::Claimable(now) => thumbnail.claim(now) == Claim::Ready,
            Self::Kind(kind) => thumbnail.state.kind() == kind,
            Self::Attempt(attempt) => thumbnail.attempt == attempt,
            Self::DueAt(due_at) => thumbnail.due_at == due_at,
            Self::Resent(resent) => thumbnail.resent == resent,
        }
    }

    /// The same as a condition on the item.
    fn add_to(&self, change: &mut Expression, thumbnail: &str) {
        match *self {
            Self::Claimable(now) => require_claimable(change, thumbnail, now),
            Self::Kind(kind) => change.require_equal(&[thumbnail, "state", "kind"], codec::text(kind)),
            Self::Attempt(attempt) => change.require_equal(&[thumbnail, "attempt"], number(attempt)),
            Self::DueAt(due_at) => change.require_equal(&[thumbnail, "dueAt"], number(due_at.millis())),
            Self::Resent(resent) => change.require_equal(&[thumbnail, "resent"], number(resent)),
        }
    }
}

/// [`Thumbnail::claim`] as a condition: the thumbnail is pending, or its lease or wait has ended; and it has attempts
/// left.
fn require_claimable(change: &mut Expression, thumbnail: &str, now: Timestamp) {
    let kind = change.path(&[thumbnail, "state", "kind"]);
    let ends = change.path(&[thumbnail, "state", "until"]);
    let [pending, leased, waiting] = ["pending", "leased", "waiting"].map(|kind| change.value(codec::text(kind)));
    let now = change.value(number(now.millis()));
    change.require(format!(
        "{kind} = {pending} OR ({kind} IN ({leased}, {waiting}) AND {ends} <= {now})"
    ));
    let attempt = change.path(&[thumbnail, "attempt"]);
    let most = change.value(number(MAX_ATTEMPTS));
    // Thumbnails of earlier versions have no such number.
    let last = change.path(&[thumbnail, "lastAttempt"]);
    change.require(format!(
        "{attempt} < {last} OR (attribute_not_exists({last}) AND {attempt} < {most})"
    ));
}

impl Write {
    fn apply(&self, thumbnail: &mut Thumbnail) {
        match self {
            Self::State(state) => thumbnail.state = state.clone(),
            Self::NextAttempt => thumbnail.attempt += 1,
            Self::LastAttempt(last) => thumbnail.last_attempt = *last,
            Self::Fallback(model) => thumbnail.fallback = Some(model.clone()),
            Self::DueAt(due_at) => thumbnail.due_at = *due_at,
            Self::Resent(resent) => thumbnail.resent = *resent,
        }
    }

    fn add_to(&self, change: &mut Expression, thumbnail: &str) -> Result<(), StoreError> {
        match self {
            Self::State(state) => change.set(&[thumbnail, "state"], codec::value(PROGRESS, state)?),
            Self::NextAttempt => {
                let (attempt, one) = (change.path(&[thumbnail, "attempt"]), change.value(number(1)));
                change.set_to(&[thumbnail, "attempt"], &format!("{attempt} + {one}"));
            }
            Self::LastAttempt(last) => change.set(&[thumbnail, "lastAttempt"], number(last)),
            Self::Fallback(model) => change.set(&[thumbnail, "fallback"], codec::text(model)),
            Self::DueAt(due_at) => change.set(&[thumbnail, "dueAt"], number(due_at.millis())),
            Self::Resent(resent) => change.set(&[thumbnail, "resent"], number(resent)),
        }
        Ok(())
    }
}

impl Transition {
    /// Does to a record in memory what the store does to an item.
    ///
    /// # Errors
    ///
    /// When the record does not show what is required; then it stays as it is.
    pub fn apply(&self, record: &mut Record) -> Result<(), Refused> {
        if self.listed_at.is_some_and(|listed_at| record.due_at != Some(listed_at)) {
            return Err(Refused);
        }
        record.progress = self.changed(&record.progress)?;
        record.is_listed_pending &= !self.unlists_pending;
        match self.listing {
            Listing::Keep => {}
            Listing::Remove => record.due_at = None,
            Listing::At(due_at) => record.due_at = Some(due_at),
        }
        Ok(())
    }

    /// The progress after this transition, which was made from `seen` and has been written.
    pub(crate) fn applied_to(&self, seen: Progress) -> Progress {
        self.changed(&seen).unwrap_or(seen)
    }

    fn changed(&self, progress: &Progress) -> Result<Progress, Refused> {
        let mut progress = progress.clone();
        for change in &self.changes {
            let thumbnail = progress.thumbnails.get_mut(change.index).ok_or(Refused)?;
            if !change.requires.iter().all(|requirement| requirement.is_met(thumbnail)) {
                return Err(Refused);
            }
            change.writes.iter().for_each(|write| write.apply(thumbnail));
        }
        if let Some(updated_at) = self.updated_at {
            progress.updated_at = updated_at;
        }
        Ok(progress)
    }

    /// The conditional update of the progress item of `generation`.
    pub(crate) fn expression(&self, generation: GenerationId) -> Result<Expression, StoreError> {
        let mut change = Expression::new();
        for each in &self.changes {
            let thumbnail = format!("thumbnails[{}]", each.index);
            for write in &each.writes {
                write.add_to(&mut change, &thumbnail)?;
            }
            for requirement in &each.requires {
                requirement.add_to(&mut change, &thumbnail);
            }
        }
        if let Some(updated_at) = self.updated_at {
            change.set(&["updatedAt"], number(updated_at.millis()));
        }
        if self.unlists_pending {
            change.remove(&[keys::PENDING_ORG]);
            change.remove(&[keys::PENDING_ID]);
        }
        match self.listing {
            Listing::Keep => {}
            Listing::Remove => {
                change.remove(&[keys::DUE_SHARD]);
                change.remove(&[keys::DUE_AT]);
            }
            Listing::At(due_at) => {
                change.set(&[keys::DUE_SHARD], codec::text(keys::due_shard(generation)));
                change.set(&[keys::DUE_AT], number(due_at.millis()));
            }
        }
        if let Some(listed_at) = self.listed_at {
            change.require_equal(&[keys::DUE_AT], number(listed_at.millis()));
        }
        if self.changes.is_empty() {
            // Nothing else requires that the item is there, and an update would make a new one.
            change.require_present(keys::PK);
        }
        Ok(change)
    }
}

#[cfg(test)]
mod search;
