//! The simulated network: requests and responses are delayed, lost or duplicated.

use std::{fmt, sync::Arc, time::Duration};

use aws_smithy_runtime_api::client::{
    http::{HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector},
    orchestrator::{HttpRequest, HttpResponse},
    result::ConnectorError,
    runtime_components::RuntimeComponents,
};
use tokio::sync::oneshot;

use crate::{
    ProcessId, Request, Verdict,
    cloud::{Shared, State},
    execution::{Execution, pause},
    fate::{Fate, Travel, server_error, throttled},
    wire::{Call, Reply},
};

type Sender = oneshot::Sender<Result<HttpResponse, ConnectorError>>;

/// The HTTP connector of one process.
#[derive(Clone)]
pub(crate) struct Connector {
    pub(crate) shared: Arc<Shared>,
    pub(crate) process: ProcessId,
}

impl fmt::Debug for Connector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connector")
            .field("process", &self.process)
            .finish_non_exhaustive()
    }
}

impl HttpClient for Connector {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for Connector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let (sender, receiver) = oneshot::channel();
        self.send(Call::read(&request), sender);
        HttpConnectorFuture::new(async move {
            match receiver.await {
                Ok(answer) => answer,
                // The sender was dropped: the response is lost, and the client waits until its own timeout.
                Err(_) => std::future::pending().await,
            }
        })
    }
}

/// A request and its randomly chosen fate.
struct Journey {
    connector: Connector,
    number: u64,
    fate: Fate,
    travel: Travel,
    /// Whether the client sees a broken connection if the request or the response is lost.
    resets: bool,
    sender: Option<Sender>,
}

impl Connector {
    pub(crate) fn is_killed(&self) -> bool {
        self.state(|state| state.killed.contains(&self.process))
    }

    pub(crate) fn state<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
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
                    // If the receiver is gone, nobody waits for the response.
                    drop(sender.send(Reply::pretended(&call, &body).response()));
                    return None;
                }
            }
            let is_cut_off = state.is_cut_off(self.process);
            let (random, conditions) = (&mut state.network, &state.conditions);
            let fate = if is_cut_off {
                Fate::LostRequest
            } else {
                Fate::draw(random, conditions)
            };
            let travel = Travel::draw(random, conditions, &call);
            let resets = random.chance(conditions.reset);
            if let Fate::Late(after) = fate
                && random.chance(conditions.cut_off)
            {
                state.cut_off(self.process, after);
            }
            state.under_way += 1;
            if state.history.is_on() {
                let fate = match fate {
                    Fate::Normal => String::new(),
                    fate => format!(" fate {fate:?}"),
                };
                let line = format!("{} #{number} sends {}{fate}", self.process, call.summary());
                state.note(line);
            }
            Some(Journey {
                connector: self.clone(),
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
        let shared = &self.connector.shared;
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

    /// Executes a request that reached its service. If its sender was killed meanwhile, the request may be dropped or
    /// executed late.
    async fn arrive(&self, call: Call) -> Option<Reply> {
        let process = self.connector.process;
        let delay = self.connector.state(|state| {
            if !state.killed.contains(&process) {
                return Some(Duration::ZERO);
            }
            let (random, conditions) = (&mut state.network, &state.conditions);
            let is_executed = random.chance(conditions.executed_after_kill);
            is_executed.then(|| random.up_to(conditions.late_by))
        });
        pause(delay?).await;
        let (operation, number) = (call.operation, self.number);
        let connector = &self.connector;
        let reply = Execution { connector, number }.run(call).await;
        self.connector.state(|state| {
            if reply.is_malformed() {
                state.malformed.push(format!("{operation}: {}", reply.summary()));
            }
            if state.history.is_on() {
                state.note(format!("{process} #{number} {operation}: {}", reply.summary()));
            }
        });
        Some(reply)
    }

    fn answer(&mut self, reply: Reply) {
        if let Some(sender) = self.sender.take()
            && !self.connector.is_killed()
        {
            // The client may have given up; then the response is dropped.
            drop(sender.send(reply.response()));
        }
    }

    /// Loses the response. The client sees a broken connection if `resets` is set, and otherwise nothing.
    fn lose(&mut self) {
        if let Some(sender) = self.sender.take()
            && self.resets
            && !self.connector.is_killed()
        {
            let error = std::io::Error::new(std::io::ErrorKind::ConnectionReset, "simulated reset");
            drop(sender.send(Err(ConnectorError::io(error.into()))));
        }
    }
}
