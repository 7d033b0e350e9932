//! Records for operators when a key was last used: at most once a day for each key, concurrently with the call.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use contract::{KeyId, Timestamp};
use runtime::causes;
use store::Store;

/// The age from which a recorded use is replaced.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// How long the record may take. It is written concurrently with the work of the call.
const LONGEST: Duration = Duration::from_millis(500);
/// The most keys that are cached.
const MOST: usize = 10_000;

/// The times at which this process recorded the uses of keys.
#[derive(Debug, Default)]
pub(crate) struct KeyUses(Mutex<HashMap<KeyId, Timestamp>>);

impl KeyUses {
    /// Records that a key is used now, unless a use within the last day is recorded. Only one of several concurrent
    /// calls records it. If the write fails, the next call tries again.
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

    /// Whether this call has to record the use of a key.
    fn begin(&self, key: KeyId, now: Timestamp) -> bool {
        let mut noted = self.all();
        if noted.get(&key).is_some_and(|at| now.since(*at) < DAY) {
            return false;
        }
        if noted.len() >= MOST {
            noted.retain(|_, at| now.since(*at) < DAY);
        }
        // While the cache is full, uses of other keys are not recorded, so the number of writes stays bounded.
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
