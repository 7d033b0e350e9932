//! Why a runner does not start.

use std::io;

use media::MediaError;
use queue::QueueError;
use runtime::ConfigError;
use store::StoreError;

use crate::{aws::StartError, server::ListenError};

/// Why the runner did not start.
#[derive(Debug, thiserror::Error)]
pub enum RunnerError {
    /// A variable of the environment is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A port is not available.
    #[error(transparent)]
    Listen(#[from] ListenError),
    /// The data directory cannot be used.
    #[error("the data directory cannot be used")]
    DataDir(#[source] io::Error),
    /// The embedded endpoint did not start.
    #[error(transparent)]
    Aws(#[from] StartError),
    /// The tables cannot be created or read.
    #[error("the tables cannot be used")]
    Store(#[from] StoreError),
    /// The bucket cannot be created.
    #[error("the bucket cannot be used")]
    Media(#[from] MediaError),
    /// The public library cannot be drawn.
    #[error("the public library cannot be drawn")]
    Library,
    /// The queues cannot be created.
    #[error("the queues cannot be used")]
    Queue(#[from] QueueError),
    /// The operating system refuses signal handlers.
    #[error("signals cannot be listened to")]
    Signals(#[source] io::Error),
}
