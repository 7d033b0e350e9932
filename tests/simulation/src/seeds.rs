//! Runs a single seed with its history, or many seeds on several threads.

use std::{
    fmt,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
};

use crate::{Mutant, Report, plan::Plan, run, shrink};

/// A seed whose run is not sound.
#[derive(Clone, Debug)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// The result of the run, without its history.
    pub report: Report,
}

/// The shortest failing plan that shrinking found, and the history of its run.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The steps that shrinking could not drop.
    pub steps: Vec<String>,
    /// The remaining settings of the plan and the remaining faults of the simulated AWS.
    pub conditions: String,
    /// The result of the shortest plan, with its history.
    pub report: Report,
}

impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.conditions)?;
        for step in &self.steps {
            writeln!(f, "{step}")?;
        }
        write!(f, "{}", self.report.history)?;
        for defect in self.report.defects() {
            writeln!(f, "{defect}")?;
        }
        Ok(())
    }
}

/// Runs one seed and records its whole history.
pub fn run_one(seed: u64, mutant: Option<&Mutant>) -> Report {
    run::run(&Plan::of(seed), mutant, true)
}

/// Shrinks the plan of a seed that breaks an invariant.
pub fn shorten(seed: u64, mutant: Option<&Mutant>) -> Shortest {
    let plan = shrink::shrink(&Plan::of(seed), mutant);
    let steps = plan
        .steps
        .iter()
        .map(|step| format!("step {} at {:?}: {:?}", step.number, step.at, step.action));
    Shortest {
        steps: steps.collect(),
        conditions: format!(
            "balances {:?}, skew {} ms, one call a process: {}, {:?}",
            plan.balances, plan.skew_millis, plan.one_call_a_process, plan.conditions
        ),
        report: run::run(&plan, mutant, true),
    }
}

/// The results of many seeds.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// How many seeds were run.
    pub seeds: u64,
    /// How many API calls the simulated AWS answered in all runs.
    pub calls: u64,
    /// The seeds that break an invariant, in ascending order.
    pub failures: Vec<Failure>,
}

/// Runs `count` seeds, starting with `first`, on `threads` threads. If `stop` is set, no further seed is started after
/// the first failure.
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
                        failures.push(Failure { seed, report });
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
