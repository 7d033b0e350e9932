//! A proxy between the service and AWS, or between the service and a model vendor. It injects faults into calls and
//! records the calls.

mod contention;
mod half;
mod meter;
mod refusal;

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, Uri, header::CONTENT_LENGTH};
use http_body_util::{BodyExt, Full};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::{net::TcpListener, task::JoinHandle, time::Instant};

use self::refusal::{Callee, Refusal, refuse};
pub use self::{contention::Contention, meter::Consumed};

/// A fault of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The call is throttled. Nothing is written.
    Throttle,
    /// The call is refused because of a concurrent write to the same item. Nothing is written.
    Conflict,
    /// The call fails with a server error. Nothing is written.
    ServerError,
    /// The call is executed. The connection is closed before the response.
    CommitThenCut,
    /// The transaction is executed without its client token, and the connection is closed before the response. The
    /// endpoint therefore treats the retry as a new transaction.
    CommitForgetThenCut,
    /// The connection is closed before the call is executed.
    CutBefore,
    /// The call is passed on. If its condition fails, the existing item is removed from the response.
    HideOldItem,
    /// The call is passed on after this delay.
    Delay(Duration),
    /// The call is executed after this delay, whether or not the client still waits for the response.
    Late(Duration),
    /// The call is executed after [`Proxy::release`], and sees another transaction half committed: a read of both
    /// tables returns the old state of the ephemeral table and the new state of the other table. If the call is a
    /// refused write, the cancellation reason of its last item becomes `TransactionConflict`.
    Torn,
    /// The transaction is executed after [`Proxy::release`]. If it is refused, the cancellation reasons of the selected
    /// parts become `TransactionConflict`, without an item. Bit 0 selects the first part. DynamoDB mixes reasons in
    /// this way while it commits another transaction item by item.
    Conflicting(u16),
    /// The transaction takes time and holds its items, so that concurrent transactions conflict with it.
    Contended(Contention),
    /// The batch is sent without its first message, and the response reports that message as failed.
    Partly,
    /// The client gets no response and must be killed by the test. The call is executed after [`Proxy::release`].
    Held,
    /// The client gets no response and must be killed by the test. The call is not executed.
    HangBefore,
    /// The client gets no response and must be killed by the test. The call is executed immediately.
    HangAfter,
}

/// A recorded call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The operation, such as `TransactWriteItems`, `PutObject` or `SendMessageBatch`. For a vendor's API the last
    /// segment of the path, such as `generateContent`.
    pub operation: String,
    /// When the call arrived.
    pub began: Instant,
    /// When the call was answered.
    pub ended: Option<Instant>,
    /// The path; for S3 the bucket and the key of the object.
    pub path: String,
    /// The bucket and the key of the object that a `CopyObject` copies.
    pub copy_source: Option<String>,
    /// The tags that a call to S3 gives the stored object.
    pub tagging: Option<String>,
    /// The body of a call to DynamoDB or SQS, or of a `CreateBucket`, if no fault was injected. Objects' bytes are not
    /// recorded.
    pub body: Bytes,
    /// The capacity units that a call to DynamoDB consumed. Empty before [`Proxy::meter`], and if a fault was injected.
    pub consumed: Vec<Consumed>,
    id: u64,
}

type Decide = Box<dyn FnMut(&str) -> Option<Fault> + Send>;

struct Shared {
    calls: Mutex<Vec<Call>>,
    decide: Mutex<Option<Decide>>,
    /// Whether calls to DynamoDB request their consumed capacity.
    metered: AtomicBool,
    hanging: tokio::sync::Notify,
    next: AtomicU64,
    /// Calls that continue even if their clients no longer wait.
    detached: Mutex<Vec<JoinHandle<()>>>,
    released: tokio::sync::Semaphore,
    held: contention::Held,
}

impl Shared {
    fn new() -> Self {
        Self {
            calls: Mutex::default(),
            decide: Mutex::default(),
            metered: AtomicBool::new(false),
            hanging: tokio::sync::Notify::new(),
            next: AtomicU64::new(0),
            detached: Mutex::default(),
            released: tokio::sync::Semaphore::new(0),
            held: contention::Held::default(),
        }
    }

