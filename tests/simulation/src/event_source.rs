//! Lambda's event source mapping: receives batches of the queue, hands them to the generation loop, and deletes what is
//! done.

use std::{rc::Rc, time::Duration};

use serde_json::{Value as Json, json};
use simulated_aws::Received;

use crate::{process::Process, world::World};

/// How often the queue is looked at while nothing tells that it has messages.
const POLL: Duration = Duration::from_millis(250);
/// The most messages of a batch, as the template says.
const BATCH: u64 = 2;
/// The most batches that are handled side by side.
const CONCURRENCY: usize = 4;
/// How long the generation loop's function may take, as the template says.
const TIMEOUT: Duration = Duration::from_secs(240);

/// Polls until it is aborted.
pub(crate) async fn poll(world: Rc<World>) {
    loop {
        deliver(&world);
        tokio::time::sleep(POLL).await;
    }
}

/// Receives what can be received now and hands it over.
pub(crate) fn deliver(world: &Rc<World>) {
    while busy(world) < CONCURRENCY {
        let batch = world.cloud.poll(&world.image.deployment.queue(), BATCH);
        if batch.is_empty() {
            return;
        }
        if world.elapsed() < world.throttled_until.get() {
            // The function is throttled: the batch comes back when its visibility timeout ends.
            let count = batch.len();
            world
                .cloud
                .note(format!("the loop is throttled and does not take {count} messages"));
            continue;
        }
        // It counts as busy from now on.
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

/// Has a process handle one event. `None` when it was killed or the event could not be handled. The caller has counted
/// the process as serving; this ends it.
pub(crate) async fn handle(world: &Rc<World>, process: Rc<Process>, event: Json) -> Option<Json> {
    let serving = {
        let process = Rc::clone(&process);
        tokio::task::spawn_local(async move { process.generation_loop.handle(event).await })
    };
    process.tasks.borrow_mut().retain(|task| !task.is_finished());
    process.tasks.borrow_mut().push(serving.abort_handle());
    let answer = tokio::time::timeout(TIMEOUT, serving).await;
    if answer.is_err() {
        // Lambda ends a process whose function takes too long.
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
