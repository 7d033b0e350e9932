//! `tgctl`, the operator's command line.

use std::process::ExitCode;

use runtime::{Clock, Environment};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    ctl::run(arguments, Environment::process(), Clock::system())
        .await
        .print()
}
