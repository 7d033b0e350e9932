//! Late copies of messages, and steps of the loop whose responses were lost.

use std::{sync::Arc, time::Duration};

use contract::{Amount, FailureCode, GenerationId, GenerationStatus};
use serde_json::json;
use store::{Deadline, FinishedPicture, Lease, LeaseOutcome, Settled, State, Store};
use tests::{Fault, Organization, Proxy};

use crate::{
    instance::{Action, Instance, Reply},
    models::{COMPOSER, DEAD},
    world::{FaultWorld, run},
};

/// An organization with one generation of one thumbnail.
async fn one(world: &FaultWorld) -> (Organization, GenerationId) {
    let organization = world.organization().await;
    let generation = world.begin(&organization.key, 1, &[]).await;
    (organization, generation)
}

/// Leases the thumbnail.
pub(crate) async fn lease(store: &Store, organization: &Organization, generation: GenerationId) -> Lease {
    let until = store.clock().now().plus(Duration::from_secs(50));
    let leased = store
        .lease(organization.id, generation, 0, until)
        .await
        .expect("a lease");
    let LeaseOutcome::Leased(lease) = leased else {
        panic!("the thumbnail is not leased: {leased:?}");
    };
    *lease
}

/// The state of the thumbnail, and the number of its attempt.
pub(crate) async fn state(world: &FaultWorld, organization: &Organization) -> (State, u32) {
    let (_, progress) = world.generations(organization.id).await.remove(0);
    let thumbnail = progress.thumbnails[0].clone();
    (thumbnail.state, thumbnail.attempt)
}

#[test]
fn a_late_copy_of_a_message_changes_nothing_and_costs_one_read() {
    run(async {
        let world = FaultWorld::start().await;
        let (organization, generation) = one(&world).await;
        let letter = world.take(generation).await.remove(0);
        let done = Reply::Event(Ok(json!({ "batchItemFailures": [] })));
        assert_eq!(world.sound.act(Action::Event(letter.event())).await, done);
        world.delete(&letter).await;
        let before = world.generations(organization.id).await;
        assert!(matches!(before[0].1.thumbnails[0].state, State::Completed(_)));

        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for later in [1, 60, 24 * 3600] {
            world.service.clock().advance(Duration::from_secs(later));
            proxy.forget();
            assert_eq!(instance.act(Action::Event(letter.event())).await, done);
            let mut operations = proxy.operations();
            operations.sort_unstable();
            assert_eq!(operations, ["GetItem", "UpdateItem"]);
        }
        assert_eq!(world.generations(organization.id).await, before);
        world.settle(organization.id).await;
    });
}

/// How many responses are lost in a row: one, or those of all tries of the SDK but the last.
const LOST: [usize; 2] = [1, 2];

#[test]
fn a_lease_whose_response_was_lost_is_recognised() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for times in LOST {
            let (organization, generation) = one(&world).await;
            proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            let lease = lease(instance.store(), &organization, generation).await;
            proxy.heal();
            assert_eq!(lease.attempt, 1);
            assert_eq!(state(&world, &organization).await.1, 1, "it counts as one attempt");
            world.settle(organization.id).await;
        }
    });
}

#[test]
fn a_completion_whose_response_was_lost_is_recognised() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for times in LOST {
            let (organization, generation) = one(&world).await;
            let lease = lease(world.store(), &organization, generation).await;
            let object_key = format!("{}/thumbnails/by-hand-{times}.png", organization.id);
            let bucket = &world.service.resources().bucket;
            bucket
                .put(&object_key, "a picture".into(), "image/png")
                .await
                .expect("bytes");
            let picture = FinishedPicture::new(object_key, 9, world.store().clock().now());
            proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            let settled = instance
                .store()
                .complete(&lease, picture.clone())
                .await
                .expect("an end");
            proxy.heal();
            assert_eq!(settled, Settled::Done);
            assert_eq!(
                state(&world, &organization).await.0,
                State::Completed(Box::new(picture.clone()))
            );
            // A picture of another process with the same attempt number is not ours.
            let other = FinishedPicture {
                object_key: "another".to_owned(),
                ..picture
            };
            assert_eq!(
                instance.store().complete(&lease, other).await.expect("an end"),
                Settled::Superseded
            );
            world.settle(organization.id).await;
        }
    });
}

#[test]
fn a_wait_whose_response_was_lost_is_recognised() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for times in LOST {
            let (organization, generation) = one(&world).await;
            let lease = lease(world.store(), &organization, generation).await;
            let until = world.store().clock().now().plus(Duration::from_secs(8));
            let code = FailureCode::ModelFailed;
            proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            let settled = instance.store().put_off(&lease, until, code).await.expect("a wait");
            proxy.heal();
            assert_eq!(settled, Settled::Done);
            assert!(matches!(state(&world, &organization).await, (State::Waiting { .. }, 1)));
            world.settle(organization.id).await;
        }
    });
}

#[test]
fn a_handover_to_a_fallback_whose_response_was_lost_is_recognised() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for times in LOST {
            let organization = world.organization().await;
            let generation = world.begin_with(&organization.key, DEAD, 1).await;
            let letter = world.take(generation).await.remove(0);
            let lease = lease(world.store(), &organization, generation).await;
            let code = FailureCode::ModelFailed;
            proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            let settled = instance
                .store()
                .fail_over(&lease, COMPOSER, code)
                .await
                .expect("a turn");
            proxy.heal();
            assert_eq!(settled, Settled::Done);
            let (_, progress) = world.generations(organization.id).await.remove(0);
            let given = &progress.thumbnails[0];
            assert!(matches!(given.state, State::Waiting { .. }), "{given:?}");
            assert_eq!(
                (given.fallback.as_deref(), given.attempt, given.last_attempt),
                (Some(COMPOSER), 1, 4)
            );
            // No message is left, so the sweep has to send one.
            world.delete(&letter).await;
            world.settle(organization.id).await;
            let (state, attempt) = state(&world, &organization).await;
            assert!(matches!(state, State::Completed(_)), "{state:?}");
            assert_eq!(attempt, 2);
            // The attempt that handed the thumbnail over cannot do so again.
            let late = instance.store().fail_over(&lease, DEAD, code).await.expect("an answer");
            assert_eq!(late, Settled::Superseded);
            world.check(organization.id).await;
        }
    });
}

#[test]
fn a_cancel_whose_responses_were_all_lost_succeeds() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        let (organization, generation) = one(&world).await;
        let read = world.store().cancellation(organization.id, generation).await;
        let read = read.expect("a generation").expect("the generation exists");
        proxy.fail_operation("TransactWriteItems", 0, Fault::CommitThenCut, usize::MAX);
        let deadline = Deadline::after(Duration::from_millis(200));
        let cancelled = instance.store().cancel(read, deadline).await;
        proxy.heal();
        let cancelled = cancelled.expect("the cancel was written");
        assert_eq!((cancelled.thumbnails, cancelled.refunded), (1, Amount::thumbnails(1)));
        assert_eq!(cancelled.progress.status(), GenerationStatus::Cancelled);
        world.settle(organization.id).await;
    });
}
