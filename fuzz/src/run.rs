//! Runs a target on its corpus and on inputs made from it, until the time is over or an input costs too much.

use std::{
    collections::BTreeSet,
    fs, io,
    panic::catch_unwind,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::time::Instant;

use crate::{
    chance::Chance,
    measure::{Cost, measure},
    mutator::mutate,
    targets::Target,
};

/// How often an input is run before its cost counts as too high. The first run may fill a cache or start a thread, and
/// other programs may slow a shared core. An input that really costs too much does so in each run.
const TRIES: usize = 8;

/// The limits and the seed of a run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of the inputs that are not in the corpus.
    pub seed: u64,
    /// The largest number of generated inputs.
    pub most_inputs: u64,
    /// The time limit for generated inputs.
    pub time: Duration,
    /// The file that contains the current input. It remains if the process is killed.
    pub current: PathBuf,
}

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The number of inputs.
    pub inputs: u64,
    /// The places of panics that the code under test caught and turned into errors. The first input for each place is
    /// stored beside the plan's file, with an extension that begins with `panic`.
    pub caught_panics: BTreeSet<String>,
    /// The highest processor time and the highest memory of an input.
    pub highest: Cost,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            inputs,
            caught_panics,
            highest,
        } = self;
        write!(f, "{inputs} inputs, at most {highest}")?;
        if !caught_panics.is_empty() {
            write!(f, ", caught panics: {caught_panics:?}")?;
        }
        Ok(())
    }
}

/// Why a run ended early. The plan's file has the input.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The corpus or the plan's file cannot be used.
    #[error("cannot use {path}")]
    File {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The target panicked.
    #[error("the target panics")]
    Panic,
    /// The target cost too much.
    #[error("an input costs {cost}; its budget is {budget}")]
    Budget {
        /// The cost of the input.
        cost: Cost,
        /// The budget of the input.
        budget: Cost,
    },
}

/// The folder of a target's corpus.
#[must_use]
pub fn corpus_folder(target: &Target) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target.name)
}

/// The inputs of the target's corpus, sorted by name.
///
/// # Errors
///
/// [`Failure::File`] if the folder or one of its files cannot be read.
pub fn corpus(target: &Target) -> Result<Vec<Vec<u8>>, Failure> {
    let folder = corpus_folder(target);
    let failed = |source| Failure::File {
        path: folder.clone(),
        source,
    };
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    let read = |path: PathBuf| fs::read(&path).map_err(|source| Failure::File { path, source });
    paths.into_iter().map(read).collect()
}

/// Runs the target. Nothing else may run in this process at the same time.
///
/// # Errors
///
/// [`Failure`] if an input violates a rule of the target. The plan's file then has that input.
pub fn run(target: &Target, plan: &Plan) -> Result<Report, Failure> {
    let panics = Arc::new(Mutex::new(BTreeSet::new()));
    let seen = Arc::clone(&panics);
    std::panic::set_hook(Box::new(move |panic| {
        let place = panic.location().map(ToString::to_string).unwrap_or_default();
        seen.lock().unwrap_or_else(PoisonError::into_inner).insert(place);
    }));
    let corpus = corpus(target)?;
    let mut report = Report::default();
    let began = Instant::now();
    let mut chance = Chance::new(plan.seed);
    let made = std::iter::from_fn(|| {
        let crafted = if chance.once_in(2) {
            (target.craft)(&mut chance)
        } else {
            None
        };
        let is_crafted = crafted.is_some();
        let mut input = crafted.or_else(|| chance.one_of(&corpus).cloned()).unwrap_or_default();
        if !is_crafted || chance.once_in(4) {
            mutate(&mut chance, &mut input, &corpus, target.words);
            if !chance.once_in(4) {
                (target.mend)(&mut input);
            }
        }
        Some(input)
    });
    let most_inputs = usize::try_from(plan.most_inputs).unwrap_or(usize::MAX);
    for input in corpus.iter().cloned().chain(made.take(most_inputs)) {
        if report.inputs >= corpus.len() as u64 && began.elapsed() >= plan.time {
            break;
        }
        fs::write(&plan.current, &input).map_err(|source| Failure::File {
            path: plan.current.clone(),
            source,
        })?;
        report.highest = report.highest.max(check(target, &input)?);
        report.inputs += 1;
        let caught = panics.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if caught.len() > report.caught_panics.len() {
            // Stored so that it can be reported to the crate's authors.
            let path = plan.current.with_extension(format!("panic-{}", caught.len()));
            fs::copy(&plan.current, &path).map_err(|source| Failure::File { path, source })?;
            report.caught_panics = caught;
        }
    }
    Ok(report)
}

/// The cost of an input; an error if it exceeds the budget.
fn check(target: &Target, input: &[u8]) -> Result<Cost, Failure> {
    let mut tries = 1;
    loop {
        let (result, cost) = measure(|| catch_unwind(|| (target.run)(input)));
        result.map_err(|_| Failure::Panic)?;
        let budget = (target.budget)(input);
        if cost.is_within(budget) || cost.at_reference_speed().is_within(budget) {
            return Ok(cost);
        }
        if tries == TRIES {
            return Err(Failure::Budget { cost, budget });
        }
        tries += 1;
    }
}
