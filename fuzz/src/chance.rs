//! Pseudo-random numbers from a seed, so that every failure can be repeated.

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};

/// A generator of numbers.
#[derive(Clone, Debug)]
pub struct Chance(SplitMix64);

impl Chance {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix64::seed_from_u64(seed))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let bits = self.bits() % u64::try_from(end.max(1)).unwrap_or(u64::MAX);
        usize::try_from(bits).unwrap_or_default()
    }

    /// A mostly small number below `end`: each number of digits is equally likely.
    pub fn small(&mut self, end: usize) -> usize {
        let digits = usize::BITS - end.leading_zeros();
        let most = 1_usize.checked_shl(u32::try_from(self.below(digits as usize + 1)).unwrap_or_default());
        self.below(most.unwrap_or(end).min(end))
    }

    /// True once in `times` on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// A random element of the slice. `None` if the slice is empty.
    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }
}
