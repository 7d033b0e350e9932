//! Tests that would take minutes run a fixed sample of their cases. If the environment variable `EXHAUSTIVE` is set,
//! they run everything, as the nightly lane `exhaustive` does.

use std::{
    collections::HashSet,
    fmt::Debug,
    hash::{DefaultHasher, Hash, Hasher},
};

/// Whether tests run everything.
pub fn is_exhaustive() -> bool {
    std::env::var_os("EXHAUSTIVE").is_some()
}

/// `all` if tests run everything, otherwise `sample`.
pub fn all_or<T>(all: T, sample: T) -> T {
    if is_exhaustive() { all } else { sample }
}

/// All cases if tests run everything, otherwise so many that each trait of any case occurs at least once. Keeps the
/// order of the cases.
pub fn all_or_cover<C: Debug, T: Hash + Eq>(cases: Vec<C>, traits: impl Fn(&C) -> Vec<T>) -> Vec<C> {
    if is_exhaustive() { cases } else { cover(cases, traits) }
}

/// Chooses in an order that looks random and is the same in each run. In the order of the cases, a trait that many
/// cases share would always be covered by the same kind of case.
fn cover<C: Debug, T: Hash + Eq>(cases: Vec<C>, traits: impl Fn(&C) -> Vec<T>) -> Vec<C> {
    let mut order: Vec<(u64, usize)> = cases
        .iter()
        .enumerate()
        .map(|(place, case)| (hash(&format!("{case:?}")), place))
        .collect();
    order.sort_unstable();
    let (mut covered, mut chosen) = (HashSet::new(), HashSet::new());
    for (_, place) in order {
        let traits = cases.get(place).map(&traits).unwrap_or_default();
        let known = covered.len();
        covered.extend(traits);
        if covered.len() > known {
            chosen.insert(place);
        }
    }
    let mut place = 0..;
    let mut cases = cases;
    cases.retain(|_| place.next().is_some_and(|place| chosen.contains(&place)));
    cases
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::cover;

    #[test]
    fn a_sample_has_each_trait_and_keeps_the_order() {
        let cases: Vec<(u32, u32)> = (0..20)
            .flat_map(|first| (0..5).map(move |second| (first, second)))
            .collect();
        let sample = cover(cases, |&(first, second)| vec![("first", first), ("second", second)]);
        assert!(sample.is_sorted());
        assert!((20..25).contains(&sample.len()), "{sample:?}");
        assert!((0..20).all(|first| sample.iter().any(|case| case.0 == first)));
        assert!((0..5).all(|second| sample.iter().any(|case| case.1 == second)));
    }
}
