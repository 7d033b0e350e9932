//! The operations that take no simulated time.

use std::{collections::BTreeMap, time::Duration};

use serde_json::{Value as Json, json};

use super::{
    ARN, Moment, QUEUES, Queue, Redrive, Sqs, invalid,
    message::{self, Message, read_receipt},
    no_queue,
};
use crate::{body::Body, dynamo::Answer, params::Params, refusal::Refusal};

impl Queue {
    fn new(attributes: BTreeMap<String, String>) -> Result<Self, Refusal> {
        let seconds = |name: &str, otherwise: u64| match attributes.get(name) {
            None => Ok(Duration::from_secs(otherwise)),
            Some(text) => text.parse().map(Duration::from_secs).map_err(|_| invalid(name)),
        };
        let redrive = attributes.get("RedrivePolicy").map(|text| {
            let policy: Json = serde_json::from_str(text).map_err(|_| invalid("RedrivePolicy"))?;
            let member = |name: &str| policy.get(name).cloned().unwrap_or_default();
            let most_receives = match member("maxReceiveCount") {
                Json::String(text) => text.parse().ok(),
                number => number.as_u64(),
            };
            let arn = member("deadLetterTargetArn");
            let dead_letters = arn.as_str().and_then(|arn| arn.rsplit(':').next());
            match (dead_letters, most_receives.and_then(|most| u32::try_from(most).ok())) {
                (Some(name), Some(most_receives)) => Ok(Redrive {
                    dead_letters: name.to_owned(),
                    most_receives,
                }),
                _ => Err(invalid("RedrivePolicy")),
            }
        });
        if let Some(name) = attributes
            .keys()
            .find(|name| !["VisibilityTimeout", "MessageRetentionPeriod", "RedrivePolicy"].contains(&name.as_str()))
        {
            return Err(Refusal::not_simulated(&format!("the queue's attribute {name}")));
        }
        Ok(Self {
            visibility: seconds("VisibilityTimeout", 30)?,
            retention: seconds("MessageRetentionPeriod", 345_600)?,
            redrive: redrive.transpose()?,
            attributes,
            messages: BTreeMap::new(),
        })
    }

    /// Removes messages that are older than the retention period.
    pub(super) fn expire(&mut self, moment: Moment<'_>) {
        let retention = self.retention;
        self.messages
            .retain(|_, message| moment.time < message.sent_at.plus(retention));
    }
}

impl Sqs {
    pub(super) fn create_queue(&mut self, _: Moment<'_>, mut params: Params) -> Answer {
        let name = params.needed_text("QueueName")?;
        let attributes: BTreeMap<String, String> = match params.take("Attributes") {
            None => BTreeMap::new(),
            Some(attributes) => serde_json::from_value(attributes).map_err(|_| invalid("Attributes"))?,
        };
        params.finish()?;
        match self.queues.get(&name) {
            Some(queue) if queue.attributes != attributes => {
                return Err(Refusal::new(
                    400,
                    "com.amazonaws.sqs#QueueNameExists",
                    "A queue already exists with the same name and a different value for an attribute",
                ));
            }
            Some(_) => {}
            None => {
                let queue = Queue::new(attributes)?;
                if let Some(redrive) = &queue.redrive
                    && !self.queues.contains_key(&redrive.dead_letters)
                {
                    return Err(no_queue());
                }
                self.queues.insert(name.clone(), queue);
            }
        }
        Ok(Body::new().with("QueueUrl", &format!("{QUEUES}{name}")).finish())
    }

    pub(super) fn get_queue_url(&self, mut params: Params) -> Answer {
        let name = params.needed_text("QueueName")?;
        params.finish()?;
        if !self.queues.contains_key(&name) {
            return Err(no_queue());
        }
        Ok(Body::new().with("QueueUrl", &format!("{QUEUES}{name}")).finish())
    }

    pub(super) fn get_queue_attributes(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let names = params.list("AttributeNames")?.unwrap_or_default();
        let (name, queue) = self.queue(&mut params)?;
        params.finish()?;
        queue.expire(moment);
        let (mut visible, mut hidden, mut delayed) = (0_u64, 0_u64, 0_u64);
        for message in queue.messages.values() {
            let count = match (message.visible_at <= moment.now, message.receive_count) {
                (true, _) => &mut visible,
                (false, 0) => &mut delayed,
                (false, _) => &mut hidden,
            };
            *count += 1;
        }
        let mut all = queue.attributes.clone();
        all.insert("QueueArn".to_owned(), format!("{ARN}{name}"));
        for (name, count) in [
            ("ApproximateNumberOfMessages", visible),
            ("ApproximateNumberOfMessagesNotVisible", hidden),
            ("ApproximateNumberOfMessagesDelayed", delayed),
        ] {
            all.insert(name.to_owned(), count.to_string());
        }
        if !names.iter().any(|name| name == "All") {
            all.retain(|known, _| names.iter().any(|name| name == known.as_str()));
        }
        Ok(Body::new().with("Attributes", &all).finish())
    }

