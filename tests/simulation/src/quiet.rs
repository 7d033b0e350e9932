//! The end of a run: the faults are off, and time passes until no work is left.

use std::{rc::Rc, time::Duration};

use simulated_aws::{MessageState, QueuedMessage};

use crate::{
    accident::UNREADABLE,
    event_source,
    function::Function,
    schedule::{self, MINUTE},
    tables::Tables,
    world::World,
};

/// The interval at which running work is polled.
const LOOK: Duration = Duration::from_millis(500);

/// Waits until no work is left. Records a broken invariant if work is left that never ends.
pub(crate) async fn wait(world: &Rc<World>) {
    world.cloud.quiet().await;
    let begun = world.elapsed();
    loop {
        deliver(world);
        while is_busy(world) {
            tokio::time::sleep(LOOK).await;
            deliver(world);
        }
        let (next, function) = match next(world) {
            Next::Nothing => break,
            Next::At(next, function) => (next, function),
            Next::Stuck(what) => {
                world.problem(format!(
                    "unfinished generations that no message and no index entry leads to: {what}"
                ));
                break;
            }
        };
        if next > begun + function.longest_work() {
            world.problem("work has not ended after many hours without a fault".to_owned());
            break;
        }
        tokio::time::sleep_until(world.moment(next)).await;
        let now = world.elapsed();
        if now.as_millis().is_multiple_of(MINUTE.as_millis()) && now >= function.throttled_until(world) {
            schedule::sweep(world, function).await;
        }
    }
    world.cloud.quiet().await;
    world.cloud.settle();
}

fn deliver(world: &Rc<World>) {
    Function::ALL
        .iter()
        .for_each(|&function| event_source::deliver(world, function));
}

fn is_busy(world: &World) -> bool {
    let functions = Function::ALL.iter().map(|function| function.processes(world));
    let mut processes = functions.chain([&world.gateways]);
    let serves = processes.any(|processes| processes.borrow().iter().any(|process| process.is_busy()));
    serves || world.cloud.under_way() > 0
}

/// When to continue.
enum Next {
    /// All work has ended.
    Nothing,
    /// A message of this function becomes visible, or its sweep has work.
    At(Duration, Function),
    /// Work is left, but no message and no index entry leads to it.
    Stuck(String),
}

fn next(world: &World) -> Next {
    let tables = Tables::of(world);
    let moments = Function::ALL.iter().flat_map(|&function| {
        let moments = moments(world, &tables, function).into_iter();
        moments.map(move |moment| (moment, function))
    });
    let open: Vec<_> = tables.open().collect();
    match moments.min_by_key(|(moment, _)| *moment) {
        Some((moment, function)) => Next::At(moment, function),
        None if open.is_empty() => Next::Nothing,
        None => Next::Stuck(open.join(", ")),
    }
}

/// When a function can continue with its work.
fn moments(world: &World, tables: &Tables, function: Function) -> Vec<Duration> {
    let since = |millis: i64| {
        let now = world.clock.now().millis();
        world.elapsed() + Duration::from_millis(u64::try_from(millis - now).unwrap_or_default())
    };
    let messages = |queue: &str| {
        let readable = |message: &QueuedMessage| message.body != UNREADABLE;
        world.cloud.messages(queue).into_iter().filter(readable)
    };
    let queued = messages(&function.queue(world)).map(|message| match message.state {
        MessageState::Visible => world.elapsed() + LOOK,
        MessageState::InFlight(until) | MessageState::Delayed(until) => {
            since(until.millis()) + Duration::from_millis(1)
        }
    });
    let mut moments: Vec<Duration> = queued.collect();
    let sweep = |moment: Duration| next_sweep_after(world, function, moment);
    match function {
        Function::GenerationLoop => {
            moments.extend(tables.due().map(|due| sweep(since(due.0))));
            let dead = messages(&world.image.deployment.dead_letter_queue());
            moments.extend(dead.map(|message| match message.state {
                MessageState::Visible => sweep(world.elapsed()),
                MessageState::InFlight(until) | MessageState::Delayed(until) => sweep(since(until.millis())),
            }));
        }
        // Dead letters about events need no work: the sweep finds events and deliveries in the table.
        Function::WebhookDelivery => moments.extend(tables.due_events().map(|due| sweep(since(due)))),
    }
    moments
}

/// The time of the first sweep at or after `moment` at which the function is not throttled.
fn next_sweep_after(world: &World, function: Function, moment: Duration) -> Duration {
    let earliest = moment
        .max(world.elapsed() + Duration::from_millis(1))
        .max(function.throttled_until(world));
    MINUTE * u32::try_from(earliest.as_millis().div_ceil(MINUTE.as_millis())).unwrap_or(u32::MAX)
}
