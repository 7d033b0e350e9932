//! HTTP to vendors: one client for a process, which keeps its connections.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use runtime::https_connector;
use rustls::RootCertStore;
use serde::de::DeserializeOwned;

use crate::{Cause, ModelError, body::Body};

/// How long a connection may take to come about.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a connection is kept that nobody uses. A Lambda that was frozen for longer finds it closed.
const IDLE: Duration = Duration::from_secs(20);
/// The longest wait that a vendor may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// An answer: its head, and its body up to a limit.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    /// The body as JSON.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, ModelError> {
        serde_json::from_slice(&self.body).map_err(|_| ModelError::transient(Cause::Unreadable))
    }

    /// A header that is plain text.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        Some(self.headers.get(name)?.to_str().ok()?.to_owned())
    }

    /// How long to wait, in whichever of its two forms: seconds or a date.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
        let wait = match text.parse::<f64>() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok()?,
            Err(_) => httpdate::parse_http_date(text)
                .ok()?
                .duration_since(std::time::SystemTime::now())
                .unwrap_or_default(),
        };
        Some(wait.min(LONGEST_WAIT))
    }

    /// What a status means that says nothing else of itself.
    pub(crate) fn failure(&self) -> ModelError {
        let status = self.status.as_u16();
        match status {
            401 | 403 => ModelError::permanent(Cause::KeyRefused),
            404 | 410 => ModelError::Gone,
            429 => ModelError::Transient {
                cause: Cause::Throttled,
                retry_after: self.retry_after(),
            },
            408 | 409 | 425 | 500..=599 => ModelError::Transient {
                cause: Cause::Status(status),
                retry_after: self.retry_after(),
            },
            400..=499 => ModelError::permanent(Cause::Invalid),
            _ => ModelError::permanent(Cause::Status(status)),
        }
    }
}

/// A client for all vendors.
pub(crate) struct Http {
    client: Client<HttpsConnector<HttpConnector>, Body>,
}

impl Http {
    /// A client that trusts what browsers trust. Nothing is connected yet.
    pub(crate) fn new() -> Self {
        let roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(https_connector(roots, CONNECT));
        Self { client }
    }

    /// Sends a request and reads its answer, of `limit` bytes at the most.
    pub(crate) async fn send(&self, request: Request<Body>, limit: usize) -> Result<Reply, ModelError> {
        let response = self.client.request(request).await.map_err(|error| {
            ModelError::transient(if error.is_connect() {
                Cause::Unreachable
            } else {
                Cause::Cut
            })
        })?;
        let (head, mut body) = response.into_parts();
        let mut bytes = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| ModelError::transient(Cause::Cut))?;
            if let Ok(data) = frame.into_data() {
                if bytes.len() + data.len() > limit {
                    return Err(ModelError::transient(Cause::TooLarge));
                }
                bytes.extend_from_slice(&data);
            }
        }
        Ok(Reply {
            status: head.status,
            headers: head.headers,
            body: bytes.freeze(),
        })
    }
}

/// A URL of a vendor. What is configured was judged at the start, so there is nothing to be wrong but the model's name.
pub(crate) fn post(url: &str, content_type: &str, body: Body) -> Result<Request<Body>, ModelError> {
    Request::post(url)
        .header(header::CONTENT_TYPE, content_type)
        .body(body)
        .map_err(|_| ModelError::permanent(Cause::Invalid))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(status: u16, retry_after: Option<&str>) -> Reply {
        let mut headers = HeaderMap::new();
        if let Some(wait) = retry_after {
            headers.insert(header::RETRY_AFTER, wait.parse().unwrap());
        }
        Reply {
            status: StatusCode::from_u16(status).unwrap(),
            headers,
            body: Bytes::new(),
        }
    }

    #[test]
    fn a_wait_is_seconds_or_a_date_and_never_longer_than_an_hour() {
        let wait = |text| reply(429, Some(text)).retry_after();
        assert_eq!(wait("7"), Some(Duration::from_secs(7)));
        assert_eq!(wait("0.5"), Some(Duration::from_millis(500)));
        assert_eq!(wait("86400"), Some(LONGEST_WAIT));
        assert_eq!(wait("Fri, 31 Dec 1999 23:59:59 GMT"), Some(Duration::ZERO));
        assert_eq!(wait("Fri, 31 Dec 9999 23:59:59 GMT"), Some(LONGEST_WAIT));
        for nonsense in ["", "-3", "soon", "NaN"] {
            assert_eq!(wait(nonsense), None, "{nonsense}");
        }
        assert_eq!(reply(429, None).retry_after(), None);
    }

    #[test]
    fn a_status_says_whether_to_try_again() {
        for (status, retryable) in [
            (400, false),
            (401, false),
            (403, false),
            (404, false),
            (408, true),
            (410, false),
            (413, false),
            (429, true),
            (500, true),
            (503, true),
            (302, false),
        ] {
            assert_eq!(reply(status, None).failure().is_retryable(), retryable, "{status}");
        }
        assert_eq!(reply(404, None).failure(), ModelError::Gone);
    }
}
