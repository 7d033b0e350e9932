//! A receiver of events whose behaviour a test decides.

use std::{
    io::Write,
    net::{Ipv4Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use bytes::Bytes;
use http::HeaderMap;
use serde_json::{Value, json};
use sources::SourcesConfig;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::Instant,
};

use crate::PATIENCE;

/// The environment variable with the file to which all requests are appended, one JSON object a line, so that another
/// program can verify their signatures.
const LOG: &str = "WEBHOOK_LOG";

/// What the receiver does with a request.
#[derive(Clone, Debug)]
pub enum Act {
    /// Answers with this status.
    Answer(u16),
    /// Answers with this status and this header line.
    AnswerWith(u16, String),
    /// Answers with these bytes and closes the connection.
    Raw(&'static str),
    /// Answers with status 200 and a body that does not end.
    Endless,
    /// Closes the connection.
    Close,
    /// Never answers.
    Hang,
}

/// A request.
#[derive(Clone, Debug)]
pub struct Received {
    /// The path.
    pub path: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Bytes,
    /// When it arrived.
    pub at: Instant,
}

impl Received {
    /// A header as text; empty if it is missing.
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).and_then(|value| value.to_str().ok());
        value.unwrap_or_default()
    }

    /// The id of the event.
    pub fn id(&self) -> &str {
        self.header("webhook-id")
    }

    /// The body as JSON.
    ///
    /// # Panics
    ///
    /// When it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("the body of an event is JSON")
    }

    /// The type of the event.
    pub fn kind(&self) -> String {
        self.json()["type"].as_str().unwrap_or_default().to_owned()
    }
}

type Script = Box<dyn Fn(&Received) -> Act + Send>;

struct Shared {
    seen: Mutex<Vec<Received>>,
    script: Mutex<Script>,
    /// The secrets that a verifier of the log needs.
    secrets: Mutex<Vec<String>>,
}

/// A receiver on a port of its own. It stops with the runtime of its test.
#[derive(Clone)]
pub struct Receiver {
    address: SocketAddr,
    shared: Arc<Shared>,
}

fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Receiver {
    /// Starts a receiver that answers every request with status 200.
    ///
    /// # Panics
    ///
    /// When there is no free port.
    pub async fn start() -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared {
            seen: Mutex::default(),
            script: Mutex::new(Box::new(|_| Act::Answer(200))),
            secrets: Mutex::default(),
        });
        let serving = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let shared = Arc::clone(&serving);
                tokio::spawn(async move { shared.serve(stream).await });
            }
        });
        Self { address, shared }
    }

    /// The `host:port`.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A configuration with which the service reaches this receiver.
    pub fn sources(&self) -> SourcesConfig {
        SourcesConfig::allowing(vec![self.host()])
    }

    /// Decides what happens with each request from now on.
    pub fn behave(&self, script: impl Fn(&Received) -> Act + Send + 'static) {
        *locked(&self.shared.script) = Box::new(script);
    }

    /// Adds a secret that may have signed the requests, for the log.
    pub fn knows(&self, secret: &str) {
        locked(&self.shared.secrets).push(secret.to_owned());
    }

    /// All requests so far.
    pub fn seen(&self) -> Vec<Received> {
        locked(&self.shared.seen).clone()
    }

    /// All requests, once there are at least `count`.
    ///
    /// # Panics
    ///
    /// When there are fewer after 30 seconds.
    pub async fn wait(&self, count: usize) -> Vec<Received> {
        let began = Instant::now();
        loop {
            let seen = self.seen();
            if seen.len() >= count {
                return seen;
            }
            assert!(began.elapsed() < PATIENCE, "{} of {count} requests arrived", seen.len());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Shared {
    async fn serve(&self, mut stream: TcpStream) {
        let Some(received) = read(&mut stream).await else {
            return;
        };
        self.log(&received);
        let act = locked(&self.script)(&received);
        locked(&self.seen).push(received);
        let answer = match act {
            Act::Answer(status) => answer(status, ""),
            Act::AnswerWith(status, line) => answer(status, &format!("{line}\r\n")),
            Act::Raw(text) => text.to_owned(),
            Act::Close => return,
            Act::Hang => return std::future::pending().await,
            Act::Endless => {
                let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
                let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
                let mut sent = stream.write_all(head.as_bytes()).await;
                while sent.is_ok() {
                    sent = stream.write_all(chunk.as_bytes()).await;
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
                return;
            }
        };
        // The client may have disconnected.
        stream.write_all(answer.as_bytes()).await.ok();
        stream.shutdown().await.ok();
    }

    fn log(&self, received: &Received) {
        let Ok(path) = std::env::var(LOG) else { return };
        let secrets = locked(&self.secrets).clone();
        if secrets.is_empty() {
            return;
        }
        let line = json!({
            "id": received.id(),
            "timestamp": received.header("webhook-timestamp"),
            "signature": received.header("webhook-signature"),
            "body": String::from_utf8_lossy(&received.body),
            "secrets": secrets,
        });
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let written = file.and_then(|mut file| file.write_all(format!("{line}\n").as_bytes()));
        written.expect("the log of requests can be written");
    }
}

fn answer(status: u16, lines: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nConnection: close\r\nContent-Length: 0\r\n{lines}\r\n")
}

/// Reads a request with a `Content-Length`.
async fn read(stream: &mut TcpStream) -> Option<Received> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let text = String::from_utf8(head).ok()?;
    let mut lines = text.split("\r\n");
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    let mut headers = HeaderMap::new();
    for (name, value) in lines.filter_map(|line| line.split_once(": ")) {
        let name: http::HeaderName = name.parse().ok()?;
        headers.insert(name, value.parse().ok()?);
    }
    let length = headers.get("content-length")?.to_str().ok()?.parse().ok()?;
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.ok()?;
    Some(Received {
        path,
        headers,
        body: body.into(),
        at: Instant::now(),
    })
}
