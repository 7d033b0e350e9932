//! The schedule that starts the sweep every minute.

use std::{rc::Rc, time::Duration};

use serde_json::json;

use crate::{event_source, world::World};

/// How often the sweep is started.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// Starts a sweep every minute until it is aborted.
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

/// Sweeps once.
pub(crate) async fn sweep(world: &Rc<World>) {
    let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event" });
    let process = world.generation_loop();
    process.serving.set(process.serving.get() + 1);
    if let Some(swept) = event_source::handle(world, process, event).await {
        world.cloud.note(format!("swept: {swept}"));
    }
}
