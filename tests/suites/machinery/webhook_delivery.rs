//! The delivery of events: what receivers may do, when attempts are made again, and what a crash loses. Each message and
//! each sweep is handled when the test says so.

use std::time::Duration;

use contract::{DeliveryId, GenerationId, OrganizationId, Plan, Timestamp};
use serde_json::{Value, json};
use sources::Endpoints;
use store::{Delivery, DeliveryState, DisabledReason, Receiver as Target, Webhook};
use tests::{
    Organization, Receiver, Service, events,
    receiver::Act,
    service::{Setup, deadline},
};
use webhook_delivery::WebhookDelivery;
use webhooks::{Deliverer, EventMessage, Sender};

use crate::support::{commit, messages};

const MINUTE: Duration = Duration::from_secs(60);

/// A service whose events only the test delivers, a receiver, and an organization with a webhook.
struct World {
    service: Service,
    receiver: Receiver,
    organization: Organization,
    webhook: Webhook,
    delivery: WebhookDelivery,
}

async fn world() -> World {
    let receiver = Receiver::start().await;
    let service = Service::start(Setup {
        gateways: 1,
        sources: receiver.sources(),
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 5_000).await;
    let delivery = hand_driven(&service, &receiver);
    let webhook = add_webhook(&service, organization.id, &receiver.url("/hook")).await;
    receiver.knows(&webhook.secrets.current.expose());
    World {
        service,
        receiver,
        organization,
        webhook,
        delivery,
    }
}

fn hand_driven(service: &Service, receiver: &Receiver) -> WebhookDelivery {
    let resources = service.resources();
    WebhookDelivery::new(Deliverer {
        store: resources.store.clone(),
        bucket: resources.bucket.clone(),
        queue: resources.events.clone(),
        bus: None,
        sender: Sender::new(Endpoints::new(receiver.sources()), service.clock().clone()),
    })
}

async fn add_webhook(service: &Service, organization: OrganizationId, url: &str) -> Webhook {
    let store = service.store();
    let webhook = store.draft_webhook(organization, url.to_owned(), Vec::new(), None);
    store.create_webhook(&webhook, None, deadline()).await.unwrap();
    webhook
}

/// Makes a generation end by a cancel, which is one event.
async fn end(service: &Service, organization: OrganizationId) -> GenerationId {
    let generation = commit(service.store(), organization, 1, 7).await;
    let read = service
        .store()
        .cancellation(organization, generation)
        .await
        .unwrap()
        .unwrap();
    service.store().cancel(read, deadline()).await.unwrap();
    generation
}

impl World {
    fn now(&self) -> Timestamp {
        self.service.clock().now()
    }

    fn advance(&self, by: Duration) {
        self.service.clock().advance(by);
    }

    /// Handles one event of Lambda.
    async fn handle(&self, event: Value) -> Value {
        self.delivery.handle(event).await.unwrap()
    }

    async fn sweep(&self) -> Value {
        let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
        self.handle(event).await
    }

    /// Handles all visible messages. Returns their number.
    async fn drain(&self) -> usize {
        let mut handled = 0;
        loop {
            let records = events::receive(&self.service).await;
            if records.is_empty() {
                return handled;
            }
            let answer = self.handle(json!({ "Records": records })).await;
            assert_eq!(answer, json!({ "batchItemFailures": [] }), "a message is kept");
            for record in &records {
                events::delete(&self.service, record).await;
            }
            handled += records.len();
        }
    }

    /// Makes an event, and its delivery with a message.
    async fn event(&self) -> GenerationId {
        let generation = end(&self.service, self.organization.id).await;
        self.announce().await;
        generation
    }

    /// Sends the message of every outbox entry, as the function that wrote it does.
    async fn announce(&self) {
        for entry in self.service.store().outbox(self.organization.id).await.unwrap() {
            let message = EventMessage::of_entry(entry.organization, entry.events[0].id);
            self.service.resources().events.send(&[message]).await.unwrap();
        }
    }

    async fn deliveries(&self) -> Vec<Delivery> {
        let read = self
            .service
            .store()
            .deliveries(self.organization.id, self.webhook.id, None, 10_000);
        read.await.unwrap().records
    }

    async fn only_delivery(&self) -> Delivery {
        let mut all = self.deliveries().await;
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    async fn webhook(&self) -> Webhook {
        let read = self.service.store().webhook(self.organization.id, self.webhook.id);
        read.await.unwrap().expect("the webhook exists")
    }
}

fn next(delivery: &Delivery) -> Option<Timestamp> {
    match delivery.state {
        DeliveryState::Pending { next } => Some(next),
        DeliveryState::Delivered | DeliveryState::Failed => None,
    }
}

#[tokio::test]
async fn an_event_is_delivered_once_and_its_outbox_entry_is_gone() {
    let world = world().await;
    let generation = world.event().await;
    world.drain().await;
    let seen = world.receiver.seen();
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0].json()["data"]["generationId"], generation.to_string());
    assert_eq!(world.only_delivery().await.state, DeliveryState::Delivered);
    assert!(
        world
            .service
            .store()
            .outbox(world.organization.id)
            .await
            .unwrap()
            .is_empty()
    );
    // Nothing is left for the sweep.
    world.advance(MINUTE * 60);
    assert_eq!(
        world.sweep().await,
        json!({ "announced": 0, "sent": 0, "deleted": 0, "unreadable": 0 })
    );
    assert_eq!(world.drain().await, 0);
    // It is kept for 30 days.
    world.advance(MINUTE * 60 * 24 * 30 - MINUTE * 120);
    world.sweep().await;
    assert_eq!(world.deliveries().await.len(), 1);
    world.advance(MINUTE * 120);
    assert_eq!(world.sweep().await["deleted"], 1);
    assert_eq!(world.deliveries().await, []);
}

