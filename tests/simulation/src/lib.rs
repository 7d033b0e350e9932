//! Runs the whole service in one process, on simulated time, against a simulated AWS that fails as the real AWS does.
//!
//! The seed decides a run. From the seed follows a plan: API calls by several organizations' callers, operator commands
//! and accidents, each at a fixed time. All processes of the service run concurrently on one thread: gateways with the
//! tools of all functions, the generation loop and the delivery of events with their sweeps, and the operator's tool.
//! Each process has its own clients, caches, ids and clock. After the last step of the plan, the faults are switched
//! off and the run continues until no work is left. Then the run checks that the ledger adds up, that every thumbnail
//! has ended exactly once, that every picture a record names exists, that no index, queue or bucket holds leftovers,
//! that every response a caller received is true, and that every listener was told of every fact.
//!
//! The same seed gives the same run, event by event. If a seed breaks an invariant, its plan is shrunk to a short plan
//! that still breaks an invariant, and the history of that plan is printed.
//!
//! ```text
//! cargo test --workspace --test simulation  # two hundred seeds, and a sample of the mutants
//! cargo run -p simulation -- seeds 10000
//! cargo run -p simulation -- seed 42  # one seed with its history
//! cargo run -p simulation -- mutants  # every deliberate defect must be found
//! cargo run -p simulation -- storm    # latency of 20 charges per second of one organization
//! ```

mod accident;
mod caller;
mod check;
pub mod cli;
mod deployment;
mod event_source;
mod function;
pub mod mutant;
mod observation;
mod operation;
mod operator;
mod painter;
mod plan;
mod process;
mod quiet;
mod receiver;
mod run;
mod schedule;
pub mod seeds;
mod shrink;
pub mod storm;
mod tables;
mod world;

pub use self::{mutant::Mutant, run::Report, seeds::Failure};
