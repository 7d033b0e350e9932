//! A recorded request of a function, prepared for replay.

use bytes::Bytes;
use http::Request;

/// A recorded request of a function.
#[derive(Clone, Debug)]
pub(crate) struct RecordedRequest {
    pub(crate) bytes: Vec<u8>,
    /// Whether no other request was in progress when this request arrived. Concurrent requests do not count as separate
    /// waits.
    pub(crate) is_wait: bool,
}

impl RecordedRequest {
    pub(crate) fn new(request: &Request<Bytes>, is_wait: bool) -> Self {
        let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
        let mut bytes = format!("{} {path} HTTP/1.1\r\n", request.method()).into_bytes();
        for (name, value) in request.headers() {
            bytes.extend_from_slice(name.as_str().as_bytes());
            bytes.extend_from_slice(b": ");
            bytes.extend_from_slice(value.as_bytes());
            bytes.extend_from_slice(b"\r\n");
        }
        bytes.extend_from_slice(b"\r\n");
        bytes.extend_from_slice(request.body());
        Self { bytes, is_wait }
    }
}

/// How many of these requests a function waits for one after another.
pub(crate) fn waits(asked: &[RecordedRequest]) -> usize {
    asked.iter().filter(|asked| asked.is_wait).count()
}
