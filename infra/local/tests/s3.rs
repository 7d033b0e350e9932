//! The embedded S3, called by the real SDK and by a browser.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod common;

use std::time::Duration;

use aws_sdk_s3::{Client, presigning::PresigningConfig, primitives::ByteStream};
use bytes::Bytes;
use common::Aws;
use http::{Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Empty};
use hyper_util::{client::legacy, rt::TokioExecutor};

const KEY: &str = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00/thumbnails/thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00-1.png";

async fn fetch(method: Method, url: &str, headers: &[(&str, &str)]) -> Response<Bytes> {
    let client: legacy::Client<_, Empty<Bytes>> = legacy::Client::builder(TokioExecutor::new()).build_http();
    let mut request = Request::builder().method(method).uri(url);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = client.request(request.body(Empty::new()).unwrap()).await.unwrap();
    let (parts, body) = response.into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

async fn put(client: &Client, key: &str, bytes: &'static [u8]) {
    let request = client
        .put_object()
        .bucket("pictures")
        .key(key)
        .content_type("image/png");
    request
        .cache_control("private")
        .body(ByteStream::from_static(bytes))
        .send()
        .await
        .unwrap();
}

async fn presigned(client: &Client, life: Duration) -> String {
    let request = client
        .get_object()
        .bucket("pictures")
        .key(KEY)
        .response_content_disposition("attachment; filename=\"a.png\"");
    request
        .presigned(PresigningConfig::expires_in(life).unwrap())
        .await
        .unwrap()
        .uri()
        .to_owned()
}

async fn with_picture() -> (Aws, Client) {
    let aws = Aws::start().await;
    let client = aws.s3();
    client.create_bucket().bucket("pictures").send().await.unwrap();
    put(&client, KEY, b"picture").await;
    (aws, client)
}

#[tokio::test]
async fn an_object_keeps_its_bytes_and_headers_over_a_restart_and_is_gone_when_deleted() {
    let (aws, _) = with_picture().await;
    assert!(aws.data_dir().join("s3/pictures").join(KEY).is_file());
    let aws = aws.restart().await;
    let client = aws.s3();
    let object = client.get_object().bucket("pictures").key(KEY).send().await.unwrap();
    assert_eq!(object.content_type(), Some("image/png"));
    assert_eq!(object.cache_control(), Some("private"));
    assert_eq!(object.body.collect().await.unwrap().into_bytes(), "picture");
    let head = client.head_object().bucket("pictures").key(KEY).send().await.unwrap();
    assert_eq!(head.content_length(), Some(7));

    let listed = client
        .list_objects_v2()
        .bucket("pictures")
        .prefix("org_")
        .send()
        .await
        .unwrap();
    assert_eq!(listed.contents()[0].key(), Some(KEY));
    client.delete_object().bucket("pictures").key(KEY).send().await.unwrap();
    client.delete_object().bucket("pictures").key(KEY).send().await.unwrap();
    let missing = client
        .get_object()
        .bucket("pictures")
        .key(KEY)
        .send()
        .await
        .unwrap_err();
    assert!(missing.into_service_error().is_no_such_key());
}

#[tokio::test]
async fn a_presigned_url_works_until_it_expires_and_only_as_it_was_signed() {
    let (_aws, client) = with_picture().await;
    let url = presigned(&client, Duration::from_secs(60)).await;
    let response = fetch(Method::GET, &url, &[]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(
        response.headers()["content-disposition"],
        "attachment; filename=\"a.png\""
    );
    assert_eq!(response.headers()["content-type"], "image/png");
    assert_eq!(response.into_body(), "picture");

    let tampered = url.replace("a.png", "b.png");
    assert_eq!(fetch(Method::GET, &tampered, &[]).await.status(), StatusCode::FORBIDDEN);
    let unsigned = url.split('?').next().unwrap();
    assert_eq!(fetch(Method::GET, unsigned, &[]).await.status(), StatusCode::FORBIDDEN);
    let short = presigned(&client, Duration::from_secs(1)).await;
    tokio::time::sleep(Duration::from_millis(2_100)).await;
    assert_eq!(fetch(Method::GET, &short, &[]).await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn pages_of_an_allowed_origin_may_read_and_others_may_not() {
    let (_aws, client) = with_picture().await;
    let url = presigned(&client, Duration::from_secs(60)).await;
    let allow = "access-control-allow-origin";
    let response = fetch(Method::GET, &url, &[("origin", "https://app.example")]).await;
    assert_eq!(response.headers()[allow], "https://app.example");
    let response = fetch(Method::GET, &url, &[("origin", "https://evil.example")]).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert!(!response.headers().contains_key(allow));

    let preflight = async |origin, method| {
        let headers = [("origin", origin), ("access-control-request-method", method)];
        fetch(Method::OPTIONS, &url, &headers).await
    };
    assert_eq!(preflight("https://app.example", "POST").await.status(), StatusCode::OK);
    let response = preflight("https://app.example", "GET").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()[allow], "https://app.example");
    assert_eq!(
        preflight("https://app.example", "PUT").await.status(),
        StatusCode::FORBIDDEN
    );
    assert_eq!(
        preflight("https://evil.example", "GET").await.status(),
        StatusCode::FORBIDDEN
    );
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let aws = Aws::start().await;
    let other = tempfile::TempDir::new().unwrap();
    let mut options = common::options(other.path().to_owned(), &aws.clock);
    options.port = aws.port();
    let error = local::aws::AwsEndpoint::start(options).await.unwrap_err();
    assert!(error.to_string().contains(&aws.port().to_string()), "{error}");
}
