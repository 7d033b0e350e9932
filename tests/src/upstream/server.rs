//! The HTTP server behind all fakes.

use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use futures_util::{
    future::BoxFuture,
    stream::{self, StreamExt},
};
use http::{Request, Response};
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    body::{Frame, Incoming},
    server::conn::http1,
    service::service_fn,
};
use hyper_util::rt::TokioIo;
use tokio::{
    net::TcpListener,
    task::{JoinHandle, JoinSet},
};

use super::Seen;

/// The pause between the first half of a response and the end of the connection, so that the first half arrives.
const HALFWAY: Duration = Duration::from_millis(20);

/// The chunk size of a generated body.
const CHUNK: usize = 64 << 10;

pub(super) type Body = UnsyncBoxBody<Bytes, Cut>;
pub(super) type Reply = Result<Response<Body>, Cut>;
type Handler = Arc<dyn Fn(Seen) -> BoxFuture<'static, Reply> + Send + Sync>;

/// The error that closes a connection without a response, or within a response.
#[derive(Debug)]
pub(super) struct Cut;

impl std::fmt::Display for Cut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("cut on purpose")
    }
}

impl std::error::Error for Cut {}

#[derive(Default)]
struct Count {
    accepted: AtomicUsize,
    open: AtomicUsize,
}

/// Counts a connection as open until it is dropped.
struct Open(Arc<Count>);

impl Open {
    fn new(count: &Arc<Count>) -> Self {
        count.accepted.fetch_add(1, Ordering::SeqCst);
        count.open.fetch_add(1, Ordering::SeqCst);
        Self(Arc::clone(count))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.open.fetch_sub(1, Ordering::SeqCst);
    }
}

/// A server that runs until it is dropped. Its connections end with it.
pub(super) struct Server {
    address: SocketAddr,
    count: Arc<Count>,
    task: JoinHandle<()>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Server {
    pub(super) async fn start(handle: impl Fn(Seen) -> BoxFuture<'static, Reply> + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let count = Arc::<Count>::default();
        let task = tokio::spawn(accept(listener, Arc::new(handle), Arc::clone(&count)));
        Self { address, count, task }
    }

    pub(super) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) fn accepted(&self) -> usize {
        self.count.accepted.load(Ordering::SeqCst)
    }

    pub(super) fn open(&self) -> usize {
        self.count.open.load(Ordering::SeqCst)
    }
}

async fn accept(listener: TcpListener, handle: Handler, count: Arc<Count>) {
    // Dropping this task drops all connections.
    let mut connections = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        while connections.try_join_next().is_some() {}
        let (handle, open) = (Arc::clone(&handle), Open::new(&count));
        connections.spawn(async move {
            let service = service_fn(move |request| {
                let handle = Arc::clone(&handle);
                async move { handle(whole(request).await?).await }
            });
            // Serving a connection that the fake closes ends with the fake's own error.
            drop(
                http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), service)
                    .await,
            );
            drop(open);
        });
    }
}

async fn whole(request: Request<Incoming>) -> Result<Seen, Cut> {
    let (parts, body) = request.into_parts();
    Ok(Seen {
        method: parts.method,
        path: parts.uri.path_and_query().map_or("/", |path| path.as_str()).to_owned(),
        headers: parts.headers,
        body: body.collect().await.map_err(|_| Cut)?.to_bytes(),
    })
}

/// Locks a mutex even if a failed test has poisoned it.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A complete body.
pub(super) fn full(bytes: Bytes) -> Body {
    Full::new(bytes).map_err(|never| match never {}).boxed_unsync()
}

/// The first half of a body. Then the connection ends.
pub(super) fn half(mut bytes: Bytes) -> Body {
    bytes.truncate(bytes.len() / 2);
    let first = stream::once(async move { Ok(Frame::data(bytes)) });
    let end = stream::once(async {
        tokio::time::sleep(HALFWAY).await;
        Err(Cut)
    });
    StreamBody::new(first.chain(end)).boxed_unsync()
}

/// A body of `length` bytes that begins like JSON. It is generated while it is read.
pub(super) fn flood(length: u64) -> Body {
    let opening = Bytes::from_static(b"{\"images\":[\"");
    let padding = Bytes::from(vec![b'A'; CHUNK]);
    let chunks = stream::unfold((0, opening), move |(sent, mut chunk)| {
        let padding = padding.clone();
        async move {
            let left = usize::try_from(length - sent).unwrap_or(usize::MAX);
            chunk.truncate(left);
            let sent = sent + chunk.len() as u64;
            (left > 0).then(|| (Ok(Frame::data(chunk)), (sent, padding)))
        }
    });
    StreamBody::new(chunks).boxed_unsync()
}
