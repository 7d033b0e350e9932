//! Executes requests that reached their service. Transactions, batches and long polling take several steps, between
//! which other requests are executed.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::{
    dynamo::{Answer, Begun},
    network::Connector,
    sqs,
    wire::{Call, Reply, Service},
};

pub(crate) async fn pause(duration: Duration) {
    if duration > Duration::ZERO {
        sleep(duration).await;
    }
}

/// A request that is being executed.
#[derive(Debug)]
pub(crate) struct Execution<'a> {
    pub(crate) connector: &'a Connector,
    pub(crate) number: u64,
}

impl Execution<'_> {
    pub(crate) async fn run(&self, call: Call) -> Reply {
        match (call.service, call.operation) {
            (Service::DynamoDb, "TransactWriteItems") => Reply::Json(self.transact(call).await),
            (Service::DynamoDb, "BatchGetItem" | "BatchWriteItem") => Reply::Json(self.batch(call).await),
            (Service::Sqs, "ReceiveMessage") => Reply::Json(self.receive(call).await),
            (Service::DynamoDb, operation) => self.connector.state(|state| {
                let (dynamo, moment) = state.dynamo();
                Reply::Json(dynamo.execute(moment, operation, call.body))
            }),
            (Service::Sqs, operation) => {
                let answer = self.connector.state(|state| {
                    let (sqs, moment) = state.sqs();
                    sqs.execute(moment, operation, call.body)
                });
                self.connector.shared.queues.notify_waiters();
                Reply::Json(answer)
            }
            (Service::S3, operation) => self.connector.state(|state| {
                let time = state.time();
                Reply::S3(state.s3.execute(time, operation, call.body, &call.payload))
            }),
        }
    }

    /// Executes a transaction. Each item is locked at a time of its own and written at a time of its own.
    async fn transact(&self, call: Call) -> Answer {
        let connector = self.connector;
        let begun = connector.state(|state| {
            let (dynamo, moment) = state.dynamo();
            dynamo.begin(moment, call.body)
        })?;
        let mut transaction = match begun {
            Begun::New(transaction) => transaction,
            Begun::Repeated(answer) => return Ok(answer),
        };
        let hold = connector.state(|state| state.conditions.transaction_hold);
        let begun_at = Instant::now();
        // The locks are taken during the first quarter of the hold time. They are released during a quarter of the hold
        // time after its end. So each key is held for about as long as the conditions say.
        for step in moments(connector, transaction.len(), Duration::ZERO, hold / 4) {
            sleep_until_past(begun_at + step.after).await;
            connector.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.prepare(moment, &mut transaction, step.item);
            });
        }
        connector.state(|state| {
            if state.history.is_on() {
                let what = if transaction.is_ready() { "commits" } else { "cancels" };
                state.note(format!(
                    "{} #{} {what} {}",
                    connector.process,
                    self.number,
                    transaction.summary()
                ));
            }
        });
        for step in moments(connector, transaction.len(), hold, hold * 5 / 4) {
            sleep_until_past(begun_at + step.after).await;
            connector.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.complete(moment, &transaction, step.item);
            });
        }
        connector.state(|state| {
            let (dynamo, moment) = state.dynamo();
            dynamo.end(moment, &transaction)
        })
    }

    /// Executes a batch item by item.
    async fn batch(&self, call: Call) -> Answer {
        let connector = self.connector;
        let mut batch = connector.state(|state| state.dynamo().0.begin_batch(call.operation, call.body))?;
        for number in 0..batch.len() {
            let is_apart = number > 0 && connector.state(|state| state.network.chance(0.25));
            if is_apart {
                pause(Duration::from_millis(1)).await;
            }
            connector.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.step(moment, &mut batch, number)
            })?;
        }
        Ok(batch.finish())
    }

    /// Receives messages, and waits for them as long as the request says (long polling).
    async fn receive(&self, call: Call) -> Answer {
        let connector = self.connector;
        let receive = connector.state(|state| state.sqs().0.begin_receive(call.body))?;
        let end = Instant::now() + receive.wait;
        loop {
            let changed = connector.shared.queues.notified();
            let (found, next) = connector.state(|state| {
                let (sqs, moment) = state.sqs();
                let found = sqs.receive(moment, &receive);
                (found, sqs.next_visible(&receive.queue))
            });
            let now = Instant::now();
            if !found.is_empty() || now >= end || connector.is_killed() {
                return Ok(sqs::received(&found));
            }
            // A message that is visible now but was not received is tried again after a millisecond.
            let next = next.map_or(end, |next| next.max(now + Duration::from_millis(1)));
            // The timeout and the notification have the same consequence: try to receive again.
            drop(timeout_at(next.min(end), changed).await);
        }
    }
}

/// A step of a transaction for one item.
struct ItemStep {
    after: Duration,
    item: usize,
}

/// A random time for each item, in ascending order.
fn moments(connector: &Connector, items: usize, first: Duration, last: Duration) -> Vec<ItemStep> {
    connector.state(|state| {
        let mut moment = |item| ItemStep {
            after: first + state.network.up_to(last.saturating_sub(first)),
            item,
        };
        let mut steps: Vec<ItemStep> = (0..items).map(&mut moment).collect();
        steps.sort_by_key(|step| step.after);
        steps
    })
}

async fn sleep_until_past(at: Instant) {
    if at > Instant::now() {
        sleep_until(at).await;
    }
}
