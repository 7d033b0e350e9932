//! Captures all log lines of the process in the format that CloudWatch receives.

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

/// A word in each key, prompt, name, vendor's message and generated text of this suite. If it appears in a log, a
/// secret was logged.
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

/// Captures all log lines from now on, including the debug lines that only an operator would enable.
pub(crate) fn keep() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The debug lines about tables, objects and queues are left out, because they are too many. So are those of the
        // embedded endpoint.
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

/// The level and the text of each log line about a failure of this model.
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

/// The number of log lines with this level and message.
pub(crate) fn count(level: &str, message: &str) -> usize {
    let lines = containing(message);
    let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines
        .filter(|line| line["level"] == level && line["message"] == message)
        .count()
}

/// Asserts that no log line of the process, of whichever test, contains a secret.
pub(crate) fn assert_no_secrets() {
    let told = containing(CANARY);
    assert!(told.is_empty(), "secrets were logged: {}", told.join(""));
}
