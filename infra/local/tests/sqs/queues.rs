//! Queues: their limits, their delays, and what a restart keeps.

use std::time::Duration;

use aws_sdk_sqs::types::{MessageSystemAttributeName, QueueAttributeName};

use crate::{attribute, common::Aws, count, queue, receive, send};

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