    /// Changes the record of a call, unless [`Proxy::forget`] has removed it.
    fn note(&self, id: u64, change: impl FnOnce(&mut Call)) {
        if let Some(call) = lock(&self.calls).iter_mut().find(|call| call.id == id) {
            change(call);
        }
    }

    fn detach(&self, work: impl Future<Output = ()> + Send + 'static) {
        lock(&self.detached).push(tokio::spawn(work));
    }
}

/// A proxy that runs until it is dropped.
pub struct Proxy {
    address: SocketAddr,
    shared: Arc<Shared>,
    task: JoinHandle<()>,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Proxy {
    /// Starts a proxy in front of `upstream`, such as `http://127.0.0.1:4566`.
    ///
    /// # Panics
    ///
    /// When no port is free.
    pub async fn start(upstream: &str) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::new());
        let client: Client<HttpConnector, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
        let (upstream, state) = (upstream.to_owned(), Arc::clone(&shared));
        let task = tokio::spawn(async move {
            loop {
                let Ok((stream, _)) = listener.accept().await else {
                    continue;
                };
                let (upstream, state, client) = (upstream.clone(), Arc::clone(&state), client.clone());
                tokio::spawn(async move {
                    let service = service_fn(move |request| {
                        let (upstream, state, client) = (upstream.clone(), Arc::clone(&state), client.clone());
                        async move { forward(&upstream, &state, &client, request).await }
                    });
                    // Serving a connection that the proxy closes ends with the proxy's own error.
                    drop(
                        http1::Builder::new()
                            .serve_connection(TokioIo::new(stream), service)
                            .await,
                    );
                });
            }
        });
        Self { address, shared, task }
    }

    /// The URL of the proxy.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Chooses the fault of each following call with `decide`, which receives the call's operation.
    pub fn decide(&self, decide: impl FnMut(&str) -> Option<Fault> + Send + 'static) {
        *lock(&self.shared.decide) = Some(Box::new(decide));
    }

    /// Injects a fault into the call with this index, counted from 0 from now on, and into the calls after it, `times`
    /// calls in total. `times` should cover the retries of a refused or cut call.
    pub fn fail_call(&self, index: usize, fault: Fault, times: usize) {
        let mut seen = 0;
        self.decide(move |_| {
            let this = seen;
            seen += 1;
            (index..index + times).contains(&this).then_some(fault)
        });
    }

    /// Injects a fault into the calls of one operation, from the call with the index `occurrence` on, `times` calls in
    /// total. Calls are counted from 0 from now on. Concurrent calls of different operations arrive in any order, but
    /// the calls of one operation arrive in a fixed order.
    pub fn fail_operation(&self, operation: &str, occurrence: usize, fault: Fault, times: usize) {
        let operation = operation.to_owned();
        let mut seen = 0;
        self.decide(move |called| {
            if called != operation {
                return None;
            }
            let this = seen;
            seen += 1;
            (occurrence..occurrence.saturating_add(times))
                .contains(&this)
                .then_some(fault)
        });
    }

    /// Delays every call by this duration, so that [`Proxy::waits`] can tell sequential calls from concurrent calls.
    pub fn delay_all(&self, delay: Duration) {
        self.decide(move |_| Some(Fault::Delay(delay)));
    }

    /// Executes the calls that wait for this method.
    pub fn release(&self) {
        self.shared.released.add_permits(1_000);
    }

    /// Waits until all late calls have been executed. Held calls must have been released before.
    pub async fn quiet(&self) {
        loop {
            let Some(task) = lock(&self.shared.detached).pop() else {
                return;
            };
            drop(task.await);
        }
    }

    /// Records the consumed capacity of each following call to DynamoDB.
    pub fn meter(&self) {
        self.shared.metered.store(true, Ordering::SeqCst);
    }

    /// Injects no more faults.
    pub fn heal(&self) {
        *lock(&self.shared.decide) = None;
    }

    /// Waits until a call hangs or waits for [`Proxy::release`].
    pub async fn hanging(&self) {
        self.shared.hanging.notified().await;
    }

    /// Removes all recorded calls.
    pub fn forget(&self) {
        lock(&self.shared.calls).clear();
    }

    /// The calls since the start or since the last [`Proxy::forget`].
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.shared.calls).clone()
    }

    /// The operations of the recorded calls.
    pub fn operations(&self) -> Vec<String> {
        self.calls().into_iter().map(|call| call.operation).collect()
    }

    /// The number of sequential round trips: the length of the longest chain of calls in which each call began after
    /// the previous call had ended.
    pub fn waits(&self) -> usize {
        let mut calls = self.calls();
        calls.retain(|call| call.ended.is_some());
        calls.sort_by_key(|call| call.ended);
        let mut chain = 0;
        let mut free_at = None;
        for call in calls {
            if free_at.is_none_or(|free_at| call.began >= free_at) {
                chain += 1;
                free_at = call.ended;
            }
        }
        chain
    }
}

