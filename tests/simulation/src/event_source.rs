//! Lambda's event source mapping: receives batches from a queue, invokes the function with them, and deletes the
//! messages that were processed.

use std::{rc::Rc, time::Duration};

use serde_json::{Value as Json, json};
use simulated_aws::Received;

use crate::{function::Function, process::Process, world::World};

/// The polling interval.
const POLL: Duration = Duration::from_millis(250);
/// The largest number of batches that a function processes concurrently.
const CONCURRENCY: usize = 4;

/// Polls until the task is aborted.
pub(crate) async fn poll(world: Rc<World>) {
    loop {
        Function::ALL.iter().for_each(|&function| deliver(&world, function));
        tokio::time::sleep(POLL).await;
    }
}

/// Receives all visible messages, up to the concurrency limit, and starts an invocation for each batch.
pub(crate) fn deliver(world: &Rc<World>, function: Function) {
    while busy(world, function) < CONCURRENCY {
        let batch = world.cloud.poll(&function.queue(world), function.batch());
        if batch.is_empty() {
            return;
        }
        if world.elapsed() < function.throttled_until(world) {
            // The function is throttled: the messages become visible again after their visibility timeout.
            let count = batch.len();
            world
                .cloud
                .note(format!("{function:?} is throttled and does not take {count} messages"));
            continue;
        }
        // The process counts as busy before its task has started, so that no other batch is assigned to it.
        let process = function.idle(world);
        process.serving.set(process.serving.get() + 1);
        tokio::task::spawn_local(invoke(Rc::clone(world), function, process, batch));
    }
}

fn busy(world: &World, function: Function) -> usize {
    let processes = function.processes(world).borrow();
    processes.iter().filter(|process| process.is_busy()).count()
}

/// Invokes a function in `process` with one event. Returns `None` if the process was killed or the event failed. The
/// caller must have added one to `process.serving`; this function subtracts it again.
pub(crate) async fn handle(world: &Rc<World>, function: Function, process: Rc<Process>, event: Json) -> Option<Json> {
    let serving = {
        let process = Rc::clone(&process);
        tokio::task::spawn_local(async move { process.handle(function, event).await })
    };
    process.tasks.borrow_mut().retain(|task| !task.is_finished());
    process.tasks.borrow_mut().push(serving.abort_handle());
    let answer = tokio::time::timeout(function.timeout(), serving).await;
    if answer.is_err() {
        // Lambda kills an instance whose invocation exceeds the timeout.
        world.kills.borrow_mut().push((process.id, world.elapsed()));
        process.kill(&world.cloud);
        let mut processes = function.processes(world).borrow_mut();
        processes.retain(|other| other.id != process.id);
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

async fn invoke(world: Rc<World>, function: Function, process: Rc<Process>, batch: Vec<Received>) {
    let record = |message: &Received| {
        json!({
            "messageId": message.id,
            "receiptHandle": message.receipt,
            "body": message.body,
            "eventSource": "aws:sqs",
        })
    };
    let records: Vec<Json> = batch.iter().map(record).collect();
    let Some(answer) = handle(&world, function, process, json!({ "Records": records })).await else {
        return;
    };
    let failures = answer.get("batchItemFailures").and_then(Json::as_array);
    let kept: Vec<&str> = failures
        .into_iter()
        .flatten()
        .filter_map(|failure| failure.get("itemIdentifier")?.as_str())
        .collect();
    for message in batch.iter().filter(|message| !kept.contains(&message.id.as_str())) {
        world.cloud.delete(&function.queue(&world), &message.receipt);
    }
}
