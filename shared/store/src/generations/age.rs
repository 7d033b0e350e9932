//! The age of a generation, and the age at which its thumbnails are given up.

use std::time::Duration;

use contract::{GenerationId, Timestamp};

use crate::{Claimability, Progress};

/// A thumbnail that is still open this long after the creation of its generation is given up, even if it has attempts
/// left. A shorter outage of the loop or of its queue costs no thumbnail.
pub const LONGEST_OPEN: Duration = Duration::from_secs(24 * 3600);

impl Progress {
    /// What may be done with a thumbnail now. As [`crate::Thumbnail::claim`], except that a thumbnail without a running
    /// lease or wait is spent once its generation is older than [`LONGEST_OPEN`]. `None` when there is no thumbnail
    /// with this index.
    pub fn claim(&self, index: usize, now: Timestamp) -> Option<Claimability> {
        let claim = self.thumbnails.get(index)?.claim(now);
        Some(match claim {
            Claimability::Ready if self.is_too_old(now) => Claimability::Spent,
            claim => claim,
        })
    }

    fn is_too_old(&self, now: Timestamp) -> bool {
        created_at(self.generation).is_some_and(|created_at| now.since(created_at) >= LONGEST_OPEN)
    }
}

/// The creation time of a generation, from its id. `None` for an id that is not a UUID of version 7.
pub(crate) fn created_at(id: GenerationId) -> Option<Timestamp> {
    let (seconds, nanos) = id.uuid().get_timestamp()?.to_unix();
    let millis = seconds
        .saturating_mul(1000)
        .saturating_add(u64::from(nanos / 1_000_000));
    i64::try_from(millis).ok().map(Timestamp::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DueGeneration, State, Thumbnail};

    const MADE: Timestamp = Timestamp::from_millis(1_700_000_000_123);

    /// A generation of one thumbnail whose id contains the time `MADE`.
    fn progress(state: State) -> Progress {
        let id = format!("gen_{:012x}7d3e8f4a5b6c7d8e9f00", MADE.millis());
        Progress {
            generation: id.parse().unwrap(),
            organization: "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap(),
            model: "composer".to_owned(),
            thumbnails: vec![Thumbnail {
                state,
                ..Thumbnail::new(MADE)
            }],
            updated_at: MADE,
            has_listener: false,
            is_webhook_url_gone: false,
        }
    }

    #[test]
    fn the_id_of_a_generation_contains_its_creation_time() {
        assert_eq!(created_at(progress(State::Pending).generation), Some(MADE));
        // Of version 4.
        let random = "gen_0193e5a0b1c24d3e8f4a5b6c7d8e9f00".parse().unwrap();
        assert_eq!(created_at(random), None);
    }

    #[test]
    fn after_a_day_a_thumbnail_is_given_up_unless_its_lease_runs() {
        let day = MADE.plus(LONGEST_OPEN);
        let moment = Duration::from_millis(1);
        let leased = |until| State::Leased {
            until,
            holder: "h".into(),
        };
        for (state, now, claim) in [
            (State::Pending, day - moment, Claimability::Ready),
            (State::Pending, day, Claimability::Spent),
            (leased(day), day, Claimability::Spent),
            (leased(day.plus(moment)), day, Claimability::Busy),
            (State::Cancelled, day, Claimability::Ended),
        ] {
            let progress = progress(state);
            assert_eq!(progress.claim(0, now), Some(claim), "{progress:?}");
            assert_eq!(progress.claim(1, now), None);
            let plan = DueGeneration::from(progress).plan(now);
            assert_eq!(plan.give_up, [0][..usize::from(claim == Claimability::Spent)]);
        }
    }
}
