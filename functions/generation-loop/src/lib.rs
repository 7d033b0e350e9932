//! The generation loop: makes the thumbnails of the queue's messages, settles dead letters, sweeps for lost messages
//! and expired leases, and checks the models once a day.
//!
//! The state is in the table, not in the queue: a message only names a thumbnail, so it may arrive twice, late, or
//! never.

mod attempt;
mod dead_letters;
mod event;
mod models_check;
mod sweep;

use std::sync::Arc;

use media::Bucket;
use queue::{Queue, Trigger};
use runtime::Models;
use serde_json::Value;
use store::Store;
use studio::Studio;

use self::{attempt::references::Reader, models_check::ModelsCheck};
pub use self::{event::EventError, sweep::SweepReport};

/// The resources of the loop.
#[derive(Clone)]
pub struct Dependencies {
    /// Records and money.
    pub store: Store,
    /// Pictures.
    pub bucket: Bucket,
    /// The queue of thumbnails to make.
    pub queue: Queue,
    /// The dead-letter queue.
    pub dead_letters: Queue,
    /// The configuration of the models.
    pub models: Arc<Models>,
    /// The models themselves.
    pub studio: Arc<Studio>,
}

/// The generation loop. One value handles all events of a process.
#[derive(Clone)]
pub struct GenerationLoop {
    dependencies: Dependencies,
    reader: Reader,
    models_check: ModelsCheck,
}

impl GenerationLoop {
    /// A loop with these resources.
    pub fn new(dependencies: Dependencies) -> Self {
        Self {
            dependencies,
            reader: Reader::default(),
            models_check: ModelsCheck::default(),
        }
    }

    /// Handles one event of Lambda: a batch of the queue, whose response lists the messages to keep, or an event of the
    /// schedule.
    ///
    /// # Errors
    ///
    /// Fails if the event is of another kind, or if a sweep could not read all shards or the dead letters. The rest of
    /// the sweep is done in that case.
    pub async fn handle(&self, event: Value) -> Result<Value, EventError> {
        match Trigger::read(event)? {
            Trigger::Messages(records) => {
                let (dependencies, reader) = (self.dependencies.clone(), self.reader.clone());
                let handle = move |record| attempt::handle(dependencies.clone(), reader.clone(), record);
                Ok(queue::each(records, handle).await)
            }
            Trigger::Schedule => {
                // Dead letters are settled even when the sweep fails.
                let swept = sweep::sweep(&self.dependencies).await;
                let given_up = dead_letters::drain(&self.dependencies).await;
                self.models_check.run_daily(&self.dependencies).await;
                let mut swept = swept?;
                swept.given_up += given_up?;
                Ok(serde_json::to_value(swept).unwrap_or_default())
            }
        }
    }
}
