//! A transition: what to write, under which conditions, and what becomes true.

use contract::{GenerationId, Timestamp};

use crate::{
    Claimability, Fact, MAX_ATTEMPTS, Progress, State, StoreError, Thumbnail,
    dynamodb::{
        codec::{self, number},
        expression::Expression,
    },
    events::listener_mark::{mark_listener, require_listener},
    generations::{generation::PROGRESS, thumbnail::OPEN_KINDS},
    keys,
};

/// The progress of a generation in the table, and its entries in the indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The thumbnails.
    pub progress: Progress,
    /// Whether the generation is in the index of generations with a pending thumbnail.
    pub is_listed_pending: bool,
    /// When the sweep checks the generation, if it is in the due index.
    pub due_at: Option<Timestamp>,
}

/// A condition of a transition on a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// An attempt may begin at this moment.
    Claimable(Timestamp),
    /// The state is of this kind.
    Kind(&'static str),
    /// This number of attempts has begun.
    Attempt(u32),
    /// The sweep checks the thumbnail at this moment.
    DueAt(Timestamp),
    /// The message was sent again this number of times.
    Resent(u32),
    /// The thumbnail has not ended.
    Open,
}

/// A change of one field of a thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Write {
    /// The state.
    State(State),
    /// The number of attempts grows by one.
    NextAttempt,
    /// The number of the model's last attempt.
    LastAttempt(u32),
    /// The fallback model.
    Fallback(String),
    /// When the sweep checks the thumbnail.
    DueAt(Timestamp),
    /// How often the message was sent again.
    Resent(u32),
}

/// The conditions and changes of a transition for one thumbnail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The thumbnail's index in its generation.
    pub index: usize,
    /// The conditions, which must all hold.
    pub requires: Vec<Requirement>,
    /// The changes.
    pub writes: Vec<Write>,
}

/// What a transition does to the generation's entry in the due index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// Nothing.
    #[default]
    Keep,
    /// The entry is removed, because the generation has ended.
    Remove,
    /// The sweep checks the generation at this moment.
    At(Timestamp),
}

/// A change of a generation's progress, written as a whole or refused as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transition {
    /// The thumbnails that change.
    pub changes: Vec<Change>,
    /// The new time of the last change that callers see; `None` for changes that no caller sees.
    pub updated_at: Option<Timestamp>,
    /// Whether the generation is removed from the index of generations with a pending thumbnail.
    pub unlists_pending: bool,
    /// The change of the generation's entry in the due index.
    pub listing: Listing,
    /// The moment that the entry must contain, if any.
    pub listed_at: Option<Timestamp>,
    /// Whether somebody must, or must not, listen for the events of the generation; `None` if it makes no difference.
    pub has_listener: Option<bool>,
    /// Whether somebody listens from now on.
    pub adds_listener: bool,
    /// The facts that become true and that listeners receive. They are written to the outbox with the transition.
    pub facts: Vec<Fact>,
}

/// A condition of a transition does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

impl Requirement {
    /// Whether the condition holds for `thumbnail`.
    fn is_met(&self, thumbnail: &Thumbnail) -> bool {
        match *self {
            Self::Claimable(now) => thumbnail.claim(now) == Claimability::Ready,
            Self::Kind(kind) => thumbnail.state.kind() == kind,
            Self::Attempt(attempt) => thumbnail.attempt == attempt,
            Self::DueAt(due_at) => thumbnail.due_at == due_at,
            Self::Resent(resent) => thumbnail.resent == resent,
            Self::Open => !thumbnail.status().is_ended(),
        }
    }

    /// Adds the condition to the update of an item.
    fn add_to(&self, change: &mut Expression, thumbnail: &str) {
        match *self {
            Self::Claimable(now) => require_claimable(change, thumbnail, now),
            Self::Kind(kind) => change.require_equal(&[thumbnail, "state", "kind"], codec::text(kind)),
            Self::Attempt(attempt) => change.require_equal(&[thumbnail, "attempt"], number(attempt)),
            Self::DueAt(due_at) => change.require_equal(&[thumbnail, "dueAt"], number(due_at.millis())),
            Self::Resent(resent) => change.require_equal(&[thumbnail, "resent"], number(resent)),
            Self::Open => {
                let kind = change.path(&[thumbnail, "state", "kind"]);
                let kinds = OPEN_KINDS.map(|kind| change.value(codec::text(kind)));
                change.require(format!("{kind} IN ({})", kinds.join(", ")));
            }
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
    // Thumbnails of earlier versions do not have this attribute.
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
    /// Applies the transition to a record in memory, as the store does to an item.
    ///
    /// # Errors
    ///
    /// A condition does not hold. The record is unchanged.
    pub fn apply(&self, record: &mut Record) -> Result<(), Refused> {
        if self.listed_at.is_some_and(|listed_at| record.due_at != Some(listed_at)) {
            return Err(Refused);
        }
        record.progress = self.changed(&record.progress)?;
        record.progress.has_listener |= self.adds_listener;
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
        if self
            .has_listener
            .is_some_and(|listens| listens != progress.has_listener)
        {
            return Err(Refused);
        }
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
        if let Some(has_listener) = self.has_listener {
            require_listener(&mut change, has_listener);
        }
        if self.adds_listener {
            mark_listener(&mut change);
        }
        if self.changes.is_empty() {
            // There is no other condition that requires the item to exist, and an update would create it.
            change.require_present(keys::PK);
        }
        Ok(change)
    }
}
