//! The embedded SQS, called by the real SDK.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod common;

use std::time::{Duration, Instant};

use aws_sdk_sqs::{
    Client,
    types::{
        ChangeMessageVisibilityBatchRequestEntry, DeleteMessageBatchRequestEntry, Message, MessageSystemAttributeName,
        QueueAttributeName, SendMessageBatchRequestEntry,
    },
};
use common::Aws;

async fn queue(client: &Client, name: &str, attributes: &[(QueueAttributeName, &str)]) -> String {
    let mut request = client.create_queue().queue_name(name);
    for (name, value) in attributes {
        request = request.attributes(name.clone(), *value);
    }
    request.send().await.unwrap().queue_url.unwrap()
}

async fn send(client: &Client, url: &str, body: &str) {
    client
        .send_message()
        .queue_url(url)
        .message_body(body)
        .send()
        .await
        .unwrap();
}

async fn receive(client: &Client, url: &str, most: i32) -> Vec<Message> {
    let request = client.receive_message().queue_url(url).max_number_of_messages(most);
    let request = request.message_system_attribute_names(MessageSystemAttributeName::All);
    request.send().await.unwrap().messages.unwrap_or_default()
}

async fn count(client: &Client, url: &str, name: QueueAttributeName) -> String {
    let request = client
        .get_queue_attributes()
        .queue_url(url)
        .attribute_names(name.clone());
    request.send().await.unwrap().attributes.unwrap().remove(&name).unwrap()
}

fn attribute(message: &Message, name: MessageSystemAttributeName) -> &str {
    &message.attributes.as_ref().unwrap()[&name]
}

fn entry(id: &str, body: &str) -> SendMessageBatchRequestEntry {
    SendMessageBatchRequestEntry::builder()
        .id(id)
        .message_body(body)
        .build()
        .unwrap()
}

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
    client
        .delete_message()
        .queue_url(&url)
        .receipt_handle(&handle)
        .send()
        .await
        .unwrap();
    client
        .delete_message()
        .queue_url(&url)
        .receipt_handle(&handle)
        .send()
        .await
        .unwrap();
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

#[tokio::test]
async fn batches_succeed_and_fail_entry_by_entry() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let batch = client.send_message_batch().queue_url(&url);
    let output = batch
        .entries(entry("a", "first"))
        .entries(entry("b", "\u{1}"))
        .send()
        .await
        .unwrap();
    assert_eq!(output.successful().len(), 1);
    assert_eq!(
        output.successful()[0].md5_of_message_body,
        "8b04d5e3775d298e78455efc5ca404d5"
    );
    assert_eq!(output.failed()[0].id, "b");
    assert_eq!(output.failed()[0].code, "InvalidMessageContents");

    send(&client, &url, "second").await;
    let handles: Vec<_> = receive(&client, &url, 10)
        .await
        .into_iter()
        .map(|m| m.receipt_handle.unwrap())
        .collect();
    let mut hide = client.change_message_visibility_batch().queue_url(&url);
    let mut delete = client.delete_message_batch().queue_url(&url);
    for (id, handle) in ["0", "1", "2"]
        .iter()
        .zip(handles.iter().map(String::as_str).chain(["nonsense"]))
    {
        let change = ChangeMessageVisibilityBatchRequestEntry::builder()
            .id(*id)
            .receipt_handle(handle);
        hide = hide.entries(change.visibility_timeout(100).build().unwrap());
        let entry = DeleteMessageBatchRequestEntry::builder().id(*id).receipt_handle(handle);
        delete = delete.entries(entry.build().unwrap());
    }
    let hidden = hide.send().await.unwrap();
    assert_eq!((hidden.successful().len(), hidden.failed().len()), (2, 1));
    let deleted = delete.send().await.unwrap();
    assert_eq!((deleted.successful().len(), deleted.failed().len()), (2, 1));
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessagesNotVisible).await,
        "0"
    );
}

#[tokio::test]
async fn batches_of_the_wrong_form_are_refused_whole() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    let send = async |entries: Vec<SendMessageBatchRequestEntry>| {
        let request = client.send_message_batch().queue_url(&url).set_entries(Some(entries));
        request.send().await.unwrap_err().into_service_error()
    };
    assert!(send(vec![]).await.is_empty_batch_request());
    assert!(
        send(vec![entry("a", "x"), entry("a", "y")])
            .await
            .is_batch_entry_ids_not_distinct()
    );
    assert!(send(vec![entry("a b", "x")]).await.is_invalid_batch_entry_id());
    let eleven = (0..11).map(|id| entry(&id.to_string(), "x")).collect();
    assert!(send(eleven).await.is_too_many_entries_in_batch_request());
    let half = "x".repeat(600_000);
    assert!(
        send(vec![entry("a", &half), entry("b", &half)])
            .await
            .is_batch_request_too_long()
    );
}

#[tokio::test]
async fn a_message_may_have_a_mebibyte_and_no_more() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    send(&client, &url, &"x".repeat(1_048_576)).await;
    let error = client
        .send_message()
        .queue_url(&url)
        .message_body("x".repeat(1_048_577))
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.into_service_error().meta().code(), Some("InvalidParameterValue"));
    assert_eq!(
        receive(&client, &url, 1).await[0].body.as_ref().unwrap().len(),
        1_048_576
    );
}

