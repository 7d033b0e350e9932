//! A state of the search: the record, the messages, and what each actor has seen.

use std::{
    hash::{Hash, Hasher},
    time::Duration,
};

use contract::{FailureCode, GenerationId, OrganizationId, Timestamp};

use super::{
    super::{
        Listing, Record, Transition, add_listener, cancel, complete, fail, fail_over, is_unchanged, lease, note_resend,
        put_off, take_back_resend,
    },
    Bounds, Listener,
};
use crate::{Claimability, Fact, FinishedPicture, Progress, State, Thumbnail};

const START: Timestamp = Timestamp::from_millis(1_000_000_000);
/// How long a lease lasts.
const LEASE: Duration = Duration::from_secs(90);
/// How long a thumbnail waits for its next attempt.
const WAIT: Duration = Duration::from_secs(10);
/// When a sweep looks again at the latest.
const LOOK_AGAIN: Duration = Duration::from_secs(55);
/// An open generation is listed at most this far ahead of the moment of its last listing.
const FURTHEST_LISTING: Duration = Duration::from_secs(60);
const CODE: FailureCode = FailureCode::ModelFailed;

/// A worker's lease.
#[derive(Clone, Hash)]
struct Work {
    seen: Record,
    index: usize,
    until: Timestamp,
}

/// A sweep that looks at the generation.
#[derive(Clone, Hash)]
enum Sweep {
    /// It has read the index.
    Read(Record),
    /// It has noted a resend of these thumbnails at this moment.
    RecordedResend(Record, Vec<usize>, Timestamp),
}

#[derive(Clone, Hash)]
pub(super) struct SearchWorld {
    pub(super) now: Timestamp,
    pub(super) record: Record,
    /// Messages of each thumbnail. A message that is received stays until it is deleted.
    pub(super) messages: Vec<u8>,
    workers: [Option<Work>; 2],
    sweep: Option<Sweep>,
    cancel: Option<Record>,
    refunds: usize,
    /// The number of events for the end of each thumbnail.
    thumbnail_events: Vec<u8>,
    /// The number of events for the end of the generation.
    generation_events: u8,
    /// Whether somebody may still begin to listen.
    may_listen: bool,
    listed_at: Timestamp,
    crashes_and_lost_answers: u8,
    sweeps: u8,
    cancels: u8,
    waits: u8,
}

impl Hash for Record {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.is_listed_pending, self.due_at, self.progress.has_listener).hash(hasher);
        for thumbnail in &self.progress.thumbnails {
            (thumbnail.attempt, thumbnail.last_attempt, thumbnail.resent).hash(hasher);
            (thumbnail.due_at, thumbnail.fallback.is_some()).hash(hasher);
            thumbnail.state.kind().hash(hasher);
            match &thumbnail.state {
                State::Leased { until, .. } | State::Waiting { until, .. } => until.hash(hasher),
                State::Completed(picture) => picture.object_key.hash(hasher),
                State::Pending | State::Failed { .. } | State::Cancelled => {}
            }
        }
    }
}

