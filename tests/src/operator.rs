//! Runs the operator's tool in the process of the test.

use serde_json::Value;

/// Runs a command line of the operator's tool against an AWS endpoint. Returns the exit code and the printed JSON.
pub async fn tgctl(aws_url: &str, line: &str) -> (u8, Value) {
    let url = aws_url.to_owned();
    let environment = runtime::Environment::of(move |name| (name == "AWS_ENDPOINT_URL").then(|| url.clone()));
    let arguments: Vec<&str> = line.split_whitespace().chain(["--json"]).collect();
    let outcome = ctl::run(arguments, environment, runtime::Clock::system()).await;
    (
        outcome.exit_code,
        serde_json::from_str(&outcome.stdout).unwrap_or(Value::String(outcome.stderr)),
    )
}
