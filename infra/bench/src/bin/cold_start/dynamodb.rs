//! A stub of DynamoDB that answers instantly: it replays the responses of the embedded DynamoDB.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use contract::{Amount, Category, Plan};
use http::{Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use local::{
    AwsSource, LoopSource, Runner, RunnerConfig, Settings,
    api_gateway::{ApiGateway, HttpFunction},
};
use serde_json::Value;
use store::{Deadline, NewKey, NewOrganization};
use tokio::time::Instant;

use crate::{Failure, recorded_request::RecordedRequest};

const TIME: Duration = Duration::from_secs(20);
/// The delay of a response while requests are recorded. It is long enough that all requests that a function sends
/// concurrently arrive before the first response.
const RECORDING: Duration = Duration::from_millis(30);

/// The stub, and the embedded endpoint whose responses it records.
pub(crate) struct DynamoDb {
    runner: Runner,
    server: ApiGateway,
    tape: Arc<Tape>,
    /// The API key of an existing organization.
    pub(crate) key: String,
}

struct Tape {
    endpoint: Uri,
    client: Client<HttpConnector, Full<Bytes>>,
    state: Mutex<State>,
}

/// The recorded responses to the requests of one call of the function: by kind of request, in order.
type Answers = BTreeMap<String, Vec<Response<Bytes>>>;

#[derive(Default)]
struct State {
    is_recording: bool,
    /// The responses in the first call after a start, and in each later call.
    calls: [Answers; 2],
    /// The requests in these calls, in order.
    asked: [Vec<RecordedRequest>; 2],
    call: usize,
    /// How many responses have been replayed in the current call, by kind of request.
    given: BTreeMap<String, usize>,
    under_way: usize,
    since: Option<Instant>,
    waited: Duration,
}

impl DynamoDb {
    /// Starts the embedded endpoint and the stub, with an organization that may call every tool.
    pub(crate) async fn start() -> Result<Self, Failure> {
        let runner = Runner::start(RunnerConfig {
            aws: AwsSource::Embedded(0),
            gateway: None,
            generation_loop: LoopSource::Nobody,
            data_dir: None,
            demo: false,
            settings: Settings::default(),
        })
        .await?;
        let store = &runner.resources().store;
        let new = NewOrganization {
            name: "Measured".to_owned(),
            plan: Plan::Enterprise,
            balance: Amount::thumbnails(100),
        };
        let organization = store.create_organization(new, Deadline::after(TIME)).await?.id;
        let new = NewKey {
            organization,
            name: "Measured".to_owned(),
            scopes: Category::ALL.to_vec(),
            expires_at: None,
        };
        let (_, secret) = store.create_key(new, Deadline::after(TIME)).await?;
        let tape = Arc::new(Tape {
            endpoint: runner.ready().aws_endpoint_url.parse()?,
            client: Client::builder(TokioExecutor::new()).build_http(),
            state: Mutex::default(),
        });
        Ok(Self {
            server: ApiGateway::start(0, tape.clone()).await?,
            runner,
            tape,
            key: secret.expose().to_owned(),
        })
    }

    pub(crate) async fn stop(self) {
        self.server.shutdown().await;
        self.runner.shutdown().await;
    }

    /// The address of the stub.
    pub(crate) fn address(&self) -> SocketAddr {
        self.server.addr()
    }

    /// The URL of the stub.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address())
    }

    /// The requests that a function sends in its first call, or in each later call.
    pub(crate) fn recorded_requests(&self, is_first: bool) -> Vec<RecordedRequest> {
        let state = self.tape.state();
        let [first, later] = &state.asked;
        if is_first { first.clone() } else { later.clone() }
    }

    /// From now on, records requests and the responses of the embedded endpoint. Earlier records are dropped.
    pub(crate) fn start_recording(&self) {
        *self.tape.state() = State {
            is_recording: true,
            ..State::default()
        };
    }

    /// From now on, replays the recorded responses.
    pub(crate) fn stop_recording(&self) {
        self.tape.state().is_recording = false;
    }

    /// Announces the function's next call: its first call, or a later call.
    pub(crate) fn expect_call(&self, is_first: bool) {
        let mut state = self.tape.state();
        state.call = usize::from(!is_first);
        state.given.clear();
        state.waited = Duration::ZERO;
    }

    /// How long at least one request was in progress since the last [`Self::expect_call`].
    pub(crate) fn waited(&self) -> Duration {
        self.tape.state().waited
    }
}

impl Tape {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn begin(&self, request: &Request<Bytes>) {
        let mut state = self.state();
        let is_wait = state.under_way == 0;
        if is_wait {
            state.since = Some(Instant::now());
        }
        state.under_way += 1;
        let call = state.call;
        if state.is_recording
            && let Some(asked) = state.asked.get_mut(call)
        {
            asked.push(RecordedRequest::new(request, is_wait));
        }
    }

    fn end(&self) {
        let mut state = self.state();
        state.under_way -= 1;
        if let (0, Some(since)) = (state.under_way, state.since) {
            state.waited += since.elapsed();
        }
    }

    /// The recorded response to the next request of this operation. `None` while recording, and if there is none.
    fn play(&self, operation: &str) -> Option<Response<Bytes>> {
        let mut state = self.state();
        if state.is_recording {
            return None;
        }
        let given = state.given.entry(operation.to_owned()).or_default();
        let place = *given;
        *given += 1;
        let call = state.call;
        state.calls.get(call)?.get(operation)?.get(place).cloned()
    }

    async fn ask(&self, operation: &str, request: Request<Bytes>) -> Result<Response<Bytes>, Failure> {
        let (mut parts, body) = request.into_parts();
        let mut uri = self.endpoint.clone().into_parts();
        uri.path_and_query = parts.uri.path_and_query().cloned();
        parts.uri = Uri::from_parts(uri)?;
        let (head, body) = self
            .client
            .request(Request::from_parts(parts, Full::new(body)))
            .await?
            .into_parts();
        let mut response = Response::new(body.collect().await?.to_bytes());
        *response.status_mut() = head.status;
        *response.headers_mut() = head.headers;
        tokio::time::sleep(RECORDING).await;
        let mut state = self.state();
        let call = state.call;
        if let Some(answers) = state.calls.get_mut(call) {
            answers.entry(operation.to_owned()).or_default().push(response.clone());
        }
        Ok(response)
    }
}

impl HttpFunction for Tape {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        self.begin(&request);
        Box::pin(async move {
            let operation = operation(&request);
            let response = match self.play(&operation) {
                Some(response) => response,
                None => self.ask(&operation, request).await.unwrap_or_else(|_| {
                    let mut response = Response::new(Bytes::new());
                    *response.status_mut() = StatusCode::BAD_GATEWAY;
                    response
                }),
            };
            self.end();
            response
        })
    }
}

/// Identifies the kind of a request: the operation, and what an update changes. A function sends several updates
/// concurrently, and their order differs from call to call.
fn operation(request: &Request<Bytes>) -> String {
    let target = request.headers().get("x-amz-target");
    let target = target.and_then(|name| name.to_str().ok()).unwrap_or("?");
    let body: Value = serde_json::from_slice(request.body()).unwrap_or_default();
    let change = body.get("UpdateExpression").and_then(Value::as_str);
    format!("{target} {}", change.unwrap_or_default())
}
