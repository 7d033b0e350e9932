//! The command line of the simulation.

use std::{
    io::{self, Write},
    thread,
};

use crate::{
    Mutant,
    mutant::ALL,
    seeds,
    storm::{self, Arrivals, Latency},
};
use clap::Parser;
use tokio::time::Instant;

/// Runs the whole service on simulated time, on a simulated AWS that fails.
#[derive(Debug, Parser)]
enum Cli {
    /// Run many seeds on all cores. If a seed breaks an invariant, stop and print its shortest failing plan
    Seeds {
        /// The number of seeds
        #[arg(default_value_t = 10_000)]
        count: u64,
        /// The first seed
        #[arg(long, default_value_t = 0)]
        first: u64,
        /// Continue after a failure and list all failing seeds
        #[arg(long)]
        all: bool,
    },
    /// Run one seed and print its history
    Seed {
        /// The seed
        seed: u64,
        /// The name of a deliberate defect to install
        #[arg(long)]
        mutant: Option<String>,
        /// Shrink the plan first and print the history of the shortest failing plan
        #[arg(long)]
        shrink: bool,
    },
    /// Run seeds against each deliberate defect until one detects it. Fails if a defect survives
    Mutants {
        /// The most seeds to run for each defect
        #[arg(default_value_t = 10_000)]
        count: u64,
        /// The name of the only defect to run
        #[arg(long)]
        only: Option<String>,
    },
    /// Measure the latency of 20 charges per second of one organization
    Storm {
        /// The seed of the random arrival times
        #[arg(default_value_t = 1)]
        seed: u64,
    },
}

/// Runs the command that this process was started with. Returns `false` if a seed breaks an invariant or a mutant
/// survives.
///
/// # Errors
///
/// Writing to stdout failed, the mutant is unknown, or the storm could not be set up.
pub fn run() -> Result<bool, Box<dyn std::error::Error>> {
    let mut out = io::stdout().lock();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    Ok(match Cli::parse() {
        Cli::Seeds { count, first, all } => run_seeds(&mut out, first, count, threads, all)?,
        Cli::Seed { seed, mutant, shrink } => run_seed(&mut out, seed, mutant.as_deref(), shrink)?,
        Cli::Mutants { count, only } => run_mutants(&mut out, count, threads, only.as_deref())?,
        Cli::Storm { seed } => {
            for latency in Latency::ALL {
                for arrivals in Arrivals::ALL {
                    let figures = storm::measure(latency, arrivals, seed)?;
                    let Latency { takes, holds } = latency;
                    writeln!(out, "{takes}/{holds} ms, {:7} {figures}", format!("{arrivals:?}:"))?;
                }
            }
            true
        }
    })
}

fn run_seeds(out: &mut impl Write, first: u64, count: u64, threads: usize, all: bool) -> io::Result<bool> {
    let begun = Instant::now();
    let summary = seeds::run_many(first, count, threads, None, !all);
    let seconds = begun.elapsed().as_secs_f64();
    let failed = summary.failures.len();
    writeln!(
        out,
        "{} seeds and {} calls of AWS in {seconds:.1} s; seeds that break a promise: {failed}",
        summary.seeds, summary.calls
    )?;
    for failure in &summary.failures {
        for defect in failure.report.defects() {
            writeln!(out, "seed {}: {defect}", failure.seed)?;
        }
    }
    if let (Some(failure), false) = (summary.failures.first(), all) {
        write!(out, "{}", seeds::shorten(failure.seed, None))?;
    }
    Ok(failed == 0)
}

fn run_seed(out: &mut impl Write, seed: u64, mutant: Option<&str>, shrink: bool) -> io::Result<bool> {
    let mutant = match mutant.map(Mutant::named) {
        None => None,
        Some(Some(mutant)) => Some(mutant),
        Some(None) => return Err(io::Error::other("there is no mutant of this name")),
    };
    if shrink {
        let shortest = seeds::shorten(seed, mutant);
        write!(out, "{shortest}")?;
        return Ok(shortest.report.is_sound());
    }
    let report = seeds::run_one(seed, mutant);
    write!(out, "{}", report.history)?;
    for defect in report.defects() {
        writeln!(out, "{defect}")?;
    }
    Ok(report.is_sound())
}

fn run_mutants(out: &mut impl Write, count: u64, threads: usize, only: Option<&str>) -> io::Result<bool> {
    let mut survivors = 0;
    for mutant in ALL.iter().filter(|mutant| only.is_none_or(|only| only == mutant.name)) {
        let summary = seeds::run_many(0, count, threads, Some(mutant), true);
        match summary.failures.first() {
            Some(failure) => {
                let defect = failure.report.defects().last().unwrap_or_default();
                writeln!(out, "{:26} found by seed {:5}: {defect}", mutant.name, failure.seed)?;
            }
            None => {
                survivors += 1;
                writeln!(out, "{:26} SURVIVED {count} seeds: {}", mutant.name, mutant.rule)?;
            }
        }
        out.flush()?;
    }
    Ok(survivors == 0)
}
