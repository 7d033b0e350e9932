//! SQS with standard queues.

mod message;
mod operations;

use std::{collections::BTreeMap, time::Duration};

use contract::Timestamp;
use serde_json::{Value as Json, json};
use tokio::time::Instant;

use self::message::Message;
pub use self::message::Received;
use crate::{
    Conditions, MessageState, QueuedMessage, body::Body, cloud::Operation, dynamo::Answer, params::Params,
    random::Random, refusal::Refusal,
};

/// The prefix of queue URLs. The queue's name follows.
pub(crate) const QUEUES: &str = "http://simulated.invalid/000000000000/";
const ARN: &str = "arn:aws:sqs:us-east-1:000000000000:";

/// The redrive policy of a queue.
#[derive(Clone, Debug, PartialEq)]
struct Redrive {
    dead_letters: String,
    most_receives: u32,
}

#[derive(Debug)]
struct Queue {
    attributes: BTreeMap<String, String>,
    visibility: Duration,
    retention: Duration,
    redrive: Option<Redrive>,
    /// The messages by sequence number. One counter numbers the messages of all queues in the order of sending.
    messages: BTreeMap<u64, Message>,
}

/// The state of SQS.
#[derive(Debug)]
pub(crate) struct Sqs {
    queues: BTreeMap<String, Queue>,
    random: Random,
    count: u64,
}

/// The time and the conditions under which an operation is executed.
#[derive(Clone, Copy)]
pub(crate) struct Moment<'a> {
    pub(crate) now: Instant,
    /// The same moment as wall-clock time.
    pub(crate) time: Timestamp,
    pub(crate) conditions: &'a Conditions,
}

/// The parameters of `ReceiveMessage`.
#[derive(Clone, Debug)]
pub(crate) struct Receive {
    pub(crate) queue: String,
    most: u64,
    visibility: Option<Duration>,
    /// How long to wait for the first message (long polling).
    pub(crate) wait: Duration,
}

fn no_queue() -> Refusal {
    Refusal::new(
        400,
        "com.amazonaws.sqs#QueueDoesNotExist",
        "The specified queue does not exist.",
    )
}

fn invalid(message: &str) -> Refusal {
    Refusal::new(400, "com.amazonaws.sqs#InvalidParameterValueException", message)
}

fn name_in(url: &str) -> &str {
    url.rsplit('/').next().unwrap_or_default()
}

impl Sqs {
    pub(crate) const fn new(random: Random) -> Self {
        Self {
            queues: BTreeMap::new(),
            random,
            count: 0,
        }
    }

    fn queue(&mut self, params: &mut Params) -> Result<(String, &mut Queue), Refusal> {
        let url = params.needed_text("QueueUrl")?;
        let name = name_in(&url).to_owned();
        let queue = self.queues.get_mut(&name).ok_or_else(no_queue)?;
        Ok((name, queue))
    }

    /// Executes an operation without a delay. `ReceiveMessage` may wait, see [`Self::receive`].
    pub(crate) fn execute(&mut self, moment: Moment<'_>, operation: Operation, body: Json) -> Answer {
        let params = Params::new(body)?;
        match operation {
            "CreateQueue" => self.create_queue(moment, params),
            "GetQueueUrl" => self.get_queue_url(params),
            "GetQueueAttributes" => self.get_queue_attributes(moment, params),
            "SendMessage" => self.send_message(moment, params),
            "SendMessageBatch" => self.send_message_batch(moment, params),
            "DeleteMessage" => self.delete_message(moment, params),
            "DeleteMessageBatch" => self.delete_message_batch(moment, params),
            "ChangeMessageVisibility" => self.change_message_visibility(moment, params),
            "PurgeQueue" => self.purge_queue(params),
            _ => Err(Refusal::not_simulated(operation)),
        }
    }

    pub(crate) fn begin_receive(&mut self, body: Json) -> Result<Receive, Refusal> {
        let mut params = Params::new(body)?;
        let (queue, _) = self.queue(&mut params)?;
        let most = params.number("MaxNumberOfMessages")?.unwrap_or(1);
        let visibility = params.number("VisibilityTimeout")?.map(Duration::from_secs);
        let wait = params.number("WaitTimeSeconds")?.unwrap_or(0);
        params.list("MessageSystemAttributeNames")?;
        params.list("AttributeNames")?;
        params.finish()?;
        if !(1..=10).contains(&most) || wait > 20 {
            return Err(invalid("a parameter of ReceiveMessage is out of range"));
        }
        Ok(Receive {
            queue,
            most,
            visibility,
            wait: Duration::from_secs(wait),
        })
    }

    /// Receives like Lambda's event source mapping, with the queue's visibility timeout.
    pub(crate) fn poll(&mut self, moment: Moment<'_>, queue: &str, most: u64) -> Vec<Received> {
        let receive = Receive {
            queue: queue.to_owned(),
            most,
            visibility: None,
            wait: Duration::ZERO,
        };
        self.receive(moment, &receive)
    }

