//! The schedule that starts the sweeps once a minute.

use std::{rc::Rc, time::Duration};

use serde_json::json;

use crate::{event_source, function::Function, world::World};

/// The interval between two sweeps of a function.
pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// Starts the sweep of every function every minute until the task is aborted. A throttled function skips its sweep.
pub(crate) async fn every_minute(world: Rc<World>) {
    loop {
        tokio::time::sleep(MINUTE).await;
        for function in Function::ALL {
            if world.elapsed() >= function.throttled_until(&world) {
                tokio::task::spawn_local({
                    let world = Rc::clone(&world);
                    async move { sweep(&world, function).await }
                });
            }
        }
    }
}

/// Runs one sweep in a process of a function.
pub(crate) async fn sweep(world: &Rc<World>, function: Function) {
    let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event" });
    let process = function.idle(world);
    process.serving.set(process.serving.get() + 1);
    if let Some(swept) = event_source::handle(world, function, process, event).await {
        world.cloud.note(format!("{function:?} swept: {swept}"));
    }
}
