//! The tests of the simulation. They run all mutants only if tests are exhaustive.

use std::{
    process::Command,
    thread::{self, available_parallelism},
};

use sampling::all_or;
use simulation::{
    mutant, seeds,
    storm::{self, Arrivals, Latency},
};

/// The number of seeds if `SIMULATION_SEEDS` is not set.
const SEEDS: u64 = 200;
/// The most seeds that are run to find each mutant.
const SEEDS_OF_A_MUTANT: u64 = 10_000;

fn threads() -> usize {
    available_parallelism().map_or(1, usize::from)
}

#[test]
fn seeds_break_no_promise() {
    let count = std::env::var("SIMULATION_SEEDS").map_or(SEEDS, |count| count.parse().unwrap());
    let summary = seeds::run_many(0, count, threads(), None, true);
    if let Some(failure) = summary.failures.first() {
        panic!("seed {}\n{}", failure.seed, seeds::shorten(failure.seed, None));
    }
    assert_eq!(summary.seeds, count);
    // A run with hardly any AWS calls would find nothing.
    assert!(summary.calls > 50 * count, "{} calls", summary.calls);
}

#[test]
fn a_seed_replays_event_by_event() {
    for seed in 0..5 {
        let first = seeds::run_one(seed, None);
        let on_another_thread = thread::spawn(move || seeds::run_one(seed, None)).join().unwrap();
        assert_eq!(first, on_another_thread, "seed {seed}");
        let output = Command::new(env!("CARGO_BIN_EXE_simulation"))
            .args(["seed", &seed.to_string()])
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        assert!(printed.starts_with(&first.history), "seed {seed} in another process");
        assert!(!first.history.is_empty());
    }
}

#[test]
fn every_defect_on_purpose_is_found() {
    let mut survivors = Vec::new();
    for mutant in mutant::ALL.iter().step_by(all_or(1, 5)) {
        let summary = seeds::run_many(0, SEEDS_OF_A_MUTANT, threads(), Some(mutant), true);
        for failure in &summary.failures {
            assert!(failure.report.malformed.is_empty(), "{}: {failure:#?}", mutant.name);
        }
        if summary.failures.is_empty() {
            survivors.push(mutant.name);
        }
    }
    assert_eq!(survivors, [""; 0]);
    assert!(mutant::ALL.len() >= 25);
}

#[test]
fn twenty_charges_a_second_of_one_organization_are_quick() {
    let [good_day, _, slow_day] = Latency::ALL;
    for arrivals in Arrivals::ALL {
        let figures = storm::measure(good_day, arrivals, 1).unwrap();
        assert!(figures.p90.as_millis() <= 300, "{arrivals:?}: {figures}");
        assert_eq!(figures.failed, 0, "{arrivals:?}: {figures}");
        // If ten charges start at the same instant, DynamoDB refuses nine of the transactions at first, whatever the
        // code does.
        let most_refused = if arrivals == Arrivals::Bursty { 5.0 } else { 2.0 };
        assert!(figures.refused <= most_refused, "{arrivals:?}: {figures}");
        assert_eq!(storm::measure(slow_day, arrivals, 1).unwrap().failed, 0, "{arrivals:?}");
    }
}
