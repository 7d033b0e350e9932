//! A plain HTTP client: TLS with the root certificates that browsers trust, and a timeout for every call.

use std::{error::Error, io, time::Duration};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use runtime::https_connector;
use rustls::RootCertStore;
use tokio::time::timeout;

/// The largest response that is read, in bytes. It is above the limits of the service's responses and pictures.
const MAX_RESPONSE_BYTES: usize = 32_000_000;

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub(super) enum NoResponse {
    /// The timeout expired.
    #[error("no response within {} s", .0.as_secs())]
    Late(Duration),
    /// The server speaks no TLS, or its certificate is not trusted.
    #[error("no TLS connection is possible")]
    Tls(#[source] Box<dyn Error + Send + Sync>),
    /// Nothing listens at the address.
    #[error("nothing answers")]
    Connect(#[source] Box<dyn Error + Send + Sync>),
    /// The connection ended before the response did, or the response is too long.
    #[error("the response cannot be read")]
    Broken(#[source] Box<dyn Error + Send + Sync>),
}

/// Whether TLS failed. The TLS error is inside an I/O error, so it is not among the sources.
fn is_tls(error: &(dyn Error + 'static)) -> bool {
    std::iter::successors(Some(error), |&error| error.source()).any(|cause| {
        let held = cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref);
        held.is_some_and(|held| held.is::<rustls::Error>() || is_tls(held))
    })
}

impl From<hyper_util::client::legacy::Error> for NoResponse {
    fn from(error: hyper_util::client::legacy::Error) -> Self {
        if is_tls(&error) {
            Self::Tls(error.into())
        } else if error.is_connect() {
            Self::Connect(error.into())
        } else {
            Self::Broken(error.into())
        }
    }
}

/// A client that keeps connections open.
#[derive(Debug)]
pub(super) struct Http {
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
    timeout: Duration,
}

impl Http {
    /// A client with this timeout for each call, which trusts the root certificates that browsers trust.
    pub(super) fn new(timeout: Duration) -> Self {
        let roots = webpki_roots::TLS_SERVER_ROOTS.iter().cloned();
        Self::trusting(RootCertStore::from_iter(roots), timeout)
    }

    fn trusting(roots: RootCertStore, timeout: Duration) -> Self {
        Self {
            client: Client::builder(TokioExecutor::new()).build(https_connector(roots, timeout)),
            timeout,
        }
    }

    /// The timeout of a call.
    pub(super) const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Sends a request and reads the complete response.
    pub(super) async fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, NoResponse> {
        match timeout(self.timeout, self.exchange(request)).await {
            Ok(answer) => answer,
            Err(_) => Err(NoResponse::Late(self.timeout)),
        }
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, NoResponse> {
        let (parts, body) = self.client.request(request.map(Full::new)).await?.into_parts();
        let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await;
        let bytes = body.map_err(NoResponse::Broken)?.to_bytes();
        Ok(Response::from_parts(parts, bytes))
    }
}

#[cfg(test)]
mod tests;
