//! Creating the queues on an endpoint whose responses lack a field.

use std::convert::Infallible;

use bytes::Bytes;
use http_body_util::Full;
use hyper::{Response, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use queue::Redrive;
use tokio::net::TcpListener;

use crate::support;

/// Starts an endpoint that answers every call of SQS with this JSON document. Returns its URL.
async fn endpoint(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let answering = service_fn(move |_: http::Request<Incoming>| async move {
                Ok::<_, Infallible>(Response::new(Full::new(Bytes::from_static(answer.as_bytes()))))
            });
            // The client closes the connection when the test ends.
            drop(
                http1::Builder::new()
                    .serve_connection(TokioIo::new(stream), answering)
                    .await,
            );
        }
    });
    url
}

#[tokio::test]
async fn a_response_without_a_queue_url_or_without_an_arn_is_an_error() {
    for (answer, message) in [
        ("{}", "sqs call CreateQueue failed: the response has no queue URL"),
        (
            r#"{"QueueUrl":"http://127.0.0.1/queue"}"#,
            "sqs call GetQueueAttributes failed: the response has no queue ARN",
        ),
    ] {
        let clients = support::aws(&endpoint(answer).await);
        let created = queue::create_queues(&clients.sqs(), "queue", "dead-letters", Redrive::STANDARD).await;
        assert_eq!(runtime::causes(&created.unwrap_err()).to_string(), message);
    }
}
