//! Interrupted fallbacks: lost, late and duplicate messages, workers that died, and records of earlier versions. The
//! tests drive the generation loop themselves, message by message.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use generation_loop::GenerationLoop;
use queue::{Message, Queue, Received};
use runtime::{Aws, Stack};
use serde_json::{Value, json};
use store::{LeaseOutcome, State};
use tests::{Fault, Proxy, service::aws_config, upstream::Act};

use crate::{
    logs,
    support::{self, Begun, begin},
    world::{THUMBNAILS, USUAL, UpstreamWorld, model, with},
};

const SECOND: Duration = Duration::from_secs(1);

/// A generation with one thumbnail, and a generation loop that only acts when a test calls it.
struct Stage {
    world: UpstreamWorld,
    begun: Begun,
    /// The proxy between the generation loop and its queue.
    proxy: Proxy,
    generation_loop: GenerationLoop,
}

/// A model of Gemini with a fallback of OpenAI, each with a timeout of one second.
fn two() -> Value {
    let second = json!({ "timeoutSeconds": 1 });
    let first = with(second.clone(), json!({ "fallbacks": ["openai"] }));
    json!([
        with(model("gemini", "gemini", USUAL[0].1), first),
        with(model("openai", "openai", USUAL[1].1), second),
    ])
}

impl Stage {
    async fn start() -> Self {
        let world = UpstreamWorld::idle(two()).await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let clients = Aws::new(&aws_config(proxy.url()));
        let resources = world.service.resources();
        let queue = Queue::new(clients.sqs(), resources.queue.url().to_owned());
        let generation_loop = world.generation_loop(queue);
        let organization = world.organization().await;
        let begun = begin(&organization, json!({ "model": "gemini" })).await;
        Self {
            world,
            begun,
            proxy,
            generation_loop,
        }
    }

    /// Receives the only visible message, and hides it for a minute.
    async fn receive(&self) -> Received {
        let queue = &self.world.service.resources().queue;
        let mut messages = queue.peek(60 * SECOND).await.unwrap();
        assert_eq!(messages.len(), 1, "{messages:?}");
        messages.remove(0)
    }

    /// Lets the loop handle a message like Lambda does: the message is deleted unless the loop reports it as failed.
    async fn handle(&self, message: &Received) {
        let record = json!({ "messageId": message.id, "receiptHandle": message.receipt, "body": message.body });
        let answer = self
            .generation_loop
            .handle(json!({ "Records": [record] }))
            .await
            .unwrap();
        if answer["batchItemFailures"].as_array().is_some_and(Vec::is_empty) {
            self.delete(message).await;
        }
    }

    async fn delete(&self, message: &Received) {
        let queue = &self.world.service.resources().queue;
        queue.delete(&message.receipt).await.unwrap();
    }

    /// Handles all messages until the generation has ended. Advances the clock when the thumbnail waits.
    async fn work(&self) {
        let queue = &self.world.service.resources().queue;
        for _ in 0..12 {
            let progress = self.begun.progress(&self.world.service).await;
            if progress.thumbnails.iter().all(|one| one.status().is_ended()) {
                return;
            }
            for message in queue.peek(60 * SECOND).await.unwrap() {
                self.handle(&message).await;
            }
            if let State::Waiting { until, .. } = self.begun.progress(&self.world.service).await.thumbnails[0].state {
                let clock = self.world.service.clock();
                clock.advance(until.since(clock.now()) + 2 * SECOND);
            }
        }
        panic!("the generation has not ended");
    }

    async fn sweep(&self) -> Value {
        let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
        self.generation_loop.handle(event).await.unwrap()
    }

    /// The number of requests to Gemini and to OpenAI.
    fn requests(&self) -> (usize, usize) {
        (self.world.gemini.seen().len(), self.world.openai.seen().len())
    }

    /// Asserts that this model made the thumbnail and that one thumbnail was charged, and ends the test.
    async fn made_by(self, maker: &str) {
        let status = self.begun.status().await;
        assert_eq!(status["thumbnails"][0]["reproducibility"]["model"], maker, "{status}");
        let left = i64::from(THUMBNAILS - 1) * 100;
        assert_eq!(self.begun.balance(&self.world.service).await, left);
        self.world.end().await;
    }
}

