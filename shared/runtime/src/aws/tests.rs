use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use aws_sdk_dynamodb::error::SdkError;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use super::*;

const ANSWER: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 2\r\n\r\n{}";
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n";

/// Starts a service that gives each request the next of these responses. For an empty response it closes the
/// connection. Returns the URL, and the counts of connections and requests.
async fn service(answers: &'static [&'static [u8]]) -> (String, Arc<[AtomicUsize; 2]>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
    let seen = counts.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            seen[0].fetch_add(1, Ordering::SeqCst);
            tokio::spawn(answer(stream, answers, seen.clone()));
        }
    });
    (format!("http://{address}"), counts)
}

async fn answer(mut stream: TcpStream, answers: &[&[u8]], counts: Arc<[AtomicUsize; 2]>) {
    // One read is one request, because requests are small and come from this machine.
    let mut request = vec![0; 65_536];
    while stream.read(&mut request).await.is_ok_and(|length| length > 0) {
        let place = counts[1].fetch_add(1, Ordering::SeqCst);
        match answers.get(place) {
            Some(answer) if !answer.is_empty() => stream.write_all(answer).await.unwrap(),
            _ => return,
        }
    }
}

/// Calls `DescribeLimits` twice, which is one of the smallest calls.
async fn call_twice(url: String) -> [bool; 2] {
    let aws = Aws::new(&AwsConfig {
        backoff: Backoff {
            initial: Duration::from_millis(1),
            most: Duration::from_millis(1),
        },
        ..AwsConfig::local(url)
    });
    let mut succeeded = [false; 2];
    for one in &mut succeeded {
        *one = aws.dynamodb().describe_limits().send().await.is_ok();
    }
    succeeded
}

fn counted(counts: &[AtomicUsize; 2]) -> [usize; 2] {
    [0, 1].map(|place: usize| counts[place].load(Ordering::SeqCst))
}

#[tokio::test]
async fn a_connection_is_reused() {
    let (url, counts) = service(&[ANSWER, ANSWER]).await;
    assert_eq!(call_twice(url).await, [true; 2]);
    assert_eq!(counted(&counts), [1, 2]);
}

#[tokio::test]
async fn a_connection_is_not_reused_after_a_server_error() {
    let (url, counts) = service(&[BUSY, ANSWER, ANSWER]).await;
    assert_eq!(call_twice(url).await, [true; 2]);
    assert_eq!(counted(&counts), [2, 3]);
}

#[tokio::test]
async fn a_call_is_retried_when_the_connection_is_closed_without_a_response() {
    let (url, counts) = service(&[b"", ANSWER, b"", b"", b""]).await;
    assert_eq!(call_twice(url).await, [true, false]);
    // Three attempts, and possibly a further request: the HTTP client resends a request if it finds that an idle
    // connection had already been closed.
    let [_, requests] = counted(&counts);
    assert!((5..=6).contains(&requests), "{requests}");
}

#[tokio::test]
async fn a_call_is_not_retried_after_a_response_that_is_not_http() {
    let (url, counts) = service(&[b"220 mail.example ESMTP\r\n\r\n", ANSWER]).await;
    assert_eq!(call_twice(url).await, [false, true]);
    assert_eq!(counted(&counts), [2, 2]);
}

#[tokio::test]
async fn a_closed_port_is_an_io_error_of_the_connector() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let error = Aws::new(&AwsConfig::local(url))
        .dynamodb()
        .describe_limits()
        .send()
        .await;
    assert!(matches!(error, Err(SdkError::DispatchFailure(failure)) if failure.is_io()));
}

#[test]
fn roots_must_be_certificates() {
    assert_eq!(aws_roots().len(), AWS_ROOTS.len());
    assert_eq!(roots(b"").unwrap_err(), "there is no certificate in it");
    let broken = b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
    assert_eq!(roots(broken).unwrap_err(), "invalid peer certificate: BadEncoding");
}
