//! The steps of a delivery, as pure functions. Each returns the delivery after the step; [`super::writes`] writes it if
//! the delivery has not changed since.

use std::time::Duration;

use contract::{DeliveryId, OrganizationId, Timestamp};

use crate::{
    Event,
    webhooks::delivery::{Attempt, AttemptLease, Delivery, DeliveryState, Receiver},
};

/// How long an attempt may take, with everything around it. Afterwards another attempt may begin.
const LEASE: Duration = Duration::from_secs(30);
/// The sweep checks a delivery this long after an attempt could have begun, because the message may be lost.
const FIRST_LOOK: Duration = Duration::from_secs(45);
/// The sweep checks a delivery this long after the end of a lease.
const GRACE: Duration = Duration::from_secs(5);
/// How long after a resend the message is sent again. The time doubles with each resend, so that a long queue does not
/// fill with copies.
const RESEND: Duration = Duration::from_secs(300);
/// The longest delay of a message.
pub(crate) const LONGEST_DELAY: Duration = Duration::from_secs(900);
/// How long before a later attempt the sweep sends its message. The sweep runs every minute.
const AHEAD: Duration = Duration::from_secs(150);
/// A message may arrive this much before its attempt may begin: clocks differ.
const CLOCK_SKEW: Duration = Duration::from_secs(2);
/// The most attempts that are kept. Only replays make so many.
const MOST_ATTEMPTS: usize = 50;

/// What the receiver of a message for a delivery may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryClaim {
    /// Begin an attempt.
    Ready,
    /// Nothing: an attempt runs, or the next may not begin yet. The sweep sends another message if necessary.
    Busy,
    /// Nothing: the delivery has ended.
    Ended,
}

/// What follows an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the receiver has the event.
    Received,
    /// Another attempt, at this moment at the earliest.
    RetryAt(Timestamp),
    /// Nothing: there are no attempts left, or the receiver wants no more events.
    GiveUp,
}

/// When the sweep checks a delivery whose next attempt may begin at `next`.
fn look_at(next: Timestamp, now: Timestamp) -> Timestamp {
    if next.since(now) <= LONGEST_DELAY {
        // A message is on its way.
        next.max(now).plus(FIRST_LOOK)
    } else {
        next - AHEAD
    }
}

impl Delivery {
    /// A delivery whose first attempt may begin at once.
    pub fn new(
        id: DeliveryId,
        organization: OrganizationId,
        receiver: Receiver,
        url: Option<String>,
        event: Event,
        at: Timestamp,
        now: Timestamp,
    ) -> Self {
        Self {
            id,
            organization,
            receiver,
            url,
            event,
            at,
            created_at: now,
            state: DeliveryState::Pending { next: now },
            lease: None,
            attempts: Vec::new(),
            scheduled_attempts: 0,
            resent: 0,
            due_at: look_at(now, now),
            version: 1,
        }
    }

    /// What may be done with the delivery now.
    pub fn claim(&self, now: Timestamp) -> DeliveryClaim {
        let DeliveryState::Pending { next } = self.state else {
            return DeliveryClaim::Ended;
        };
        let is_leased = self.lease.as_ref().is_some_and(|lease| lease.until > now);
        if is_leased || next > now.plus(CLOCK_SKEW) {
            DeliveryClaim::Busy
        } else {
            DeliveryClaim::Ready
        }
    }

    fn step(&self) -> Self {
        Self {
            version: self.version + 1,
            ..self.clone()
        }
    }

    fn ended(mut self, state: DeliveryState) -> Self {
        self.state = state;
        self.lease = None;
        self.due_at = self.kept_until();
        self
    }

    /// Begins an attempt of this holder. `None` unless the delivery is ready.
    #[must_use]
    pub fn begun(&self, now: Timestamp, holder: String) -> Option<Self> {
        if self.claim(now) != DeliveryClaim::Ready {
            return None;
        }
        let mut begun = self.step();
        let until = now.plus(LEASE);
        begun.lease = Some(AttemptLease { until, holder });
        begun.due_at = until.plus(GRACE);
        begun.resent = 0;
        Some(begun)
    }

