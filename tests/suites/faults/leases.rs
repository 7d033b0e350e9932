//! A lease lasts as long as its holder may need: for the slowest model of the chain, and for storing the picture.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use describer::{BuiltInDescriber, BuiltInEnhancer};
use serde_json::json;
use store::State;
use studio::{ImageModel, ModelError, Studio};
use tests::{Fault, Organization, Proxy};
use tokio::time::Instant;

use crate::{
    faults::ALWAYS,
    instance::{Action, Instance, Reply},
    lost_answers::state,
    models::{COMPOSER, FailingModel, Makers, ModelAction, ScriptedModels, configured},
    world::{FaultWorld, ReceivedMessage, run},
};

/// How often the SDK tries a call. Further retries are made by the loop.
const TRIES_OF_THE_SDK: usize = 3;

#[test]
fn a_lease_of_a_fallback_lasts_as_long_as_the_slowest_model_of_the_generation() {
    run(async {
        let world = Arc::new(FaultWorld::start().await);
        let organization = world.organization().await;
        let list = json!([
            { "id": COMPOSER, "provider": "composer", "timeoutSeconds": 10, "fallbacks": ["quick", "slow"] },
            { "id": "quick", "provider": "composer", "timeoutSeconds": 10 },
            { "id": "slow", "provider": "composer", "timeoutSeconds": 180 },
        ]);
        let left = Arc::new(Mutex::new(None));
        let (asked, owner, noted) = (Arc::clone(&world), organization.clone(), Arc::clone(&left));
        let runtime = tokio::runtime::Handle::current();
        let look = async move {
            let now = asked.service.clock().now();
            if let (State::Leased { until, .. }, _) = state(&asked, &owner).await {
                *noted.lock().unwrap() = Some(until.since(now));
            }
        };
        let look = ModelAction::Meanwhile(Box::pin(async move { runtime.spawn(look).await.expect("a look") }));
        let painters: [(&str, Arc<dyn ImageModel>); 3] = [
            (COMPOSER, Arc::new(FailingModel(ModelError::Gone))),
            ("quick", ScriptedModels::then([look])),
            ("slow", ScriptedModels::then([])),
        ];
        let painters: Vec<_> = painters.map(|(id, painter)| (id.to_owned(), painter)).into();
        let makers = Makers {
            configured: Arc::new(configured(&list)),
            studio: Arc::new(Studio::new(painters)),
            describer: Arc::new(BuiltInDescriber::new()),
            enhancer: Arc::new(BuiltInEnhancer::new()),
        };
        let instance = Instance::made_of(world.service.resources(), makers);
        let generation = world.begin(&organization.key, 1, &[]).await;
        let letter = world.take(generation).await.remove(0);
        instance.act(Action::Event(letter.event())).await;
        world.delete(&letter).await;
        let letter = world.take(generation).await.remove(0);
        instance.act(Action::Event(letter.event())).await;
        world.delete(&letter).await;
        let left = left.lock().unwrap().expect("the fallback paints under a lease");
        assert!(left > Duration::from_secs(200), "the lease ends in {left:?}");
        world.settle(organization.id).await;
    });
}

/// A thumbnail whose attempt runs while AWS calls may fail.
struct Attempted {
    organization: Organization,
    letter: ReceivedMessage,
    proxy: Proxy,
    instance: Instance,
}

impl Attempted {
    async fn start(world: &FaultWorld, makers: Makers) -> Self {
        let organization = world.organization().await;
        let generation = world.begin(&organization.key, 1, &[]).await;
        let letter = world.take(generation).await.remove(0);
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::with_makers(&world.service, &proxy.url(), makers);
        Self {
            organization,
            letter,
            proxy,
            instance,
        }
    }

    /// Runs the loop and returns the number of messages that it keeps.
    async fn act(&self) -> usize {
        let Reply::Event(Ok(answer)) = self.instance.act(Action::Event(self.letter.event())).await else {
            panic!("the batch fails");
        };
        answer["batchItemFailures"].as_array().unwrap().len()
    }
}

