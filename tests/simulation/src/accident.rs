//! Executes accidents: killed processes, throttling and unexpected data.

use std::{collections::HashMap, rc::Rc, time::Duration};

use aws_sdk_dynamodb::types::{AttributeValue, PutRequest, WriteRequest};
use queue::Queue;
use runtime::Aws;

use crate::{
    function::Function,
    operation::Accident,
    world::{OBSERVER, World},
};

/// The body of a message that the generation loop cannot parse.
pub(crate) const UNREADABLE: &str = "this is no message for a thumbnail";

/// The partition of the generations that a rolled-back version has left.
const ROLLED_BACK_PARTITION: &str = "ORG#org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00";

/// How many items one `BatchWriteItem` call writes: DynamoDB's limit.
const BATCH: usize = 25;

/// Executes an accident.
pub(crate) async fn happen(world: Rc<World>, accident: Accident) {
    world.cloud.note(format!("accident: {accident:?}"));
    match accident {
        Accident::KillGateways => world.kill(&world.gateways),
        Accident::KillLoops => world.kill(&world.loops),
        Accident::KillDeliveries => world.kill(&world.deliveries),
        Accident::Restart => {
            world.gateways.borrow_mut().clear();
            for function in Function::ALL {
                function
                    .processes(&world)
                    .borrow_mut()
                    .retain(|process| process.is_busy());
            }
        }
        Accident::ThrottleLoop(seconds) => {
            let until = world.elapsed() + Duration::from_secs(u64::from(seconds));
            world.throttled_until.set(until.max(world.throttled_until.get()));
        }
        Accident::UnreadableMessage => {
            let sqs = Aws::new(&world.cloud.config(OBSERVER)).sqs();
            let queue = Queue::new(sqs, world.image.deployment.queue_url.clone());
            // A failure to send the message does not matter: the run is just as valid without the message.
            drop(queue.send_body(UNREADABLE).await);
        }
        Accident::UnknownStates(count) => write_unknown_states(&world, usize::from(count)).await,
    }
}

/// Writes `count` generations in a state that this version does not know. All of them have been due for an hour.
async fn write_unknown_states(world: &World, count: usize) {
    let client = Aws::new(&world.cloud.config(OBSERVER)).dynamodb();
    let text = |value: &str| AttributeValue::S(value.to_owned());
    let number = |value: i64| AttributeValue::N(value.to_string());
    let due_at = world.clock.now().millis() - 3_600_000;
    let state = HashMap::from([("kind".to_owned(), text("archived"))]);
    let thumbnail = HashMap::from([
        ("state".to_owned(), AttributeValue::M(state)),
        ("attempt".to_owned(), number(0)),
        ("lastAttempt".to_owned(), number(3)),
        ("dueAt".to_owned(), number(due_at)),
        ("resent".to_owned(), number(0)),
    ]);
    let items: Vec<WriteRequest> = (0..count)
        .filter_map(|place| {
            let id = format!("gen_0193e5a0b1c27d3e8f4a5b6c7d8e{place:04x}");
            let item = HashMap::from([
                ("pk".to_owned(), text(ROLLED_BACK_PARTITION)),
                ("sk".to_owned(), text(&format!("GEN#{id}#PROGRESS"))),
                ("generation".to_owned(), text(&id)),
                (
                    "organization".to_owned(),
                    text(ROLLED_BACK_PARTITION.trim_start_matches("ORG#")),
                ),
                ("model".to_owned(), text("quick")),
                (
                    "thumbnails".to_owned(),
                    AttributeValue::L(vec![AttributeValue::M(thumbnail.clone())]),
                ),
                ("updatedAt".to_owned(), number(due_at)),
                ("dueShard".to_owned(), text("DUE#0")),
                ("dueAt".to_owned(), number(due_at)),
            ]);
            let put = PutRequest::builder().set_item(Some(item)).build().ok()?;
            Some(WriteRequest::builder().put_request(put).build())
        })
        .collect();
    for batch in items.chunks(BATCH) {
        let request = client
            .batch_write_item()
            .request_items(world.image.deployment.table(), batch.to_vec());
        // A failed batch does not matter: the run is just as valid with fewer items.
        drop(request.send().await);
    }
}

/// Whether a partition holds the generations that a rolled-back version has left.
pub(crate) fn is_from_rolled_back_version(partition: &str) -> bool {
    partition == ROLLED_BACK_PARTITION
}
