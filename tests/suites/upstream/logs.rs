//! Captures all log lines of the process in the format that CloudWatch receives.

use std::{
    io,
    sync::{Mutex, Once, PoisonError},
};

use serde_json::{Value, json};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    prelude::*,
};

use crate::world::{UpstreamWorld, model};

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

/// The log lines that contain all these texts.
pub(crate) fn containing_all(texts: &[&str]) -> Vec<String> {
    let lines = containing(texts.first().copied().unwrap_or_default());
    let has_all = |line: &String| texts.iter().all(|text| line.contains(text));
    lines.into_iter().filter(has_all).collect()
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

#[tokio::test]
async fn the_trace_of_a_request_is_in_its_log_lines() {
    let world = UpstreamWorld::start(json!([model("gemini", "plain", "gemini-nano-banana-2.1")])).await;
    let client = world.organization().await.client;
    let trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    for (sent, is_told) in [(trace, true), ("00-not-a-trace", false)] {
        let mut request = client.request(http::Method::POST, "/api/v1/tools/get_credits", "{}");
        request.headers_mut().insert("traceparent", sent.parse().unwrap());
        let answer = client.send_to("get_credits", request).await;
        let id = answer.header("x-request-id").to_owned();
        let lines = containing(&id);
        let lines = lines.iter().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let answered: Vec<Value> = lines.filter(|line| line["message"] == "answered").collect();
        assert_eq!(answered.len(), 1, "{answered:?}");
        let expected = if is_told { json!(sent) } else { Value::Null };
        assert_eq!(answered[0]["span"]["traceparent"], expected);
    }
    world.end().await;
}
