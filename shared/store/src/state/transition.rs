//! A transition: what to write, under which conditions, and what becomes true.

use contract::{GenerationId, Timestamp};

use crate::{
    Claim, Fact, MAX_ATTEMPTS, Progress, State, StoreError, Thumbnail,
    codec::{self, number},
    expression::Expression,
    generation::PROGRESS,
    keys,
    listening::{mark_listener, require_listener},
    thumbnail::OPEN_KINDS,
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
    /// It has not ended.
    Open,
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
    /// Whether somebody must, or must not, listen for the events of the generation; `None` if it makes no difference.
    pub has_listener: Option<bool>,
    /// Whether somebody listens from now on.
    pub adds_listener: bool,
    /// The facts that become true and that listeners are told. They are written to the outbox with the transition.
    pub facts: Vec<Fact>,
}

/// The table does not show what a transition requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

impl Requirement {
    /// Whether `thumbnail` meets it.
    fn is_met(&self, thumbnail: &Thumbnail) -> bool {
        match *self {
            Self::Claimable(now) => thumbnail.claim(now) == Claim::Ready,
            Self::Kind(kind) => thumbnail.state.kind() == kind,
            Self::Attempt(attempt) => thumbnail.attempt == attempt,
            Self::DueAt(due_at) => thumbnail.due_at == due_at,
            Self::Resent(resent) => thumbnail.resent == resent,
            Self::Open => !thumbnail.status().is_ended(),
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
            // Nothing else requires that the item is there, and an update would make a new one.
            change.require_present(keys::PK);
        }
        Ok(change)
    }
}