impl SearchWorld {
    pub(super) fn new(bounds: Bounds) -> Self {
        let thumbnails = vec![Thumbnail::new(START); bounds.thumbnails];
        let due_at = thumbnails.iter().map(|thumbnail| thumbnail.due_at).min();
        let progress = Progress {
            generation: "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse::<GenerationId>().unwrap(),
            organization: "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"
                .parse::<OrganizationId>()
                .unwrap(),
            model: "composer".to_owned(),
            thumbnails,
            updated_at: START,
            has_listener: bounds.listener == Listener::FromTheStart,
            is_webhook_url_gone: false,
        };
        Self {
            now: START,
            record: Record {
                progress,
                is_listed_pending: true,
                due_at,
            },
            messages: vec![1; bounds.thumbnails],
            workers: [None, None],
            sweep: None,
            cancel: None,
            refunds: 0,
            thumbnail_events: vec![0; bounds.thumbnails],
            generation_events: 0,
            may_listen: bounds.listener == Listener::Later,
            listed_at: START,
            crashes_and_lost_answers: bounds.crashes_and_lost_answers,
            sweeps: bounds.sweeps,
            cancels: bounds.cancels,
            waits: bounds.waits,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.record.progress.status().is_ended()
    }

    /// Writes a transition, with its events and with the refunds that are part of the same transaction.
    fn write(&mut self, transition: &Transition, refunds: usize) -> bool {
        let written = transition.apply(&mut self.record).is_ok();
        if written {
            self.refunds += refunds;
            for fact in &transition.facts {
                match fact {
                    Fact::ThumbnailCompleted { index, .. } | Fact::ThumbnailFailed { index, .. } => {
                        self.thumbnail_events[*index] += 1;
                    }
                    Fact::GenerationEnded { .. } => self.generation_events += 1,
                    Fact::BalanceLow { .. } | Fact::WebhookTest { .. } => {
                        unreachable!("a transition neither changes the balance nor tests a webhook")
                    }
                }
            }
            if matches!(transition.listing, Listing::At(_)) {
                self.listed_at = self.now;
            }
        }
        written
    }

    /// Writes the end of a thumbnail as the store does: if the end is refused although the thumbnail is unchanged, it
    /// is made again from the present progress.
    fn write_end(
        &mut self,
        seen: &Progress,
        index: usize,
        end: impl Fn(&Progress) -> Option<Transition>,
        refunds: usize,
    ) -> bool {
        if self.write(&end(seen).unwrap(), refunds) {
            return true;
        }
        let present = self.record.progress.clone();
        is_unchanged(seen, &present, index) && self.write(&end(&present).unwrap(), refunds)
    }

    fn delete_message(&mut self, index: usize) {
        self.messages[index] = self.messages[index].saturating_sub(1);
    }

    fn send_message(&mut self, index: usize) {
        self.messages[index] = (self.messages[index] + 1).min(2);
    }

    /// The same world with one crash or lost answer less to come, if there may be one.
    fn with_fault(&self) -> Option<Self> {
        let left = self.crashes_and_lost_answers.checked_sub(1)?;
        let mut next = self.clone();
        next.crashes_and_lost_answers = left;
        Some(next)
    }

    /// Every world that one step of one actor leads to.
    pub(super) fn successors(&self) -> Vec<Self> {
        let mut all = Vec::new();
        self.deliveries(&mut all);
        for worker in 0..self.workers.len() {
            self.works(worker, &mut all);
        }
        self.sweeping(&mut all);
        self.cancelling(&mut all);
        all.extend(self.after_a_wait());
        if self.may_listen {
            let mut next = self.clone();
            next.may_listen = false;
            next.write(&add_listener(), 0);
            all.push(next);
        }
        all
    }

    /// A worker without work receives a message.
    fn deliveries(&self, all: &mut Vec<Self>) {
        let Some(idle) = self.workers.iter().position(Option::is_none) else {
            return;
        };
        for index in (0..self.messages.len()).filter(|&index| self.messages[index] > 0) {
            let mut next = self.clone();
            let leased = next.receive(idle, index);
            if leased && let Some(mut lost) = next.with_fault() {
                lost.workers[idle] = None;
                all.push(lost);
            }
            all.push(next);
        }
    }

    /// Whether the worker has a lease now.
    fn receive(&mut self, worker: usize, index: usize) -> bool {
        let until = self.now.plus(LEASE);
        if self.write(&lease(index, self.now, until, "holder"), 0) {
            let seen = self.record.clone();
            self.workers[worker] = Some(Work { seen, index, until });
            return true;
        }
        if self.record.progress.thumbnails[index].claim(self.now) == Claimability::Spent {
            let seen = self.record.progress.clone();
            self.write(&fail(&seen, index, CODE, self.now).unwrap(), 1);
        }
        self.delete_message(index);
        false
    }

    /// A worker ends its attempt in every way in which it can: its step is written and answered, written without an
    /// answer, or never written.
    fn works(&self, worker: usize, all: &mut Vec<Self>) {
        let Some(Work { seen, index, until }) = self.workers[worker].clone() else {
            return;
        };
        let mut idle = self.clone();
        idle.workers[worker] = None;
        all.extend(idle.with_fault());
        let thumbnail = &seen.progress.thumbnails[index];
        let (progress, now) = (&seen.progress, self.now);
        let picture = FinishedPicture::new(format!("attempt {}", thumbnail.attempt), 1, START);
        let completed = |progress: &Progress| complete(progress, index, picture.clone(), now);
        let failed = |progress: &Progress| fail(progress, index, CODE, now);
        type End<'a> = &'a dyn Fn(&Progress) -> Option<Transition>;
        let ends: [(End<'_>, usize); 2] = [(&completed, 0), (&failed, 1)];
        for (end, refunds) in ends {
            let mut next = idle.clone();
            next.write_end(progress, index, end, refunds);
            all.extend(next.with_fault());
            next.delete_message(index);
            all.push(next);
        }
        let mut steps = Vec::new();
        if thumbnail.attempt < thumbnail.last_attempt {
            steps.push(put_off(progress, index, until, now.plus(WAIT), CODE, now));
        } else if thumbnail.fallback.is_none() {
            steps.push(fail_over(progress, index, "fallback", now, CODE, now));
        }
        for step in steps {
            let mut next = idle.clone();
            let written = next.write(&step.unwrap(), 0);
            all.extend(next.with_fault());
            if !written {
                next.delete_message(index);
            }
            all.push(next);
        }
    }

    fn sweeping(&self, all: &mut Vec<Self>) {
        let mut next = self.clone();
        match next.sweep.take() {
            None => {
                if self.sweeps > 0 && self.record.due_at.is_some_and(|due_at| due_at <= self.now) {
                    next.sweeps -= 1;
                    next.sweep = Some(Sweep::Read(self.record.clone()));
                    all.push(next);
                }
            }
            Some(Sweep::Read(seen)) => {
                all.extend(next.with_fault());
                next.look_at(seen);
                all.push(next);
            }
            Some(Sweep::RecordedResend(seen, resend, noted_at)) => {
                all.extend(next.with_fault());
                if let Some(mut unsent) = next.with_fault() {
                    let back = take_back_resend(&seen.progress, &resend, noted_at).unwrap();
                    unsent.write(&back, 0);
                    all.push(unsent);
                }
                resend.into_iter().for_each(|index| next.send_message(index));
                all.push(next);
            }
        }
    }

    /// What the sweep does with a generation that it has read: gives up, or notes what it is about to send again.
    fn look_at(&mut self, seen: Record) {
        let due = crate::DueGeneration::from(seen.progress.clone());
        let plan = due.plan(self.now);
        for &index in &plan.give_up {
            let now = self.now;
            self.write_end(&seen.progress, index, |progress| fail(progress, index, CODE, now), 1);
        }
        if !plan.give_up.is_empty() {
            return;
        }
        let look_again = self.now.plus(LOOK_AGAIN);
        let note = note_resend(&seen.progress, seen.due_at, &plan.resend, self.now, look_again);
        if self.write(&note, 0) && !plan.resend.is_empty() {
            self.sweep = Some(Sweep::RecordedResend(seen, plan.resend, self.now));
        }
    }

    fn cancelling(&self, all: &mut Vec<Self>) {
        let mut next = self.clone();
        match next.cancel.take() {
            None => {
                if self.cancels > 0 {
                    next.cancels -= 1;
                    next.cancel = Some(self.record.clone());
                    all.push(next);
                }
            }
            Some(seen) => {
                all.extend(next.with_fault());
                let pending = seen.progress.pending().len();
                if pending > 0 && !next.write(&cancel(&seen.progress, self.now).unwrap(), pending) {
                    // The refusal shows the progress as it is.
                    next.cancel = Some(self.record.clone());
                }
                all.push(next);
            }
        }
    }

    /// The world when the next lease or wait has ended, or the next look is due.
    fn after_a_wait(&self) -> Option<Self> {
        let mut next = self.clone();
        next.waits = self.waits.checked_sub(1)?;
        next.now = self.next_moment()?;
        Some(next)
    }

    fn next_moment(&self) -> Option<Timestamp> {
        let open = |thumbnail: &&Thumbnail| !thumbnail.status().is_ended();
        let thumbnails = self.record.progress.thumbnails.iter().filter(open);
        let moments = thumbnails.flat_map(|thumbnail| match thumbnail.state {
            State::Leased { until, .. } | State::Waiting { until, .. } => vec![until, thumbnail.due_at],
            _ => vec![thumbnail.due_at],
        });
        moments
            .chain(self.record.due_at)
            .filter(|moment| *moment > self.now)
            .min()
    }

    /// What must be true of every world, and of a step from `before`.
    pub(super) fn check(&self, before: &Self) {
        let progress = &self.record.progress;
        let lost = |thumbnail: &&Thumbnail| matches!(thumbnail.state, State::Failed { .. } | State::Cancelled);
        assert_eq!(
            self.refunds,
            progress.thumbnails.iter().filter(lost).count(),
            "every thumbnail that failed or was cancelled is refunded exactly once"
        );
        self.check_events(before);
        for (was, is) in before.record.progress.thumbnails.iter().zip(&progress.thumbnails) {
            assert!(
                !was.status().is_ended() || was.state == is.state,
                "an end is final: {was:?} became {is:?}"
            );
            assert!(was.attempt <= is.attempt, "attempts are counted up");
        }
        assert!(
            self.is_over() || self.record.due_at.is_some(),
            "an open generation is in the index of what is due"
        );
        assert!(
            self.record
                .due_at
                .is_none_or(|due_at| due_at <= self.listed_at.plus(FURTHEST_LISTING)),
            "an open generation is looked at within a minute"
        );
        assert!(
            self.record.is_listed_pending || progress.pending().is_empty(),
            "a generation with a pending thumbnail is in the index of those"
        );
        if let [Some(one), Some(other)] = &self.workers {
            let attempt = |work: &Work| (work.index, work.seen.progress.thumbnails[work.index].attempt);
            assert_ne!(attempt(one), attempt(other), "an attempt has one worker");
        }
    }

    /// While somebody listens, each end has one event, written in the step that makes the end. Otherwise there is none.
    fn check_events(&self, before: &Self) {
        let listens = before.record.progress.has_listener;
        let has_event = |thumbnail: &Thumbnail| matches!(thumbnail.state, State::Completed(_) | State::Failed { .. });
        for (index, thumbnail) in self.record.progress.thumbnails.iter().enumerate() {
            let ends_now = has_event(thumbnail) && !has_event(&before.record.progress.thumbnails[index]);
            assert_eq!(
                self.thumbnail_events[index],
                before.thumbnail_events[index] + u8::from(listens && ends_now),
                "the events of thumbnail {index}"
            );
        }
        assert_eq!(
            self.generation_events,
            before.generation_events + u8::from(listens && self.is_over() && !before.is_over()),
            "the events of the generation's end"
        );
    }

    /// Lets everything happen that is left to happen when nothing fails any more: it must end.
    pub(super) fn check_that_it_ends(&self) {
        let mut calm = self.clone();
        calm.workers = [None, None];
        calm.sweep = None;
        for _ in 0..64 {
            for index in 0..calm.messages.len() {
                while calm.messages[index] > 0 {
                    if calm.receive(0, index) {
                        let Work { seen, .. } = calm.workers[0].take().unwrap();
                        let picture = FinishedPicture::new("calm".to_owned(), 1, START);
                        calm.write(&complete(&seen.progress, index, picture, calm.now).unwrap(), 0);
                        calm.delete_message(index);
                    }
                }
            }
            if calm.is_over() && calm.record.due_at.is_none() {
                return;
            }
            calm.now = calm.next_moment().unwrap_or(calm.now);
            if calm.record.due_at.is_some_and(|due_at| due_at <= calm.now) {
                calm.look_at(calm.record.clone());
                if let Some(Sweep::RecordedResend(_, resend, _)) = calm.sweep.take() {
                    resend.into_iter().for_each(|index| calm.send_message(index));
                }
            }
        }
        panic!("a generation does not end: {:?}", calm.record);
    }
}
