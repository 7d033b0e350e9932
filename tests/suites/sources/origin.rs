//! A web server for hostile answers: it says exactly what a test tells it to, byte by byte, takes its time where it is
//! told to, and remembers who came.

use std::{
    collections::HashMap,
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use bytes::Bytes;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::sleep,
};

/// How long a connection may have been made before it is seen.
const UNSEEN: Duration = Duration::from_millis(100);

/// How a connection begins that wants to be secure.
const TLS: u8 = 0x16;

#[derive(Clone, Debug)]
enum Step {
    Write(Bytes),
    Wait(Duration),
    Forever(Bytes, Duration),
}

/// What is written to a connection, which is closed afterwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    steps: Vec<Step>,
}

impl Reply {
    /// These bytes, the status line included.
    pub(crate) fn raw(bytes: impl Into<Bytes>) -> Self {
        Self::default().then(bytes)
    }

    /// A success with these lines in its head, each of which ends with a line break, and this body.
    pub(crate) fn with(lines: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let head = format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: {}\r\n\r\n", body.len());
        Self::raw([head.as_bytes(), body].concat())
    }

    /// A success with this type and body.
    pub(crate) fn ok(content_type: &str, body: impl AsRef<[u8]>) -> Self {
        Self::with(&format!("Content-Type: {content_type}\r\n"), body)
    }

    /// Nothing but a status.
    pub(crate) fn status(status: u16) -> Self {
        Self::raw(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n"))
    }

    /// A redirect.
    pub(crate) fn redirect(status: u16, to: &str) -> Self {
        Self::raw(format!(
            "HTTP/1.1 {status} X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
        ))
    }

    /// Further bytes.
    #[must_use]
    pub(crate) fn then(mut self, bytes: impl Into<Bytes>) -> Self {
        self.steps.push(Step::Write(bytes.into()));
        self
    }

    /// A pause.
    #[must_use]
    pub(crate) fn wait(mut self, pause: Duration) -> Self {
        self.steps.push(Step::Wait(pause));
        self
    }

    /// The same bytes again and again, with a pause before each, until nobody reads them any more.
    #[must_use]
    pub(crate) fn forever(mut self, bytes: impl Into<Bytes>, pause: Duration) -> Self {
        self.steps.push(Step::Forever(bytes.into(), pause));
        self
    }

    /// The same, but only after a pause.
    #[must_use]
    pub(crate) fn late(mut self, pause: Duration) -> Self {
        self.steps.insert(0, Step::Wait(pause));
        self
    }

    async fn write(&self, stream: &mut TcpStream) -> io::Result<()> {
        for step in &self.steps {
            match step {
                Step::Write(bytes) => stream.write_all(bytes).await?,
                Step::Wait(pause) => sleep(*pause).await,
                Step::Forever(bytes, pause) => loop {
                    sleep(*pause).await;
                    stream.write_all(bytes).await?;
                },
            }
        }
        stream.shutdown().await
    }
}

#[derive(Debug, Default)]
struct Shared {
    replies: Mutex<HashMap<String, Reply>>,
    connections: AtomicUsize,
    heads: Mutex<Vec<String>>,
}

/// A server on a port of its own, of both loopback addresses where there are two. It ends with the value.
#[derive(Debug)]
pub(crate) struct Origin {
    address: SocketAddr,
    shared: Arc<Shared>,
    _running: JoinSet<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Origin {
    /// A server that finds nothing yet.
    pub(crate) async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared::default());
        let mut running = JoinSet::new();
        running.spawn(accept(listener, Arc::clone(&shared)));
        // Not every machine has IPv6.
        if let Ok(listener) = TcpListener::bind((Ipv6Addr::LOCALHOST, address.port())).await {
            running.spawn(accept(listener, Arc::clone(&shared)));
        }
        Self {
            address,
            shared,
            _running: running,
        }
    }

    /// Says what is answered to a request of this path, with or without a query, and returns its URL.
    pub(crate) fn serve(&self, path: &str, reply: Reply) -> String {
        lock(&self.shared.replies).insert(path.to_owned(), reply);
        self.url(path)
    }

    /// The URL of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The pair that exempts it.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    /// Its port.
    pub(crate) const fn port(&self) -> u16 {
        self.address.port()
    }

    /// How many connections were opened so far, those included that were only just opened.
    pub(crate) async fn connections(&self) -> usize {
        sleep(UNSEEN).await;
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// The heads of the requests so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        lock(&self.shared.heads).clone()
    }

    /// How often a path was asked for, with or without a query.
    pub(crate) fn asked(&self, path: &str) -> usize {
        let heads = lock(&self.shared.heads);
        heads
            .iter()
            .filter(|head| target_of(head).split('?').next() == Some(path))
            .count()
    }
}

/// The path and query of a request.
fn target_of(head: &str) -> &str {
    head.split(' ').nth(1).unwrap_or_default()
}

async fn accept(listener: TcpListener, shared: Arc<Shared>) {
    let mut open = JoinSet::new();
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            continue;
        };
        shared.connections.fetch_add(1, Ordering::SeqCst);
        let shared = Arc::clone(&shared);
        open.spawn(async move {
            // Whoever asked may be gone before all of it was said.
            drop(serve(stream, &shared).await);
        });
        while open.try_join_next().is_some() {}
    }
}

async fn serve(mut stream: TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await?);
        if head.first() == Some(&TLS) {
            return Reply::status(400).write(&mut stream).await;
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = target_of(&head);
    lock(&shared.heads).push(head.clone());
    let path = target.split('?').next().unwrap_or_default();
    let reply = {
        let replies = lock(&shared.replies);
        replies.get(target).or_else(|| replies.get(path)).cloned()
    };
    reply.unwrap_or_else(|| Reply::status(404)).write(&mut stream).await
}
