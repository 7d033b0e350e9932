//! The gateway's own responses, over raw HTTP.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

use std::{pin::Pin, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Full, StreamBody, combinators::BoxBody};
use hyper::body::Frame;
use hyper_util::{client::legacy, rt::TokioExecutor};
use local::api_gateway::{ApiGateway, HttpFunction};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

const MOST: usize = 6_291_456;

/// Returns a description of its request, and misbehaves if the request asks for it.
struct Function;

impl HttpFunction for Function {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        Box::pin(async move {
            match request.uri().path() {
                "/panic" => panic!("on purpose"),
                "/large" => Response::new(Bytes::from(vec![b'x'; MOST + 1])),
                "/never" => std::future::pending().await,
                _ => {
                    let value = request.headers().get("x-twice").cloned();
                    let said = format!("{} {} {}", request.method(), request.uri(), request.body().len());
                    let mut response = Response::new(Bytes::from(said));
                    response
                        .headers_mut()
                        .insert("x-twice", value.unwrap_or(HeaderValue::from_static("")));
                    response
                }
            }
        })
    }
}

async fn start() -> (ApiGateway, String) {
    let gateway = ApiGateway::start(0, Arc::new(Function)).await.unwrap();
    let url = format!("http://{}", gateway.addr());
    (gateway, url)
}

type AnyBody = BoxBody<Bytes, std::convert::Infallible>;

async fn send(request: Request<AnyBody>) -> Response<Bytes> {
    let client: legacy::Client<_, AnyBody> = legacy::Client::builder(TokioExecutor::new()).build_http();
    let (parts, body) = client.request(request).await.unwrap().into_parts();
    Response::from_parts(parts, body.collect().await.unwrap().to_bytes())
}

fn request(method: Method, url: &str, path: &str, body: impl Into<Bytes>) -> Request<AnyBody> {
    let request = Request::builder().method(method).uri(format!("{url}{path}"));
    request.body(Full::new(body.into()).boxed()).unwrap()
}

fn is_refusal(response: &Response<Bytes>, status: StatusCode, message: &str) {
    assert_eq!(response.status(), status);
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(*response.body(), format!("{{\"message\":\"{message}\"}}"));
}

#[tokio::test]
async fn a_request_reaches_the_function_decoded_and_with_its_headers_joined() {
    let (_gateway, url) = start().await;
    let mut get = request(Method::POST, &url, "/a%5Fb/c%20d?e=%41", "body");
    get.headers_mut().append("x-twice", HeaderValue::from_static("1"));
    get.headers_mut().append("x-twice", HeaderValue::from_static("2"));
    let response = send(get).await;
    assert_eq!(*response.body(), "POST /a_b/c%20d?e=%41 4");
    assert_eq!(response.headers()["x-twice"], "1,2");
}

#[tokio::test]
async fn six_megabytes_pass_and_one_byte_more_does_not() {
    let (_gateway, url) = start().await;
    let response = send(request(Method::POST, &url, "/", vec![b'x'; MOST])).await;
    assert_eq!(*response.body(), format!("POST / {MOST}"));
    let response = send(request(Method::POST, &url, "/", vec![b'x'; MOST + 1])).await;
    is_refusal(&response, StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
}

#[tokio::test]
async fn a_body_without_content_length_is_limited_while_it_is_read() {
    let (_gateway, url) = start().await;
    let chunks = (0..8).map(|_| Ok(Frame::data(Bytes::from(vec![b'x'; 1_000_000]))));
    let body = StreamBody::new(futures_util::stream::iter(chunks)).boxed();
    let response = send(Request::post(url).body(body).unwrap()).await;
    is_refusal(&response, StatusCode::PAYLOAD_TOO_LARGE, "Request Entity Too Large");
}

#[tokio::test]
async fn a_client_that_expects_100_continue_is_refused_before_it_sends_its_body() {
    let (gateway, _) = start().await;
    let mut stream = TcpStream::connect(gateway.addr()).await.unwrap();
    let head = "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut answer = vec![0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, b"HTTP/1.1 413");
}

#[tokio::test]
async fn headers_above_ten_kibibytes_are_refused() {
    let (_gateway, url) = start().await;
    for (size, status) in [
        (9_000, StatusCode::OK),
        (10_240, StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE),
    ] {
        let mut get = request(Method::GET, &url, "/", "");
        get.headers_mut()
            .insert("x-large", HeaderValue::try_from("x".repeat(size)).unwrap());
        assert_eq!(send(get).await.status(), status);
    }
}

#[tokio::test]
async fn a_panic_and_a_response_that_is_too_large_are_internal_errors() {
    let (_gateway, url) = start().await;
    for path in ["/panic", "/large"] {
        let response = send(request(Method::GET, &url, path, "")).await;
        is_refusal(&response, StatusCode::INTERNAL_SERVER_ERROR, "Internal Server Error");
    }
    assert_eq!(send(request(Method::GET, &url, "/", "")).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn an_answer_to_head_has_no_body() {
    let (_gateway, url) = start().await;
    let response = send(request(Method::HEAD, &url, "/", "")).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-length"], "8");
    assert!(response.body().is_empty());
}

#[tokio::test]
async fn a_function_that_exceeds_its_time_limit_gets_an_error_response() {
    let time = Duration::from_millis(200);
    let gateway = ApiGateway::start_within(0, Arc::new(Function), time).await.unwrap();
    let url = format!("http://{}", gateway.addr());
    let response = send(request(Method::GET, &url, "/never", "")).await;
    is_refusal(&response, StatusCode::SERVICE_UNAVAILABLE, "Service Unavailable");
}

#[tokio::test]
async fn a_shutdown_lets_requests_under_way_end_and_accepts_no_more() {
    struct Slow;
    impl HttpFunction for Slow {
        fn call<'a>(&'a self, _: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
            Box::pin(async {
                tokio::time::sleep(Duration::from_millis(300)).await;
                Response::new(Bytes::from("done"))
            })
        }
    }
    let gateway = ApiGateway::start(0, Arc::new(Slow)).await.unwrap();
    let address = gateway.addr();
    let pending = tokio::spawn(send(request(Method::GET, &format!("http://{address}"), "/", "")));
    tokio::time::sleep(Duration::from_millis(100)).await;
    gateway.shutdown().await;
    assert_eq!(pending.await.unwrap().body(), "done");
    assert!(TcpStream::connect(address).await.is_err());
}

#[tokio::test]
async fn a_port_that_is_taken_is_named() {
    let (gateway, _) = start().await;
    let port = gateway.addr().port();
    let error = ApiGateway::start(port, Arc::new(Function)).await.unwrap_err();
    assert_eq!(error.to_string(), format!("port {port} on 127.0.0.1 is already taken"));
}

#[tokio::test]
async fn a_connection_that_sends_nothing_or_half_a_request_ends_at_the_time_limit() {
    let time = Duration::from_millis(200);
    let gateway = ApiGateway::start_within(0, Arc::new(Function), time).await.unwrap();
    for (sent, received) in [
        ("", ""),
        ("POST / HTTP/1.1\r\nhost: a\r\n", ""),
        (
            "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nhalf",
            "HTTP/1.1 408 ",
        ),
    ] {
        let mut stream = TcpStream::connect(gateway.addr()).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let ended = stream.read_to_string(&mut answer);
        tokio::time::timeout(Duration::from_secs(20), ended)
            .await
            .unwrap()
            .unwrap();
        assert!(answer.starts_with(received), "{sent:?} is answered {answer:?}");
        assert_eq!(
            answer.is_empty(),
            received.is_empty(),
            "{sent:?} is answered {answer:?}"
        );
    }
}
