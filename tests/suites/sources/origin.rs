//! A web server for hostile responses: it sends exactly the bytes that a test specifies, with pauses, and records its
//! requests.

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

/// How long a new connection may take to be counted.
const UNSEEN: Duration = Duration::from_millis(100);

/// The first byte of a TLS connection.
const TLS: u8 = 0x16;

#[derive(Clone, Debug)]
enum Step {
    Write(Bytes),
    Wait(Duration),
    Forever(Bytes, Duration),
}

/// The bytes and pauses of a response. The connection is closed afterwards.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reply {
    steps: Vec<Step>,
}

impl Reply {
    /// A response with exactly these bytes, including the status line.
    pub(crate) fn raw(bytes: impl Into<Bytes>) -> Self {
        Self::default().then(bytes)
    }

    /// A success with these header lines, each with a line break at its end, and this body.
    pub(crate) fn with(lines: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let head = format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: {}\r\n\r\n", body.len());
        Self::raw([head.as_bytes(), body].concat())
    }

    /// A success with this content type and body.
    pub(crate) fn ok(content_type: &str, body: impl AsRef<[u8]>) -> Self {
        Self::with(&format!("Content-Type: {content_type}\r\n"), body)
    }

    /// A response with only a status.
    pub(crate) fn status(status: u16) -> Self {
        Self::raw(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n"))
    }

    /// A redirect.
    pub(crate) fn redirect(status: u16, to: &str) -> Self {
        Self::raw(format!(
            "HTTP/1.1 {status} X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
        ))
    }

    /// The body of a response that is sent at once.
    pub(crate) fn body(&self) -> Vec<u8> {
        let [Step::Write(bytes)] = self.steps.as_slice() else {
            panic!("the response is not sent at once");
        };
        let head = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        bytes[head + 4..].to_vec()
    }

    /// Adds further bytes.
    #[must_use]
    pub(crate) fn then(mut self, bytes: impl Into<Bytes>) -> Self {
        self.steps.push(Step::Write(bytes.into()));
        self
    }

    /// Adds a pause.
    #[must_use]
    pub(crate) fn wait(mut self, pause: Duration) -> Self {
        self.steps.push(Step::Wait(pause));
        self
    }

    /// Repeats bytes until the client closes the connection, with a pause before each repetition.
    #[must_use]
    pub(crate) fn forever(mut self, bytes: impl Into<Bytes>, pause: Duration) -> Self {
        self.steps.push(Step::Forever(bytes.into(), pause));
        self
    }

    /// Adds a pause before the response.
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

/// A server on a free port of the loopback addresses. It ends when it is dropped.
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
    /// Starts a server that answers every request with 404 until [`Origin::serve`] is called.
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

    /// Sets the response to requests of this path, with or without a query, and returns its URL.
    pub(crate) fn serve(&self, path: &str, reply: Reply) -> String {
        lock(&self.shared.replies).insert(path.to_owned(), reply);
        self.url(path)
    }

    /// The URL of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The host and port, for an exemption.
    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    /// The server's port.
    pub(crate) const fn port(&self) -> u16 {
        self.address.port()
    }

    /// The number of connections so far, including those that were just opened.
    pub(crate) async fn connections(&self) -> usize {
        sleep(UNSEEN).await;
        self.shared.connections.load(Ordering::SeqCst)
    }

    /// The request heads so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        lock(&self.shared.heads).clone()
    }

    /// How often a path was requested, with or without a query.
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
            // The client may disconnect before the end of the response.
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
