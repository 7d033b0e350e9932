//! The generation loop: makes the thumbnails that wait in the queue, settles dead letters, and sweeps up what was lost on
//! the way.
//!
//! The table remembers, not the queue: a message only says where to look, so it may come twice, late, or never.

mod attempt;
mod brief;
mod dead_letters;
mod event;
mod paint;
mod patience;
mod provenance;
mod references;
mod sweep;
mod turn;

use std::sync::Arc;

use media::Bucket;
use queue::Queue;
use runtime::Models;
use serde_json::Value;
use store::Store;
use studio::Studio;

use self::{event::Event, references::Reader};
pub use self::{event::EventError, sweep::Swept};

/// What the loop works with.
#[derive(Clone)]
pub struct Parts {
    /// Records and money.
    pub store: Store,
    /// Pictures.
    pub bucket: Bucket,
    /// Where thumbnails wait to be made.
    pub queue: Queue,
    /// Where messages end that were received three times and never settled.
    pub dead_letters: Queue,
    /// The models that are configured.
    pub models: Arc<Models>,
    /// The models themselves.
    pub studio: Arc<Studio>,
}

/// The loop. One value serves all events of a process.
#[derive(Clone)]
pub struct GenerationLoop {
    parts: Parts,
    reader: Reader,
}

impl GenerationLoop {
    /// A loop over these parts.
    pub fn new(parts: Parts) -> Self {
        Self {
            parts,
            reader: Reader::default(),
        }
    }

    /// Handles one event as Lambda delivers it: a batch of the queue, answered with the messages to be kept, or the
    /// schedule.
    ///
    /// # Errors
    ///
    /// When the event is none of these, or when a sweep could not read all that is due or the dead letters. It has done
    /// the rest by then.
    pub async fn handle(&self, event: Value) -> Result<Value, EventError> {
        match Event::read(event)? {
            Event::Thumbnails(records) => {
                let (parts, reader) = (self.parts.clone(), self.reader.clone());
                let handle = move |record| attempt::handle(parts.clone(), reader.clone(), record);
                Ok(event::each(records, handle).await)
            }
            Event::Schedule => {
                // Dead letters are settled even when the sweep fails.
                let swept = sweep::sweep(&self.parts).await;
                let given_up = dead_letters::drain(&self.parts).await;
                let mut swept = swept?;
                swept.given_up += given_up?;
                Ok(serde_json::to_value(swept).unwrap_or_default())
            }
        }
    }
}
