//! Lambda's event source mapping: receives batches from the queue, invokes the generation loop with them, and deletes
//! the messages that were processed.

use std::{rc::Rc, time::Duration};

use serde_json::{Value as Json, json};
use simulated_aws::Received;

use crate::{process::Process, world::World};

/// The polling interval.
const POLL: Duration = Duration::from_millis(250);
/// The largest number of messages in a batch, as in the template.
const BATCH: u64 = 2;
/// The largest number of batches that are processed concurrently.
const CONCURRENCY: usize = 4;
/// The timeout of the generation loop's function, as in the template.
const TIMEOUT: Duration = Duration::from_secs(240);

/// Polls until the task is aborted.
pub(crate) async fn poll(world: Rc<World>) {
    loop {
        deliver(&world);
        tokio::time::sleep(POLL).await;
    }
}

/// Receives all visible messages, up to the concurrency limit, and starts an invocation for each batch.
pub(crate) fn deliver(world: &Rc<World>) {
    while busy(world) < CONCURRENCY {
        let batch = world.cloud.poll(&world.image.deployment.queue(), BATCH);
        if batch.is_empty() {
            return;
        }
        if world.elapsed() < world.throttled_until.get() {
            // The function is throttled: the messages become visible again after their visibility timeout.
            let count = batch.len();
            world
                .cloud
                .note(format!("the loop is throttled and does not take {count} messages"));
            continue;
        }
        // The process counts as busy before its task has started, so that no other batch is assigned to it.
        let process = world.generation_loop();
        process.serving.set(process.serving.get() + 1);
        tokio::task::spawn_local(invoke(Rc::clone(world), process, batch));
    }
}

fn busy(world: &World) -> usize {
    world
        .loops
        .borrow()
        .iter()
        .filter(|process| process.serving.get() > 0)
        .count()
}

/// Invokes the generation loop in `process` with one event. Returns `None` if the process was killed or the event
/// failed. The caller must have added one to `process.serving`; this function subtracts it again.
pub(crate) async fn handle(world: &Rc<World>, process: Rc<Process>, event: Json) -> Option<Json> {
    let serving = {
        let process = Rc::clone(&process);
        tokio::task::spawn_local(async move { process.generation_loop.handle(event).await })
    };
    process.tasks.borrow_mut().retain(|task| !task.is_finished());
    process.tasks.borrow_mut().push(serving.abort_handle());
    let answer = tokio::time::timeout(TIMEOUT, serving).await;
    if answer.is_err() {
        // Lambda kills an instance whose invocation exceeds the timeout.
        world.kills.borrow_mut().push((process.id, world.elapsed()));
        process.kill(&world.cloud);
        world.loops.borrow_mut().retain(|other| other.id != process.id);
    }
    process.serving.set(process.serving.get().saturating_sub(1));
    match answer.ok()?.ok()? {
        Ok(answer) => Some(answer),
        Err(error) => {
            world.cloud.note(format!("{} failed: {error}", process.id));
            None
        }
    }
}

async fn invoke(world: Rc<World>, process: Rc<Process>, batch: Vec<Received>) {
    let record = |message: &Received| {
        json!({
            "messageId": message.id,
            "receiptHandle": message.receipt,
            "body": message.body,
            "eventSource": "aws:sqs",
        })
    };
    let records: Vec<Json> = batch.iter().map(record).collect();
    let Some(answer) = handle(&world, process, json!({ "Records": records })).await else {
        return;
    };
    let failures = answer.get("batchItemFailures").and_then(Json::as_array);
    let kept: Vec<&str> = failures
        .into_iter()
        .flatten()
        .filter_map(|failure| failure.get("itemIdentifier")?.as_str())
        .collect();
    for message in batch.iter().filter(|message| !kept.contains(&message.id.as_str())) {
        world.cloud.delete(&world.image.deployment.queue(), &message.receipt);
    }
}
