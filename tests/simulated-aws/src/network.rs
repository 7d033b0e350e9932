//! Requests on their way: delays, losses, repetitions, and the execution itself.

use std::{fmt, sync::Arc, time::Duration};

use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::{HttpRequest, HttpResponse},
    result::ConnectorError,
    runtime_components::RuntimeComponents,
};
use tokio::{
    sync::oneshot,
    time::{Instant, sleep, sleep_until, timeout_at},
};

use crate::{
    Conditions, ProcessId, Request, Verdict,
    cloud::{Shared, State},
    dynamo::Begun,
    random::Random,
    refusal::Refusal,
    sqs,
    wire::{Call, Reply, Service},
};

type Sender = oneshot::Sender<Result<HttpResponse, ConnectorError>>;

/// The connector of one process.
#[derive(Clone)]
pub(crate) struct Line {
    pub(crate) shared: Arc<Shared>,
    pub(crate) process: ProcessId,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Line")
            .field("process", &self.process)
            .finish_non_exhaustive()
    }
}

impl HttpClient for Line {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Line {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (sender, receiver) = oneshot::channel();
        self.send(Call::read(&request), sender);
        HttpConnectorFuture::new(async move {
            match receiver.await {
                Ok(answer) => answer,
                // No answer ever comes.
                Err(_) => std::future::pending().await,
            }
        })
    }
}

/// What becomes of a request on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Normal,
    /// It never arrives.
    LostRequest,
    /// It is executed and the answer is lost.
    LostAnswer,
    /// It is executed now and again after a while; the client gets the second answer or the first.
    Duplicate(Duration, bool),
    /// It is executed after this, when nobody waits for it any more.
    Late(Duration),
    /// The service answers with an error of this status, and executes the request or not.
    ServerError(u16, bool),
    /// The service is asked too much.
    Throttled,
}

impl Fate {
    fn draw(random: &mut Random, conditions: &Conditions) -> Self {
        if random.chance(conditions.lost_request) {
            Self::LostRequest
        } else if random.chance(conditions.lost_answer) {
            Self::LostAnswer
        } else if random.chance(conditions.duplicate) {
            Self::Duplicate(random.up_to(conditions.slow_by), random.chance(0.5))
        } else if random.chance(conditions.late) {
            Self::Late(random.up_to(conditions.late_by))
        } else if random.chance(conditions.server_error) {
            let status = if random.chance(0.5) { 500 } else { 503 };
            Self::ServerError(status, random.chance(0.5))
        } else if random.chance(conditions.throttled) {
            Self::Throttled
        } else {
            Self::Normal
        }
    }
}

/// How long a request travels.
#[derive(Clone, Copy, Debug)]
struct Travel {
    there: Duration,
    back: Duration,
}

impl Travel {
    fn draw(random: &mut Random, conditions: &Conditions, call: &Call) -> Self {
        let total = if call.operation == "TransactWriteItems" {
            conditions.transaction.saturating_sub(conditions.transaction_hold)
        } else {
            let (least, most) = conditions.call;
            least + random.up_to(most.saturating_sub(least))
        };
        let there = random.up_to(total);
        let mut travel = Self {
            there,
            back: total.saturating_sub(there),
        };
        if random.chance(conditions.slow) {
            let more = random.up_to(conditions.slow_by);
            if random.chance(0.5) {
                travel.there += more;
            } else {
                travel.back += more;
            }
        }
        travel
    }
}

async fn pause(duration: Duration) {
    if duration > Duration::ZERO {
        sleep(duration).await;
    }
}

/// A request whose fate is decided.
struct Journey {
    line: Line,
    number: u64,
    fate: Fate,
    travel: Travel,
    /// The client of a lost request or answer sees a broken connection.
    resets: bool,
    sender: Option<Sender>,
}

impl Line {
    fn state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        self.shared.with(change)
    }

    fn send(&self, mut call: Call, sender: Sender) {
        let journey = self.state(|state| {
            if state.killed.contains(&self.process) {
                return None;
            }
            state.requests += 1;
            *state.calls.entry(call.operation).or_default() += 1;
            let number = state.requests;
            if let Some(rewrite) = &mut state.rewrite {
                let mut request = Request {
                    process: self.process,
                    operation: call.operation.to_owned(),
                    body: std::mem::take(&mut call.body),
                };
                let verdict = rewrite(&mut request);
                call.body = request.body;
                if let Verdict::Pretend(body) = verdict {
                    // Nobody is there to be told when the receiver is gone.
                    drop(sender.send(Reply::pretended(&call, &body).response()));
                    return None;
                }
            }
            let (random, conditions) = (&mut state.network, &state.conditions);
            let fate = Fate::draw(random, conditions);
            let travel = Travel::draw(random, conditions, &call);
            let resets = random.chance(conditions.reset);
            state.under_way += 1;
            if state.history.is_on() {
                let fate = match fate {
                    Fate::Normal => String::new(),
                    fate => format!(" fate {fate:?}"),
                };
                let line = format!("{} #{number} sends {}{fate}", self.process, call.story());
                state.note(line);
            }
            Some(Journey {
                line: self.clone(),
                number,
                fate,
                travel,
                resets,
                sender: Some(sender),
            })
        });
        if let Some(journey) = journey {
            tokio::spawn(journey.travel(call));
        }
    }
}

