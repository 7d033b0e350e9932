//! An HTTP/1.1 server on 127.0.0.1 with a graceful shutdown.

use std::{
    convert::Infallible,
    io,
    net::{Ipv4Addr, SocketAddr},
    time::Duration,
};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::combinators::UnsyncBoxBody;
use hyper::{body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use runtime::causes;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};

/// The body of a response: bytes in memory, or a file that is streamed.
pub(crate) type Body = UnsyncBoxBody<Bytes, Box<dyn std::error::Error + Send + Sync>>;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Another process listens on the port.
    #[error("port {0} on 127.0.0.1 is already taken")]
    PortTaken(u16),
    /// The operating system refused for another reason.
    #[error("cannot listen on port {0} of 127.0.0.1")]
    Refused(u16, #[source] io::Error),
}

/// A server that runs until it is shut down or dropped.
#[derive(Debug)]
pub(crate) struct Server {
    address: SocketAddr,
    stop: watch::Sender<Option<Duration>>,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on `port` (0 selects a free port) and answers with `service`. A client may take as long as `head` for
    /// the first line and the headers of a request.
    pub(crate) async fn start<S>(port: u16, service: S, head: Option<Duration>) -> Result<Self, ListenError>
    where
        S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
        S::Future: Send,
    {
        let refused = |error: io::Error| match error.kind() {
            io::ErrorKind::AddrInUse => ListenError::PortTaken(port),
            _ => ListenError::Refused(port, error),
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await.map_err(refused)?;
        let address = listener.local_addr().map_err(refused)?;
        let (stop, stopped) = watch::channel(None);
        let task = tokio::spawn(serve(listener, service, head, stopped));
        Ok(Self { address, stop, task })
    }

    /// The address that it listens on.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Stops accepting connections, waits up to `grace` for requests in progress, and closes the remaining connections.
    pub(crate) async fn shutdown(self, grace: Duration) {
        self.stop.send_replace(Some(grace));
        if let Err(error) = self.task.await {
            tracing::error!(error = %causes(&error), "the server's task panicked");
        }
    }
}

async fn serve<S>(
    listener: TcpListener,
    service: S,
    head: Option<Duration>,
    mut stopped: watch::Receiver<Option<Duration>>,
) where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let connection = connection(stream, service.clone(), head);
                    connections.spawn(graceful.watch(connection));
                }
                Err(error) => {
                    tracing::warn!(error = %causes(&error), "a connection could not be accepted");
                    sleep(Duration::from_millis(50)).await;
                }
            },
            Some(_) = connections.join_next() => {}
            _ = stopped.changed() => break,
        }
    }
    drop(listener);
    let grace = stopped.borrow().unwrap_or_default();
    if timeout(grace, graceful.shutdown()).await.is_err() {
        tracing::info!(
            server.connections = connections.len(),
            "closing connections with requests in progress"
        );
    }
}

fn connection<S>(stream: TcpStream, service: S, head: Option<Duration>) -> http1::Connection<TokioIo<TcpStream>, S>
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>,
{
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(error = %causes(&error), "TCP_NODELAY was refused");
    }
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(head)
        .serve_connection(TokioIo::new(stream), service)
}
