//! HTTP to vendors: one client for a process, which keeps its connections.

use std::{error::Error, time::Duration};

use bytes::{Bytes, BytesMut};
use http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use hyper_rustls::HttpsConnector;
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use runtime::{causes, https_connector, system_time};
use rustls::RootCertStore;
use serde::de::DeserializeOwned;

use super::body::Body;
use crate::{Cause, ModelError};

/// The largest response to a request for a picture, in bytes: a 4K picture as PNG in base64.
pub(crate) const MAX_PICTURE_RESPONSE_BYTES: usize = 64_000_000;
/// The largest response to a request for text, in bytes.
pub(crate) const MAX_TEXT_RESPONSE_BYTES: usize = 1_000_000;
/// The largest list of a vendor's models, in bytes.
pub(crate) const MAX_LIST_RESPONSE_BYTES: usize = 8_000_000;
/// How long connecting to a vendor may take.
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long an idle connection is kept. A connection that outlives a frozen Lambda would be closed by the other side.
const IDLE: Duration = Duration::from_secs(20);
/// The longest accepted `Retry-After`.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// A response of a vendor.
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

    /// The value of a header, if it is plain text.
    pub(crate) fn header(&self, name: &str) -> Option<String> {
        Some(self.headers.get(name)?.to_str().ok()?.to_owned())
    }

    /// The `Retry-After` header, which contains seconds or a date.
    pub(crate) fn retry_after(&self) -> Option<Duration> {
        let text = self.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
        let wait = match text.parse::<f64>() {
            Ok(seconds) => Duration::try_from_secs_f64(seconds).ok()?,
            Err(_) => httpdate::parse_http_date(text)
                .ok()?
                .duration_since(system_time())
                .unwrap_or_default(),
        };
        Some(wait.min(LONGEST_WAIT))
    }

    /// The error that the status means, for a response without a more specific code.
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
    /// A client that trusts the roots that browsers trust. Makes no connection yet.
    pub(crate) fn new() -> Self {
        let roots = RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(https_connector(roots, CONNECT_TIMEOUT));
        Self { client }
    }

    /// Sends a request and reads its response, whose body may have at most `limit` bytes.
    pub(crate) async fn send(&self, request: Request<Body>, limit: usize) -> Result<Reply, ModelError> {
        let response = self.client.request(request).await.map_err(|error| {
            let cause = if error.is_connect() {
                Cause::Unreachable
            } else {
                Cause::Cut
            };
            lost(cause, &error)
        })?;
        let (head, mut body) = response.into_parts();
        let mut bytes = BytesMut::new();
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| lost(Cause::Cut, &error))?;
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

/// The error for a call without a complete response. The reason goes to the log, because the error does not keep it.
/// Errors of connections contain nothing of the request.
pub(crate) fn lost(cause: Cause, reason: &(dyn Error + 'static)) -> ModelError {
    tracing::info!(error = %causes(reason), "a call to a vendor got no complete response: {cause}");
    ModelError::transient(cause)
}

/// A `GET` request to a vendor.
pub(crate) fn get(url: &str) -> Result<Request<Body>, ModelError> {
    Request::get(url)
        .body(Body::default())
        .map_err(|_| ModelError::permanent(Cause::Invalid))
}

/// A `POST` request to a vendor. The configured part of the URL has been checked, so only the model's name can be
/// wrong.
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
