//! The generation loop: makes the thumbnails that wait in the queue, settles those that nobody could make, and sweeps
//! up what was lost on the way.
//!
//! The table remembers, not the queue: a message only says where to look, so it may come twice, late, or never.

mod attempt;
mod brief;
mod dead_letters;
mod event;
mod paint;
mod provenance;
mod sweep;
mod turn;

use std::sync::Arc;

use media::Bucket;
use queue::Queue;
use runtime::Models;
use serde_json::Value;
use store::Store;
use studio::Studio;

use self::event::Event;
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
    /// Where messages end that nobody could settle.
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
}

impl GenerationLoop {
    /// A loop over these parts.
    pub const fn new(parts: Parts) -> Self {
        Self { parts }
    }

    /// Handles one event as Lambda delivers it: a batch of the queue, answered with the messages to be kept, or the
    /// schedule.
    ///
    /// # Errors
    ///
    /// When the event is none of these, or the tables cannot be read at all.
    pub async fn handle(&self, event: Value) -> Result<Value, EventError> {
        match Event::read(event)? {
            Event::Thumbnails(records) => {
                let parts = self.parts.clone();
                Ok(event::each(records, move |record| attempt::handle(parts.clone(), record)).await)
            }
            Event::Schedule => {
                let mut swept = sweep::sweep(&self.parts).await?;
                swept.given_up += dead_letters::drain(&self.parts).await?;
                Ok(serde_json::to_value(swept).unwrap_or_default())
            }
        }
    }
}