#[tokio::test]
async fn whatever_is_no_success_is_tried_ten_times_at_growing_intervals_with_one_id() {
    let world = world().await;
    world.event().await;
    let acts = [
        Act::Answer(500),
        Act::Answer(301),
        Act::Close,
        Act::Raw("nonsense\r\n\r\n"),
        Act::Answer(404),
        Act::AnswerWith(307, "Location: https://a.example/".to_owned()),
        Act::Raw("HTTP/1.1 200 OK\r\nContent-Le"),
        Act::Answer(199),
        Act::Answer(400),
        Act::Answer(503),
    ];
    let seconds = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
    for (index, act) in acts.iter().enumerate() {
        let act = act.clone();
        world.receiver.behave(move |_| act.clone());
        world.sweep().await;
        world.drain().await;
        let delivery = world.only_delivery().await;
        assert_eq!(delivery.attempts.len(), index + 1);
        let last = delivery.attempts.last().unwrap();
        assert!(last.error.is_some(), "{acts:?}");
        let Some(expected) = seconds.get(index).map(|&seconds| Duration::from_secs(seconds)) else {
            assert_eq!(delivery.state, DeliveryState::Failed);
            break;
        };
        let next = next(&delivery).expect("another attempt follows");
        let ended = last.at.plus(Duration::from_millis(last.duration_millis));
        let wait = next.since(ended);
        let slack = Duration::from_millis(200);
        assert!(wait + slack >= expected.mul_f64(0.8), "attempt {index}: {wait:?}");
        assert!(wait <= expected.mul_f64(1.2) + slack, "attempt {index}: {wait:?}");
        if expected > MINUTE {
            // Shortly before its time there is no attempt, whatever the sweep does.
            world.advance(next.since(world.now()).saturating_sub(MINUTE / 2));
            world.sweep().await;
            world.drain().await;
            assert_eq!(
                world.receiver.seen().len(),
                index + 1,
                "attempt {} came early",
                index + 1
            );
        }
        world.advance(next.since(world.now()) + Duration::from_secs(1));
    }
    let seen = world.receiver.seen();
    assert_eq!(seen.len(), 10);
    assert!(seen.iter().all(|received| received.id() == seen[0].id()));
    let stamps: Vec<i64> = seen
        .iter()
        .map(|one| one.header("webhook-timestamp").parse().unwrap())
        .collect();
    assert!(stamps.windows(2).all(|pair| pair[0] < pair[1]), "{stamps:?}");
    world.advance(MINUTE * 60 * 24 * 2);
    world.sweep().await;
    assert_eq!(world.drain().await, 0);
    world.service.audit(world.organization.id).await;
}

#[tokio::test]
async fn retry_after_delays_the_next_attempt() {
    let world = world().await;
    world.event().await;
    world
        .receiver
        .behave(|_| Act::AnswerWith(429, "Retry-After: 3600".to_owned()));
    world.drain().await;
    let delivery = world.only_delivery().await;
    let wait = next(&delivery).unwrap().since(delivery.attempts[0].at);
    assert!(
        (Duration::from_secs(3600)..Duration::from_secs(3610)).contains(&wait),
        "{wait:?}"
    );
}

