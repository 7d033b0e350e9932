//! The end of a run: the faults are off, and time passes until no work is left.

use std::{cell::RefCell, rc::Rc, time::Duration};

use simulated_aws::{MessageState, QueuedMessage};

use crate::{
    accident::UNREADABLE,
    event_source,
    process::Process,
    schedule::{self, MINUTE},
    tables::Tables,
    world::World,
};

/// All work must end within this time. A message may be hidden three times for 24 minutes, and a sweep may wait 80
/// minutes before it sends a message for the fifth time.
const MOST: Duration = Duration::from_secs(20 * 3600);
/// The interval at which running work is polled.
const LOOK: Duration = Duration::from_millis(500);

/// Waits until no work is left. Records a broken invariant if work is left that never ends.
pub(crate) async fn wait(world: &Rc<World>) {
    world.cloud.quiet().await;
    let end = world.elapsed() + MOST;
    loop {
        event_source::deliver(world);
        while is_busy(world) {
            tokio::time::sleep(LOOK).await;
            event_source::deliver(world);
        }
        let next = match next(world) {
            Next::Nothing => break,
            Next::At(next) => next,
            Next::Stuck(what) => {
                world.problem(format!(
                    "unfinished generations that no message and no index entry leads to: {what}"
                ));
                break;
            }
        };
        if next > end {
            world.problem("work has not ended after many hours without a fault".to_owned());
            break;
        }
        tokio::time::sleep_until(world.moment(next)).await;
        let now = world.elapsed();
        if now.as_millis().is_multiple_of(MINUTE.as_millis()) && now >= world.throttled_until.get() {
            schedule::sweep(world).await;
        }
    }
    world.cloud.quiet().await;
    world.cloud.settle();
}

fn is_busy(world: &World) -> bool {
    let serves = |processes: &RefCell<Vec<Rc<Process>>>| {
        let processes = processes.borrow();
        processes.iter().any(|process| process.serving.get() > 0)
    };
    serves(&world.loops) || serves(&world.gateways) || world.cloud.under_way() > 0
}

/// When to continue.
enum Next {
    /// All work has ended.
    Nothing,
    At(Duration),
    /// Work is left, but no message and no index entry leads to it.
    Stuck(String),
}

fn next(world: &World) -> Next {
    let tables = Tables::of(world);
    let deployment = &world.image.deployment;
    let since = |millis: i64| {
        let now = world.clock.now().millis();
        world.elapsed() + Duration::from_millis(u64::try_from(millis - now).unwrap_or_default())
    };
    let readable = |message: &QueuedMessage| message.body != UNREADABLE;
    let mut moments: Vec<Duration> = Vec::new();
    let open: Vec<_> = tables.open().collect();
    moments.extend(tables.due().map(|due| next_sweep_after(world, since(due.0))));
    let queued = world.cloud.messages(&deployment.queue());
    for message in queued.iter().filter(|message| readable(message)) {
        moments.push(match message.state {
            MessageState::Visible => world.elapsed() + LOOK,
            MessageState::InFlight(until) | MessageState::Delayed(until) => {
                since(until.millis()) + Duration::from_millis(1)
            }
        });
    }
    let dead = world.cloud.messages(&deployment.dead_letter_queue());
    for message in dead.iter().filter(|message| readable(message)) {
        let visible = match message.state {
            MessageState::Visible => world.elapsed(),
            MessageState::InFlight(until) | MessageState::Delayed(until) => since(until.millis()),
        };
        moments.push(next_sweep_after(world, visible));
    }
    match moments.into_iter().min() {
        Some(next) => Next::At(next),
        None if open.is_empty() => Next::Nothing,
        None => Next::Stuck(open.join(", ")),
    }
}

/// The time of the first sweep at or after `moment` at which the generation loop is not throttled.
fn next_sweep_after(world: &World, moment: Duration) -> Duration {
    let earliest = moment
        .max(world.elapsed() + Duration::from_millis(1))
        .max(world.throttled_until.get());
    MINUTE * u32::try_from(earliest.as_millis().div_ceil(MINUTE.as_millis())).unwrap_or(u32::MAX)
}
