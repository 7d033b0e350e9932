//! The local runner as a process, for tests: their package does not build the runner's own binary.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    local::command::main().await
}
