//! S3: objects are files below one directory. Signatures and their expiry are checked, so presigned URLs behave as on
//! AWS.

use std::{error::Error, fmt, path::Path};

use http::{Request, Response, StatusCode};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use runtime::causes;
use s3s::{
    auth::SimpleAuth,
    service::{S3Service, S3ServiceBuilder},
};
use s3s_fs::FileSystem;

use super::json;
use crate::server::Body;

/// The access key that signs S3 requests, and its secret.
const KEY: &str = "local";

/// The buckets below one directory.
pub(super) struct S3(S3Service);

impl fmt::Debug for S3 {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("S3")
    }
}

impl S3 {
    /// Opens the buckets in `directory`, which must exist.
    pub(super) fn open(directory: &Path) -> Result<Self, s3s_fs::Error> {
        let mut builder = S3ServiceBuilder::new(FileSystem::new(directory)?);
        builder.set_auth(SimpleAuth::from_single(KEY, KEY));
        Ok(Self(builder.build()))
    }

    /// Answers one request.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Response<Body> {
        match self.0.call(request.map(s3s::Body::from)).await {
            Ok(response) => response.map(BodyExt::boxed_unsync),
            Err(error) => {
                let error = Box::<dyn Error + Send + Sync>::from(error);
                tracing::error!(error = %causes(error.as_ref()), "an s3 request failed");
                let mut response = Response::new(json::full(""));
                *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
                response
            }
        }
    }
}
