//! Runs seeds: one with its history, or many side by side.

use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use crate::{Mutant, Report, plan::Plan, run, shrink};

/// A seed that breaks a promise.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// What it breaks.
    pub problems: Vec<String>,
}

/// The shortest plan that was found for a failure, and what happens in it.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The steps that are left.
    pub steps: Vec<String>,
    /// The conditions of the cloud that are left.
    pub weather: String,
    /// What the run of these steps breaks, and its history.
    pub report: Report,
}

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.weather)?;
        for step in &self.steps {
            writeln!(f, "{step}")?;
        }
        write!(f, "{}", self.report.history)?;
        for problem in &self.report.problems {
            writeln!(f, "BROKEN: {problem}")?;
        }
        Ok(())
    }
}

/// Runs one seed and returns its whole history.
pub fn run_one(seed: u64, mutant: Option<&Mutant>) -> Report {
    run::run(&Plan::of(seed), mutant, true)
}

/// Shortens the plan of a seed that breaks a promise.
pub fn shorten(seed: u64, mutant: Option<&Mutant>) -> Shortest {
    let plan = shrink::shrink(&Plan::of(seed), mutant);
    let steps = plan
        .steps
        .iter()
        .map(|step| format!("step {} at {:?}: {:?}", step.number, step.at, step.action));
    Shortest {
        steps: steps.collect(),
        weather: format!(
            "balances {:?}, skew {} ms, one call a process: {}, {:?}",
            plan.balances, plan.skew_millis, plan.one_call_a_process, plan.weather
        ),
        report: run::run(&plan, mutant, true),
    }
}

/// What many seeds came to.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many seeds were run.
    pub seeds: u64,
    /// How many calls the cloud answered in all.
    pub calls: u64,
    /// The seeds that break a promise, in their order.
    pub failures: Vec<Failure>,
}

/// Runs `count` seeds from `first` on so many threads. With `stop`, no seed is begun after one has failed.
pub fn run_many(first: u64, count: u64, threads: usize, mutant: Option<&Mutant>, stop: bool) -> Summary {
    let next = AtomicU64::new(first);
    let (done, calls) = (AtomicU64::new(0), AtomicU64::new(0));
    let stopped = AtomicBool::new(false);
    let failures = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while !stopped.load(Ordering::SeqCst) {
                    let seed = next.fetch_add(1, Ordering::SeqCst);
                    if seed >= first + count {
                        return;
                    }
                    let report = run::run(&Plan::of(seed), mutant, false);
                    done.fetch_add(1, Ordering::SeqCst);
                    calls.fetch_add(report.calls, Ordering::SeqCst);
                    if !report.is_sound() {
                        stopped.fetch_or(stop, Ordering::SeqCst);
                        let mut failures = failures.lock().unwrap_or_else(PoisonError::into_inner);
                        failures.push(Failure {
                            seed,
                            problems: report.problems,
                        });
                    }
                }
            });
        }
    });
    let mut failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    failures.sort_by_key(|failure: &Failure| failure.seed);
    Summary {
        seeds: done.into_inner(),
        calls: calls.into_inner(),
        failures,
    }
}
