//! The whole service in one process, on simulated time, on a simulated AWS that fails as the real one does.
//!
//! A run is decided by its seed. The seed makes a plan: calls of several organizations' callers, commands of an
//! operator, and accidents, each at its time. All processes of the service run side by side in one thread: gateways with
//! the tools of all functions, the generation loop with its sweep, and the operator's tool. Each has its own clients,
//! caches, ids and clock. When all steps have ended the faults end too, and the run waits until nothing is left to be
//! done. Then it checks that the money adds up, that every thumbnail has ended once, that every record's picture exists,
//! that no index, queue or bucket has leftovers, and that everything a caller was told is true.
//!
//! The same seed gives the same run, event by event. A seed that breaks a promise is shrunk to the shortest plan that
//! still breaks one, and its history is printed.
//!
//! ```text
//! cargo test --profile simulation -p simulation           # some hundred seeds, and a few mutants
//! cargo run --profile simulation -p simulation -- seeds 10000
//! cargo run --profile simulation -p simulation -- seed 42  # one seed with its history
//! cargo run --profile simulation -p simulation -- mutants  # every defect on purpose has to be found
//! cargo run --profile simulation -p simulation -- storm    # twenty charges a second of one organization
//! ```

mod accident;
mod caller;
mod check;
pub mod cli;
mod deployment;
mod event_source;
pub mod mutant;
mod observation;
mod operation;
mod operator;
mod painter;
mod plan;
mod process;
mod quiet;
mod run;
mod schedule;
pub mod seeds;
mod shrink;
pub mod storm;
mod tables;
mod world;

pub use self::{mutant::Mutant, run::Report, seeds::Failure};
