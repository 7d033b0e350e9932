//! The schedule that starts the sweep once a minute.

use std::{rc::Rc, time::Duration};

use serde_json::json;

use crate::{event_source, world::World};

/// The interval between two sweeps.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// Starts a sweep every minute until the task is aborted. A throttled generation loop skips the sweep.
pub(crate) async fn every_minute(world: Rc<World>) {
    loop {
        tokio::time::sleep(MINUTE).await;
        if world.elapsed() >= world.throttled_until.get() {
            tokio::task::spawn_local({
                let world = Rc::clone(&world);
                async move { sweep(&world).await }
            });
        }
    }
}

/// Runs one sweep in a process of the generation loop.
pub(crate) async fn sweep(world: &Rc<World>) {
    let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event" });
    let process = world.generation_loop();
    process.serving.set(process.serving.get() + 1);
    if let Some(swept) = event_source::handle(world, process, event).await {
        world.cloud.note(format!("swept: {swept}"));
    }
}