impl Journey {
    async fn travel(mut self, call: Call) {
        self.carry(call).await;
        let shared = &self.line.shared;
        let left = shared.with(|state| {
            state.under_way -= 1;
            state.under_way
        });
        if left == 0 {
            shared.quiet.notify_waiters();
        }
    }

    async fn carry(&mut self, call: Call) {
        let Travel { there, back } = self.travel;
        let service = call.service;
        match self.fate {
            Fate::LostRequest => {
                pause(there).await;
                self.lose();
            }
            Fate::Normal => {
                pause(there).await;
                if let Some(reply) = self.arrive(call).await {
                    pause(back).await;
                    self.answer(reply);
                }
            }
            Fate::LostAnswer => {
                pause(there).await;
                self.arrive(call).await;
                pause(back).await;
                self.lose();
            }
            Fate::Duplicate(gap, second) => {
                pause(there).await;
                if let Some(reply) = self.arrive(call.clone()).await
                    && !second
                {
                    pause(back).await;
                    self.answer(reply);
                }
                pause(gap).await;
                if let Some(reply) = self.arrive(call).await
                    && second
                {
                    pause(back).await;
                    self.answer(reply);
                }
            }
            Fate::Late(after) => {
                if self.resets {
                    pause(there).await;
                    self.lose();
                }
                pause(after).await;
                self.arrive(call).await;
            }
            Fate::ServerError(status, is_executed) => {
                pause(there).await;
                if is_executed {
                    self.arrive(call).await;
                }
                pause(back).await;
                self.answer(Reply::refused(service, server_error(service, status)));
            }
            Fate::Throttled => {
                pause(there + back).await;
                self.answer(Reply::refused(service, throttled(service)));
            }
        }
    }

    /// Executes a request that arrives; not always when its sender was killed meanwhile.
    async fn arrive(&self, call: Call) -> Option<Reply> {
        let process = self.line.process;
        let is_dropped = self.line.state(|state| {
            let chance = state.conditions.executed_after_kill;
            state.killed.contains(&process) && !state.network.chance(chance)
        });
        if is_dropped {
            return None;
        }
        let (operation, number) = (call.operation, self.number);
        let reply = self.execute(call).await;
        self.line.state(|state| {
            if state.history.is_on() {
                state.note(format!("{process} #{number} {operation}: {}", reply.story()));
            }
        });
        Some(reply)
    }

    fn is_killed(&self) -> bool {
        self.line.state(|state| state.killed.contains(&self.line.process))
    }

    fn answer(&mut self, reply: Reply) {
        if let Some(sender) = self.sender.take()
            && !self.is_killed()
        {
            // The client may have given up.
            drop(sender.send(reply.response()));
        }
    }

    /// Lets the client see a broken connection, or nothing.
    fn lose(&mut self) {
        if let Some(sender) = self.sender.take()
            && self.resets
            && !self.is_killed()
        {
            let error = std::io::Error::new(std::io::ErrorKind::ConnectionReset, "simulated reset");
            drop(sender.send(Err(ConnectorError::io(error.into()))));
        }
    }

    async fn execute(&self, call: Call) -> Reply {
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
    async fn transact(&self, call: Call) -> crate::dynamo::Answer {
        let line = &self.line;
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
        // Keys are asked for in the first part of the time that they are held, and given back in the last.
        for step in moments(line, transaction.len(), Duration::ZERO, hold * 2 / 5) {
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
        for step in moments(line, transaction.len(), hold / 2, hold) {
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
    async fn batch(&self, call: Call) -> crate::dynamo::Answer {
        let line = &self.line;
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
    async fn receive(&self, call: Call) -> crate::dynamo::Answer {
        let line = &self.line;
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
            if !found.is_empty() || now >= end || self.is_killed() {
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

fn server_error(service: Service, status: u16) -> Refusal {
    let code = match (service, status) {
        (Service::DynamoDb, 500) => "InternalServerError",
        (Service::S3, 500) => "InternalError",
        (Service::Sqs, 500) => "InternalFailure",
        _ => "ServiceUnavailable",
    };
    Refusal::new(status, code, "The service failed for the moment.")
}

fn throttled(service: Service) -> Refusal {
    match service {
        Service::DynamoDb => Refusal::new(
            400,
            "ThrottlingException",
            "Throughput exceeds the current capacity of your table or index.",
        ),
        Service::Sqs => Refusal::new(403, "com.amazonaws.sqs#RequestThrottled", "Rate exceeded"),
        Service::S3 => Refusal::new(503, "SlowDown", "Please reduce your request rate."),
    }
}
