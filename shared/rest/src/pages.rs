//! Web pages, which only the function of discovery serves.

use bytes::Bytes;
use http::{Request, Response};

/// Web pages and their files. It is a trait, so that other functions are linked without them.
pub trait Pages: std::fmt::Debug + Send + Sync {
    /// The response to a GET request for a page or for a file of a page. `None` if this path has neither.
    fn get(&self, request: &Request<Bytes>) -> Option<Response<Bytes>>;
}