    /// Ends the attempt that made the delivery `begun`. If its lease has ended and another attempt has begun, or if a
    /// replay was received meanwhile, a failed attempt changes nothing but the log.
    #[must_use]
    pub fn attempted(&self, begun: &Self, attempt: Attempt, next: Next, now: Timestamp) -> Self {
        let is_superseded = self.lease != begun.lease || !matches!(self.state, DeliveryState::Pending { .. });
        let mut ended = self.with_attempt(attempt);
        ended.scheduled_attempts += 1;
        match next {
            Next::RetryAt(_) | Next::GiveUp if is_superseded => ended,
            Next::Received => ended.ended(DeliveryState::Delivered),
            Next::GiveUp => ended.ended(DeliveryState::Failed),
            Next::RetryAt(next) => {
                ended.state = DeliveryState::Pending { next };
                ended.lease = None;
                ended.due_at = look_at(next, now);
                ended
            }
        }
    }

    /// Adds an attempt that a caller asked for. The schedule stays; an ended delivery changes only if it was received.
    #[must_use]
    pub fn replayed(&self, attempt: Attempt) -> Self {
        let is_received = attempt.is_received();
        let replayed = self.with_attempt(attempt);
        if is_received {
            replayed.ended(DeliveryState::Delivered)
        } else {
            replayed
        }
    }

    fn with_attempt(&self, attempt: Attempt) -> Self {
        let mut step = self.step();
        step.attempts.push(attempt);
        let excess = step.attempts.len().saturating_sub(MOST_ATTEMPTS);
        step.attempts.drain(..excess);
        step
    }

    /// Gives the delivery up: its receiver gets no more events.
    #[must_use]
    pub fn given_up(&self) -> Self {
        self.step().ended(DeliveryState::Failed)
    }

    /// Puts off the next attempt until `until`, because the receiver has enough attempts under way.
    #[must_use]
    pub fn put_off(&self, until: Timestamp, now: Timestamp) -> Self {
        let mut step = self.step();
        step.state = DeliveryState::Pending { next: until };
        step.due_at = look_at(until, now);
        step
    }

    /// Records that the sweep sends the message again at `now`.
    #[must_use]
    pub fn resent(&self, now: Timestamp) -> Self {
        let mut step = self.step();
        let wait = RESEND.saturating_mul(1 << self.resent.min(4));
        step.resent = self.resent.saturating_add(1);
        step.due_at = self.next_attempt_at(now).plus(wait);
        step
    }

    /// Undoes [`Delivery::resent`], made from `before`: the queue did not accept the message.
    #[must_use]
    pub fn not_resent(&self, before: &Self) -> Self {
        Self {
            version: self.version + 1,
            ..before.clone()
        }
    }

    /// When the next attempt may begin, at `now` at the earliest.
    pub fn next_attempt_at(&self, now: Timestamp) -> Timestamp {
        let next = match self.state {
            DeliveryState::Pending { next } => next,
            DeliveryState::Delivered | DeliveryState::Failed => now,
        };
        let leased_until = self.lease.as_ref().map_or(now, |lease| lease.until);
        next.max(leased_until).max(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AttemptError, Fact};

    const NOW: Timestamp = Timestamp::from_millis(1_000_000_000);
    const SECOND: Duration = Duration::from_secs(1);

    fn delivery() -> Delivery {
        let webhook = "whk_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let event = Event {
            id: "evt_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            fact: Fact::WebhookTest { webhook },
        };
        let id = "dlv_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let organization = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        Delivery::new(id, organization, Receiver::Webhook(webhook), None, event, NOW, NOW)
    }

    fn attempt(error: Option<AttemptError>) -> Attempt {
        Attempt {
            at: NOW,
            status: None,
            duration_millis: 3,
            error,
        }
    }

    fn begun() -> Delivery {
        delivery().begun(NOW, "holder".to_owned()).unwrap()
    }

    #[test]
    fn an_attempt_begins_once_until_its_lease_ends() {
        let begun = begun();
        let again = |now| begun.begun(now, "another".to_owned());
        assert_eq!(begun.version, 2);
        assert_eq!(begun.claim(NOW.plus(LEASE) - SECOND), DeliveryClaim::Busy);
        assert_eq!(again(NOW.plus(LEASE) - SECOND), None);
        // The function that made the attempt was killed.
        assert!(again(NOW.plus(LEASE)).is_some());
        assert!(begun.due_at > NOW.plus(LEASE));
    }

