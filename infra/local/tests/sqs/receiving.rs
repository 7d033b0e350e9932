//! Messages are received, hidden, shown again and moved to the dead-letter queue.

use std::time::Duration;

use aws_sdk_sqs::types::{MessageSystemAttributeName, QueueAttributeName};

use crate::{attribute, common::Aws, count, queue, receive, send};

#[tokio::test]
async fn a_message_is_received_once_and_gone_when_deleted() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    assert_eq!(url, format!("{}/000000000000/jobs", aws.url()));
    let sent = client
        .send_message()
        .queue_url(&url)
        .message_body("hello")
        .message_group_id("org_1");
    let sent = sent.send().await.unwrap();
    assert_eq!(
        sent.md5_of_message_body.as_deref(),
        Some("5d41402abc4b2a76b9719d911017c592")
    );

    let received = receive(&client, &url, 10).await;
    assert_eq!(received.len(), 1);
    let message = &received[0];
    assert_eq!(message.body.as_deref(), Some("hello"));
    assert_eq!(message.message_id, sent.message_id);
    assert_eq!(message.md5_of_body.as_deref(), Some("5d41402abc4b2a76b9719d911017c592"));
    assert_eq!(
        attribute(message, MessageSystemAttributeName::ApproximateReceiveCount),
        "1"
    );
    assert_eq!(attribute(message, MessageSystemAttributeName::MessageGroupId), "org_1");
    let sent_at: i64 = attribute(message, MessageSystemAttributeName::SentTimestamp)
        .parse()
        .unwrap();
    let first: i64 = attribute(message, MessageSystemAttributeName::ApproximateFirstReceiveTimestamp)
        .parse()
        .unwrap();
    assert!(sent_at > 1_700_000_000_000 && first >= sent_at);

    assert!(receive(&client, &url, 10).await.is_empty());
    let handle = message.receipt_handle.clone().unwrap();
    // A message may be deleted again.
    for _ in 0..2 {
        client
            .delete_message()
            .queue_url(&url)
            .receipt_handle(&handle)
            .send()
            .await
            .unwrap();
    }
    aws.clock.advance(Duration::from_secs(60));
    assert!(receive(&client, &url, 10).await.is_empty());
}

#[tokio::test]
async fn an_undeleted_message_becomes_visible_again_after_its_timeout() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[(QueueAttributeName::VisibilityTimeout, "60")]).await;
    send(&client, &url, "a").await;
    let first = receive(&client, &url, 1).await.remove(0);
    aws.clock.advance(Duration::from_secs(59));
    assert!(receive(&client, &url, 1).await.is_empty());
    aws.clock.advance(Duration::from_secs(2));
    let second = receive(&client, &url, 1).await.remove(0);
    assert_eq!(
        attribute(&second, MessageSystemAttributeName::ApproximateReceiveCount),
        "2"
    );

    let late = client
        .delete_message()
        .queue_url(&url)
        .receipt_handle(first.receipt_handle.unwrap());
    late.send().await.unwrap();
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessagesNotVisible).await,
        "1"
    );
}

#[tokio::test]
async fn a_changed_visibility_hides_a_message_for_longer_or_shows_it_at_once() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[(QueueAttributeName::VisibilityTimeout, "5")]).await;
    send(&client, &url, "a").await;
    let handle = receive(&client, &url, 1).await.remove(0).receipt_handle.unwrap();
    let change = |seconds| {
        client
            .change_message_visibility()
            .queue_url(&url)
            .receipt_handle(&handle)
            .visibility_timeout(seconds)
    };
    change(40).send().await.unwrap();
    aws.clock.advance(Duration::from_secs(39));
    assert!(receive(&client, &url, 1).await.is_empty());
    change(0).send().await.unwrap();
    let error = change(10).send().await.unwrap_err().into_service_error();
    assert!(error.is_message_not_inflight(), "{error:?}");
    assert_eq!(receive(&client, &url, 1).await.len(), 1);
    let request = client
        .change_message_visibility()
        .queue_url(&url)
        .receipt_handle("nonsense")
        .visibility_timeout(1);
    assert!(
        request
            .send()
            .await
            .unwrap_err()
            .into_service_error()
            .is_receipt_handle_is_invalid()
    );
}

#[tokio::test]
async fn a_receive_may_choose_its_visibility() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    send(&client, &url, "a").await;
    let request = client.receive_message().queue_url(&url).visibility_timeout(0);
    assert_eq!(request.send().await.unwrap().messages().len(), 1);
    assert_eq!(receive(&client, &url, 1).await.len(), 1);
    assert!(receive(&client, &url, 1).await.is_empty());
}

#[tokio::test]
async fn a_message_received_too_often_goes_to_the_dead_letter_queue() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let dead = queue(&client, "dead", &[]).await;
    let arn = count(&client, &dead, QueueAttributeName::QueueArn).await;
    let policy = serde_json::json!({ "deadLetterTargetArn": arn, "maxReceiveCount": 3 }).to_string();
    let url = queue(&client, "jobs", &[(QueueAttributeName::RedrivePolicy, &policy)]).await;
    send(&client, &url, "poison").await;
    for _ in 0..3 {
        assert_eq!(receive(&client, &url, 10).await.len(), 1);
        aws.clock.advance(Duration::from_secs(31));
    }
    assert_eq!(
        count(&client, &dead, QueueAttributeName::ApproximateNumberOfMessages).await,
        "0"
    );
    assert!(receive(&client, &url, 10).await.is_empty());
    let buried = receive(&client, &dead, 10).await.remove(0);
    assert_eq!(buried.body.as_deref(), Some("poison"));
    let source = count(&client, &url, QueueAttributeName::QueueArn).await;
    assert_eq!(
        attribute(&buried, MessageSystemAttributeName::DeadLetterQueueSourceArn),
        source
    );
}
