//! When a key was last used, for operators: noted at most once a day for each key, beside the call.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contract::{KeyId, Timestamp};
use store::Store;

/// How far the noted use may lie back.
const DAY: Duration = Duration::from_secs(24 * 3600);
/// How long a call may wait for the note, which runs beside its own work.
const LONGEST: Duration = Duration::from_millis(500);
/// How many keys are remembered at the most.
const MOST: usize = 10_000;

/// The uses of keys that this process has noted, or has seen noted by another one.
#[derive(Debug, Default)]
pub(crate) struct KeyUses(Mutex<HashMap<KeyId, Timestamp>>);

impl KeyUses {
    /// Notes that a key is used now, unless that was noted within the last day. A note that fails is left to the next
    /// call.
    pub(crate) async fn note(&self, store: &Store, key: KeyId) {
        let now = store.clock().now();
        if self.is_noted(key, now) {
            return;
        }
        match tokio::time::timeout(LONGEST, store.note_key_use(key, now - DAY, now)).await {
            Ok(Ok(())) => self.remember(key, now),
            Ok(Err(error)) => tracing::debug!(error = %error, key.id = %key, "the use of a key was not noted"),
            Err(_) => tracing::debug!(key.id = %key, "noting the use of a key took too long"),
        }
    }

    fn is_noted(&self, key: KeyId, now: Timestamp) -> bool {
        let noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        noted.get(&key).is_some_and(|at| now.since(*at) < DAY)
    }

    fn remember(&self, key: KeyId, now: Timestamp) {
        let mut noted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if noted.len() >= MOST {
            noted.retain(|_, at| now.since(*at) < DAY);
        }
        if noted.len() < MOST {
            noted.insert(key, now);
        }
    }
}