    /// Receives visible messages in random order. A message that has been received too often moves to the dead-letter
    /// queue.
    pub(crate) fn receive(&mut self, moment: Moment<'_>, receive: &Receive) -> Vec<Received> {
        let conditions = moment.conditions;
        let Some(queue) = self.queues.get_mut(&receive.queue) else {
            return Vec::new();
        };
        queue.expire(moment);
        let is_visible = |message: &Message| message.visible_at <= moment.now;
        let visible = queue.messages.iter().filter(|(_, message)| is_visible(message));
        let mut visible: Vec<u64> = visible.map(|(&number, _)| number).collect();
        let is_short = receive.wait == Duration::ZERO;
        let (mut taken, mut dead) = (Vec::new(), Vec::new());
        while !visible.is_empty() && (taken.len() as u64) < receive.most {
            let place = usize::try_from(self.random.below(visible.len() as u64)).unwrap_or(0);
            let number = visible.swap_remove(place);
            // Only short polling misses visible messages.
            if is_short && self.random.chance(conditions.message_missed) {
                continue;
            }
            let Some(message) = queue.messages.get_mut(&number) else {
                continue;
            };
            let spent = queue.redrive.as_ref();
            if let Some(redrive) = spent.filter(|redrive| message.receive_count >= redrive.most_receives) {
                dead.push((number, redrive.dead_letters.clone()));
                continue;
            }
            let visibility = receive.visibility.unwrap_or(queue.visibility);
            message.receive_count += 1;
            if !self.random.chance(conditions.delivered_twice) {
                message.visible_at = moment.now + visibility;
            }
            taken.push(message.received(&receive.queue, number));
        }
        for (number, dead_letters) in dead {
            let message = queue_of(&mut self.queues, &receive.queue).and_then(|queue| queue.messages.remove(&number));
            if let (Some(mut message), Some(queue)) = (message, queue_of(&mut self.queues, &dead_letters)) {
                message.receive_count = 0;
                message.visible_at = moment.now;
                queue.messages.insert(number, message);
            }
        }
        taken
    }

    /// When the next message of a queue becomes visible; `None` for an empty queue.
    pub(crate) fn next_visible(&self, queue: &str) -> Option<Instant> {
        let queue = self.queues.get(queue)?;
        queue.messages.values().map(|message| message.visible_at).min()
    }

    /// Deletes a message by its receipt handle, like Lambda's event source mapping after a success.
    pub(crate) fn delete(&mut self, moment: Moment<'_>, queue: &str, receipt: &str) {
        if let Some((number, receive)) = message::read_receipt(queue, receipt) {
            self.delete_number(moment, queue, number, receive);
        }
    }

    fn delete_number(&mut self, moment: Moment<'_>, queue: &str, number: u64, receive: u32) {
        let conditions = moment.conditions;
        let Some(queue) = self.queues.get_mut(queue) else {
            return;
        };
        let Some(message) = queue.messages.get_mut(&number) else {
            return;
        };
        let is_old = receive < message.receive_count;
        if is_old && self.random.chance(conditions.old_receipt_ignored) {
            return;
        }
        if self.random.chance(conditions.deletion_forgotten) {
            message.visible_at = moment.now + self.random.up_to(conditions.message_late_by);
            return;
        }
        queue.messages.remove(&number);
    }

    /// Makes delayed messages that were never received visible.
    pub(crate) fn settle(&mut self, now: Instant) {
        for message in self.queues.values_mut().flat_map(|queue| queue.messages.values_mut()) {
            if message.receive_count == 0 {
                message.visible_at = message.visible_at.min(now);
            }
        }
    }

    pub(crate) fn messages(&self, queue: &str, now: Instant, time: Timestamp) -> Vec<QueuedMessage> {
        let messages = self.queues.get(queue).map(|queue| queue.messages.iter());
        let shown = |(number, message): (&u64, &Message)| {
            let until = || time.plus(message.visible_at.duration_since(now));
            QueuedMessage {
                id: message::id(*number),
                body: message.body.clone(),
                receive_count: message.receive_count,
                sent_at: message.sent_at,
                state: if message.visible_at <= now {
                    MessageState::Visible
                } else if message.receive_count > 0 {
                    MessageState::InFlight(until())
                } else {
                    MessageState::Delayed(until())
                },
            }
        };
        messages.into_iter().flatten().map(shown).collect()
    }
}

fn queue_of<'a>(queues: &'a mut BTreeMap<String, Queue>, name: &str) -> Option<&'a mut Queue> {
    queues.get_mut(name)
}

/// The response to `ReceiveMessage`.
pub(crate) fn received(messages: &[Received]) -> Vec<u8> {
    if messages.is_empty() {
        return Body::new().finish();
    }
    let message = |received: &Received| {
        json!({
            "MessageId": received.id,
            "ReceiptHandle": received.receipt,
            "Body": received.body,
            "MD5OfBody": "",
            "Attributes": {
                "ApproximateReceiveCount": received.receive_count.to_string(),
                "SentTimestamp": received.sent_at.millis().to_string(),
            },
        })
    };
    let messages: Vec<Json> = messages.iter().map(message).collect();
    Body::new().with("Messages", &messages).finish()
}
