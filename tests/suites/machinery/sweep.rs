//! The sweep: lost messages, lapsed leases, generations that have ended, and a backlog whose messages must not
//! multiply.

use std::time::Duration;

use contract::{FailureCode, GenerationStatus, Plan};
use futures_util::{StreamExt, future::join_all, stream};
use sampling::all_or;
use serde_json::json;
use store::{LeaseOutcome, State};
use tests::{Organization, Service, service::Setup};
use tokio::time::Instant;

use crate::support::{self, Act, Scripted};

const SECOND: Duration = Duration::from_secs(1);
/// The duration of a lease in the generation loop: the model's timeout plus 30 seconds.
const LEASE: Duration = Duration::from_secs(50);

/// A service with a generation loop, and an organization.
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
async fn a_generation_without_messages_gets_them_and_is_made() {
    let (service, organization) = working().await;
    let id = support::commit(service.store(), organization.id, 4, 0).await;
    // The sweep waits before it sends a message, because the first message may still be on its way.
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
async fn the_thumbnail_of_a_lapsed_lease_is_made_again() {
    let (service, organization) = working().await;
    let id = support::commit(service.store(), organization.id, 1, 0).await;
    assert!(matches!(
        lease(&service, &organization, id).await,
        LeaseOutcome::Leased(_)
    ));
    service.clock().advance(LEASE - SECOND);
    assert_eq!(
        support::sweep(&service).await["resent"],
        0,
        "the lease has not lapsed yet"
    );
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

/// The message waited so long that the sweep sent it again several times, which postpones the next check. Then a worker
/// leased the thumbnail and died.
#[tokio::test]
async fn a_lapsed_lease_is_noticed_soon_even_after_many_repeated_messages() {
    let (service, organization) = support::idle().await;
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
        "only the thumbnail with the lapsed lease"
    );
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_thumbnail_fails_after_three_lapsed_leases() {
    let (service, organization) = support::idle().await;
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
    assert_eq!(support::balance(&service, organization.id).await, 19);
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": id }))
        .await;
    assert_eq!(answer.data()["thumbnails"][0]["error"]["code"], "MODEL_TIMEOUT");
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_generation_that_has_ended_leaves_the_due_index() {
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
    // If the last two thumbnails of a generation end at the same moment, each may see the other as unfinished. The next
    // sweep then removes the generation from the index.
    service.clock().advance(120 * SECOND);
    assert_eq!(support::sweep(&service).await["resent"], 0);
    assert_eq!(support::listed_as_due(&service).await, 0);
    service.audit(organization.id).await;
    service.stop().await;
}

const ORGANIZATIONS: usize = 5;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn repeated_sweeps_do_not_multiply_thousands_of_waiting_messages() {
    let generations_of_each = all_or(200, 40);
    let (service, _) = support::idle().await;
    let organizations =
        join_all((0..ORGANIZATIONS).map(|_| service.organization(Plan::Enterprise, 10 * generations_of_each as u32)))
            .await;
    let began = Instant::now();
    let generations = (0..generations_of_each).flat_map(|_| {
        organizations
            .iter()
            .map(|organization| support::commit(service.store(), organization.id, 10, 0))
    });
    let ids: Vec<_> = stream::iter(generations).buffer_unordered(10).collect().await;
    assert_eq!(ids.len(), ORGANIZATIONS * generations_of_each);
    println!("{} generations were committed in {:?}", ids.len(), began.elapsed());
    service.clock().advance(46 * SECOND);
    for sweep in 1..=5 {
        let began = Instant::now();
        // Messages are sent again after five minutes. On a slow machine, the time of the sweeps counts too.
        let next = service.clock().now().plus(60 * SECOND);
        let swept = support::sweep(&service).await;
        println!("sweep {sweep}: {swept} in {:?}", began.elapsed());
        let (waiting, hidden) = support::messages(&service, service.resources().queue.url()).await;
        assert_eq!(hidden, 0);
        assert_eq!(waiting, 10 * ids.len() as u64, "after sweep {sweep}");
        service.advance_to(next);
    }
    for organization in &organizations {
        service.audit(organization.id).await;
    }
    service.stop().await;
}
