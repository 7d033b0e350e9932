//! `smoke`: a walk through all tools of a running deployment, as any client would call them.

mod answer;
mod balance;
mod books;
mod clean_up;
mod generation;
mod http;
mod images;
mod inspirations;
mod persons;
mod pictures;
mod problem;
mod refusals;
mod result;
mod session;
mod steps;
mod target;

use std::time::Duration;

use clap::Args;
use contract::GenerationId;
use runtime::{Clock, Entropy, Environment, Ids};

use self::{
    clean_up::clean_up,
    http::Http,
    problem::Problem,
    result::{Line, Walk},
    session::Session,
    steps::STEPS,
    target::{BaseUrl, Key},
};
use crate::{Failure, Report, values};

/// The variable that may hold the key.
const KEY_VARIABLE: &str = "TGCTL_KEY";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// What stands before /api/v1/tools; plain http:// on this machine alone
    #[arg(long, value_name = "URL", value_parser = target::base_url)]
    base_url: BaseUrl,
    /// A key with all scopes. In the variable TGCTL_KEY no list of processes shows it
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// How long one call may take: 45s, 1m
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = values::duration)]
    timeout: Duration,
    /// How long a thumbnail may take: 90s, 5m
    #[arg(long, value_name = "DURATION", default_value = "3m", value_parser = values::duration)]
    patience: Duration,
}

impl Arguments {
    /// The key, from the arguments or the environment.
    pub(crate) fn with_key_of(self, environment: &Environment) -> Option<(Self, Key)> {
        let key = self.key.clone();
        let key = key.or_else(|| environment.optional(KEY_VARIABLE).map(Key::from))?;
        Some((self, key))
    }
}

/// Walks.
pub(crate) async fn run(arguments: Arguments, key: Key, clock: Clock) -> Result<Report, Failure> {
    let base_url = arguments.base_url.to_string();
    let not_begun = |problem: Problem| Failure::Smoke {
        base_url: base_url.clone(),
        source: problem.into(),
    };
    let unsendable = || not_begun(Problem::wrong("the key has characters that no key has"));
    let authorization = key.authorization().ok_or_else(unsendable)?;
    let http = Http::new(arguments.timeout);
    let mark = format!("smoke-{}", Ids::new(clock, Entropy::System).uuid().simple());
    let mut session = Session::new(http, arguments.base_url, authorization, arguments.patience, mark);
    let steps = walk(&mut session).await.map_err(not_begun)?;
    let all_went_well = steps.iter().all(Line::is_ok);
    let left_behind = clean_up(&mut session, all_went_well).await;
    let generations = [session.made.thumbnail, session.made.variation];
    let generations: Vec<GenerationId> = generations
        .into_iter()
        .flatten()
        .map(|generation| generation.id)
        .collect();
    let walk = Walk {
        ok: all_went_well && left_behind.is_empty(),
        base_url,
        steps,
        balance: session.books,
        generations,
        left_behind,
    };
    walk.report()
}

/// Takes every step. One that fails does not keep those from being taken that need nothing of it, except where nobody
/// answers any more. Fails when nothing is worth trying.
async fn walk(session: &mut Session) -> Result<Vec<Line>, Problem> {
    let mut lines = Vec::new();
    let mut lost: Option<&'static str> = None;
    for step in &STEPS {
        let outcome = match lost {
            Some(name) => Err(Problem::Skipped(name)),
            None => (step.take)(session).await,
        };
        let took = session.took();
        match outcome {
            Err(problem) if step.is_vital => return Err(problem),
            Err(Problem::Unreached(_)) => lost = Some(step.name),
            _ => {}
        }
        lines.push(Line::new(step, took, outcome));
    }
    Ok(lines)
}
