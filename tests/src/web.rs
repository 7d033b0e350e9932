//! A web server with configurable responses, from which the service under test fetches pictures.

use std::{
    collections::HashMap,
    net::{Ipv4Addr, SocketAddr},
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use sources::{Resolve, Resolving, SourcesConfig, VideoSites};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

/// A path prefix. Requests below it never get a response.
const SILENT: &str = "/silent/";

/// The web server.
#[derive(Debug)]
pub struct Web {
    address: SocketAddr,
    folders: AtomicU64,
    /// The raw HTTP response to each request target: head and body.
    answers: Mutex<HashMap<String, Bytes>>,
    asked: Mutex<Vec<String>>,
}

/// A resolver that resolves only the loopback names, so that no test uses the network.
struct NoNames;

impl Resolve for NoNames {
    fn resolve<'a>(&'a self, host: &'a str) -> Resolving<'a> {
        Box::pin(async move {
            match host {
                "localhost" => Ok(vec![Ipv4Addr::LOCALHOST.into()]),
                _ => Err(std::io::ErrorKind::NotFound.into()),
            }
        })
    }
}

/// The web server of all tests. It runs on its own thread until the process ends, because the runtime of a single test
/// ends with that test.
///
/// # Panics
///
/// When the server does not start.
pub fn web() -> &'static Web {
    static WEB: OnceLock<Arc<Web>> = OnceLock::new();
    WEB.get_or_init(|| {
        let (send, receive) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
                let web = Arc::new(Web {
                    address: listener.local_addr().expect("an address"),
                    folders: AtomicU64::new(1),
                    answers: Mutex::default(),
                    asked: Mutex::default(),
                });
                send.send(Arc::clone(&web)).expect("somebody waits");
                loop {
                    let (stream, _) = listener.accept().await.expect("a connection");
                    let web = Arc::clone(&web);
                    tokio::spawn(async move { web.serve(stream).await });
                }
            });
        });
        receive.recv().expect("the server starts")
    })
}

impl Web {
    /// The server's `host:port`.
    pub fn host(&self) -> String {
        self.address.to_string()
    }

    /// The URL of a request target: a path with an optional query.
    pub fn url(&self, target: &str) -> String {
        format!("http://{}{target}", self.address)
    }

    /// A configuration with which only this server can be reached. The server also stands in for the video sites, under
    /// `/youtube` and `/vimeo`.
    pub fn sources(&self) -> SourcesConfig {
        SourcesConfig {
            allow_hosts: vec![self.host()],
            resolver: Arc::new(NoNames),
            video_sites: VideoSites {
                youtube_oembed: self.url("/youtube"),
                vimeo_oembed: self.url("/vimeo"),
            },
            ..SourcesConfig::default()
        }
    }

    /// A folder that no other test uses. It begins and ends with `/`.
    pub fn folder(&self) -> String {
        format!("/{}/", self.folders.fetch_add(1, Ordering::SeqCst))
    }

    /// Serves bytes at a target and returns the URL. The content type is `application/octet-stream`, so it does not
    /// reveal the format.
    pub fn show_at(&self, target: &str, body: &[u8]) -> String {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nConnection: close";
        self.answer(target, &format!("{head}\r\nContent-Length: {}", body.len()), body)
    }

    /// Serves bytes under a file name in a new folder, and returns the URL.
    pub fn show(&self, name: &str, body: &[u8]) -> String {
        self.show_at(&(self.folder() + name), body)
    }

    /// Redirects a target to the URL `to`, and returns the target's URL.
    pub fn lead(&self, target: &str, to: &str) -> String {
        let head = format!("HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: {to}");
        self.answer(target, &head, b"")
    }

    /// A URL at which the server never responds.
    pub fn silent(&self) -> String {
        self.url(SILENT)
    }

    /// How often a URL was requested.
    pub fn asked(&self, url: &str) -> usize {
        let target = url.strip_prefix(&self.url("")).unwrap_or(url);
        let asked = locked(&self.asked);
        asked.iter().filter(|asked| *asked == target).count()
    }

    fn answer(&self, target: &str, head: &str, body: &[u8]) -> String {
        let answer = [head.as_bytes(), b"\r\n\r\n", body].concat();
        locked(&self.answers).insert(target.to_owned(), answer.into());
        self.url(target)
    }

    async fn serve(&self, mut stream: TcpStream) {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            match stream.read_u8().await {
                Ok(byte) => head.push(byte),
                Err(_) => return,
            }
        }
        let head = String::from_utf8_lossy(&head);
        let target = head.split(' ').nth(1).unwrap_or_default();
        locked(&self.asked).push(target.to_owned());
        if target.starts_with(SILENT) {
            return std::future::pending().await;
        }
        let nothing = Bytes::from_static(b"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        let answer = locked(&self.answers).get(target).cloned().unwrap_or(nothing);
        // The client may have disconnected.
        stream.write_all(&answer).await.ok();
        stream.shutdown().await.ok();
    }
}

/// Locks a mutex even if a failed test has poisoned it.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
