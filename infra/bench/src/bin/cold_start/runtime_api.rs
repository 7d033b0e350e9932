//! A stub of Lambda's runtime API with the endpoints that a function uses:
//! <https://docs.aws.amazon.com/lambda/latest/dg/runtimes-api.html>

use std::{net::SocketAddr, pin::Pin, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{Method, Request, Response, StatusCode};
use local::api_gateway::{ApiGateway, HttpFunction};
use runtime::Clock;
use tokio::{
    sync::{
        Mutex,
        mpsc::{self, Receiver, Sender},
    },
    time::{Instant, timeout},
};

use crate::Failure;

/// The path of a poll for the next event.
const NEXT: &str = "/2018-06-01/runtime/invocation/next";
/// The timeout of each step. When it expires, the measurement fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The runtime API of one process.
pub(crate) struct RuntimeApi {
    server: ApiGateway,
    events: Sender<Bytes>,
    polls: Receiver<Instant>,
    handed_over: Receiver<Instant>,
    answers: Receiver<(Instant, Bytes)>,
}

struct Stub {
    events: Mutex<Receiver<Bytes>>,
    polled: Sender<Instant>,
    handing_over: Sender<Instant>,
    answered: Sender<(Instant, Bytes)>,
}

impl RuntimeApi {
    pub(crate) async fn start() -> Result<Self, Failure> {
        let (events, waiting) = mpsc::channel(1);
        let (polled, polls) = mpsc::channel(64);
        let (handing_over, handed_over) = mpsc::channel(64);
        let (answered, answers) = mpsc::channel(64);
        let stub = Stub {
            events: Mutex::new(waiting),
            polled,
            handing_over,
            answered,
        };
        let server = ApiGateway::start_within(0, Arc::new(stub), PATIENCE).await?;
        Ok(Self {
            server,
            events,
            polls,
            handed_over,
            answers,
        })
    }

    pub(crate) fn address(&self) -> SocketAddr {
        self.server.addr()
    }

    /// Waits until the process polls for its next event, and returns when it did.
    pub(crate) async fn polled(&mut self) -> Result<Instant, Failure> {
        let polled = timeout(PATIENCE, self.polls.recv()).await;
        polled?.ok_or_else(|| "the function stopped".into())
    }

    /// Sends an event to the process. Returns when the event was handed over, when the response arrived, and the
    /// response. The time to wake the stub's task is not counted as time of the function.
    pub(crate) async fn invoke(&mut self, event: Bytes) -> Result<(Instant, Instant, Bytes), Failure> {
        self.events.send(event).await?;
        let (ended, answer) = timeout(PATIENCE, self.answers.recv())
            .await?
            .ok_or("the function stopped")?;
        let began = self.handed_over.recv().await.ok_or("the function stopped")?;
        self.polled().await?;
        Ok((began, ended, answer))
    }
}

impl HttpFunction for Stub {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let now = Instant::now();
        Box::pin(async move {
            let result = if request.method() == Method::GET && request.uri().path() == NEXT {
                self.next(now).await
            } else {
                self.answer(now, request.into_body()).await
            };
            result.unwrap_or_else(|_| status(StatusCode::GONE))
        })
    }
}

impl Stub {
    async fn next(&self, now: Instant) -> Result<Response<Bytes>, Failure> {
        self.polled.send(now).await?;
        let event = self
            .events
            .lock()
            .await
            .recv()
            .await
            .ok_or("the measurement has ended")?;
        let deadline = Clock::system().now().plus(Duration::from_secs(30)).millis();
        let response = Response::builder()
            .header("lambda-runtime-aws-request-id", "8476a536-e9f4-11e8-9739-2dfe598c3fcd")
            .header("lambda-runtime-deadline-ms", deadline.to_string())
            .header(
                "lambda-runtime-invoked-function-arn",
                "arn:aws:lambda:us-east-1:000000000000:function:measured",
            );
        self.handing_over.send(Instant::now()).await?;
        Ok(response.body(event)?)
    }

    async fn answer(&self, now: Instant, body: Bytes) -> Result<Response<Bytes>, Failure> {
        self.answered.send((now, body)).await?;
        Ok(status(StatusCode::ACCEPTED))
    }
}

fn status(status: StatusCode) -> Response<Bytes> {
    let mut response = Response::new(Bytes::new());
    *response.status_mut() = status;
    response
}
