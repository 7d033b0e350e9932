//! Behaves like an API Gateway HTTP API with a Lambda function, with their limits:
//! <https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html> and
//! <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>.

use std::{convert::Infallible, net::SocketAddr, pin::Pin, sync::Arc, time::Duration};

use bytes::{Bytes, BytesMut};
use http::{
    HeaderMap, HeaderValue, Request, Response, StatusCode, Uri,
    header::{CONTENT_TYPE, COOKIE, EXPECT, X_CONTENT_TYPE_OPTIONS},
    uri::PathAndQuery,
};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body as _, Incoming};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use runtime::causes;
use tokio::time::timeout;

use crate::server::{Body, ListenError, Server};

/// The most bytes of a body, in either direction: Lambda's limit for the payload of a call.
const MOST_BODY: usize = 6_291_456;
/// The most bytes of a request's first line and headers.
const MOST_HEAD: usize = 10_240;
/// The time limit of a function.
pub const FUNCTION_TIME: Duration = Duration::from_secs(30);
/// How many bytes of a body that is too large are read and dropped, so that a client that is still sending sees the
/// response.
const MOST_DROPPED: usize = 64 * 1024 * 1024;
/// How long requests in progress may continue after a shutdown has begun.
const GRACE: Duration = Duration::from_secs(10);
/// The characters that a URL's path contains only in encoded form,
/// <https://url.spec.whatwg.org/#path-percent-encode-set>.
const NOT_IN_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// The functions behind the gateway.
pub trait HttpFunction: Send + Sync {
    /// Answers a request. Its body is complete, and its path is decoded as in payload format 2.0.
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>>;
}

/// A running gateway.
#[derive(Debug)]
pub struct ApiGateway(Server);

impl ApiGateway {
    /// Listens on `port` of 127.0.0.1; 0 selects a free port.
    ///
    /// # Errors
    ///
    /// Fails if the port is taken.
    pub async fn start(port: u16, function: Arc<dyn HttpFunction>) -> Result<Self, ListenError> {
        Self::start_within(port, function, FUNCTION_TIME).await
    }

    /// Like [`ApiGateway::start`], with another time limit for the function, and for a client to send its request.
    ///
    /// # Errors
    ///
    /// Fails if the port is taken.
    pub async fn start_within(port: u16, function: Arc<dyn HttpFunction>, time: Duration) -> Result<Self, ListenError> {
        Server::start(port, Gate { function, time }, Some(time)).await.map(Self)
    }

    /// The address that it listens on.
    pub fn addr(&self) -> SocketAddr {
        self.0.address()
    }

    /// Stops accepting connections, and waits at most ten seconds until requests in progress have ended.
    pub async fn shutdown(self) {
        self.0.shutdown(GRACE).await;
    }
}

#[derive(Clone)]
struct Gate {
    function: Arc<dyn HttpFunction>,
    time: Duration,
}

impl hyper::service::Service<Request<Incoming>> for Gate {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn call(&self, request: Request<Incoming>) -> Self::Future {
        let Self { function, time } = self.clone();
        Box::pin(async move {
            // A client that sends half a request must not keep its connection for ever.
            let response = match timeout(time, accept(request)).await {
                Ok(Ok(request)) => invoke(function, request, time).await,
                Ok(Err(refusal)) => refusal,
                Err(_) => refusal(StatusCode::REQUEST_TIMEOUT, "Request Timeout"),
            };
            Ok(response.map(|body| Full::new(body).map_err(|never| match never {}).boxed_unsync()))
        })
    }
}