    /// Adds a message to a queue and returns its id. `MessageGroupId` is ignored, because it does not change which
    /// messages a standard queue delivers.
    fn send(&mut self, moment: Moment<'_>, name: &str, params: &mut Params) -> Result<String, Refusal> {
        let body = params.needed_text("MessageBody")?;
        let delay = Duration::from_secs(params.number("DelaySeconds")?.unwrap_or(0));
        params.text("MessageGroupId")?;
        let late = if self.random.chance(moment.conditions.message_late) {
            self.random.up_to(moment.conditions.message_late_by)
        } else {
            Duration::ZERO
        };
        let queue = self.queues.get_mut(name).ok_or_else(no_queue)?;
        if body.is_empty() || body.len() > 1024 * 1024 {
            return Err(invalid("the message's body is empty or too long"));
        }
        self.count += 1;
        let message = Message {
            body,
            sent_at: moment.time,
            visible_at: moment.now + delay + late,
            receive_count: 0,
        };
        queue.messages.insert(self.count, message);
        Ok(message::id(self.count))
    }

    pub(super) fn send_message(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let (name, _) = self.queue(&mut params)?;
        let id = self.send(moment, &name, &mut params)?;
        params.finish()?;
        Ok(Body::new().with("MessageId", &id).with("MD5OfMessageBody", "").finish())
    }

    pub(super) fn send_message_batch(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let (name, _) = self.queue(&mut params)?;
        let entries = batch(&mut params)?;
        params.finish()?;
        let (mut successful, mut failed) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut entry = Params::new(entry)?;
            let place = entry.needed_text("Id")?;
            if self.random.chance(moment.conditions.unprocessed) {
                failed.push(json!({ "Id": place, "SenderFault": false, "Code": "InternalError" }));
                continue;
            }
            let id = self.send(moment, &name, &mut entry)?;
            entry.finish()?;
            successful.push(json!({ "Id": place, "MessageId": id, "MD5OfMessageBody": "" }));
        }
        Ok(Body::new()
            .with("Successful", &successful)
            .with("Failed", &failed)
            .finish())
    }

    pub(super) fn delete_message(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let (name, _) = self.queue(&mut params)?;
        let receipt = params.needed_text("ReceiptHandle")?;
        params.finish()?;
        let (number, receive) = read_receipt(&name, &receipt).ok_or_else(bad_receipt)?;
        self.delete_number(moment, &name, number, receive);
        Ok(Body::new().finish())
    }

    pub(super) fn delete_message_batch(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let (name, _) = self.queue(&mut params)?;
        let entries = batch(&mut params)?;
        params.finish()?;
        let (mut successful, mut failed) = (Vec::new(), Vec::new());
        for entry in entries {
            let mut entry = Params::new(entry)?;
            let place = entry.needed_text("Id")?;
            let receipt = entry.needed_text("ReceiptHandle")?;
            entry.finish()?;
            let known = read_receipt(&name, &receipt);
            match known.filter(|_| !self.random.chance(moment.conditions.unprocessed)) {
                Some((number, receive)) => {
                    self.delete_number(moment, &name, number, receive);
                    successful.push(json!({ "Id": place }));
                }
                None => failed.push(json!({ "Id": place, "SenderFault": false, "Code": "InternalError" })),
            }
        }
        Ok(Body::new()
            .with("Successful", &successful)
            .with("Failed", &failed)
            .finish())
    }

    pub(super) fn change_message_visibility(&mut self, moment: Moment<'_>, mut params: Params) -> Answer {
        let receipt = params.needed_text("ReceiptHandle")?;
        let seconds = params.number("VisibilityTimeout")?;
        let (name, queue) = self.queue(&mut params)?;
        params.finish()?;
        let (number, _) = read_receipt(&name, &receipt).ok_or_else(bad_receipt)?;
        let seconds = seconds.filter(|&seconds| seconds <= 43_200);
        let visibility = Duration::from_secs(seconds.ok_or_else(|| invalid("VisibilityTimeout"))?);
        match queue.messages.get_mut(&number) {
            Some(message) if message.visible_at > moment.now && message.receive_count > 0 => {
                message.visible_at = moment.now + visibility;
                Ok(Body::new().finish())
            }
            Some(_) => Err(Refusal::new(
                400,
                "com.amazonaws.sqs#MessageNotInflight",
                "The specified message is not in flight.",
            )),
            None => Err(invalid(
                "Value for parameter ReceiptHandle is invalid. Reason: Message does not exist.",
            )),
        }
    }

    pub(super) fn purge_queue(&mut self, mut params: Params) -> Answer {
        let (_, queue) = self.queue(&mut params)?;
        queue.messages.clear();
        params.finish()?;
        Ok(Body::new().finish())
    }
}

fn bad_receipt() -> Refusal {
    Refusal::new(
        400,
        "com.amazonaws.sqs#ReceiptHandleIsInvalid",
        "The input receipt handle is invalid.",
    )
}

/// The entries of a batch. There must be one to ten entries with different ids.
fn batch(params: &mut Params) -> Result<Vec<Json>, Refusal> {
    let entries = params.list("Entries")?.unwrap_or_default();
    let mut ids: Vec<&str> = entries.iter().filter_map(|entry| entry.get("Id")?.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    if entries.is_empty() || entries.len() > 10 || ids.len() < entries.len() {
        return Err(invalid("a batch must have one to ten entries with different ids"));
    }
    Ok(entries)
}
