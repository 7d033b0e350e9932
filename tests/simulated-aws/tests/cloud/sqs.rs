//! Queues with delays, duplicate deliveries and random order.

use std::time::Duration;

use aws_sdk_sqs::types::{MessageSystemAttributeName, QueueAttributeName, SendMessageBatchRequestEntry};
use runtime::Aws;
use simulated_aws::{Cloud, Conditions, MessageState, ProcessId};
use tokio::time::Instant;

use crate::support::{START, cloud, pass};

const DAY: Duration = Duration::from_secs(86_400);

struct Queue {
    cloud: Cloud,
    client: aws_sdk_sqs::Client,
    url: String,
}

impl Queue {
    /// Creates a queue whose messages move to the queue `dead` after they have been received twice.
    async fn new(seed: u64) -> Self {
        let cloud = cloud(seed, Conditions::CALM);
        let client = aws_sdk_sqs::Client::clone(&Aws::new(&cloud.config(ProcessId(1))).sqs());
        let create = async |name: &str, policy: Option<&str>| {
            let request = client.create_queue().queue_name(name);
            let request = request.attributes(QueueAttributeName::VisibilityTimeout, "60");
            let request = match policy {
                Some(policy) => request.attributes(QueueAttributeName::RedrivePolicy, policy),
                None => request,
            };
            request.send().await.unwrap().queue_url.unwrap()
        };
        let dead = create("dead", None).await;
        let arn = client.get_queue_attributes().queue_url(dead);
        let arn = arn.attribute_names(QueueAttributeName::QueueArn).send().await.unwrap();
        let arn = &arn.attributes.unwrap()[&QueueAttributeName::QueueArn];
        let policy = format!(r#"{{"deadLetterTargetArn":"{arn}","maxReceiveCount":2}}"#);
        let url = create("queue", Some(&policy)).await;
        Self { cloud, client, url }
    }

    async fn send(&self, bodies: &[&str]) {
        let entry = |(id, body): (usize, &&str)| {
            let entry = SendMessageBatchRequestEntry::builder().id(id.to_string());
            entry.message_body(*body).message_group_id("group").build().unwrap()
        };
        let entries = bodies.iter().enumerate().map(entry).collect();
        let request = self.client.send_message_batch().queue_url(&self.url);
        let output = request.set_entries(Some(entries)).send().await.unwrap();
        assert_eq!(output.failed().len(), 0);
    }

    /// The bodies, receipt handles and receive counts of the received messages.
    async fn receive(&self, wait: i32) -> Vec<(String, String, String)> {
        let request = self
            .client
            .receive_message()
            .queue_url(&self.url)
            .max_number_of_messages(10);
        let request = request.wait_time_seconds(wait);
        let count = MessageSystemAttributeName::ApproximateReceiveCount;
        let output = request
            .message_system_attribute_names(count.clone())
            .send()
            .await
            .unwrap();
        let messages = output.messages.unwrap_or_default();
        let parts = |message: aws_sdk_sqs::types::Message| {
            let count = message.attributes.unwrap()[&count].clone();
            (message.body.unwrap(), message.receipt_handle.unwrap(), count)
        };
        messages.into_iter().map(parts).collect()
    }

    async fn delete(&self, receipt: &str) {
        let request = self.client.delete_message().queue_url(&self.url);
        request.receipt_handle(receipt).send().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_message_that_is_not_deleted_is_redelivered_and_then_dead_lettered() {
    let queue = Queue::new(1).await;
    queue.send(&["a"]).await;
    assert_eq!(queue.cloud.messages("queue")[0].state, MessageState::Visible);
    for time in ["1", "2"] {
        let received = queue.receive(0).await;
        assert_eq!((&*received[0].0, &*received[0].2), ("a", time));
        assert!(matches!(
            queue.cloud.messages("queue")[0].state,
            MessageState::InFlight(_)
        ));
        assert_eq!(queue.receive(0).await, []);
        pass(60_000).await;
    }
    assert_eq!(queue.receive(0).await, []);
    assert_eq!(queue.cloud.messages("queue"), []);
    let dead = queue.cloud.messages("dead");
    assert_eq!((&*dead[0].body, dead[0].receive_count), ("a", 0));
    assert!(
        dead[0].sent_at < START.plus(Duration::from_secs(1)),
        "a dead letter keeps the send time of its message"
    );
    pass(u64::try_from(DAY.as_millis()).unwrap() * 4).await;
    assert!(
        queue.cloud.poll("dead", 10).is_empty(),
        "a message expires after the default retention of four days"
    );
}

#[tokio::test(start_paused = true)]
async fn deletion_is_final_and_a_changed_visibility_timeout_postpones_redelivery() {
    let queue = Queue::new(2).await;
    queue.send(&["a", "b"]).await;
    let received = queue.receive(0).await;
    queue.delete(&received[0].1).await;
    let request = queue.client.change_message_visibility().queue_url(&queue.url);
    request
        .receipt_handle(&received[1].1)
        .visibility_timeout(100)
        .send()
        .await
        .unwrap();
    pass(99_000).await;
    assert_eq!(queue.receive(0).await, []);
    pass(1_000).await;
    assert_eq!(queue.receive(0).await[0].0, received[1].0);
}

#[tokio::test(start_paused = true)]
async fn long_polling_returns_a_message_as_soon_as_it_is_sent() {
    let queue = Queue::new(3).await;
    let start = Instant::now();
    let send = async {
        pass(5_000).await;
        queue.send(&["a"]).await;
    };
    let (received, ()) = tokio::join!(queue.receive(1), send);
    assert_eq!((received.len(), start.elapsed().as_secs()), (0, 5));
    let (received, ()) = tokio::join!(queue.receive(1), async {});
    assert_eq!(received.len(), 1);
    assert!(start.elapsed() < Duration::from_secs(6));
}

#[tokio::test(start_paused = true)]
async fn messages_are_delayed_duplicated_reordered_and_redelivered_after_deletion() {
    let queue = Queue::new(4).await;
    queue.cloud.set_conditions(Conditions {
        delivered_twice: 0.3,
        message_late: 0.5,
        deletion_forgotten: 0.3,
        ..Conditions::CALM
    });
    let bodies = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
    queue.send(&bodies).await;
    let mut seen: Vec<String> = Vec::new();
    let mut first = None;
    for _ in 0..400 {
        for received in queue.cloud.poll("queue", 10) {
            seen.push(received.body.clone());
            queue.cloud.delete("queue", &received.receipt);
        }
        first.get_or_insert(seen.len());
        pass(1_000).await;
    }
    assert!(first.unwrap() < 10, "some messages must be delayed");
    assert!(seen.len() > 10, "some messages must be delivered again");
    let mut sorted = seen.clone();
    sorted.sort();
    assert_ne!(sorted, seen, "messages must be delivered in random order");
    sorted.dedup();
    assert_eq!(sorted, bodies, "every message must be delivered");
}

#[tokio::test(start_paused = true)]
async fn a_queue_counts_its_messages() {
    let queue = Queue::new(5).await;
    queue.send(&["a", "b", "c"]).await;
    queue.cloud.poll("queue", 1);
    let request = queue.client.get_queue_attributes().queue_url(&queue.url);
    let output = request.attribute_names(QueueAttributeName::All).send().await.unwrap();
    let count = |name| output.attributes().unwrap()[&name].clone();
    assert_eq!(count(QueueAttributeName::ApproximateNumberOfMessages), "2");
    assert_eq!(count(QueueAttributeName::ApproximateNumberOfMessagesNotVisible), "1");
    let unknown = queue
        .client
        .get_queue_url()
        .queue_name("nothing")
        .send()
        .await
        .unwrap_err();
    assert!(unknown.into_service_error().is_queue_does_not_exist());
}
