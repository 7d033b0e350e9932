//! The result of a smoke test.

use std::time::Duration;

use contract::GenerationId;
use serde::Serialize;

use super::{expected_balance::ExpectedBalance, problem::Problem, steps::Step};
use crate::{
    Failure, Report,
    failure::line_of,
    report::{NOTHING, table},
};

/// The outcome of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Verdict {
    /// It succeeded.
    Ok,
    /// It failed.
    Failed,
    /// It was skipped because a step that it needs failed.
    Skipped,
}

/// The line of one step in the output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Line {
    name: &'static str,
    #[serde(rename = "tool")]
    is_tool: bool,
    verdict: Verdict,
    milliseconds: Option<u64>,
    note: Option<String>,
}

/// The output of a smoke test.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SmokeTest {
    pub(super) ok: bool,
    pub(super) base_url: String,
    pub(super) steps: Vec<Line>,
    pub(super) balance: ExpectedBalance,
    /// Generations, which are not deleted.
    pub(super) generations: Vec<GenerationId>,
    /// Records that could not be deleted.
    pub(super) left_behind: Vec<String>,
}

impl Verdict {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::Skipped => "skipped",
        }
    }
}

impl Line {
    /// The outcome of a step, and the duration of its first call.
    pub(super) fn new(step: &Step, took: Option<Duration>, outcome: Result<String, Problem>) -> Self {
        let (verdict, note) = match outcome {
            Ok(note) => (Verdict::Ok, note),
            Err(problem @ Problem::Skipped(_)) => (Verdict::Skipped, line_of(&problem)),
            Err(problem) => (Verdict::Failed, line_of(&problem)),
        };
        Self {
            name: step.name,
            is_tool: step.is_tool,
            verdict,
            milliseconds: took.map(|took| u64::try_from(took.as_millis()).unwrap_or(u64::MAX)),
            note: (!note.is_empty()).then_some(note),
        }
    }

    /// Whether the step succeeded.
    pub(super) fn is_ok(&self) -> bool {
        self.verdict == Verdict::Ok
    }

    fn cells(&self) -> [String; 4] {
        let time = self.milliseconds.map(|milliseconds| format!("{milliseconds} ms"));
        [
            self.name.to_owned(),
            self.verdict.as_str().to_owned(),
            time.unwrap_or_else(|| NOTHING.to_owned()),
            self.note.clone().unwrap_or_default(),
        ]
    }
}

fn sentence(what: &str, ids: &[String]) -> String {
    if ids.is_empty() {
        String::new()
    } else {
        format!("{what}: {}\n", ids.join(", "))
    }
}

impl SmokeTest {
    fn text(&self) -> String {
        let header = ["STEP", "RESULT", "TIME", "NOTE"].map(str::to_owned);
        let rows = self.steps.iter().map(Line::cells);
        let generations: Vec<String> = self.generations.iter().map(ToString::to_string).collect();
        format!(
            "{}\nBalance: {}\n{}{}",
            table(std::iter::once(header).chain(rows)),
            self.balance,
            sentence("Generations, which are not deleted", &generations),
            sentence("Left behind", &self.left_behind),
        )
    }

    /// All failures on one line.
    fn complaint(&self) -> String {
        let mut failed = self.steps.iter().filter(|line| line.verdict == Verdict::Failed);
        let mut parts: Vec<String> = failed
            .next()
            .map(|line| format!("{} failed: {}", line.name, line.note.as_deref().unwrap_or_default()))
            .into_iter()
            .collect();
        match failed.count() {
            0 => {}
            1 => parts.push("1 more step failed".to_owned()),
            more => parts.push(format!("{more} more steps failed")),
        }
        if !self.left_behind.is_empty() {
            parts.push(format!("left behind: {}", self.left_behind.join(", ")));
        }
        parts.join("; ")
    }

    /// The report; a failing one if a step failed.
    pub(super) fn report(self) -> Result<Report, Failure> {
        let report = Report::new(&self, self.text())?;
        Ok(if self.ok {
            report
        } else {
            report.failing(self.complaint())
        })
    }
}