/// The operation of a request.
fn operation(request: &Request<Incoming>) -> String {
    if let Some(target) = request
        .headers()
        .get("x-amz-target")
        .and_then(|target| target.to_str().ok())
    {
        return target.rsplit('.').next().unwrap_or_default().to_owned();
    }
    // S3 operations in use are never `POST` requests, so this is a call to a vendor's API.
    if request.method() == Method::POST {
        let end = request.uri().path().rsplit(['/', ':']).next();
        return end.unwrap_or_default().to_owned();
    }
    let whole_bucket = request.uri().path().trim_matches('/').split('/').count() < 2;
    let noun = if whole_bucket { "Bucket" } else { "Object" };
    match request.method().as_str() {
        "PUT" if whole_bucket => "CreateBucket".to_owned(),
        "PUT" => "PutObject".to_owned(),
        "GET" => format!("Get{noun}"),
        "DELETE" => format!("Delete{noun}"),
        other => format!("{other}{noun}"),
    }
}

type Reply = Result<Response<Full<Bytes>>, Cut>;

/// The error that closes a connection without a response.
#[derive(Debug)]
struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cut on purpose")
    }
}

impl std::error::Error for Cut {}

async fn forward(
    upstream: &str,
    shared: &Arc<Shared>,
    client: &Client<HttpConnector, Full<Bytes>>,
    request: Request<Incoming>,
) -> Reply {
    let operation = operation(&request);
    let header = |name: &str| {
        let value = request.headers().get(name)?;
        value.to_str().ok().map(str::to_owned)
    };
    let id = shared.next.fetch_add(1, Ordering::SeqCst);
    lock(&shared.calls).push(Call {
        operation: operation.clone(),
        began: Instant::now(),
        ended: None,
        path: request.uri().path().to_owned(),
        copy_source: header("x-amz-copy-source"),
        tagging: header("x-amz-tagging"),
        body: Bytes::new(),
        consumed: Vec::new(),
        id,
    });
    let fault = lock(&shared.decide).as_mut().and_then(|decide| decide(&operation));
    let callee = Callee::of(&request);
    let reply = match fault {
        None => match whole(request).await {
            Ok(request) => {
                if matches!(callee, Callee::DynamoDb | Callee::Sqs) || operation == "CreateBucket" {
                    shared.note(id, |call| call.body = request.body().clone());
                }
                if callee == Callee::DynamoDb && shared.metered.load(Ordering::SeqCst) {
                    let answer = pass_whole(upstream, client, meter::ask(request)?).await?;
                    let consumed = meter::read(&answer).await;
                    shared.note(id, |call| call.consumed = consumed);
                    Ok(answer)
                } else {
                    pass_whole(upstream, client, request).await
                }
            }
            Err(cut) => Err(cut),
        },
        Some(Fault::Throttle) => Ok(refuse(callee, &operation, Refusal::Throttled)),
        Some(Fault::Conflict) => Ok(refuse(callee, &operation, Refusal::Conflict)),
        Some(Fault::ServerError) => Ok(refuse(callee, &operation, Refusal::Internal)),
        Some(Fault::CutBefore) => Err(Cut),
        Some(Fault::CommitThenCut) => pass(upstream, client, request).await.and(Err(Cut)),
        Some(Fault::CommitForgetThenCut) => half::without_token(upstream, client, whole(request).await?)
            .await
            .and(Err(Cut)),
        Some(Fault::HideOldItem) => half::without_old_item(upstream, client, whole(request).await?).await,
        Some(Fault::Delay(delay)) => {
            tokio::time::sleep(delay).await;
            pass(upstream, client, request).await
        }
        Some(Fault::Late(delay)) => {
            let (answer, answered) = tokio::sync::oneshot::channel();
            let (upstream, client) = (upstream.to_owned(), client.clone());
            let request = whole(request).await?;
            shared.detach(async move {
                tokio::time::sleep(delay).await;
                drop(answer.send(pass_whole(&upstream, &client, request).await));
            });
            answered.await.unwrap_or(Err(Cut))
        }
        Some(Fault::Torn) => half::torn(upstream, shared, client, &operation, whole(request).await?).await,
        Some(Fault::Conflicting(parts)) => {
            half::conflicting(upstream, shared, client, parts, whole(request).await?).await
        }
        Some(Fault::Contended(contention)) => {
            contention::transact(upstream, client, &shared.held, contention, whole(request).await?).await
        }
        Some(Fault::Partly) => half::partly(upstream, client, whole(request).await?).await,
        Some(Fault::Held) => {
            let (upstream, client, state) = (upstream.to_owned(), client.clone(), Arc::clone(shared));
            let request = whole(request).await?;
            shared.detach(async move {
                drop(state.released.acquire().await);
                drop(pass_whole(&upstream, &client, request).await);
            });
            hang(shared).await
        }
        Some(Fault::HangBefore) => hang(shared).await,
        Some(Fault::HangAfter) => {
            pass(upstream, client, request).await?;
            hang(shared).await
        }
    };
    shared.note(id, |call| call.ended = Some(Instant::now()));
    reply
}

