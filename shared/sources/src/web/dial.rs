//! Opens connections to addresses.

use std::{io, net::SocketAddr};

use futures_util::future::BoxFuture;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
};

/// A connection with or without TLS.
pub trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// The future of a connection.
pub type Dialling<'a> = BoxFuture<'a, io::Result<Box<dyn Connection>>>;

/// Opens a connection to an address.
///
/// The service dials only addresses that it has checked. A simulation dials receivers in its own memory, because no
/// socket follows simulated time.
pub trait Dial: Send + Sync {
    /// A connection to `address`, without TLS.
    fn dial(&self, address: SocketAddr) -> Dialling<'_>;
}

/// The operating system's sockets.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemDialler;

impl Dial for SystemDialler {
    fn dial(&self, address: SocketAddr) -> Dialling<'_> {
        Box::pin(async move {
            let stream = TcpStream::connect(address).await?;
            Ok(Box::new(stream) as Box<dyn Connection>)
        })
    }
}
