//! When a key was last used, for operators: noted at most once a day for each key, beside the call.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use contract::{KeyId, Timestamp};
use runtime::causes;
use store::Store;

/// How far the noted use may lie back.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// How long a call may wait for the note, which runs beside its own work.
const LONGEST: Duration = Duration::from_millis(500);
/// How many keys are remembered at the most.
const MOST: usize = 10_000;

/// When this process noted the uses of keys.
#[derive(Debug, Default)]
pub(crate) struct KeyUses(Mutex<HashMap<KeyId, Timestamp>>);

impl KeyUses {
    /// Notes that a key is used now, unless that was noted within the last day. Of calls at the same time one notes it.
    /// A note that fails is left to the next call.
    pub(crate) async fn note(&self, store: &Store, key: KeyId) {
        let now = store.clock().now();
        if !self.begin(key, now) {
            return;
        }
        let noted = tokio::time::timeout(LONGEST, store.note_key_use(key, now - DAY, now)).await;
        match noted {
            Ok(Ok(())) => return,
            Ok(Err(error)) => {
                tracing::info!(error = %causes(&error), key.id = %key, "the use of a key was not noted");
            }
            Err(_) => tracing::info!(key.id = %key, "noting the use of a key took too long"),
        }
        self.all().remove(&key);
    }

    /// Whether the use of a key is to be noted by this call.
    fn begin(&self, key: KeyId, now: Timestamp) -> bool {
        let mut noted = self.all();
        if noted.get(&key).is_some_and(|at| now.since(*at) < DAY) {
            return false;
        }
        if noted.len() >= MOST {
            noted.retain(|_, at| now.since(*at) < DAY);
        }
        // Too many keys to remember: only those that are remembered are noted, so the notes stay bounded.
        let has_room = noted.len() < MOST;
        if has_room {
            noted.insert(key, now);
        }
        has_room
    }

    fn all(&self) -> MutexGuard<'_, HashMap<KeyId, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_noted_once_a_day() {
        let uses = KeyUses::default();
        let [key, other] = ["00", "01"].map(|end| format!("key_0193e5a0b1c27d3e8f4a5b6c7d8e9f{end}").parse().unwrap());
        let now = Timestamp::from_millis(1_000_000);
        assert!(uses.begin(key, now));
        assert!(!uses.begin(key, now));
        assert!(uses.begin(other, now));
        let later = now.plus(DAY);
        assert!(!uses.begin(key, later - Duration::from_millis(1)));
        assert!(uses.begin(key, later));
    }
}
