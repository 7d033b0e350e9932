//! Responses of web servers: heads, redirects, encodings, bodies. A server on this machine sends the input unchanged.

use std::{
    io,
    sync::{Mutex, OnceLock, PoisonError},
    time::Duration,
};

use sources::{Resolve, Resolving, SourceParameter, Sources, SourcesConfig};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    runtime::{Builder, Runtime},
};

use super::target::Target;
use crate::measure::Cost;

pub(super) const TARGET: Target = Target {
    name: "answer",
    run,
    budget: |_| Cost {
        cpu: Duration::from_millis(150),
        memory: 45_000_000,
    },
    craft: |_| None,
    words: &[
        b"HTTP/1.1 200 OK\r\n",
        b"HTTP/1.0 302 Found\r\n",
        b"Content-Length: ",
        b"Transfer-Encoding: chunked\r\n",
        b"Content-Encoding: gzip\r\n",
        b"Content-Encoding: deflate\r\n",
        b"Location: /next\r\n",
        b"Connection: keep-alive\r\n",
        b"HTTP/1.1 100 Continue\r\n\r\n",
        b"\r\n",
        b"\r\n\r\n",
        b"\n ",
        b"0\r\n\r\n",
        b"ffffffffffffffff\r\n",
        b";a=b",
    ],
    mend: |_| {},
};

/// The only site to which a redirect may point.
const SITE: &str = "http://pictures.example/";

/// Resolves no name, so that no input can make the target connect to another machine.
struct Nobody;

impl Resolve for Nobody {
    fn resolve<'a>(&'a self, _: &'a str) -> Resolving<'a> {
        Box::pin(async { Err(io::ErrorKind::NotFound.into()) })
    }
}

/// A server on this machine, and a service that may fetch only from it.
struct AnswerWorld {
    runtime: Runtime,
    server: TcpListener,
    sources: Sources,
    url: String,
}

impl AnswerWorld {
    fn new() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let server = runtime.block_on(TcpListener::bind("127.0.0.1:0"))?;
        let host = server.local_addr()?.to_string();
        let sources = Sources::new(SourcesConfig {
            allow_hosts: vec![host.clone()],
            resolver: std::sync::Arc::new(Nobody),
            ..SourcesConfig::default()
        });
        Ok(Self {
            runtime,
            server,
            sources,
            url: format!("http://{host}/picture.png"),
        })
    }
}

#[expect(
    clippy::expect_used,
    reason = "without a port on this machine there is nothing to run"
)]
fn run(answer: &[u8]) {
    static WORLD: OnceLock<Mutex<AnswerWorld>> = OnceLock::new();
    if leads_away(answer) {
        return;
    }
    let world = WORLD.get_or_init(|| Mutex::new(AnswerWorld::new().expect("a port on this machine")));
    let world = world.lock().unwrap_or_else(PoisonError::into_inner);
    let wanted = [SourceParameter {
        path: "imageUrl".to_owned(),
        source: &world.url,
    }];
    world.runtime.block_on(async {
        let serve = async {
            loop {
                let Ok((mut stream, _)) = world.server.accept().await else {
                    continue;
                };
                let mut head = [0; 4096];
                // The client may disconnect before the end of the response.
                drop(stream.read(&mut head).await);
                drop(stream.write_all(answer).await);
                drop(stream.shutdown().await);
            }
        };
        tokio::select! {
            taken = world.sources.fetch(&wanted) => drop(taken),
            () = serve => {}
        }
    });
}

/// Whether a redirect in this response could lead to another machine: an IP address needs no resolution.
fn leads_away(answer: &[u8]) -> bool {
    let text = String::from_utf8_lossy(answer).to_ascii_lowercase();
    text.split("location:").skip(1).any(|value| {
        // The URL parser ignores these characters.
        let mut value = value.split("\r\n").next().unwrap_or(value).to_owned();
        value.retain(|c| !c.is_whitespace() && !c.is_control());
        let value = value.replace('\\', "/");
        !value.starts_with(SITE) && (value.contains(':') || value.starts_with("//"))
    })
}