#[tokio::test]
async fn a_receiver_that_does_not_answer_holds_an_attempt_for_15_seconds() {
    let world = world().await;
    world.event().await;
    world.receiver.behave(|_| Act::Hang);
    world.drain().await;
    let attempt = world.only_delivery().await.attempts.remove(0);
    assert_eq!(
        attempt.error.map(store::AttemptError::message),
        Some("no answer within 15 seconds")
    );
    assert!(
        (14_900..17_000).contains(&attempt.duration_millis),
        "{}",
        attempt.duration_millis
    );
}

#[tokio::test]
async fn a_success_counts_whatever_its_body_does() {
    let world = world().await;
    world.receiver.behave(|_| Act::Endless);
    world.event().await;
    world.drain().await;
    assert_eq!(world.only_delivery().await.state, DeliveryState::Delivered);
}

#[tokio::test]
async fn a_receiver_that_is_gone_disables_its_webhook_and_what_waits_for_it_fails() {
    let world = world().await;
    world.receiver.behave(|_| Act::Answer(500));
    world.event().await;
    world.drain().await;
    world.receiver.behave(|_| Act::Answer(410));
    world.event().await;
    world.drain().await;
    assert_eq!(world.webhook().await.disabled, Some(DisabledReason::Gone));
    let webhook = world.webhook().await;
    let views: Vec<Value> = world
        .deliveries()
        .await
        .iter()
        .map(|delivery| serde_json::to_value(delivery.view(&webhook)).unwrap())
        .collect();
    assert!(
        views
            .iter()
            .all(|view| view["status"] == "failed" && view["nextAttemptAt"].is_null()),
        "{views:?}"
    );
    // While it is disabled, nothing is written for it.
    end(&world.service, world.organization.id).await;
    assert!(
        world
            .service
            .store()
            .outbox(world.organization.id)
            .await
            .unwrap()
            .is_empty()
    );
    world.advance(MINUTE * 10);
    world.sweep().await;
    world.drain().await;
    assert_eq!(world.receiver.seen().len(), 2);
    assert!(
        world
            .deliveries()
            .await
            .iter()
            .all(|delivery| delivery.state == DeliveryState::Failed)
    );
}

#[tokio::test]
async fn five_days_without_a_success_disable_a_webhook() {
    let world = world().await;
    world.receiver.behave(|_| Act::Answer(500));
    world.event().await;
    world.drain().await;
    let day = MINUTE * 60 * 24;
    world.advance(day * 5 - MINUTE);
    world.event().await;
    world.drain().await;
    assert!(world.webhook().await.is_enabled());
    world.advance(MINUTE * 2);
    world.event().await;
    world.drain().await;
    assert_eq!(world.webhook().await.disabled, Some(DisabledReason::Failing));
}

#[tokio::test]
async fn a_success_ends_the_five_days() {
    let world = world().await;
    let day = MINUTE * 60 * 24;
    for status in [500, 200, 500] {
        world.receiver.behave(move |_| Act::Answer(status));
        world.event().await;
        world.drain().await;
        world.advance(day * 3);
    }
    assert!(world.webhook().await.is_enabled());
}

#[tokio::test]
async fn no_event_is_lost_when_messages_are_lost_at_any_step() {
    let world = world().await;
    let (store, organization) = (world.service.store(), world.organization.id);
    // The function that wrote the event was killed before it sent a message.
    end(&world.service, organization).await;
    // The deliverer was killed after it had written the delivery.
    end(&world.service, organization).await;
    let entries = store.outbox(organization).await.unwrap();
    assert_eq!(entries.len(), 2);
    let fanned_out = store
        .fan_out(organization, entries[1].events[0].id, deadline())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(fanned_out.deliveries.len(), 1);
    assert!(
        store
            .fan_out(organization, entries[1].events[0].id, deadline())
            .await
            .unwrap()
            .is_none()
    );
    // The deliverer was killed during an attempt.
    let begun = fanned_out.deliveries[0]
        .begun(world.now(), "killed".to_owned())
        .unwrap();
    store.write_delivery(&begun).await.unwrap();
    assert_eq!(world.drain().await, 0);
    world.advance(MINUTE);
    world.sweep().await;
    world.drain().await;
    let deliveries = world.deliveries().await;
    assert_eq!(deliveries.len(), 2);
    assert!(
        deliveries
            .iter()
            .all(|delivery| delivery.state == DeliveryState::Delivered),
        "{deliveries:?}"
    );
    let mut ids: Vec<String> = world.receiver.seen().iter().map(|one| one.id().to_owned()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 2);
}

