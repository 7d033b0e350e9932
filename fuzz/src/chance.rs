//! Pseudo-random numbers from a seed, so that every failure can be repeated.

/// A generator of numbers: splitmix64, <https://prng.di.unimi.it/splitmix64.c>.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// A generator with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
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
