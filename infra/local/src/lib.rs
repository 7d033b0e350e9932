//! The whole service on one machine: local replacements of the AWS services that it uses, and the functions, in one
//! process.

pub mod aws;
pub mod command;
mod disk;
mod first_run;
mod functions;
mod gateway;
mod ids;
mod options;
mod runner;
mod server;
mod triggers;

pub use self::{
    disk::files::LocalFile,
    functions::{Dependencies, Functions},
    gateway::api_gateway,
    options::Options,
    runner::{AwsSource, LoopSource, Resources, Runner, RunnerConfig, RunnerError, Settings},
    server::ListenError,
    triggers::{event_source, schedule},
};
