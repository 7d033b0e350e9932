//! Runs the simulation from the command line.

use std::process::ExitCode;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    Ok(if simulation::cli::run()? {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
