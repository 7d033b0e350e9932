//! The end of a run: nothing fails any more, and time passes until nothing is left to be done.

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

/// All work must have ended after this. A message may be hidden three times for 24 minutes, and a sweep may wait 80
/// minutes before it sends a message for the fifth time.
const MOST: Duration = Duration::from_secs(20 * 3600);
/// How often running work is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Waits until nothing is left to be done, or notes what is.
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
                world.problem(format!("nobody will ever look at this again: {what}"));
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

/// When to go on.
enum Next {
    /// Everything has ended.
    Nothing,
    At(Duration),
    /// Something has not ended, and no timer and no message leads to it.
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
    moments.extend(tables.due().map(|due| a_sweep_after(world, since(due.0))));
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
        moments.push(a_sweep_after(world, visible));
    }
    match moments.into_iter().min() {
        Some(next) => Next::At(next),
        None if open.is_empty() => Next::Nothing,
        None => Next::Stuck(open.join(", ")),
    }
}

/// The first full minute after a moment at which the loop is not throttled.
fn a_sweep_after(world: &World, moment: Duration) -> Duration {
    let earliest = moment
        .max(world.elapsed() + Duration::from_millis(1))
        .max(world.throttled_until.get());
    MINUTE * u32::try_from(earliest.as_millis().div_ceil(MINUTE.as_millis())).unwrap_or(u32::MAX)
}
