//! Deterministic random choices: the same brief always gives the same picture.

use rand_xoshiro::{
    SplitMix64,
    rand_core::{Rng, SeedableRng},
};

/// A sequence of random choices. It must never change with the version of a dependency, because a repeated request must
/// give the same picture; a test holds it.
#[derive(Clone, Debug)]
pub(crate) struct Chance {
    generator: SplitMix64,
    /// The place of the number among consecutive numbers; the text determines where they begin.
    turn: usize,
}

impl Chance {
    /// Seeds the generator with a text and a number, hashed by FNV-1a.
    pub(crate) fn new(text: &str, number: u32) -> Self {
        let bytes = text.bytes().chain(number.to_le_bytes());
        let start = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        let first = text.bytes().fold(0, |sum: usize, byte| sum.wrapping_add(byte.into()));
        Self {
            generator: SplitMix64::seed_from_u64(start),
            turn: first.wrapping_add(number as usize),
        }
    }

    /// The next 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number in `low..high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        // 24 bits fit an f32's mantissa exactly, so the fraction is below 1.
        let fraction = (self.bits() >> 40) as f32 / 16_777_216.0;
        low + (high - low) * fraction
    }

    /// An integer below `end`; 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.bits() % end).unwrap_or(0)
    }

    /// True with the given probability.
    pub(crate) fn happens(&mut self, probability: f32) -> bool {
        self.between(0.0, 1.0) < probability
    }

    /// The item whose turn it is, and how often all items had their turn before: with consecutive numbers, different
    /// items. `None` for an empty slice.
    pub(crate) fn in_turn<'a, T>(&self, items: &'a [T]) -> Option<(&'a T, usize)> {
        let round = self.turn.checked_div(items.len())?;
        Some((items.get(self.turn % items.len())?, round))
    }

    /// A random item; `None` for an empty slice.
    pub(crate) fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_never_changes() {
        let mut chance = Chance::new("How I built a rocket", 1);
        assert_eq!(
            [chance.bits(), chance.bits()],
            [0x0765_b462_e053_6f65, 0xae2c_aff1_d029_1058]
        );
    }

    #[test]
    fn text_and_number_determine_the_sequence() {
        let draw = |text, number| Chance::new(text, number).bits();
        assert_eq!(draw("a", 1), draw("a", 1));
        assert_ne!(draw("a", 1), draw("a", 2));
        assert_ne!(draw("a", 1), draw("b", 1));
    }

    #[test]
    fn numbers_stay_in_their_range() {
        let mut chance = Chance::new("", u32::MAX);
        for _ in 0..1_000 {
            assert!((-2.0..3.0).contains(&chance.between(-2.0, 3.0)));
            assert!(chance.below(7) < 7);
        }
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.pick::<u8>(&[]), None);
    }
}
