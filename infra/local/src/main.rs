//! `cargo run`: the whole service in one process.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    local::command::main().await
}
