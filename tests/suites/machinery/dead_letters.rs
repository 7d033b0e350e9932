//! The dead-letter queue: a letter that nobody can read stays in sight of the operator. A letter of a thumbnail with
//! attempts left is dropped, because the sweep sends a new message. A thumbnail without attempts left is refunded.

use std::time::Duration;

use contract::{FailureCode, GenerationId, GenerationStatus, Plan};
use queue::Message;
use serde_json::{Value, json};
use store::LeaseOutcome;
use tests::{Organization, Service, service::Setup};

use crate::support::{self, Act, Scripted};

/// Longer than a message is hidden from others once it was received.
const HIDDEN: Duration = Duration::from_secs(1441);
/// How long the leases of these tests last.
const LEASE: Duration = Duration::from_secs(50);
/// After this a thumbnail that is still open is given up.
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

/// A service in which nobody works, and so nobody else sweeps.
async fn idle() -> Service {
    Service::start(Setup {
        gateways: 1,
        generation_loop: false,
        ..Setup::default()
    })
    .await
}

/// Waits until a queue has so many messages that can be received, and so many that were.
async fn has(service: &Service, queue_url: &str, messages: (u64, u64)) {
    support::eventually(&format!("{messages:?} in {queue_url}"), || async {
        support::messages(service, queue_url).await == messages
    })
    .await;
}

#[tokio::test]
async fn what_nobody_can_read_stays_in_sight_and_can_be_put_back() {
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
    // The sweep leaves it there, however often, and hides it from nobody.
    for _ in 0..2 {
        assert_eq!(support::sweep(&service).await["givenUp"], 0);
        assert_eq!(support::messages(&service, &dead_letters).await, (3, 0));
    }
    for _ in 0..2 {
        let (code, list) = tests::operator::tgctl(service.aws_url(), "dlq list").await;
        assert_eq!(code, 0, "{list}");
        let messages = list["messages"].as_array().unwrap();
        assert_eq!(messages.len(), 3, "{list}");
        assert!(messages.iter().all(|message| message["readable"] == false), "{list}");
    }
    // Put back, it is received again; nobody can read it this time either.
    assert_eq!(
        tests::operator::tgctl(service.aws_url(), "dlq redrive").await,
        (0, json!({ "redriven": 3 }))
    );
    has(&service, &dead_letters, (0, 0)).await;
    has(&service, queue, (0, 3)).await;
    service.stop().await;
}

/// Sends dead letters for these thumbnails of a generation.
async fn bury(service: &Service, organization: &Organization, id: GenerationId, indexes: &[usize]) {
    let message = |&index| Message::new(organization.id, id, index, support::MODEL.to_owned());
    let messages: Vec<Message> = indexes.iter().map(message).collect();
    service.resources().dead_letters.send(&messages).await.unwrap();
}

/// Takes a thumbnail so many times, and lets each lease lapse.
async fn desert(service: &Service, organization: &Organization, id: GenerationId, index: usize, times: u32) {
    for _ in 0..times {
        let until = service.clock().now().plus(LEASE);
        let leased = service.store().lease(organization.id, id, index, until).await.unwrap();
        assert!(matches!(leased, LeaseOutcome::Leased(_)), "{leased:?}");
        service.clock().advance(LEASE);
    }
}

#[tokio::test]
async fn a_thumbnail_whose_attempts_are_spent_is_refunded_for_its_dead_letter() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 3, 0).await;
    desert(&service, &organization, id, 1, 3).await;
    // The same thumbnail twice, and an index that the generation does not have.
    bury(&service, &organization, id, &[1, 1, 8]).await;
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

/// The messages of an outage: nobody could take the thumbnails, or whoever took one died.
#[tokio::test]
async fn a_dead_letter_of_a_thumbnail_with_attempts_left_is_dropped_and_the_sweep_sends_a_message() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 3, 0).await;
    desert(&service, &organization, id, 1, 1).await;
    let until = service.clock().now().plus(LEASE);
    let under_way = service.store().lease(organization.id, id, 2, until).await.unwrap();
    assert!(matches!(under_way, LeaseOutcome::Leased(_)));
    bury(&service, &organization, id, &[0, 1, 2]).await;
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    let dead_letters = service.resources().dead_letters.url();
    assert_eq!(
        support::messages(&service, dead_letters).await,
        (0, 0),
        "the letters are dropped"
    );
    // The third lease lapses.
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

/// Neither a message nor a dead letter is left of it.
#[tokio::test]
async fn a_thumbnail_that_nobody_could_make_for_a_day_is_refunded() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 2, 0).await;
    service.clock().advance(DAY - Duration::from_secs(60));
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    // One of them is taken at the last moment, and has its time.
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
async fn of_what_has_ended_a_dead_letter_changes_nothing() {
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
    // The same letters in the queue itself, put back by an operator, change nothing either.
    dead_letters.send(&[message(0), message(1)]).await.unwrap();
    let (code, said) = tests::operator::tgctl(service.aws_url(), "dlq redrive").await;
    // The timer's own sweep may have been first.
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

/// As when one minute's sweep takes longer than the minute.
#[tokio::test]
async fn two_sweeps_at_once_refund_a_dead_letter_once() {
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
    // Each of them twice, so that both sweeps meet each.
    bury(&service, &organization, id, &all).await;
    bury(&service, &organization, id, &all).await;
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
