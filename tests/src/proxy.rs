//! A proxy between the service and AWS, or a vendor of models, that makes calls fail on purpose, and counts them.

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
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, Response, Uri, header::CONTENT_LENGTH};
use http_body_util::{BodyExt, Full};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioIo},
};
use tokio::{net::TcpListener, task::JoinHandle};

use self::refusal::{Callee, Refusal, refuse};
pub use self::{contention::Contention, meter::Consumed};

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Refused before anything is written: too many requests.
    Throttle,
    /// Refused before anything is written: somebody else writes the same item.
    Conflict,
    /// Refused before anything is written: the server's fault.
    ServerError,
    /// Written, and the connection cut before the answer.
    CommitThenCut,
    /// A transaction is written without its client token, and the connection cut before the answer: an endpoint that
    /// forgets client tokens takes the repetition for another transaction.
    CommitForgetThenCut,
    /// The connection cut before anything is written.
    CutBefore,
    /// Passed on. When it is refused because its condition failed, the old item is left out of the answer.
    HideOldItem,
    /// Answered, but late.
    Delay(Duration),
    /// Written only after this long, whether or not anybody still waits for the answer.
    Late(Duration),
    /// Done when [`Proxy::release`] is called, and seen in the middle of another's transaction: a read of both tables,
    /// or a refused write, sees the ephemeral table as it was before that, and the other as it is after.
    Torn,
    /// Done when [`Proxy::release`] is called. If it is refused, the refusal says TransactionConflict, without an item, of
    /// these parts of the transaction, the first part being the lowest bit: DynamoDB mixes its reasons like that while
    /// another transaction is committed item by item.
    Conflicting(u16),
    /// A transaction takes its time and holds its items, so that other transactions meet it.
    Contended(Contention),
    /// Taken and answered without the first message of a batch.
    Partly,
    /// Not answered: whoever calls is to be killed meanwhile. Written when [`Proxy::release`] is called.
    Held,
    /// Not answered: whoever calls is to be killed meanwhile. Nothing is written.
    HangBefore,
    /// Written and not answered: whoever calls is to be killed meanwhile.
    HangAfter,
}

/// One call that came through.
#[derive(Clone, Debug)]
pub struct Call {
    /// `TransactWriteItems`, `PutObject`, `SendMessageBatch` and so on; of a vendor's API the end of the path, such as
    /// `generateContent`.
    pub operation: String,
    /// When it came.
    pub began: Instant,
    /// When it was answered.
    pub ended: Option<Instant>,
    /// Where it went: the bucket and the key of an object.
    pub path: String,
    /// The bucket and the key of the object that a call of S3 copies.
    pub copy_source: Option<String>,
    /// The tags that a call of S3 gives the object that it stores.
    pub tagging: Option<String>,
    /// What a call of DynamoDB or SQS, or one about a whole bucket, asks for, where no fault met it. The bytes of objects
    /// are not kept.
    pub body: Bytes,
    /// The capacity units that a call of DynamoDB consumed, where [`Proxy::meter`] was called and no fault met it.
    pub consumed: Vec<Consumed>,
    id: u64,
}

type Decide = Box<dyn FnMut(&str) -> Option<Fault> + Send>;

struct Shared {
    calls: Mutex<Vec<Call>>,
    decide: Mutex<Option<Decide>>,
    /// Whether calls of DynamoDB are asked for the units that they consume.
    metered: AtomicBool,
    hanging: tokio::sync::Notify,
    next: AtomicU64,
    /// Calls that go on although nobody may wait for them.
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

    /// Changes what is noted of a call, unless it is forgotten.
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
    /// A proxy in front of `upstream`, such as `http://127.0.0.1:4566`.
    ///
    /// # Panics
    ///
    /// When no port can be had.
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
                    // A connection that we cut ends with the error that we made.
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

    /// Where the proxy listens.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Decides from now on what happens to each call of an operation.
    pub fn decide(&self, decide: impl FnMut(&str) -> Option<Fault> + Send + 'static) {
        *lock(&self.shared.decide) = Some(Box::new(decide));
    }

    /// Makes the call number `index` (from 0, from now on) fail, and only that. A refused or cut call fails as often
    /// as `times` says, so that retries are seen through.
    pub fn fail_call(&self, index: usize, fault: Fault, times: usize) {
        let mut seen = 0;
        self.decide(move |_| {
            let this = seen;
            seen += 1;
            (index..index + times).contains(&this).then_some(fault)
        });
    }

    /// Makes the calls of an operation fail from its call number `occurrence` on (from 0, from now on), as many as
    /// `times` says. Calls that run side by side come in any order; those of one operation do not.
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

    /// Delays every call by this much, so that those that wait for one another can be told from those that do not.
    pub fn delay_all(&self, delay: Duration) {
        self.decide(move |_| Some(Fault::Delay(delay)));
    }

    /// Lets calls that wait for it go on to AWS.
    pub fn release(&self) {
        self.shared.released.add_permits(1_000);
    }

    /// Waits until what is late has arrived. What is held must have been released.
    pub async fn quiet(&self) {
        loop {
            let Some(task) = lock(&self.shared.detached).pop() else {
                return;
            };
            drop(task.await);
        }
    }

    /// Notes from now on the capacity units that each call of DynamoDB consumes.
    pub fn meter(&self) {
        self.shared.metered.store(true, Ordering::SeqCst);
    }

    /// Lets everything through again.
    pub fn heal(&self) {
        *lock(&self.shared.decide) = None;
    }

    /// Waits until a call hangs, or waits for [`Proxy::release`].
    pub async fn hanging(&self) {
        self.shared.hanging.notified().await;
    }

    /// Forgets the calls so far.
    pub fn forget(&self) {
        lock(&self.shared.calls).clear();
    }

    /// The calls since the start or the last [`Proxy::forget`].
    pub fn calls(&self) -> Vec<Call> {
        lock(&self.shared.calls).clone()
    }

    /// Their operations.
    pub fn operations(&self) -> Vec<String> {
        self.calls().into_iter().map(|call| call.operation).collect()
    }

    /// How many of the calls had to wait for one another: the longest chain in which each began after the one before
    /// had ended.
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

/// The name of the operation that a request asks for.
fn operation(request: &Request<Incoming>) -> String {
    if let Some(target) = request
        .headers()
        .get("x-amz-target")
        .and_then(|target| target.to_str().ok())
    {
        return target.rsplit('.').next().unwrap_or_default().to_owned();
    }
    // S3 is never posted to.
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

/// Ends a connection without an answer.
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

/// Longer than any client waits.
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
    // The host's name stays what the caller signed.
    parts.uri = format!("{upstream}{path}").parse::<Uri>().map_err(|_| Cut)?;
    // The length may be signed, of an empty body too. A fault may have changed the body.
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