#[tokio::test]
async fn the_sweep_sends_a_fallbacks_message_that_could_not_be_sent() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::Gone);
    stage
        .proxy
        .fail_operation("SendMessageBatch", 0, Fault::ServerError, usize::MAX);
    stage.handle(&stage.receive().await).await;
    assert_eq!(stage.requests(), (1, 0));
    let service = &stage.world.service;
    assert_eq!(support::messages(service, service.resources().queue.url()).await, 0);
    assert!(logs::count("WARN", "a message was not sent; the sweep sends one") > 0);
    // The sweep waits before it sends the message again, because the failed call may have sent it.
    stage.proxy.heal();
    assert_eq!(stage.sweep().await["resent"], 0);
    service.clock().advance(46 * SECOND);
    assert_eq!(stage.sweep().await["resent"], 1);
    stage.handle(&stage.receive().await).await;
    assert_eq!(stage.requests(), (1, 1));
    stage.made_by("openai").await;
}

#[tokio::test]
async fn the_sweep_sends_a_lost_message_of_a_fallback_again() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::Gone);
    stage.handle(&stage.receive().await).await;
    stage.delete(&stage.receive().await).await;
    stage.world.service.clock().advance(46 * SECOND);
    assert_eq!(stage.sweep().await["resent"], 1);
    stage.handle(&stage.receive().await).await;
    assert_eq!(stage.requests(), (1, 1));
    stage.made_by("openai").await;
}

#[tokio::test]
async fn a_duplicate_of_an_old_message_has_no_effect() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::Gone);
    stage.world.openai.next([Act::Hang]);
    let old = stage.receive().await;
    stage.handle(&old).await;
    let new = stage.receive().await;
    let work = stage.handle(&new);
    let twice = async {
        support::eventually("the fallback is at work", || async { stage.requests() == (1, 1) }).await;
        stage.handle(&old).await;
        assert_eq!(stage.requests(), (1, 1));
    };
    tokio::join!(work, twice);
    // The thumbnail is now waiting for its second attempt.
    stage.handle(&old).await;
    assert_eq!(stage.requests(), (1, 1));
    stage.work().await;
    assert_eq!(stage.requests(), (1, 2));
    for message in [&old, &new] {
        stage.handle(message).await;
    }
    assert_eq!(stage.requests(), (1, 2));
    stage.made_by("openai").await;
}

#[tokio::test]
async fn after_a_worker_died_the_fallback_is_asked_again() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::Gone);
    stage.handle(&stage.receive().await).await;
    stage.delete(&stage.receive().await).await;
    let service = &stage.world.service;
    let until = service.clock().now().plus(31 * SECOND);
    let (organization, id) = (stage.begun.organization.id, stage.begun.id);
    let leased = service.store().lease(organization, id, 0, until).await.unwrap();
    assert!(matches!(leased, LeaseOutcome::Leased(lease) if lease.fallback() == Some("openai")));
    service.clock().advance(60 * SECOND);
    assert_eq!(stage.sweep().await["resent"], 1);
    stage.handle(&stage.receive().await).await;
    assert_eq!(stage.requests(), (1, 1));
    stage.made_by("openai").await;
}

#[tokio::test]
async fn a_record_of_an_earlier_version_gets_three_attempts() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::status(500));
    let key = store::keys::generation_progress(stage.begun.organization.id, stage.begun.id);
    let clients = Aws::new(&aws_config(stage.world.service.aws_url()));
    let text = |text: &str| AttributeValue::S(text.to_owned());
    let update = clients.dynamodb().update_item().table_name(Stack::local().table());
    let update = update
        .key("pk", text(&key.pk))
        .key("sk", text(key.sk.as_deref().unwrap()));
    let update = update.update_expression("REMOVE thumbnails[0].lastAttempt");
    update
        .condition_expression("attribute_exists(thumbnails[0].lastAttempt)")
        .send()
        .await
        .unwrap();
    stage.work().await;
    assert_eq!(stage.requests(), (3, 1));
    stage.made_by("openai").await;
}

#[tokio::test]
async fn a_message_that_names_the_fallback_instead_of_the_model_is_accepted() {
    let stage = Stage::start().await;
    stage.world.gemini.always(Act::Gone);
    stage.handle(&stage.receive().await).await;
    let mut message = stage.receive().await;
    assert_eq!(Message::parse(&message.body).unwrap().model, "gemini");
    // Older versions of the loop put the fallback into the message.
    message.body = message.body.replace("\"gemini\"", "\"openai\"");
    stage.handle(&message).await;
    assert_eq!(stage.requests(), (1, 1));
    stage.made_by("openai").await;
}
