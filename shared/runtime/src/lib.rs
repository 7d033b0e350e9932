//! The surroundings of a function's code: configuration from the environment, AWS clients, clock, ids, logs and
//! metrics.

mod aws;
mod causes;
mod clock;
mod environment;
mod hex;
mod https;
mod ids;
mod metrics;
mod models;
mod retention;
mod stack;
mod telemetry;

pub use self::{
    aws::{Aws, AwsConfig, AwsFailure, Backoff, Lazy, SimulatedAws, Timeouts, sdk_config},
    causes::causes,
    clock::{Clock, system_time},
    environment::{Basics, ConfigError, Cors, Environment, EventQueues, Names, SourceSettings, Startup},
    hex::hex,
    https::https_connector,
    ids::{Entropy, Ids},
    metrics::Metric,
    models::{EndOfLife, MAX_MODEL_TIMEOUT_SECONDS, ModelConfig, Models, Options, Secret, SecretRef, WordsConfig},
    retention::{NoRetention, Retention},
    stack::Stack,
    telemetry::{LogFormat, init_logs},
};
pub use capabilities::{Capabilities, PictureSize, Provider, ReferenceLimits};

/// Deployed functions are linked with musl, whose own allocator is slow.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
