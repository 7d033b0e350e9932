//! The messages about events: what a crash loses, how many messages there are, and how many attempts one receiver
//! holds.

use std::time::Duration;

use contract::DeliveryId;
use serde_json::json;
use store::{Attempt, AttemptError, Attempted, DeliveryState, Next, Receiver as Target, Slot, SlotOutcome};
use tests::{receiver::Act, service::deadline};

use crate::{
    support::{delayed_messages, messages},
    webhook_world::{MINUTE, WebhookWorld, end, world},
};

#[tokio::test]
async fn no_event_is_lost_when_messages_are_lost_at_any_step() {
    let world = world().await;
    let (store, organization) = (world.service.store(), world.organization.id);
    // The function that wrote the event was killed before it sent a message.
    end(&world.service, organization).await;
    let mut deliveries = Vec::new();
    for _ in 0..3 {
        // The deliverer was killed after it had written the delivery.
        end(&world.service, organization).await;
        let entries = store.outbox(organization).await.unwrap();
        let entry = entries.last().unwrap().events[0].id;
        let fanned_out = store.fan_out(organization, entry, deadline()).await.unwrap().unwrap();
        assert_eq!(fanned_out.deliveries.len(), 1);
        assert!(store.fan_out(organization, entry, deadline()).await.unwrap().is_none());
        deliveries.extend(fanned_out.deliveries);
    }
    for (index, delivery) in deliveries.iter().enumerate().skip(1) {
        // The deliverer was killed during an attempt.
        let begun = delivery.begun(world.now(), "killed".to_owned()).unwrap();
        store.write_delivery(&begun).await.unwrap();
        if index == 2 {
            // The deliverer was killed after it had recorded a failed attempt, before it sent the message of the next.
            let failed = Attempt {
                at: world.now(),
                status: Some(500),
                duration_millis: 1,
                error: Some(AttemptError::Status),
            };
            let next = Next::RetryAt(world.now().plus(Duration::from_secs(5)));
            let ended = begun.attempted(&begun, failed, next, world.now());
            store.write_delivery(&ended).await.unwrap();
        }
    }
    assert_eq!(world.drain().await, 0);
    world.advance(MINUTE);
    world.sweep().await;
    world.drain().await;
    let deliveries = world.deliveries().await;
    assert_eq!(deliveries.len(), 4);
    assert!(
        deliveries
            .iter()
            .all(|delivery| delivery.state == DeliveryState::Delivered),
        "{deliveries:?}"
    );
    let mut ids: Vec<String> = world.receiver.seen().iter().map(|one| one.id().to_owned()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), 4);
}

#[tokio::test]
async fn messages_do_not_multiply_over_sweeps() {
    let world = world().await;
    for _ in 0..20 {
        end(&world.service, world.organization.id).await;
    }
    // The queue is so long that nobody receives its messages for an hour. The sweep sends a message again after 1, 6,
    // 12, 24 and 48 minutes.
    let waiting = world.wait_an_hour().await;
    assert!((20..=20 * 5).contains(&waiting), "{waiting} messages for 20 entries");
    world.drain().await;
    assert_eq!(world.receiver.seen().len(), 20, "not every event was delivered once");
    world.receiver.behave(|_| Act::Answer(500));
    for _ in 0..20 {
        world.event().await;
    }
    world.drain().await;
    let attempts = world.receiver.seen().len();
    // The message of the next attempt, and the same message again 1, 6, 16 and 36 minutes later.
    let waiting = world.wait_an_hour().await;
    assert!((20..=20 * 5).contains(&waiting), "{waiting} messages for 20 deliveries");
    world.drain().await;
    assert_eq!(
        world.receiver.seen().len(),
        attempts + 20,
        "more messages made more attempts"
    );
}

