//! What the whole process logs, line by line, as it would reach CloudWatch.

use std::{
    io,
    sync::{Mutex, Once, PoisonError},
};

use serde_json::Value;
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    prelude::*,
};

/// Stands in each key, prompt, name, and vendor's message or words of this suite, so that none of them can be logged
/// unseen.
pub(crate) const CANARY: &str = "zanarium";

static LINES: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Lines;

impl io::Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let line = String::from_utf8_lossy(bytes).into_owned();
        LINES.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Keeps what is logged from now on, with what only an operator in search of something would switch on.
pub(crate) fn keep() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // What is left out is the talk about AWS's tables and objects, most of all there is, and the embedded endpoint's.
        let wanted = Targets::new().with_default(LevelFilter::DEBUG).with_targets(
            [
                "aws_sdk_dynamodb",
                "aws_sdk_s3",
                "aws_sdk_sqs",
                "aws_smithy_runtime",
                "s3s",
            ]
            .map(|name| (name, LevelFilter::INFO)),
        );
        let lines = fmt::layer()
            .json()
            .flatten_event(true)
            .with_current_span(true)
            .with_writer(|| Lines);
        tracing_subscriber::registry().with(wanted).with(lines).init();
    });
}

fn containing(text: &str) -> Vec<String> {
    let lines = LINES.lock().unwrap_or_else(PoisonError::into_inner);
    lines.iter().filter(|line| line.contains(text)).cloned().collect()
}

/// The lines that tell how this model failed: the level of each, and its text.
pub(crate) fn failures_of(model: &str) -> Vec<(String, String)> {
    let lines = containing(model);
    let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let about = lines.filter(|line| line["model"] == model && line["error"].is_string());
    let told = about.map(|line| {
        let text = format!("{}: {}", line["message"], line["error"]);
        (line["level"].as_str().unwrap_or_default().to_owned(), text)
    });
    told.collect()
}

/// How many lines of this level say this.
pub(crate) fn count(level: &str, message: &str) -> usize {
    let lines = containing(message);
    let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines
        .filter(|line| line["level"] == level && line["message"] == message)
        .count()
}

/// Nothing that is nobody's business was logged, by whichever test.
pub(crate) fn assert_discreet() {
    let told = containing(CANARY);
    assert!(told.is_empty(), "this was logged: {}", told.join(""));
}
