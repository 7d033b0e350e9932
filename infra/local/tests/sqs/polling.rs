//! Long polls.

use std::time::Duration;

use aws_sdk_sqs::types::QueueAttributeName;
use tokio::time::Instant;

use crate::{common::Aws, queue, receive, send};

#[tokio::test(flavor = "multi_thread")]
async fn a_long_poll_wakes_when_a_message_is_sent_or_becomes_visible() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let poll = || {
        let request = client.receive_message().queue_url(&url).wait_time_seconds(20);
        tokio::spawn(async move { (request.send().await.unwrap().messages().len(), Instant::now()) })
    };
    let mut fastest = Duration::MAX;
    for _ in 0..5 {
        let waiting = poll();
        tokio::time::sleep(Duration::from_millis(120)).await;
        send(&client, &url, "now").await;
        let sent = Instant::now();
        let (messages, woken) = waiting.await.unwrap();
        assert_eq!(messages, 1);
        fastest = fastest.min(woken.saturating_duration_since(sent));
    }
    assert!(fastest < Duration::from_millis(50), "{fastest:?}");

    let waiting = poll();
    tokio::time::sleep(Duration::from_millis(50)).await;
    aws.clock.advance(Duration::from_secs(31));
    let moved = Instant::now();
    let (messages, woken) = waiting.await.unwrap();
    assert_eq!(messages, 1);
    assert!(woken.saturating_duration_since(moved) < Duration::from_secs(2));
}

#[tokio::test]
async fn a_poll_of_an_empty_queue_waits_as_long_as_the_queue_says() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(
        &client,
        "jobs",
        &[(QueueAttributeName::ReceiveMessageWaitTimeSeconds, "1")],
    )
    .await;
    let started = Instant::now();
    assert!(receive(&client, &url, 1).await.is_empty());
    assert!((900..2_000).contains(&started.elapsed().as_millis()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_does_not_wait_for_long_polls() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let request = client.receive_message().queue_url(&url).wait_time_seconds(20);
    let waiting = tokio::spawn(async move { request.send().await.unwrap().messages().len() });
    tokio::time::sleep(Duration::from_millis(100)).await;
    let started = Instant::now();
    aws.shutdown().await;
    assert_eq!(waiting.await.unwrap(), 0);
    assert!(started.elapsed() < Duration::from_secs(1));
}
