//! An HTTP/1.1 server on 127.0.0.1 that stops in an orderly way.

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
use hyper_util::{rt::TokioIo, server::graceful::GracefulShutdown};
use runtime::causes;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::{JoinHandle, JoinSet},
    time::{sleep, timeout},
};

/// What a response carries: bytes at hand, or a file on its way.
pub(crate) type Body = UnsyncBoxBody<Bytes, Box<dyn std::error::Error + Send + Sync>>;

/// Why a server did not start.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Another process listens there.
    #[error("port {0} on 127.0.0.1 is already taken")]
    PortTaken(u16),
    /// The system refused for another reason.
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
    /// Listens on `port` (0: any free one) and answers with `service`.
    pub(crate) async fn start<S>(port: u16, service: S) -> Result<Self, ListenError>
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
        let task = tokio::spawn(serve(listener, service, stopped));
        Ok(Self { address, stop, task })
    }

    /// Where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Accepts nothing more, lets requests under way end for as long as `grace`, and closes what is left.
    pub(crate) async fn shutdown(self, grace: Duration) {
        self.stop.send_replace(Some(grace));
        if let Err(error) = self.task.await {
            tracing::error!(error = %causes(&error), "a server's task ended badly");
        }
    }
}

async fn serve<S>(listener: TcpListener, service: S, mut stopped: watch::Receiver<Option<Duration>>)
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible> + Clone + Send + 'static,
    S::Future: Send,
{
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => {
                    let connection = connection(stream, service.clone());
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
            "closing connections with requests under way"
        );
    }
}

fn connection<S>(stream: TcpStream, service: S) -> http1::Connection<TokioIo<TcpStream>, S>
where
    S: Service<Request<Incoming>, Response = Response<Body>, Error = Infallible>,
{
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(error = %causes(&error), "TCP_NODELAY was refused");
    }
    http1::Builder::new().serve_connection(TokioIo::new(stream), service)
}
