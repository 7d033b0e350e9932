//! Access of web pages to the embedded AWS endpoint.

use bytes::Bytes;
use http::{Request, Response};

use crate::support::idle;

/// Lists the tables of the endpoint, with these headers.
async fn list_tables(headers: &[(&str, &str)]) -> Response<Bytes> {
    let mut request = Request::post(idle().aws_url())
        .header("x-amz-target", "DynamoDB_20120810.ListTables")
        .header("content-type", "application/x-amz-json-1.0");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    tests::http::send(request.body(Bytes::from("{}")).unwrap()).await
}

#[tokio::test]
async fn a_page_of_another_machine_cannot_use_the_endpoint() {
    assert_eq!(list_tables(&[]).await.status(), 200);
    assert_eq!(list_tables(&[("origin", "http://127.0.0.1:9000")]).await.status(), 200);
    for headers in [
        [("host", "rebound.example")],
        [("origin", "https://evil.example")],
        [("origin", "null")],
    ] {
        let response = list_tables(&headers).await;
        assert_eq!(response.status(), 403, "{headers:?}");
        assert!(
            !String::from_utf8_lossy(response.body()).contains("TableNames"),
            "{headers:?}"
        );
    }
    // S3 accepts signed requests of pages, but no request with another machine's host name.
    let read = Request::get(idle().aws_url()).header("host", "rebound.example:4566");
    let response = tests::http::send(read.body(Bytes::new()).unwrap()).await;
    assert_eq!(response.status(), 403);
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
}
