//! The dead-letter queue. A dead letter that cannot be parsed stays in the queue for the operator. If its thumbnail has
//! attempts left, a dead letter is deleted, because the sweep sends a new message. If its thumbnail has no attempts
//! left, the thumbnail fails and is refunded.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

use contract::{FailureCode, GenerationId, GenerationStatus, Plan};
use queue::Message;
use serde_json::Value;
use store::LeaseOutcome;
use tests::{Organization, Service, service::Setup};

use crate::support::{self, Act, Scripted};

/// Longer than the visibility timeout of the queue.
const HIDDEN: Duration = Duration::from_secs(1441);
/// The duration of the leases in these tests.
const LEASE: Duration = Duration::from_secs(50);
/// The age at which an unfinished thumbnail fails and is refunded.
const DAY: Duration = Duration::from_secs(24 * 3600);

async fn service() -> Service {
    let studio = Some(support::studio_of(Scripted::new(|_, _| Act::Paint)));
    Service::start(Setup {
        gateways: 1,
        studio,
        ..Setup::default()
    })
    .await
}

/// A service without a generation loop, so that only the tests sweep.
async fn idle() -> Service {
    Service::start(Setup {
        gateways: 1,
        generation_loop: false,
        ..Setup::default()
    })
    .await
}

/// Waits until a queue has this many visible messages and this many hidden messages.
async fn has(service: &Service, queue_url: &str, messages: (u64, u64)) {
    support::eventually(&format!("{messages:?} in {queue_url}"), || async {
        support::messages(service, queue_url).await == messages
    })
    .await;
}

#[tokio::test]
async fn an_unreadable_dead_letter_stays_visible_and_can_be_redriven() {
    let service = service().await;
    let dead_letters = service.resources().dead_letters.url().to_owned();
    let bodies = ["What is this?", r#"{"version":99}"#, "{}"];
    for body in bodies {
        service.resources().queue.send_body(body).await.unwrap();
    }
    let queue = service.resources().queue.url();
    for _ in 0..3 {
        has(&service, queue, (0, 3)).await;
        service.clock().advance(HIDDEN);
    }
    has(&service, queue, (0, 0)).await;
    has(&service, &dead_letters, (3, 0)).await;
    // The sweep neither deletes nor hides the dead letters, however often it runs.
    for _ in 0..2 {
        assert_eq!(support::sweep(&service).await["givenUp"], 0);
        // The sweep of the service itself may be reading them at this moment.
        has(&service, &dead_letters, (3, 0)).await;
    }
    for _ in 0..2 {
        support::eventually("the dead letters are listed", || async {
            let (code, list) = tests::operator::tgctl(service.aws_url(), "dlq list").await;
            assert_eq!(code, 0, "{list}");
            let messages = list["messages"].as_array().unwrap();
            assert!(messages.iter().all(|message| message["readable"] == false), "{list}");
            messages.len() == 3
        })
        .await;
    }
    // After the redrive, the messages are received again. They are still unreadable.
    let redriven = AtomicU64::new(0);
    support::eventually("the dead letters are redriven", || async {
        let (code, answer) = tests::operator::tgctl(service.aws_url(), "dlq redrive").await;
        assert_eq!(code, 0, "{answer}");
        let count = answer["redriven"].as_u64().unwrap();
        redriven.fetch_add(count, Ordering::Relaxed) + count == 3
    })
    .await;
    has(&service, &dead_letters, (0, 0)).await;
    has(&service, queue, (0, 3)).await;
    service.stop().await;
}

/// Sends dead letters for these thumbnails of a generation.
async fn send_dead_letters(service: &Service, organization: &Organization, id: GenerationId, indexes: &[usize]) {
    let message = |&index| Message::new(organization.id, id, index, support::MODEL.to_owned());
    let messages: Vec<Message> = indexes.iter().map(message).collect();
    service.resources().dead_letters.send(&messages).await.unwrap();
}

/// Leases a thumbnail `times` times, and lets each lease lapse.
async fn let_leases_lapse(service: &Service, organization: &Organization, id: GenerationId, index: usize, times: u32) {
    for _ in 0..times {
        let until = service.clock().now().plus(LEASE);
        let leased = service.store().lease(organization.id, id, index, until).await.unwrap();
        assert!(matches!(leased, LeaseOutcome::Leased(_)), "{leased:?}");
        service.clock().advance(LEASE);
    }
}

#[tokio::test]
async fn a_dead_letter_of_a_thumbnail_without_attempts_left_leads_to_a_refund() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 3, 0).await;
    let_leases_lapse(&service, &organization, id, 1, 3).await;
    // Two dead letters of the same thumbnail, and one with an index that the generation does not have.
    send_dead_letters(&service, &organization, id, &[1, 1, 8]).await;
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    let dead_letters = service.resources().dead_letters.url();
    assert_eq!(support::messages(&service, dead_letters).await, (0, 0));
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[1].state, FailureCode::ModelTimeout));
    assert_eq!(now.pending(), [0, 2]);
    assert_eq!(support::balance(&service, organization.id).await, 8);
    service.audit(organization.id).await;
    service.stop().await;
}

