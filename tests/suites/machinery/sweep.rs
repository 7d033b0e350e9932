//! The sweep: what was lost on the way, what lapsed, what is over, and a backlog that must not grow.

use std::time::{Duration, Instant};

use contract::{FailureCode, GenerationStatus, Plan};
use futures_util::{StreamExt, future::join_all, stream};
use serde_json::json;
use store::{LeaseOutcome, State};
use tests::{Organization, Service, service::Setup};

use crate::support::{self, Act, Scripted};

const SECOND: Duration = Duration::from_secs(1);
/// A lease as the loop takes it: the model's time and half a minute.
const LEASE: Duration = Duration::from_secs(50);

/// A service in which nobody works, and an organization.
async fn idle() -> (Service, Organization) {
    let service = Service::start(Setup {
        gateways: 1,
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 10).await;
    (service, organization)
}

/// A service that works, and an organization.
async fn working() -> (Service, Organization) {
    let studio = Some(support::studio_of(Scripted::new(|_, _| Act::Paint)));
    let service = Service::start(Setup {
        gateways: 1,
        studio,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 10).await;
    (service, organization)
}

async fn lease(service: &Service, organization: &Organization, id: contract::GenerationId) -> LeaseOutcome {
    let ends = service.clock().now().plus(LEASE);
    service.store().lease(organization.id, id, 0, ends).await.unwrap()
}

#[tokio::test]
async fn what_was_committed_and_never_queued_is_queued_and_made() {
    let (service, organization) = working().await;
    let id = support::commit(service.store(), organization.id, 4, 0).await;
    // Not at once: its message may still be on the way.
    assert_eq!(support::sweep(&service).await["resent"], 0);
    service.clock().advance(46 * SECOND);
    assert_eq!(support::sweep(&service).await["resent"], 4);
    let now = support::until(&service, organization.id, id, support::ended).await;
    assert_eq!(now.status(), GenerationStatus::Completed);
    assert_eq!(support::balance(&service, organization.id).await, 6);
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_lease_that_lapsed_is_taken_over() {
    let (service, organization) = working().await;
    let id = support::commit(service.store(), organization.id, 1, 0).await;
    assert!(matches!(
        lease(&service, &organization, id).await,
        LeaseOutcome::Leased(_)
    ));
    service.clock().advance(LEASE - SECOND);
    assert_eq!(support::sweep(&service).await["resent"], 0, "it is still held");
    service.clock().advance(7 * SECOND);
    assert_eq!(support::sweep(&service).await["resent"], 1);
    let now = support::until(&service, organization.id, id, support::ended).await;
    assert_eq!(
        (now.status(), now.thumbnails[0].attempt),
        (GenerationStatus::Completed, 2)
    );
    service.audit(organization.id).await;
    service.stop().await;
}

/// Its message waited so long that it was sent again, which puts off the next look; then whoever began it died.
#[tokio::test]
async fn a_lease_that_lapses_after_a_long_wait_is_taken_over_as_soon() {
    let (service, organization) = idle().await;
    let id = support::commit(service.store(), organization.id, 2, 0).await;
    for (wait, resent) in [(46, 2), (301, 2), (601, 2)] {
        service.clock().advance(wait * SECOND);
        assert_eq!(support::sweep(&service).await["resent"], resent);
    }
    assert!(matches!(
        lease(&service, &organization, id).await,
        LeaseOutcome::Leased(_)
    ));
    service.clock().advance(61 * SECOND);
    assert_eq!(
        support::sweep(&service).await["resent"],
        1,
        "the one that lapsed, and only that"
    );
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn three_leases_that_lapsed_are_the_end() {
    let (service, organization) = idle().await;
    let id = support::commit(service.store(), organization.id, 2, 0).await;
    for attempt in 1..=3 {
        let LeaseOutcome::Leased(taken) = lease(&service, &organization, id).await else {
            panic!("attempt {attempt} is not granted");
        };
        assert_eq!(taken.attempt, attempt);
        service.clock().advance(LEASE + 6 * SECOND);
    }
    assert!(matches!(
        lease(&service, &organization, id).await,
        LeaseOutcome::Spent(_)
    ));
    assert_eq!(support::sweep(&service).await["givenUp"], 1);
    assert_eq!(support::sweep(&service).await["givenUp"], 0);
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelTimeout));
    assert_eq!(now.thumbnails[1].state, State::Pending);
    assert_eq!(support::balance(&service, organization.id).await, 9);
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": id }))
        .await;
    assert_eq!(answer.data()["thumbnails"][0]["error"]["code"], "MODEL_TIMEOUT");
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn what_has_ended_is_no_longer_listed_as_due() {
    let (service, organization) = working().await;
    let one = support::begin(&service, &support::draft(service.store(), organization.id, 3, 0)).await;
    support::until(&service, organization.id, one, support::ended).await;
    let other = support::commit(service.store(), organization.id, 3, 0).await;
    assert!(support::listed_as_due(&service).await >= 1);
    organization
        .client
        .call("cancel_generation", json!({ "generationId": other }))
        .await
        .data();
    // Two that ended at the same moment may each have seen the other under way: the next sweep sees that.
    service.clock().advance(120 * SECOND);
    assert_eq!(support::sweep(&service).await["resent"], 0);
    assert_eq!(support::listed_as_due(&service).await, 0);
    service.audit(organization.id).await;
    service.stop().await;
}

const ORGANIZATIONS: usize = 5;
const GENERATIONS: usize = 200;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_that_wait_do_not_multiply() {
    let _alone = support::alone().await;
    let (service, _) = idle().await;
    let organizations =
        join_all((0..ORGANIZATIONS).map(|_| service.organization(Plan::Enterprise, 10 * GENERATIONS as u32))).await;
    let began = Instant::now();
    let generations = (0..GENERATIONS).flat_map(|_| {
        organizations
            .iter()
            .map(|organization| support::commit(service.store(), organization.id, 10, 0))
    });
    let ids: Vec<_> = stream::iter(generations).buffer_unordered(10).collect().await;
    assert_eq!(ids.len(), ORGANIZATIONS * GENERATIONS);
    println!("{} generations were committed in {:?}", ids.len(), began.elapsed());
    service.clock().advance(46 * SECOND);
    for sweep in 1..=5 {
        let began = Instant::now();
        let swept = support::sweep(&service).await;
        println!("sweep {sweep}: {swept} in {:?}", began.elapsed());
        let (waiting, hidden) = support::messages(&service, service.resources().queue.url()).await;
        assert_eq!(hidden, 0);
        assert_eq!(waiting, 10_000, "after sweep {sweep}");
        service.clock().advance(60 * SECOND);
    }
    for organization in &organizations {
        service.audit(organization.id).await;
    }
    service.stop().await;
}
