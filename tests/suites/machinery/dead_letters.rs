//! The dead-letter queue: what nobody can read stays in sight of the operator, what can be read is settled.

use std::time::Duration;

use contract::{FailureCode, Plan};
use queue::Message;
use serde_json::{Value, json};
use tests::{Service, service::Setup};

use crate::support::{self, Act, Scripted};

/// Longer than a message is hidden from others once it was received.
const HIDDEN: Duration = Duration::from_secs(1441);

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

#[tokio::test]
async fn a_dead_letter_that_can_be_read_is_settled_and_refunded_by_the_sweep() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 3, 0).await;
    let dead_letters = &service.resources().dead_letters;
    let message = |index| Message::new(organization.id, id, index, support::MODEL.to_owned());
    // The same one twice, and one of an index that the generation does not have.
    dead_letters.send(&[message(1), message(1), message(8)]).await.unwrap();
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    assert_eq!(support::messages(&service, dead_letters.url()).await, (0, 0));
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[1].state, FailureCode::ModelFailed));
    assert_eq!(now.pending(), [0, 2]);
    assert_eq!(support::balance(&service, organization.id).await, 8);
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_dead_letter_of_what_is_under_way_waits() {
    let service = idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 1, 0).await;
    let lease_ends = service.clock().now().plus(Duration::from_secs(50));
    service.store().lease(organization.id, id, 0, lease_ends).await.unwrap();
    let dead_letters = &service.resources().dead_letters;
    dead_letters
        .send(&[Message::new(organization.id, id, 0, support::MODEL.to_owned())])
        .await
        .unwrap();
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    assert_eq!(support::messages(&service, dead_letters.url()).await, (1, 0));
    service.clock().advance(Duration::from_secs(51));
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    assert_eq!(support::messages(&service, dead_letters.url()).await, (0, 0));
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
    let message = |index| Message::new(organization.id, id, index, support::MODEL.to_owned());
    let messages: Vec<Message> = (0..10).map(message).collect();
    // Each of them twice, so that both sweeps meet each.
    dead_letters.send(&messages).await.unwrap();
    dead_letters.send(&messages).await.unwrap();
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
