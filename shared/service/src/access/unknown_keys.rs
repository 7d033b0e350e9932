//! Keys that do not exist, remembered for a moment.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use contract::Timestamp;
use store::KeyHash;

/// How long a key is remembered as unknown, counted from the start of the read.
const MOMENT: Duration = Duration::from_secs(1);
/// The most keys that are remembered: about a megabyte.
const MOST: usize = 10_000;

/// Remembers keys that do not exist, so that sending one again and again does not cost a read each time.
///
/// A new key works at once all the same. Its 32 bytes are random, so nobody can have asked for it before it existed,
/// and it cannot be remembered as unknown.
#[derive(Debug, Default)]
pub(crate) struct UnknownKeys(Mutex<HashMap<KeyHash, Timestamp>>);

impl UnknownKeys {
    /// Whether the key was found not to exist a moment ago.
    pub(crate) fn contains(&self, hash: &KeyHash, now: Timestamp) -> bool {
        let read_at = self.lock().get(hash).copied();
        // A read time in the future means that the clock was set back.
        read_at.is_some_and(|read_at| read_at <= now && now.since(read_at) < MOMENT)
    }

    /// Remembers that a read which began at `now` did not find the key.
    pub(crate) fn insert(&self, hash: KeyHash, now: Timestamp) {
        let mut unknown = self.lock();
        // Forgetting a key costs one more read, and no work here.
        if unknown.len() >= MOST {
            unknown.clear();
        }
        unknown.insert(hash, now);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<KeyHash, Timestamp>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_000_000);

    fn hash(number: usize) -> KeyHash {
        KeyHash::of(&format!("tgs_{number}"))
    }

    #[test]
    fn a_key_is_unknown_for_a_second() {
        let unknown = UnknownKeys::default();
        unknown.insert(hash(1), NOW);
        assert!(unknown.contains(&hash(1), NOW));
        assert!(unknown.contains(&hash(1), NOW.plus(Duration::from_millis(999))));
        assert!(!unknown.contains(&hash(1), NOW.plus(MOMENT)));
        assert!(!unknown.contains(&hash(1), Timestamp::from_millis(999_999)));
        assert!(!unknown.contains(&hash(2), NOW));
    }

    #[test]
    fn a_flood_of_keys_takes_bounded_memory() {
        let unknown = UnknownKeys::default();
        for number in 0..=MOST {
            unknown.insert(hash(number), NOW);
        }
        assert!(unknown.lock().len() <= MOST);
        assert!(unknown.contains(&hash(MOST), NOW));
    }
}