#[tokio::test]
async fn deliveries_to_an_unresponsive_receiver_wait_with_one_message_each() {
    const DELIVERIES: u64 = 30;
    let world = world().await;
    let slot = world.all_slots().await.remove(0);
    world.free(&[slot], UNANSWERED).await;
    world.advance(MINUTE);
    world.all_slots().await;
    for _ in 0..DELIVERIES {
        end(&world.service, world.organization.id).await;
    }
    world.announce().await;
    let mut handled = world.drain().await;
    for minute in 0..60 {
        world.advance(MINUTE);
        // Attempts that do not end hold the slots.
        assert!(world.all_slots().await.len() <= 2);
        world.sweep().await;
        handled += world.drain().await;
        let delayed = delayed_messages(&world.service, world.service.resources().events.url()).await;
        // The sweep may have sent a message again that was late by less than a minute.
        assert!(delayed <= DELIVERIES * 2, "{delayed} messages after {minute} minutes");
    }
    assert!(world.receiver.seen().is_empty(), "an attempt was made without a slot");
    let most = usize::try_from(DELIVERIES * 30).unwrap();
    assert!(handled <= most, "{handled} messages were handled in an hour");
    // The receiver answers again. A delivery waits for at most 15 minutes, and once more if it meets others.
    for _ in 0..40 {
        world.advance(MINUTE);
        world.sweep().await;
        world.drain().await;
    }
    let deliveries = world.deliveries().await;
    assert!(
        deliveries.iter().all(|one| one.state == DeliveryState::Delivered),
        "{deliveries:?}"
    );
    assert_eq!(world.receiver.seen().len() as u64, DELIVERIES);
}

/// How an attempt ended that was answered quickly with a failure.
const REFUSED: (Duration, Option<u16>) = (Duration::from_millis(20), Some(500));
/// How an attempt ended that was not answered.
const UNANSWERED: (Duration, Option<u16>) = (Duration::from_secs(15), None);

impl WebhookWorld {
    /// Sweeps every minute for an hour, while nobody receives messages. Returns the number of messages.
    async fn wait_an_hour(&self) -> u64 {
        for _ in 0..60 {
            self.advance(MINUTE);
            self.sweep().await;
        }
        messages(&self.service, self.service.resources().events.url()).await.0
    }

    /// Takes all free slots of the webhook.
    async fn all_slots(&self) -> Vec<Slot> {
        let mut slots = Vec::new();
        loop {
            let taken = self
                .service
                .store()
                .take_webhook_slot(self.organization.id, self.webhook.id);
            match taken.await.unwrap() {
                SlotOutcome::Taken(slot, _) => slots.push(slot),
                SlotOutcome::Busy { .. } => return slots,
                SlotOutcome::Gone => panic!("the webhook exists"),
            }
        }
    }

    /// Frees slots after failed attempts.
    async fn free(&self, slots: &[Slot], (duration, status): (Duration, Option<u16>)) {
        let failed = Attempted {
            at: self.now(),
            duration,
            status,
            is_received: false,
        };
        for slot in slots {
            self.service.store().free_slot(slot, Some(failed)).await.unwrap();
        }
    }
}

#[tokio::test]
async fn a_receiver_holds_at_most_twenty_attempts_and_two_while_it_does_not_answer() {
    let world = world().await;
    let slots = world.all_slots().await;
    assert_eq!(slots.len(), 20);
    world.event().await;
    world.drain().await;
    assert!(world.receiver.seen().is_empty(), "an attempt was made without a slot");
    // A quick failure holds up nobody, so the receiver keeps its slots.
    world.free(&slots, REFUSED).await;
    let slots = world.all_slots().await;
    assert_eq!(slots.len(), 20);
    world.free(&slots, UNANSWERED).await;
    assert_eq!(world.all_slots().await.len(), 2);
    // A function that was killed frees no slot, so slots end by themselves.
    world.advance(MINUTE * 3);
    world.sweep().await;
    world.drain().await;
    assert_eq!(world.receiver.seen().len(), 1);
    // A success makes the receiver responsive again.
    assert_eq!(world.all_slots().await.len(), 20);
}

#[tokio::test]
async fn concurrent_attempts_at_one_receiver_all_find_slots() {
    let world = world().await;
    let store = world.service.store();
    let take = || store.take_webhook_slot(world.organization.id, world.webhook.id);
    for _ in 0..5 {
        let taken = futures_util::future::join_all((0..15).map(|_| take())).await;
        let mut slots = Vec::new();
        for outcome in taken {
            match outcome.unwrap() {
                SlotOutcome::Taken(slot, _) => slots.push(slot),
                other => panic!("{other:?} although slots are free"),
            }
        }
        for slot in slots {
            store.free_slot(&slot, None).await.unwrap();
        }
    }
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
