//! Thumbnails that are handed to a fallback: with different clocks, with a slow holder of the lease, and when the
//! fallback fails too.

use std::{sync::Arc, time::Duration};

use contract::FailureCode;
use runtime::Clock;
use store::{Settled, State};

use crate::{
    instance::{Action, Instance},
    lost_answers::{lease, state},
    models::{COMPOSER, DEAD, Makers, ModelAction, ScriptedModels},
    world::{FaultWorld, ReceivedMessage, run},
};

/// A thumbnail of a retired model that waits for its fallback, its organization, and the message for the fallback.
async fn handed_over(world: &FaultWorld) -> (tests::Organization, ReceivedMessage) {
    let organization = world.organization().await;
    let generation = world.begin_with(&organization.key, DEAD, 1).await;
    let letter = world.take(generation).await.remove(0);
    world.sound.act(Action::Event(letter.event())).await;
    world.delete(&letter).await;
    (organization, world.take(generation).await.remove(0))
}

#[test]
fn a_message_for_a_fallback_is_not_lost_on_a_clock_that_is_behind() {
    run(async {
        let world = FaultWorld::start().await;
        let behind = Clock::system();
        world.service.clock().advance(Duration::from_secs(1));
        let (organization, letter) = handed_over(&world).await;
        let makers = Makers::scripted(Arc::default());
        let slow = Instance::with_clock(&world.service, world.service.aws_url(), makers, behind);
        slow.act(Action::Event(letter.event())).await;
        let (state, attempt) = state(&world, &organization).await;
        assert!(matches!(state, State::Completed(_)) && attempt == 2, "{state:?}");
        world.settle(organization.id).await;
    });
}

#[test]
fn a_fallback_waits_between_its_attempts_like_any_model() {
    run(async {
        let world = FaultWorld::start().await;
        let (organization, letter) = handed_over(&world).await;
        let weary = ScriptedModels::then([ModelAction::Transient, ModelAction::Transient]);
        let weary = Instance::of(world.service.resources(), weary);
        for (attempt, seconds) in [(2, 10), (3, 40)] {
            let began = world.service.clock().now();
            weary.act(Action::Event(letter.event())).await;
            let (state, now) = state(&world, &organization).await;
            let State::Waiting { until, .. } = state else {
                panic!("it waits: {state:?}");
            };
            assert_eq!(now, attempt);
            // A wait begins during the attempt, and ends two seconds before its message becomes visible.
            let (wait, early) = (Duration::from_secs(seconds), Duration::from_secs(2));
            let ended = world.service.clock().now();
            assert!(
                (began.plus(wait) - early..=ended.plus(wait) - early).contains(&until),
                "{began} to {ended}: {until}"
            );
            world.service.clock().advance(wait);
        }
        weary.act(Action::Event(letter.event())).await;
        let (state, attempt) = state(&world, &organization).await;
        assert!(matches!(state, State::Completed(_)) && attempt == 4, "{state:?}");
        world.settle(organization.id).await;
    });
}

#[test]
fn a_thumbnail_that_another_has_leased_is_not_handed_over() {
    run(async {
        let world = FaultWorld::start().await;
        let organization = world.organization().await;
        let generation = world.begin_with(&organization.key, DEAD, 1).await;
        let slow = lease(world.store(), &organization, generation).await;
        world.service.clock().advance(Duration::from_secs(60));
        let next = lease(world.store(), &organization, generation).await;
        let given = world.store().fail_over(&slow, COMPOSER, FailureCode::ModelFailed).await;
        assert_eq!(given.expect("an answer"), Settled::Superseded);
        let (now, attempt) = state(&world, &organization).await;
        assert!(
            matches!(now, State::Leased { until, .. } if until == next.until) && attempt == 2,
            "{now:?}"
        );
        world.settle(organization.id).await;
    });
}
