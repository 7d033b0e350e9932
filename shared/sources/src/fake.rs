//! A web server for tests that sends exactly the given bytes.

use std::{
    io::Cursor,
    net::{IpAddr, SocketAddr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use image::{ImageFormat, RgbImage};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use crate::{
    config::SourcesConfig,
    web::resolve::{Resolve, Resolving},
};

/// The bytes that the server writes to a connection.
pub(crate) struct Reply {
    /// The bytes that are written immediately.
    head: Vec<u8>,
    /// The bytes that are then written repeatedly, each time after a pause.
    then: Option<(Vec<u8>, Duration)>,
}

impl Reply {
    /// These bytes, after which the connection is closed.
    pub(crate) fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            head: bytes.into(),
            then: None,
        }
    }

    pub(crate) fn ok(body: impl AsRef<[u8]>) -> Self {
        Self::with("", body)
    }

    /// A response with these additional header lines, each of which ends in a line break.
    pub(crate) fn with(lines: &str, body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let mut bytes = format!("HTTP/1.1 200 OK\r\n{lines}Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        bytes.extend_from_slice(body);
        Self::raw(bytes)
    }

    pub(crate) fn status(status: u16) -> Self {
        Self::raw(format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\n\r\n"))
    }

    pub(crate) fn redirect(status: u16, to: &str) -> Self {
        Self::raw(format!(
            "HTTP/1.1 {status} X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n"
        ))
    }

    /// A head, and then an endless body: one piece after each pause.
    pub(crate) fn endless(head: &str, piece: impl Into<Vec<u8>>, pause: Duration) -> Self {
        Self {
            head: head.as_bytes().to_vec(),
            then: Some((piece.into(), pause)),
        }
    }
}

/// A server on its own port, which runs until it is dropped.
pub(crate) struct Server {
    address: SocketAddr,
    connections: Arc<AtomicUsize>,
    heads: Arc<Mutex<Vec<String>>>,
    _running: JoinSet<()>,
}

impl Server {
    /// Starts a server. `reply` gets the request's path and query.
    pub(crate) async fn start(reply: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        Self::naming_itself(move |_, path| reply(path)).await
    }

    /// Starts a server. `reply` gets the server's `host:port`, and the request's path and query.
    pub(crate) async fn naming_itself(reply: impl Fn(&str, &str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let heads = Arc::new(Mutex::new(Vec::new()));
        let mut running = JoinSet::new();
        let (count, seen, reply) = (Arc::clone(&connections), Arc::clone(&heads), Arc::new(reply));
        running.spawn(async move {
            let mut open = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                count.fetch_add(1, Ordering::SeqCst);
                let (seen, reply) = (Arc::clone(&seen), Arc::clone(&reply));
                open.spawn(async move { serve(stream, &seen, |path| reply(&address.to_string(), path)).await });
            }
        });
        Self {
            address,
            connections,
            heads,
            _running: running,
        }
    }

    pub(crate) fn host(&self) -> String {
        self.address.to_string()
    }

    pub(crate) fn port(&self) -> u16 {
        self.address.port()
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The number of connections so far, including those that are not accepted yet.
    pub(crate) async fn connections(&self) -> usize {
        tokio::time::sleep(Duration::from_millis(50)).await;
        self.connections.load(Ordering::SeqCst)
    }

    /// The heads of the requests so far.
    pub(crate) fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap().clone()
    }

    /// A configuration that may connect to this server.
    pub(crate) fn config(&self) -> SourcesConfig {
        SourcesConfig {
            allow_hosts: vec![self.host()],
            ..SourcesConfig::default()
        }
    }
}

async fn serve(mut stream: TcpStream, seen: &Mutex<Vec<String>>, reply: impl Fn(&str) -> Reply) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8(head).unwrap();
    let reply = reply(head.split(' ').nth(1).unwrap());
    seen.lock().unwrap().push(head);
    let mut written = stream.write_all(&reply.head).await;
    if let Some((piece, pause)) = reply.then {
        while written.is_ok() {
            tokio::time::sleep(pause).await;
            written = stream.write_all(&piece).await;
        }
    }
    // The client may have closed the connection.
    stream.shutdown().await.ok();
}

/// A resolver that returns these results one after another, and then the last one repeatedly.
pub(crate) struct Answers {
    answers: Vec<Vec<IpAddr>>,
    asked: AtomicUsize,
}

impl Answers {
    pub(crate) fn new(answers: &[&[&str]]) -> Arc<Self> {
        let parse = |answer: &&[&str]| answer.iter().map(|address| address.parse().unwrap()).collect();
        Arc::new(Self {
            answers: answers.iter().map(parse).collect(),
            asked: AtomicUsize::new(0),
        })
    }

    pub(crate) fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

impl Resolve for Answers {
    fn resolve<'a>(&'a self, _: &'a str) -> Resolving<'a> {
        let turn = self.asked.fetch_add(1, Ordering::SeqCst);
        let answer = self.answers.get(turn).or(self.answers.last()).unwrap().clone();
        Box::pin(async move { Ok(answer) })
    }
}

/// A picture of one colour.
pub(crate) fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(width, height, image::Rgb([200, 30, 30]))
        .write_to(&mut bytes, ImageFormat::Png)
        .unwrap();
    bytes.into_inner()
}