#[tokio::test]
async fn messages_do_not_multiply_over_sweeps() {
    let world = world().await;
    for _ in 0..20 {
        end(&world.service, world.organization.id).await;
    }
    // The queue is so long that nobody receives its messages for an hour.
    for _ in 0..60 {
        world.advance(MINUTE);
        world.sweep().await;
    }
    let url = world.service.resources().events.url().to_owned();
    let (waiting, _) = messages(&world.service, &url).await;
    assert!((20..=20 * 13).contains(&waiting), "{waiting} messages for 20 entries");
    world.drain().await;
    assert_eq!(world.receiver.seen().len(), 20, "an event was delivered twice");
    let failing = world.receiver.clone();
    failing.behave(|_| Act::Answer(500));
    for _ in 0..20 {
        world.event().await;
    }
    world.drain().await;
    for _ in 0..60 {
        world.advance(MINUTE);
        world.sweep().await;
    }
    let (waiting, _) = messages(&world.service, &url).await;
    // The first message of an attempt, and further ones after 5, 15 and 35 minutes.
    assert!((20..=20 * 4).contains(&waiting), "{waiting} messages for 20 deliveries");
}

#[tokio::test]
async fn a_webhook_that_is_created_later_gets_no_earlier_event() {
    let world = world().await;
    end(&world.service, world.organization.id).await;
    world.advance(Duration::from_secs(10));
    let later = add_webhook(&world.service, world.organization.id, &world.receiver.url("/later")).await;
    world.announce().await;
    world.drain().await;
    end(&world.service, world.organization.id).await;
    world.announce().await;
    world.drain().await;
    let paths: Vec<String> = world.receiver.seen().into_iter().map(|one| one.path).collect();
    assert_eq!(paths.iter().filter(|path| *path == "/later").count(), 1, "{paths:?}");
    let read = world
        .service
        .store()
        .deliveries(world.organization.id, later.id, None, 10);
    assert_eq!(read.await.unwrap().records.len(), 1);
}

#[tokio::test]
async fn without_webhooks_an_organization_has_no_events() {
    let world = world().await;
    let other = world.service.organization(Plan::Pro, 20).await;
    end(&world.service, other.id).await;
    assert!(world.service.store().outbox(other.id).await.unwrap().is_empty());
    let deleted = world
        .service
        .store()
        .delete_webhook(world.organization.id, world.webhook.id, deadline());
    assert!(deleted.await.unwrap());
    end(&world.service, world.organization.id).await;
    assert!(
        world
            .service
            .store()
            .outbox(world.organization.id)
            .await
            .unwrap()
            .is_empty()
    );
}

#[tokio::test]
async fn a_busy_receiver_holds_at_most_twenty_attempts() {
    let world = world().await;
    let (store, organization) = (world.service.store(), world.organization.id);
    let mut slots = Vec::new();
    loop {
        match store.take_webhook_slot(organization, world.webhook.id).await.unwrap() {
            store::SlotOutcome::Taken(slot, _) => slots.push(slot),
            store::SlotOutcome::Busy { is_failing } => {
                assert!(!is_failing);
                break;
            }
            store::SlotOutcome::Gone => panic!("the webhook exists"),
        }
    }
    assert_eq!(slots.len(), 20);
    world.event().await;
    world.drain().await;
    assert!(world.receiver.seen().is_empty(), "an attempt was made without a slot");
    // A failure leaves two slots.
    let failed = store::Attempted {
        at: world.now(),
        status: None,
        is_received: false,
    };
    for slot in &slots {
        store.free_slot(slot, Some(failed)).await.unwrap();
    }
    let mut taken = 0;
    while let store::SlotOutcome::Taken(..) = store.take_webhook_slot(organization, world.webhook.id).await.unwrap() {
        taken += 1;
    }
    assert_eq!(taken, 2);
    // A function that was killed frees no slot, so slots end by themselves.
    world.advance(MINUTE);
    world.drain().await;
    world.sweep().await;
    world.drain().await;
    assert_eq!(world.receiver.seen().len(), 1);
}

#[tokio::test]
async fn a_delivery_that_does_not_exist_needs_no_work() {
    let world = world().await;
    let id: DeliveryId = "dlv_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
    let target = Target::Webhook(world.webhook.id);
    let body = json!({ "version": 1, "organization": world.organization.id, "kind": "delivery", "receiver": target, "delivery": id });
    let record = json!({ "messageId": "m", "receiptHandle": "r", "body": body.to_string() });
    let answer = world.handle(json!({ "Records": [record] })).await;
    assert_eq!(answer, json!({ "batchItemFailures": [] }));
    let unreadable = json!({ "messageId": "m", "receiptHandle": "r", "body": "nonsense" });
    let answer = world.handle(json!({ "Records": [unreadable] })).await;
    assert_eq!(answer, json!({ "batchItemFailures": [{ "itemIdentifier": "m" }] }));
}
