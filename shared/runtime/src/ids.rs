//! Sources of ids and random numbers.

use std::sync::{Arc, Mutex, PoisonError};

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};
use uuid::{Builder, Uuid};

use crate::Clock;

/// A source of random bytes.
#[derive(Clone, Debug, Default)]
pub enum Entropy {
    /// The operating system.
    #[default]
    System,
    /// A sequence that is always the same (SplitMix64). For tests only.
    Sequence(Arc<Mutex<SplitMix64>>),
}

impl Entropy {
    /// The sequence that starts from `seed`.
    pub fn sequence(seed: u64) -> Self {
        Self::Sequence(Arc::new(Mutex::new(SplitMix64::seed_from_u64(seed))))
    }

    /// Random bytes.
    ///
    /// # Panics
    ///
    /// If the operating system gives no random bytes, because then no key and no id would be safe.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match self {
            #[expect(clippy::expect_used, reason = "without randomness no key and no id is safe")]
            Self::System => getrandom::fill(&mut bytes).expect("the operating system gives random bytes"),
            Self::Sequence(state) => {
                let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
                state.fill_bytes(&mut bytes);
            }
        }
        bytes
    }

    /// A random number of 32 bits.
    pub fn number(&self) -> u32 {
        u32::from_le_bytes(self.bytes())
    }

    /// A random number from 0 to `bound`, inclusive. The distribution is even enough for jitter.
    pub fn up_to(&self, bound: u64) -> u64 {
        u64::from_le_bytes(self.bytes()) % bound.saturating_add(1)
    }
}

/// Makes UUIDs of version 7 from the clock and randomness.
#[derive(Clone, Debug)]
pub struct Ids {
    clock: Clock,
    entropy: Entropy,
}

impl Ids {
    /// Makes ids with the time of `clock`.
    pub const fn new(clock: Clock, entropy: Entropy) -> Self {
        Self { clock, entropy }
    }

    /// The source of the ids' random bits.
    pub const fn entropy(&self) -> &Entropy {
        &self.entropy
    }

    /// A new UUID of version 7, to be wrapped in a typed id.
    pub fn uuid(&self) -> Uuid {
        let millis = u64::try_from(self.clock.now().millis()).unwrap_or(0);
        Builder::from_unix_timestamp_millis(millis, &self.entropy.bytes()).into_uuid()
    }
}