    #[test]
    fn a_retry_begins_at_its_time_and_an_ended_delivery_never() {
        let begun = begun();
        let at = NOW.plus(SECOND * 300);
        let waiting = begun.attempted(&begun, attempt(Some(AttemptError::Status)), Next::RetryAt(at), NOW);
        assert_eq!(waiting.claim(at - SECOND * 3), DeliveryClaim::Busy);
        assert_eq!(waiting.claim(at), DeliveryClaim::Ready);
        assert_eq!((waiting.scheduled_attempts, waiting.attempts.len()), (1, 1));
        for (next, error) in [(Next::Received, None), (Next::GiveUp, Some(AttemptError::Status))] {
            let ended = begun.attempted(&begun, attempt(error), next, NOW);
            assert_eq!(
                (ended.claim(at), ended.due_at),
                (DeliveryClaim::Ended, ended.kept_until())
            );
        }
    }

    #[test]
    fn the_sweep_sends_the_message_of_a_distant_attempt_shortly_before_it() {
        let begun = begun();
        let due = |seconds: u32| {
            let at = NOW.plus(SECOND * seconds);
            let waiting = begun.attempted(&begun, attempt(Some(AttemptError::Status)), Next::RetryAt(at), NOW);
            (at, waiting.due_at)
        };
        // SQS delays a message by at most 15 minutes.
        let (at, look) = due(900);
        assert!(look > at);
        let (at, look) = due(901);
        assert!(look < at - SECOND * 60 && look > at - LONGEST_DELAY);
    }

    #[test]
    fn a_failure_of_a_superseded_attempt_changes_only_the_log() {
        let slow = begun();
        let later = NOW.plus(LEASE);
        let quick = slow.begun(later, "another".to_owned()).unwrap();
        let at = later.plus(SECOND * 5);
        let failed = attempt(Some(AttemptError::TimedOut));
        let logged = quick.attempted(&slow, failed.clone(), Next::RetryAt(at), later);
        assert_eq!(
            (logged.state, &logged.lease, logged.due_at),
            (quick.state, &quick.lease, quick.due_at)
        );
        assert_eq!(logged.attempts, std::slice::from_ref(&failed));
        let received = quick.attempted(&slow, attempt(None), Next::Received, later);
        assert_eq!(received.state, DeliveryState::Delivered);
        assert_eq!(
            received.attempted(&quick, failed, Next::GiveUp, at).state,
            DeliveryState::Delivered
        );
    }

    #[test]
    fn a_replay_changes_a_delivery_only_if_it_was_received() {
        let failed = delivery().given_up();
        let again = failed.replayed(attempt(Some(AttemptError::TimedOut)));
        assert_eq!((again.state, again.attempts.len()), (DeliveryState::Failed, 1));
        assert_eq!(again.replayed(attempt(None)).state, DeliveryState::Delivered);
        let waiting = delivery();
        let replayed = waiting.replayed(attempt(Some(AttemptError::TimedOut)));
        assert_eq!((replayed.state, replayed.due_at), (waiting.state, waiting.due_at));
        assert_eq!(replayed.scheduled_attempts, 0);
    }

    #[test]
    fn a_message_is_sent_again_less_and_less_often() {
        let mut waiting = delivery();
        let mut now = NOW;
        let mut waits = Vec::new();
        for _ in 0..7 {
            waiting = waiting.resent(now);
            let due = waiting.due_at;
            waits.push(due.since(now).as_secs() / 300);
            now = due;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 16, 16]);
        let unsent = waiting.resent(now).not_resent(&waiting);
        assert_eq!((unsent.due_at, unsent.resent), (waiting.due_at, waiting.resent));
        assert_eq!(unsent.version, waiting.version + 2);
    }

    #[test]
    fn many_replays_keep_the_latest_attempts() {
        let mut replayed = delivery();
        for _ in 0..60 {
            replayed = replayed.replayed(attempt(Some(AttemptError::Status)));
        }
        assert_eq!(replayed.attempts.len(), MOST_ATTEMPTS);
    }
}
