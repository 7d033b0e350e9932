//! The delivery of events: what receivers may do, and when attempts are made again.

use std::time::Duration;

use contract::{Plan, Timestamp};
use serde_json::{Value, json};
use store::{Delivery, DeliveryState, DisabledReason};
use tests::{receiver::Act, service::deadline};

use crate::webhook_world::{MINUTE, add_webhook, end, world};

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
    // A delivery is kept for 30 days.
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
        Some("no answer within 15 seconds; answer before you process the event")
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
async fn a_webhook_that_is_created_later_gets_no_earlier_event() {
    let world = world().await;
    end(&world.service, world.organization.id).await;
    world.advance(Duration::from_secs(10));
    let later = add_webhook(&world.service, world.organization.id, &world.receiver.url("/later")).await;
    world.receiver.knows(&later.secrets.current.expose());
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
