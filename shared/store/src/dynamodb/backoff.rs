//! Waits between the attempts of a write or a read that met other writers.

use std::time::Duration;

use crate::Store;

/// The longest wait of a [`Backoff`].
const LONGEST_WAIT_MILLIS: u64 = 200;

/// Exponential backoff with full jitter. Each wait is a random time of up to 5 ms at first; the bound doubles with each
/// wait up to [`LONGEST_WAIT_MILLIS`].
#[derive(Debug)]
pub(crate) struct Backoff {
    bound_millis: u64,
}

impl Backoff {
    pub(crate) const fn new() -> Self {
        Self { bound_millis: 5 }
    }

    pub(crate) async fn wait(&mut self, store: &Store) {
        let millis = store.ids.entropy().up_to(self.bound_millis);
        self.bound_millis = (self.bound_millis * 2).min(LONGEST_WAIT_MILLIS);
        tokio::time::sleep(Duration::from_millis(millis)).await;
    }
}
