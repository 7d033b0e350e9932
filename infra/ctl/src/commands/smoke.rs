//! `smoke`: calls all tools of a running deployment, as any client would.

mod answer;
mod clean_up;
mod expected_balance;
mod http;
mod problem;
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
    result::{Line, SmokeTest},
    session::Session,
    steps::STEPS,
    target::{BaseUrl, Key},
};
use crate::{Failure, Report, values};

/// The environment variable that may contain the key.
const KEY_VARIABLE: &str = "TGCTL_KEY";

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The URL before /api/v1/tools; plain http:// only on this machine
    #[arg(long, value_name = "URL", value_parser = target::base_url)]
    base_url: BaseUrl,
    /// A key with all scopes. Put it into the variable TGCTL_KEY, so that lists of processes do not show it
    #[arg(long, value_name = "KEY")]
    key: Option<Key>,
    /// The timeout of a call: 45s, 1m
    #[arg(long, value_name = "DURATION", default_value = "30s", value_parser = values::duration)]
    timeout: Duration,
    /// The time limit of a thumbnail: 90s, 5m
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

/// Runs the smoke test.
pub(crate) async fn run(arguments: Arguments, key: Key, clock: Clock) -> Result<Report, Failure> {
    let base_url = arguments.base_url.to_string();
    let not_begun = |problem: Problem| Failure::Smoke {
        base_url: base_url.clone(),
        source: problem.into(),
    };
    let unsendable = || not_begun(Problem::wrong("the key has characters that are not valid in a key"));
    let authorization = key.authorization().ok_or_else(unsendable)?;
    let http = Http::new(arguments.timeout);
    let mark = format!("smoke-{}", Ids::new(clock, Entropy::System).uuid().simple());
    let mut session = Session::new(http, arguments.base_url, authorization, arguments.patience, mark);
    let steps = run_steps(&mut session).await.map_err(not_begun)?;
    let all_went_well = steps.iter().all(Line::is_ok);
    let left_behind = clean_up(&mut session, all_went_well).await;
    let generations = [session.records.thumbnail, session.records.variation];
    let generations: Vec<GenerationId> = generations
        .into_iter()
        .flatten()
        .map(|generation| generation.id)
        .collect();
    let result = SmokeTest {
        ok: all_went_well && left_behind.is_empty(),
        base_url,
        steps,
        balance: session.expected_balance,
        generations,
        left_behind,
    };
    result.report()
}

/// Runs every step. After a failure, steps that do not need the failed one still run, unless the deployment stopped
/// responding. Fails if a vital step fails.
async fn run_steps(session: &mut Session) -> Result<Vec<Line>, Problem> {
    let mut lines = Vec::new();
    let mut lost: Option<&'static str> = None;
    for step in &STEPS {
        let outcome = match lost {
            Some(name) => Err(Problem::Skipped(name)),
            None => (step.run)(session).await,
        };
        let took = session.took();
        match outcome {
            Err(problem) if step.is_vital => return Err(problem),
            Err(Problem::NoResponse(_)) => lost = Some(step.name),
            _ => {}
        }
        lines.push(Line::new(step, took, outcome));
    }
    Ok(lines)
}
