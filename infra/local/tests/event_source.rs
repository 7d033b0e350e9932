//! The event source mapping, with a real queue and functions that fail in every way.

#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a helper that fails ends its test with a panic"
)]

mod common;

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    time::Duration,
};

use aws_sdk_sqs::{Client, types::QueueAttributeName};
use bytes::Bytes;
use common::Aws;
use http::{Request, Response, StatusCode};
use local::{
    api_gateway::{ApiGateway, HttpFunction},
    event_source::{EventSource, EventSourceOptions, HttpInvoke, Invoke, InvokeError},
    schedule::Schedule,
};
use serde_json::{Value, json};

type Answer = dyn Fn(&Value) -> Result<Value, InvokeError> + Send + Sync;

/// Records its events and responds as the test says.
struct Function {
    events: Mutex<Vec<Value>>,
    answer: Box<Answer>,
}

impl Function {
    fn new(answer: impl Fn(&Value) -> Result<Value, InvokeError> + Send + Sync + 'static) -> Arc<Self> {
        Arc::new(Self {
            events: Mutex::default(),
            answer: Box::new(answer),
        })
    }

    fn events(&self) -> Vec<Value> {
        self.events.lock().unwrap().clone()
    }

    /// The bodies of all received messages, in order.
    fn bodies(&self) -> Vec<String> {
        let records = |event: &Value| event["Records"].as_array().unwrap().clone();
        let records = self.events().iter().flat_map(records).collect::<Vec<_>>();
        records
            .iter()
            .map(|record| record["body"].as_str().unwrap().to_owned())
            .collect()
    }
}

impl Invoke for Function {
    fn invoke<'a>(&'a self, event: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>> {
        Box::pin(async move {
            self.events.lock().unwrap().push(event.clone());
            (self.answer)(&event)
        })
    }
}

struct Setup {
    aws: Aws,
    client: Client,
    url: String,
}

async fn queue() -> Setup {
    let aws = Aws::start().await;
    let client = aws.sqs();
    let url = client
        .create_queue()
        .queue_name("jobs")
        .send()
        .await
        .unwrap()
        .queue_url
        .unwrap();
    Setup { aws, client, url }
}

impl Setup {
    fn poll(&self, batch_size: i32, function: Arc<dyn Invoke>) -> EventSource {
        let options = EventSourceOptions {
            queue_url: self.url.clone(),
            batch_size,
            concurrency: 2,
        };
        EventSource::start(self.client.clone(), options, function)
    }

    async fn send(&self, body: &str) {
        self.client
            .send_message()
            .queue_url(&self.url)
            .message_body(body)
            .send()
            .await
            .unwrap();
    }

    /// The number of remaining messages, visible or not.
    async fn left(&self) -> usize {
        let request = self.client.get_queue_attributes().queue_url(&self.url);
        let attributes = request
            .attribute_names(QueueAttributeName::All)
            .send()
            .await
            .unwrap()
            .attributes
            .unwrap();
        let count = |name| attributes[&name].parse::<usize>().unwrap();
        count(QueueAttributeName::ApproximateNumberOfMessages)
            + count(QueueAttributeName::ApproximateNumberOfMessagesNotVisible)
    }
}