/// The dead letters of an outage: workers could not lease the thumbnails, or died with a lease.
#[tokio::test]
async fn a_dead_letter_of_a_thumbnail_with_attempts_left_is_replaced_by_a_new_message() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 3, 0).await;
    let_leases_lapse(&service, &organization, id, 1, 1).await;
    let until = service.clock().now().plus(LEASE);
    let under_way = service.store().lease(organization.id, id, 2, until).await.unwrap();
    assert!(matches!(under_way, LeaseOutcome::Leased(_)));
    send_dead_letters(&service, &organization, id, &[0, 1, 2]).await;
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    let dead_letters = service.resources().dead_letters.url();
    assert_eq!(
        support::messages(&service, dead_letters).await,
        (0, 0),
        "the dead letters are deleted"
    );
    // The lease of the third thumbnail lapses.
    service.clock().advance(LEASE + Duration::from_secs(10));
    support::sweep(&service).await;
    let queue = service.resources().queue.url();
    assert_eq!(
        support::messages(&service, queue).await,
        (3, 0),
        "each thumbnail has a message"
    );
    let now = support::progress(&service, organization.id, id).await;
    assert_eq!(now.status(), GenerationStatus::Processing);
    assert_eq!(support::balance(&service, organization.id).await, 7);
    service.audit(organization.id).await;
    service.stop().await;
}

/// The generation has neither messages nor dead letters.
#[tokio::test]
async fn a_thumbnail_that_is_unfinished_after_a_day_is_refunded() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 2, 0).await;
    service.clock().advance(DAY - Duration::from_secs(60));
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    // One thumbnail is leased just before the day ends, and keeps its lease.
    let until = service.clock().now().plus(Duration::from_secs(120));
    let leased = service.store().lease(organization.id, id, 1, until).await.unwrap();
    assert!(matches!(leased, LeaseOutcome::Leased(_)));
    service.clock().advance(Duration::from_secs(61));
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    service.clock().advance(Duration::from_secs(61));
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
    assert!(support::is_failed(&now.thumbnails[1].state, FailureCode::ModelTimeout));
    assert_eq!(support::balance(&service, organization.id).await, 10);
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_dead_letter_of_a_finished_thumbnail_has_no_effect() {
    let service = service().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 2, 0)).await;
    let before = support::until(&service, organization.id, id, support::ended).await;
    let dead_letters = &service.resources().dead_letters;
    let message = |index| Message::new(organization.id, id, index, support::MODEL.to_owned());
    dead_letters.send(&[message(0), message(1), message(0)]).await.unwrap();
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    assert_eq!(support::messages(&service, dead_letters.url()).await, (0, 0));
    assert_eq!(support::progress(&service, organization.id, id).await, before);
    // The same messages in the queue itself, redriven by an operator, have no effect either.
    dead_letters.send(&[message(0), message(1)]).await.unwrap();
    let (code, said) = tests::operator::tgctl(service.aws_url(), "dlq redrive").await;
    // The service's own scheduled sweep may have deleted the dead letters before.
    assert!(
        code == 0 && [0, 2].map(Value::from).contains(&said["redriven"]),
        "{said}"
    );
    has(&service, service.resources().queue.url(), (0, 0)).await;
    assert_eq!(support::progress(&service, organization.id, id).await, before);
    assert_eq!(
        (
            support::balance(&service, organization.id).await,
            support::pictures(&service).await
        ),
        (8, 2)
    );
    service.audit(organization.id).await;
    service.stop().await;
}

/// This happens when a sweep takes longer than a minute.
#[tokio::test]
async fn concurrent_sweeps_refund_a_thumbnail_once() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 10, 0).await;
    let dead_letters = &service.resources().dead_letters;
    let all: Vec<usize> = (0..10).collect();
    for _ in 0..3 {
        for &index in &all {
            let until = service.clock().now().plus(LEASE);
            service.store().lease(organization.id, id, index, until).await.unwrap();
        }
        service.clock().advance(LEASE);
    }
    // Two dead letters for each thumbnail, so that both sweeps process every thumbnail.
    send_dead_letters(&service, &organization, id, &all).await;
    send_dead_letters(&service, &organization, id, &all).await;
    dead_letters.send_body("unreadable").await.unwrap();
    let (one, other) = tokio::join!(support::sweep(&service), support::sweep(&service));
    let given_up = [one, other].map(|swept| swept["givenUp"].as_u64().unwrap());
    assert!(given_up.iter().sum::<u64>() >= 10, "{given_up:?}");
    support::sweep(&service).await;
    has(&service, dead_letters.url(), (1, 0)).await;
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::ended(&now));
    assert_eq!(support::balance(&service, organization.id).await, 10);
    service.audit(organization.id).await;
    service.stop().await;
}