/// Converts the request to the form that a function receives, or refuses it because it is too large.
async fn accept(request: Request<Incoming>) -> Result<Request<Bytes>, Response<Bytes>> {
    let (mut parts, body) = request.into_parts();
    let line = parts.method.as_str().len() + parts.uri.path_and_query().map_or(0, |path| path.as_str().len());
    let headers: usize = parts
        .headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len())
        .sum();
    if line + headers > MOST_HEAD {
        return Err(refusal(
            StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
            "Request Header Fields Too Large",
        ));
    }
    let too_large = || refusal(StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
    let announced = usize::try_from(body.size_hint().lower()).unwrap_or(usize::MAX);
    if announced > MOST_BODY && parts.headers.contains_key(EXPECT) {
        return Err(too_large());
    }
    let bad = || refusal(StatusCode::BAD_REQUEST, "Bad Request");
    let body = read(body).await.map_err(|_| bad())?.ok_or_else(too_large)?;
    parts.uri = decoded(&parts.uri).ok_or_else(bad)?;
    parts.headers = joined(&parts.headers);
    Ok(Request::from_parts(parts, body))
}

/// Reads the body; `None` if it is too large. Keeps at most [`MOST_BODY`] bytes of it in memory.
async fn read(mut body: Incoming) -> Result<Option<Bytes>, hyper::Error> {
    let mut kept = BytesMut::new();
    let mut read = 0_usize;
    while read <= MOST_DROPPED {
        let Some(frame) = body.frame().await else {
            break;
        };
        let Ok(data) = frame?.into_data() else {
            continue;
        };
        read += data.len();
        if read <= MOST_BODY {
            kept.extend_from_slice(&data);
        } else {
            kept = BytesMut::new();
        }
    }
    Ok((read <= MOST_BODY).then(|| kept.freeze()))
}

/// Decodes the path once, as for a function. Characters that a URL cannot contain are encoded again.
fn decoded(uri: &Uri) -> Option<Uri> {
    let path = percent_decode_str(uri.path()).decode_utf8().ok()?;
    let mut text = utf8_percent_encode(&path, NOT_IN_PATH).to_string();
    if let Some(query) = uri.query() {
        text.push('?');
        text.push_str(query);
    }
    let path: PathAndQuery = text.try_into().ok()?;
    Some(Uri::from(path))
}

/// Joins repeated headers as in payload format 2.0: values with commas, cookies with semicolons.
fn joined(headers: &HeaderMap) -> HeaderMap {
    let mut joined = HeaderMap::new();
    for name in headers.keys() {
        let separator: &[u8] = if name == COOKIE { b"; " } else { b"," };
        let values: Vec<&[u8]> = headers.get_all(name).iter().map(HeaderValue::as_bytes).collect();
        if let Ok(value) = HeaderValue::from_bytes(&values.join(separator)) {
            joined.insert(name, value);
        }
    }
    joined
}

/// Calls the function in a separate task, because an invocation continues when its client disconnects.
async fn invoke(function: Arc<dyn HttpFunction>, request: Request<Bytes>, time: Duration) -> Response<Bytes> {
    let invocation = tokio::spawn(async move { function.call(request).await });
    match timeout(time, invocation).await {
        Ok(Ok(response)) if response.body().len() <= MOST_BODY => response,
        Ok(Ok(response)) => {
            tracing::error!(
                response.bytes = response.body().len(),
                "a response is larger than Lambda allows"
            );
            refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
        }
        Ok(Err(error)) => {
            tracing::error!(error = %causes(&error), "a function ended without an answer");
            refusal(StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error")
        }
        Err(_) => {
            tracing::error!(limit.seconds = time.as_secs(), "a function took too long to answer");
            refusal(StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable")
        }
    }
}

/// A response of the gateway itself. It has no envelope.
fn refusal(status: StatusCode, message: &str) -> Response<Bytes> {
    let mut response = Response::new(Bytes::from(serde_json::json!({ "message": message }).to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_decoded_once_and_stays_a_url() {
        let check = |from: &'static str, to: &str| {
            assert_eq!(decoded(&Uri::from_static(from)).unwrap().to_string(), to);
        };
        check("/api/v1/tools/get%5Fcredits?a=%41", "/api/v1/tools/get_credits?a=%41");
        check("/a%20b%3Fc%23d", "/a%20b%3Fc%23d");
        check("/a%2Fb", "/a/b");
        check("/%2541", "/%41");
        check("/caf%C3%A9", "/caf%C3%A9");
        assert!(decoded(&Uri::from_static("/%FF")).is_none());
    }
}