async fn until(what: &str, mut done: impl AsyncFnMut() -> bool) {
    for _ in 0..500 {
        if done().await {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("never happened: {what}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_arrives_as_lambda_sends_it_and_is_deleted_on_success() {
    let setup = queue().await;
    for body in ["a", "b", "c"] {
        setup.send(body).await;
    }
    let function = Function::new(|_| Ok(Value::Null));
    let source = setup.poll(2, function.clone());
    until("all deleted", async || setup.left().await == 0).await;
    source.shutdown().await;
    let mut bodies = function.bodies();
    bodies.sort();
    assert_eq!(bodies, ["a", "b", "c"]);
    let records = function
        .events()
        .iter()
        .map(|event| event["Records"].as_array().unwrap().len())
        .collect::<Vec<_>>();
    assert!(records.iter().all(|records| *records <= 2), "{records:?}");
    let record = &function.events()[0]["Records"][0];
    assert_eq!(record["eventSource"], "aws:sqs");
    assert_eq!(record["eventSourceARN"], "arn:aws:sqs:us-east-1:000000000000:jobs");
    assert_eq!(record["awsRegion"], "us-east-1");
    assert_eq!(record["attributes"]["ApproximateReceiveCount"], "1");
    assert!(record["attributes"]["SentTimestamp"].is_string());
    assert_eq!(record["messageAttributes"], json!({}));
    assert_eq!(record["md5OfBody"].as_str().unwrap().len(), 32);
    assert!(record["messageId"].is_string() && record["receiptHandle"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn only_failed_messages_are_received_again() {
    let setup = queue().await;
    for body in ["good", "bad", "fine"] {
        setup.send(body).await;
    }
    let function = Function::new(|event| {
        let records = event["Records"].as_array().unwrap();
        let failed =
            |record: &&Value| record["body"] == "bad" && record["attributes"]["ApproximateReceiveCount"] == "1";
        let failures = records
            .iter()
            .filter(failed)
            .map(|record| json!({ "itemIdentifier": record["messageId"] }));
        Ok(json!({ "batchItemFailures": failures.collect::<Vec<_>>() }))
    });
    let source = setup.poll(10, function.clone());
    until("one left", async || setup.left().await == 1).await;
    setup.aws.clock.advance(Duration::from_secs(31));
    until("none left", async || setup.left().await == 0).await;
    source.shutdown().await;
    let bodies = function.bodies();
    assert_eq!(bodies.iter().filter(|body| *body == "bad").count(), 2);
    assert_eq!(bodies.len(), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_an_error_and_a_malformed_answer_keep_the_batch_and_never_stop_the_poller() {
    let setup = queue().await;
    let function = Function::new(|event| match event["Records"][0]["body"].as_str().unwrap() {
        "panic" => panic!("on purpose"),
        "error" => Err(InvokeError::function("broken")),
        "text" => Ok(json!("done")),
        "unknown" => Ok(json!({ "batchItemFailures": [{ "itemIdentifier": "nobody" }] })),
        _ => Ok(json!({})),
    });
    for body in ["panic", "error", "text", "unknown", "good"] {
        setup.send(body).await;
    }
    let source = setup.poll(1, function.clone());
    until("all invoked", async || {
        function.events().len() == 5 && setup.left().await == 4
    })
    .await;
    source.shutdown().await;
    assert_eq!(setup.left().await, 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_poller_continues_after_the_endpoint_restarts() {
    let setup = queue().await;
    let Setup { aws, client, url } = setup;
    let port = aws.port();
    let function = Function::new(|_| Ok(Value::Null));
    let options = EventSourceOptions {
        queue_url: url.clone(),
        batch_size: 1,
        concurrency: 1,
    };
    let source = EventSource::start(client.clone(), options, function.clone());
    client
        .send_message()
        .queue_url(&url)
        .message_body("before")
        .send()
        .await
        .unwrap();
    until("the first", async || function.events().len() == 1).await;
    let aws = aws.restart_on(port).await;
    aws.sqs()
        .send_message()
        .queue_url(&url)
        .message_body("after")
        .send()
        .await
        .unwrap();
    until("the second", async || function.bodies().last().unwrap() == "after").await;
    source.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shutdown_waits_for_the_invocation_under_way() {
    struct Slow;
    impl Invoke for Slow {
        fn invoke<'a>(&'a self, _: Value) -> Pin<Box<dyn Future<Output = Result<Value, InvokeError>> + Send + 'a>> {
            Box::pin(async {
                tokio::time::sleep(Duration::from_millis(500)).await;
                Ok(Value::Null)
            })
        }
    }
    let setup = queue().await;
    let source = setup.poll(1, Arc::new(Slow));
    setup.send("a").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    source.shutdown().await;
    assert_eq!(setup.left().await, 0);
}

/// A Lambda invoke endpoint: refuses calls at first, then its response depends on the message.
struct Endpoint(Mutex<u32>);

impl HttpFunction for Endpoint {
    fn call<'a>(&'a self, request: Request<Bytes>) -> Pin<Box<dyn Future<Output = Response<Bytes>> + Send + 'a>> {
        let mut calls = self.0.lock().unwrap();
        *calls += 1;
        let event: Value = serde_json::from_slice(request.body()).unwrap();
        let (status, answer) = match event["Records"][0]["body"].as_str() {
            _ if *calls == 1 => (StatusCode::SERVICE_UNAVAILABLE, json!({})),
            Some("bad") => (
                StatusCode::INTERNAL_SERVER_ERROR,
                json!({ "errorType": "Broken", "errorMessage": "x" }),
            ),
            _ => (StatusCode::OK, json!({ "batchItemFailures": [] })),
        };
        let mut response = Response::new(Bytes::from(answer.to_string()));
        *response.status_mut() = status;
        Box::pin(async { response })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_to_an_invoke_endpoint_once_it_can_be_called() {
    let endpoint = ApiGateway::start(0, Arc::new(Endpoint(Mutex::new(0)))).await.unwrap();
    let url = format!(
        "http://{}/2015-03-31/functions/generation-loop/invocations",
        endpoint.addr()
    );
    let setup = queue().await;
    setup.send("good").await;
    setup.send("bad").await;
    let source = setup.poll(1, Arc::new(HttpInvoke::new(url)));
    until("one left", async || setup.left().await == 1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(setup.left().await, 1);
    source.shutdown().await;
}

#[tokio::test]
async fn a_schedule_fires_at_once_and_a_failure_does_not_end_it() {
    let function = Function::new(|_| panic!("on purpose"));
    let rate = Duration::from_millis(300);
    let schedule = Schedule::start(function.clone(), rate);
    until("three ticks", async || function.events().len() == 3).await;
    schedule.shutdown().await;
    tokio::time::sleep(rate * 2).await;
    let events = function.events();
    assert_eq!(events.len(), 3);
    assert_eq!(events[0]["detail-type"], "Scheduled Event");
    assert_eq!(events[0]["source"], "aws.events");
}