#[tokio::test]
async fn a_delayed_message_waits_and_retention_ends() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[(QueueAttributeName::MessageRetentionPeriod, "120")]).await;
    client
        .send_message()
        .queue_url(&url)
        .message_body("later")
        .delay_seconds(20)
        .send()
        .await
        .unwrap();
    assert!(receive(&client, &url, 1).await.is_empty());
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessagesDelayed).await,
        "1"
    );
    aws.clock.advance(Duration::from_secs(21));
    let request = client.receive_message().queue_url(&url).visibility_timeout(0);
    assert_eq!(request.send().await.unwrap().messages().len(), 1);
    aws.clock.advance(Duration::from_secs(100));
    assert!(receive(&client, &url, 1).await.is_empty());
}

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

#[tokio::test]
async fn messages_survive_a_restart_and_those_in_flight_are_visible_at_once() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    send(&client, &url, "in flight").await;
    assert_eq!(receive(&client, &url, 1).await.len(), 1);
    send(&client, &url, "waiting").await;
    client
        .send_message()
        .queue_url(&url)
        .message_body("delayed")
        .delay_seconds(60)
        .send()
        .await
        .unwrap();

    let aws = aws.restart().await;
    let client = aws.sqs();
    let url = client
        .get_queue_url()
        .queue_name("jobs")
        .send()
        .await
        .unwrap()
        .queue_url
        .unwrap();
    let received = receive(&client, &url, 10).await;
    let bodies: Vec<_> = received
        .iter()
        .map(|message| message.body.as_deref().unwrap())
        .collect();
    assert_eq!(bodies, ["in flight", "waiting"]);
    assert_eq!(
        attribute(&received[0], MessageSystemAttributeName::ApproximateReceiveCount),
        "2"
    );
}

#[tokio::test]
async fn a_backlog_of_one_sender_does_not_delay_another() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = queue(&client, "jobs", &[]).await;
    for (body, group) in [("a1", "a"), ("a2", "a"), ("a3", "a"), ("b1", "b"), ("a4", "a")] {
        let request = client
            .send_message()
            .queue_url(&url)
            .message_body(body)
            .message_group_id(group);
        request.send().await.unwrap();
    }
    let mut bodies = Vec::new();
    for most in [1, 2, 10] {
        bodies.extend(
            receive(&client, &url, most)
                .await
                .into_iter()
                .map(|message| message.body.unwrap()),
        );
    }
    assert_eq!(bodies, ["a1", "b1", "a2", "a3", "a4"]);
}

#[tokio::test]
async fn queues_are_created_once_described_listed_purged_and_deleted() {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let timeout = QueueAttributeName::VisibilityTimeout;
    let url = queue(&client, "jobs", &[(timeout.clone(), "45")]).await;
    assert_eq!(queue(&client, "jobs", &[(timeout.clone(), "45")]).await, url);
    assert_eq!(queue(&client, "jobs", &[]).await, url);
    let other = client
        .create_queue()
        .queue_name("jobs")
        .attributes(timeout.clone(), "46")
        .send()
        .await;
    assert!(other.unwrap_err().into_service_error().is_queue_name_exists());
    let wrong = client
        .create_queue()
        .queue_name("other")
        .attributes(timeout.clone(), "soon")
        .send()
        .await;
    assert!(wrong.unwrap_err().into_service_error().is_invalid_attribute_value());

    assert_eq!(count(&client, &url, timeout.clone()).await, "45");
    assert_eq!(
        count(&client, &url, QueueAttributeName::QueueArn).await,
        "arn:aws:sqs:us-east-1:000000000000:jobs"
    );
    let created: i64 = count(&client, &url, QueueAttributeName::CreatedTimestamp)
        .await
        .parse()
        .unwrap();
    assert!((1_700_000_000..10_000_000_000).contains(&created));
    let set = client
        .set_queue_attributes()
        .queue_url(&url)
        .attributes(timeout.clone(), "90");
    set.send().await.unwrap();
    assert_eq!(count(&client, &url, timeout).await, "90");

    queue(&client, "mail", &[]).await;
    assert_eq!(client.list_queues().send().await.unwrap().queue_urls().len(), 2);
    let listed = client.list_queues().queue_name_prefix("jo").send().await.unwrap();
    assert_eq!(listed.queue_urls(), std::slice::from_ref(&url));

    send(&client, &url, "a").await;
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessages).await,
        "1"
    );
    client.purge_queue().queue_url(&url).send().await.unwrap();
    assert_eq!(
        count(&client, &url, QueueAttributeName::ApproximateNumberOfMessages).await,
        "0"
    );
    client.delete_queue().queue_url(&url).send().await.unwrap();
    let missing = client
        .get_queue_url()
        .queue_name("jobs")
        .send()
        .await
        .unwrap_err()
        .into_service_error();
    assert!(missing.is_queue_does_not_exist());
    let missing = client
        .send_message()
        .queue_url(&url)
        .message_body("a")
        .send()
        .await
        .unwrap_err();
    assert!(missing.into_service_error().is_queue_does_not_exist());
}
