//! A Lambda that does nothing, built without special options: the baseline for the start times and sizes of the
//! functions.

use lambda_http::{Body, Error, Request, Response, service_fn};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda_http::run(service_fn(async |_: Request| {
        Ok::<_, Error>(Response::new(Body::from(r#"{"success":true,"data":{}}"#)))
    }))
    .await
}
