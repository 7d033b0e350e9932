//! Runs the command line and determines the exit code.

use std::process::ExitCode;

use clap::Parser;
use runtime::{LogFormat, causes};
use tokio::signal::unix::{SignalKind, signal};

use crate::{Options, Runner, RunnerConfig, RunnerError, Settings};

/// Runs the command of this process's arguments until a signal ends it.
pub async fn main() -> ExitCode {
    let options = Options::parse();
    runtime::init_logs(LogFormat::Text);
    match run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!(error = %causes(&error), "the runner did not start");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), RunnerError> {
    let mut terminate = signal(SignalKind::terminate()).map_err(RunnerError::Signals)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(RunnerError::Signals)?;
    let settings = Settings::from_environment(options.aws_endpoint.as_deref())?;
    let runner = Runner::start(RunnerConfig::new(options, settings)).await?;
    runner.greet().map_err(RunnerError::Signals)?;
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    runner.shutdown().await;
    Ok(())
}
