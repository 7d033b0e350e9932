//! Executing a request that arrived. What takes longer than a moment is carried out step by step.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until, timeout_at};

use crate::{
    dynamo::{Answer, Begun},
    network::Line,
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
    pub(crate) line: &'a Line,
    pub(crate) number: u64,
}

impl Execution<'_> {
    pub(crate) async fn run(&self, call: Call) -> Reply {
        match (call.service, call.operation) {
            (Service::DynamoDb, "TransactWriteItems") => Reply::Json(self.transact(call).await),
            (Service::DynamoDb, "BatchGetItem" | "BatchWriteItem") => Reply::Json(self.batch(call).await),
            (Service::Sqs, "ReceiveMessage") => Reply::Json(self.receive(call).await),
            (Service::DynamoDb, operation) => self.line.state(|state| {
                let (dynamo, moment) = state.dynamo();
                Reply::Json(dynamo.execute(moment, operation, call.body))
            }),
            (Service::Sqs, operation) => {
                let answer = self.line.state(|state| {
                    let (sqs, moment) = state.sqs();
                    sqs.execute(moment, operation, call.body)
                });
                self.line.shared.queues.notify_waiters();
                Reply::Json(answer)
            }
            (Service::S3, operation) => self.line.state(|state| {
                let time = state.time();
                Reply::S3(state.s3.execute(time, operation, call.body, &call.payload))
            }),
        }
    }

    /// Carries a transaction out, each step of each item at a moment of its own.
    async fn transact(&self, call: Call) -> Answer {
        let line = self.line;
        let begun = line.state(|state| {
            let (dynamo, moment) = state.dynamo();
            dynamo.begin(moment, call.body)
        })?;
        let mut transaction = match begun {
            Begun::New(transaction) => transaction,
            Begun::Repeated(answer) => return Ok(answer),
        };
        let hold = line.state(|state| state.conditions.transaction_hold);
        let begun_at = Instant::now();
        // Each key is asked for a little later than the first and given back a little later, so that it is held about as
        // long as the conditions say.
        for step in moments(line, transaction.len(), Duration::ZERO, hold / 4) {
            sleep_until_past(begun_at + step.after).await;
            line.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.prepare(moment, &mut transaction, step.item);
            });
        }
        line.state(|state| {
            if state.history.is_on() {
                let what = if transaction.is_ready() { "commits" } else { "cancels" };
                state.note(format!(
                    "{} #{} {what} {}",
                    line.process,
                    self.number,
                    transaction.story()
                ));
            }
        });
        for step in moments(line, transaction.len(), hold, hold * 5 / 4) {
            sleep_until_past(begun_at + step.after).await;
            line.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.complete(moment, &transaction, step.item);
            });
        }
        line.state(|state| {
            let (dynamo, moment) = state.dynamo();
            dynamo.end(moment, &transaction)
        })
    }

    /// Carries a batch out, item by item.
    async fn batch(&self, call: Call) -> Answer {
        let line = self.line;
        let mut batch = line.state(|state| state.dynamo().0.begin_batch(call.operation, call.body))?;
        for number in 0..batch.len() {
            let is_apart = number > 0 && line.state(|state| state.network.chance(0.25));
            if is_apart {
                pause(Duration::from_millis(1)).await;
            }
            line.state(|state| {
                let (dynamo, moment) = state.dynamo();
                dynamo.step(moment, &mut batch, number)
            })?;
        }
        Ok(batch.finish())
    }

    /// Waits for messages as long as the request says.
    async fn receive(&self, call: Call) -> Answer {
        let line = self.line;
        let receive = line.state(|state| state.sqs().0.begin_receive(call.body))?;
        let end = Instant::now() + receive.wait;
        loop {
            let changed = line.shared.queues.notified();
            let (found, next) = line.state(|state| {
                let (sqs, moment) = state.sqs();
                let found = sqs.receive(moment, &receive);
                (found, sqs.next_visible(&receive.queue))
            });
            let now = Instant::now();
            if !found.is_empty() || now >= end || line.is_killed() {
                return Ok(sqs::received(&found));
            }
            // A message that can be received now and was not is looked at again in a moment.
            let next = next.map_or(end, |next| next.max(now + Duration::from_millis(1)));
            // Both outcomes mean to look again.
            drop(timeout_at(next.min(end), changed).await);
        }
    }
}

/// When a step of a transaction is taken for one item.
struct ItemStep {
    after: Duration,
    item: usize,
}

/// A random moment for each item, in the order of time.
fn moments(line: &Line, items: usize, first: Duration, last: Duration) -> Vec<ItemStep> {
    line.state(|state| {
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
