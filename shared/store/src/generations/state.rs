//! The transitions of a generation's thumbnails, as pure functions.
//!
//! Each function takes the progress of a generation as its caller has read it, and returns a [`Transition`]: what to
//! write, and the conditions under which it is written. The store executes a transition as a conditional update.
//! [`Transition::apply`] does the same to a [`Record`] in memory, so that a test can try every order of steps.
//!
//! Two rules make every step happen at most once. An end is final. An attempt number is used only once. So the kind of
//! a thumbnail's state and its attempt number together identify one moment, and every step requires both.

mod transition;

use contract::{FailureCode, GenerationId, Timestamp};

use crate::{Fact, FailureCause, FinishedPicture, MAX_ATTEMPTS, Progress, State, Thumbnail};

pub use self::transition::{Change, Listing, Record, Refused, Requirement, Transition, Write};

/// Begins a lease for an attempt that ends at `until`.
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
pub fn complete(seen: &Progress, index: usize, picture: FinishedPicture, now: Timestamp) -> Option<Transition> {
    end(seen, &[index], State::Completed(Box::new(picture)), now)
}

/// Gives up a thumbnail.
pub fn fail(seen: &Progress, index: usize, cause: impl Into<FailureCause>, now: Timestamp) -> Option<Transition> {
    end(seen, &[index], State::Failed(cause.into()), now)
}

/// Cancels every pending thumbnail.
pub fn cancel(seen: &Progress, now: Timestamp) -> Option<Transition> {
    end(seen, &seen.pending(), State::Cancelled, now)
}

/// Marks a generation: somebody listens for its events from now on.
pub fn add_listener() -> Transition {
    Transition {
        adds_listener: true,
        ..Transition::default()
    }
}

/// The fact that a thumbnail has ended in this state. `None` for a cancelled thumbnail, which has no event of its own,
/// and for states that are not ends.
const fn fact_of_end(generation: GenerationId, index: usize, state: &State) -> Option<Fact> {
    match state {
        State::Completed(_) => Some(Fact::ThumbnailCompleted { generation, index }),
        State::Failed { .. } => Some(Fact::ThumbnailFailed { generation, index }),
        State::Cancelled | State::Pending | State::Leased { .. } | State::Waiting { .. } => None,
    }
}

/// Ends these thumbnails, unless they have changed since they were seen. `None` when one of them does not exist
/// or had ended when it was seen.
///
/// A thumbnail that was seen to have ended, or to be begun, stays so. The index entries therefore need no condition.
///
/// If somebody listens, the facts that become true are part of the transition. Only the last thumbnail that ends is the
/// end of its generation. So that exactly one transition decides that it is the last, all thumbnails that were seen
/// open must still be open.
fn end(seen: &Progress, indexes: &[usize], state: State, now: Timestamp) -> Option<Transition> {
    let change = |&index: &usize| {
        let thumbnail = seen.thumbnails.get(index)?;
        (!thumbnail.status().is_ended()).then(|| Change {
            index,
            requires: unchanged(thumbnail),
            writes: vec![Write::State(state.clone())],
        })
    };
    let mut changes = indexes.iter().map(change).collect::<Option<Vec<_>>>()?;
    let open = seen.open_except(indexes);
    let mut facts = Vec::new();
    if seen.has_listener {
        let ended = indexes.iter();
        facts.extend(ended.filter_map(|&index| fact_of_end(seen.generation, index, &state)));
        if open.is_empty() {
            let generation = seen.generation;
            facts.push(Fact::GenerationEnded { generation });
        }
        changes.extend(open.iter().map(|&index| Change {
            index,
            requires: vec![Requirement::Open],
            writes: Vec::new(),
        }));
    }
    Some(Transition {
        changes,
        updated_at: Some(now),
        unlists_pending: seen.pending().iter().all(|pending| indexes.contains(pending)),
        listing: if open.is_empty() {
            Listing::Remove
        } else {
            Listing::Keep
        },
        has_listener: Some(seen.has_listener),
        facts,
        ..Transition::default()
    })
}

/// Whether a thumbnail is in the same kind of state and the same attempt as when it was seen. An end that was refused
/// although its thumbnail is unchanged may be made again from the present progress.
pub fn is_unchanged(seen: &Progress, present: &Progress, index: usize) -> bool {
    let moment = |progress: &Progress| {
        let thumbnail = progress.thumbnails.get(index)?;
        Some((thumbnail.state.kind(), thumbnail.attempt))
    };
    moment(seen).is_some() && moment(seen) == moment(present)
}

/// Lets a leased thumbnail wait until `until` for the next attempt of the same model.
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

/// Hands a leased thumbnail to a fallback model, which has as many attempts as the first model and may begin at
/// `until`.
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

/// Records that the messages of these thumbnails are about to be sent again, and when the sweep checks the generation
/// next: at `look_again` at the latest. `listed_at` is the moment in the index entry that was read.
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
        ..Transition::default()
    }
}

/// Undoes what [`note_resend`] recorded for these thumbnails at `noted_at`: the queue did not accept their messages.
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

/// The thumbnail must have the same kind of state and the same attempt number as when it was seen.
fn unchanged(seen: &Thumbnail) -> Vec<Requirement> {
    vec![Requirement::Kind(seen.state.kind()), Requirement::Attempt(seen.attempt)]
}

#[cfg(test)]
mod search;
