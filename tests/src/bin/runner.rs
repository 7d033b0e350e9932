//! The local runner as an executable for tests. Cargo does not build the runner's own binary for the tests' package.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    local::command::main().await
}
