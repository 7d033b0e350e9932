//! The bucket's CORS rule: pages of the allowed origins may read objects, and post the forms of uploads. Behaves like
//! S3, <https://docs.aws.amazon.com/AmazonS3/latest/userguide/cors.html>.

use http::{
    HeaderMap, HeaderValue, Method, Request, Response, StatusCode,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
    },
};
use hyper::body::Incoming;

use super::{json, s3::S3};
use crate::server::Body;

/// The methods that other origins may use.
const METHODS: &str = "GET, HEAD, POST";

/// The origins whose pages may read objects and post forms.
#[derive(Debug)]
pub(super) struct Cors {
    origins: Vec<String>,
}

impl Cors {
    /// `*` among `origins` allows all origins.
    pub(super) fn new(origins: Vec<String>) -> Self {
        Self { origins }
    }

    /// Answers a preflight, and adds the CORS headers to responses of S3.
    pub(super) async fn answer(&self, request: Request<Incoming>, s3: &S3) -> Response<Body> {
        let is_open = [Method::GET, Method::HEAD, Method::POST].contains(request.method());
        let allowed = self.allowed(request.headers());
        if request.method() == Method::OPTIONS {
            return preflight(request.headers(), allowed);
        }
        let mut response = s3.answer(request).await;
        if let (true, Some(allowed)) = (is_open, allowed) {
            allow(response.headers_mut(), allowed);
        }
        response
    }

    /// The value of `Access-Control-Allow-Origin`; `None` if the origin is not allowed.
    fn allowed(&self, headers: &HeaderMap) -> Option<HeaderValue> {
        let origin = headers.get(ORIGIN)?;
        if self.origins.iter().any(|allowed| allowed == "*") {
            return Some(HeaderValue::from_static("*"));
        }
        let listed = self
            .origins
            .iter()
            .any(|allowed| allowed.as_bytes() == origin.as_bytes());
        listed.then(|| origin.clone())
    }
}

fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.append(VARY, HeaderValue::from_static("Origin"));
}

fn preflight(headers: &HeaderMap, allowed: Option<HeaderValue>) -> Response<Body> {
    let mut response = Response::new(json::full(""));
    let method = headers.get(ACCESS_CONTROL_REQUEST_METHOD).map(HeaderValue::as_bytes);
    match allowed {
        Some(origin) if matches!(method, Some(b"GET" | b"HEAD" | b"POST")) => {
            allow(response.headers_mut(), origin);
            response
                .headers_mut()
                .insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("3000"));
            if let Some(asked) = headers.get(ACCESS_CONTROL_REQUEST_HEADERS) {
                response
                    .headers_mut()
                    .insert(ACCESS_CONTROL_ALLOW_HEADERS, asked.clone());
            }
        }
        _ => *response.status_mut() = StatusCode::FORBIDDEN,
    }
    response
}
