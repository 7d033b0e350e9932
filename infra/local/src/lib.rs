//! The whole service on one machine: local replacements of the AWS services that it uses, and the functions, in one
//! process.

pub mod api_gateway;
pub mod aws;
pub mod command;
mod demo;
pub mod event_source;
mod files;
mod ids;
mod invoke;
mod library;
mod options;
mod private;
mod router;
mod runner;
pub mod schedule;
mod server;

pub use self::{
    files::LocalFile,
    options::Options,
    router::services,
    runner::{AwsSource, LoopSource, Resources, Runner, RunnerConfig, RunnerError, Settings},
    server::ListenError,
};
