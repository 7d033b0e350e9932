//! `cargo run -p fuzz -- TARGET --seconds 60` feeds a target with its corpus and with inputs made from it, and exits
//! with 1 at the first input that panics or costs too much. `cargo run -p fuzz -- measure TARGET FILE…` prints the cost
//! of files at the speed of the machine that the budgets were chosen on.

use std::{error::Error, fs, io::Write, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand};
use fuzz::{
    bombs,
    measure::measure_alone,
    run::{Plan, run},
    targets::{self, Target},
};
use rustix::process::{Resource, Rlimit, setrlimit};

#[derive(Parser)]
#[command(about = "Runs the fuzz targets on stable Rust")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// The limit of the process's address space, in megabytes
    #[arg(long, global = true)]
    memory: Option<u64>,
}

#[derive(Subcommand)]
enum Command {
    /// Lists the targets
    List,
    /// Runs a target on its corpus and on inputs made from it
    Run(Run),
    /// Writes the files of `bombs.rs` into a folder, and prints the cost of each
    Bombs {
        /// The folder
        folder: PathBuf,
    },
    /// Prints a target's cost for these files
    Measure {
        /// The target's name
        target: String,
        /// The inputs
        files: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct Run {
    /// The target's name
    target: String,
    /// The time limit
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The largest number of inputs
    #[arg(long, default_value_t = u64::MAX)]
    inputs: u64,
    /// The seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file for the current input; it remains after a failure
    #[arg(long, default_value = "target/fuzz-input")]
    current: PathBuf,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    if let Some(megabytes) = arguments.memory {
        let bytes = Some(megabytes * 1_000_000);
        let limit = Rlimit {
            current: bytes,
            maximum: bytes,
        };
        setrlimit(Resource::As, limit)?;
    }
    let mut out = std::io::stdout();
    match arguments.command {
        Command::List => {
            for target in targets::ALL {
                writeln!(out, "{}", target.name)?;
            }
        }
        Command::Run(arguments) => {
            let plan = Plan {
                seed: arguments.seed,
                most_inputs: arguments.inputs,
                time: Duration::from_secs(arguments.seconds),
                current: arguments.current,
            };
            let report = run(target(&arguments.target)?, &plan)
                .map_err(|failure| format!("{failure}: see {}", plan.current.display()))?;
            writeln!(out, "{}: {report}", arguments.target)?;
        }
        Command::Bombs { folder } => {
            for (number, bomb) in bombs::all().into_iter().enumerate() {
                let target = target(bomb.target)?;
                fs::write(folder.join(format!("{number:02}-{}", bomb.target)), &bomb.bytes)?;
                let cost = measure_alone(|| (target.run)(&bomb.bytes));
                writeln!(out, "{} ({} bytes): {cost}", bomb.name, bomb.bytes.len())?;
            }
        }
        Command::Measure { target: name, files } => {
            let target = target(&name)?;
            for file in files {
                let input = fs::read(&file)?;
                let cost = measure_alone(|| (target.run)(&input));
                writeln!(out, "{}: {} bytes, {cost}", file.display(), input.len())?;
            }
        }
    }
    Ok(())
}

fn target(name: &str) -> Result<&'static Target, String> {
    targets::named(name).ok_or_else(|| format!("there is no target {name}"))
}