/// Runs an attempt in which this many calls of an operation fail, starting with the given one. The attempt must still
/// complete.
async fn completes_despite(world: &FaultWorld, operation: &str, occurrence: usize, fault: Fault, times: usize) {
    let attempted = Attempted::start(world, Makers::scripted(Arc::default())).await;
    attempted.proxy.fail_operation(operation, occurrence, fault, times);
    assert_eq!(attempted.act().await, 0, "the message is kept: {operation} {fault:?}");
    let (state, attempt) = state(world, &attempted.organization).await;
    assert!(
        matches!(state, State::Completed(_)) && attempt == 1,
        "{operation} {fault:?}: {state:?}"
    );
    world.settle(attempted.organization.id).await;
}

#[test]
fn an_attempt_stores_its_picture_despite_temporary_failures() {
    run(async {
        let world = FaultWorld::start().await;
        for fault in [
            Fault::Throttle,
            Fault::ServerError,
            Fault::CutBefore,
            Fault::CommitThenCut,
        ] {
            // The picture and its preview are stored concurrently.
            completes_despite(&world, "PutObject", 0, fault, 2 * TRIES_OF_THE_SDK + 1).await;
        }
    });
}

#[test]
fn an_attempt_writes_its_completion_despite_temporary_failures() {
    run(async {
        let world = FaultWorld::start().await;
        // The first update is the lease.
        for fault in [
            Fault::Throttle,
            Fault::ServerError,
            Fault::CutBefore,
            Fault::CommitThenCut,
        ] {
            completes_despite(&world, "UpdateItem", 1, fault, TRIES_OF_THE_SDK + 1).await;
        }
        // The store itself retries these.
        completes_despite(&world, "UpdateItem", 1, Fault::Conflict, 15).await;
    });
}

#[test]
fn no_call_is_retried_after_the_lease() {
    run(async {
        let world = FaultWorld::start().await;
        let makers = || Makers {
            configured: Arc::new(configured(
                &json!([{ "id": COMPOSER, "provider": "composer", "timeoutSeconds": 1 }]),
            )),
            ..Makers::scripted(Arc::default())
        };
        // The timeout of the model, one second, and the additional time of a lease.
        let lease = Duration::from_secs(31);
        let put = Attempted::start(&world, makers()).await;
        let complete = Attempted::start(&world, makers()).await;
        // The first update is the lease.
        put.proxy.fail_operation("PutObject", 0, Fault::ServerError, ALWAYS);
        complete
            .proxy
            .fail_operation("UpdateItem", 1, Fault::ServerError, ALWAYS);
        let began = Instant::now();
        let kept = tokio::join!(put.act(), complete.act());
        assert_eq!(kept, (1, 1), "both messages are kept");
        for (attempted, operation) in [(&put, "PutObject"), (&complete, "UpdateItem")] {
            let calls = attempted.proxy.calls();
            let last = calls.iter().rfind(|call| call.operation == operation);
            let last = last.expect("a call").began.saturating_duration_since(began);
            assert!(
                lease / 2 < last && last < lease,
                "the last {operation} began after {last:?}"
            );
        }
        let (waiting, attempt) = state(&world, &put.organization).await;
        assert!(matches!(waiting, State::Waiting { .. }) && attempt == 1, "{waiting:?}");
        let (leased, _) = state(&world, &complete.organization).await;
        assert!(matches!(leased, State::Leased { .. }), "{leased:?}");
        // It is unknown whether the completion was written, so its picture is kept.
        let (generation, _) = world.generations(complete.organization.id).await.remove(0);
        let picture = media::keys::thumbnail(complete.organization.id, generation.thumbnails[0], 1, generation.format);
        assert!(world.has_object(&picture).await);
        // Both messages are still in the queue.
        world.settle(put.organization.id).await;
        world.settle(complete.organization.id).await;
    });
}