/// Waits longer than any client does, and then closes the connection.
async fn hang(shared: &Shared) -> Reply {
    shared.hanging.notify_one();
    tokio::time::sleep(Duration::from_secs(60)).await;
    Err(Cut)
}

async fn whole(request: Request<Incoming>) -> Result<Request<Bytes>, Cut> {
    let (parts, body) = request.into_parts();
    Ok(Request::from_parts(
        parts,
        body.collect().await.map_err(|_| Cut)?.to_bytes(),
    ))
}

async fn pass(upstream: &str, client: &Client<HttpConnector, Full<Bytes>>, request: Request<Incoming>) -> Reply {
    pass_whole(upstream, client, whole(request).await?).await
}

async fn pass_whole(upstream: &str, client: &Client<HttpConnector, Full<Bytes>>, request: Request<Bytes>) -> Reply {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
    // The `Host` header stays as it is, because the client has signed it.
    parts.uri = format!("{upstream}{path}").parse::<Uri>().map_err(|_| Cut)?;
    // The length may be signed, even of an empty body. A fault may have changed the body, so the length is set anew.
    let has_length = parts.headers.contains_key(CONTENT_LENGTH);
    remove_hop_by_hop(&mut parts.headers);
    if has_length {
        parts.headers.insert(CONTENT_LENGTH, body.len().into());
    }
    let response = client
        .request(Request::from_parts(parts, Full::new(body)))
        .await
        .map_err(|_| Cut)?;
    let (mut parts, body) = response.into_parts();
    remove_hop_by_hop(&mut parts.headers);
    let body = body.collect().await.map_err(|_| Cut)?.to_bytes();
    Ok(Response::from_parts(parts, Full::new(body)))
}

fn remove_hop_by_hop(headers: &mut HeaderMap) {
    for name in ["connection", "keep-alive", "transfer-encoding", "content-length"] {
        headers.remove(name);
    }
}
