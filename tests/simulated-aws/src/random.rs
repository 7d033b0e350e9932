//! The only source of randomness in a simulation.

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};
use std::time::Duration;

/// A sequence of pseudorandom numbers that follows from a seed.
#[derive(Clone, Debug)]
pub struct Random(SplitMix64);

impl Random {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// An independent sequence for one purpose. Drawing from it does not change the numbers that other purposes draw.
    pub fn split(&mut self) -> Self {
        Self::new(self.number())
    }

    /// A number from the whole range of `u64`.
    pub fn number(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`; zero if `end` is zero.
    pub fn below(&mut self, end: u64) -> u64 {
        let number = self.number();
        if end == 0 { 0 } else { number % end }
    }

    /// A number from `first` to `last`, both inclusive.
    pub fn between(&mut self, first: u64, last: u64) -> u64 {
        first + self.below(last.saturating_sub(first) + 1)
    }

    /// True with this probability. Draws no number if the probability is zero.
    pub fn chance(&mut self, probability: f64) -> bool {
        if probability <= 0.0 {
            return false;
        }
        // An f64 represents integers of up to 53 bits exactly.
        let unit = (self.number() >> 11) as f64 / (1_u64 << 53) as f64;
        unit < probability
    }

    /// A duration from zero to `most`, both inclusive, in whole milliseconds.
    pub fn up_to(&mut self, most: Duration) -> Duration {
        let most = u64::try_from(most.as_millis()).unwrap_or(u64::MAX - 1);
        Duration::from_millis(self.between(0, most))
    }
}
