//! Events: an event and its fact are written together or not at all, whichever call fails.

use std::{sync::Arc, time::Duration};

use contract::{Amount, FailureCode, GenerationId, Plan, TransactionType};
use store::{
    CreatedGeneration, DEFAULT_LOW_BALANCE, Deadline, Fact, FinishedPicture, Lease, LeaseOutcome, NewGeneration,
    Settled, State, Store, StoreError,
};
use tests::{Fault, Organization, Proxy, draft::draft, service::deadline};

use crate::{
    instance::Instance,
    world::{FaultWorld, run},
};

/// How long a write is tried of which all calls fail.
const SOON: Duration = Duration::from_millis(200);

/// The ways in which the last thumbnail of a generation ends.
#[derive(Clone, Copy, Debug)]
enum End {
    Completed,
    Failed,
    GivenUp,
    Cancelled,
}

impl End {
    const ALL: [Self; 4] = [Self::Completed, Self::Failed, Self::GivenUp, Self::Cancelled];
}

/// A generation with one thumbnail that is ready to end.
struct Ending {
    organization: Organization,
    generation: GenerationId,
    /// For the ends that the holder of a lease makes.
    lease: Option<Lease>,
    end: End,
}

impl Ending {
    async fn new(world: &FaultWorld, end: End) -> Self {
        let organization = world.organization().await;
        world
            .store()
            .start_listening(organization.id)
            .await
            .expect("a listener");
        let generation = create(world.store(), &organization, 1).await;
        let lease = match end {
            End::Completed | End::Failed => Some(lease(world.store(), &organization, generation, 0).await),
            End::GivenUp => {
                world.use_up_attempts(organization.id, generation).await;
                None
            }
            End::Cancelled => None,
        };
        Self {
            organization,
            generation,
            lease,
            end,
        }
    }

    /// Makes the thumbnail end, or finds that it has ended.
    async fn make(&self, store: &Store, deadline: Deadline) -> Result<(), StoreError> {
        let organization = self.organization.id;
        let settled = match (self.end, &self.lease) {
            (End::Completed, Some(lease)) => store.complete(lease, picture(store, "a picture")).await,
            (End::Failed, Some(lease)) => store.fail(lease, FailureCode::ModelFailed, deadline).await,
            (End::GivenUp, _) => {
                let progress = store.progress(organization, self.generation).await?;
                store.abandon(progress.expect("it exists"), 0, deadline).await
            }
            (End::Cancelled, _) => {
                let read = store.cancellation(organization, self.generation).await?;
                store.cancel(read.expect("it exists"), deadline).await?;
                return Ok(());
            }
            (End::Completed | End::Failed, None) => panic!("a lease is missing"),
        };
        settled.map(drop)
    }
}

fn picture(store: &Store, object_key: &str) -> FinishedPicture {
    FinishedPicture::new(object_key.to_owned(), 9, store.clock().now())
}

async fn create(store: &Store, organization: &Organization, count: u32) -> GenerationId {
    let new = draft(store, organization.id, count, 7);
    charge(store, &new, deadline()).await.expect("a generation");
    new.generation.id
}

async fn charge(store: &Store, new: &NewGeneration, deadline: Deadline) -> Result<Amount, store::ChargeError> {
    let before = store.balance(new.generation.organization).await?;
    match store.create_generation(new, before, |_| Ok(None), deadline).await? {
        CreatedGeneration::Charged(balance) => Ok(balance),
        CreatedGeneration::Gone(references) => panic!("{references:?} are gone"),
    }
}

async fn lease(store: &Store, organization: &Organization, generation: GenerationId, index: usize) -> Lease {
    let until = store.clock().now().plus(Duration::from_secs(50));
    let leased = store.lease(organization.id, generation, index, until).await;
    match leased.expect("an outcome") {
        LeaseOutcome::Leased(lease) => *lease,
        other => panic!("the thumbnail is not free: {other:?}"),
    }
}

/// The facts of all events of an organization. Each event must have an id of its own.
async fn told(world: &FaultWorld, organization: &Organization) -> Vec<Fact> {
    let entries = world.store().outbox(organization.id).await.expect("an outbox");
    let events: Vec<_> = entries.into_iter().flat_map(|entry| entry.events).collect();
    let mut ids: Vec<_> = events.iter().map(|event| event.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), events.len(), "two events have the same id");
    events.into_iter().map(|event| event.fact).collect()
}

/// The facts that listeners must be told, as the generations and the ledger show them.
async fn facts(world: &FaultWorld, organization: &Organization) -> Vec<Fact> {
    let mut facts = Vec::new();
    for (generation, progress) in world.generations(organization.id).await {
        assert!(progress.has_listener, "a generation is not marked");
        let generation = generation.id;
        for (index, thumbnail) in progress.thumbnails.iter().enumerate() {
            match thumbnail.state {
                State::Completed(_) => facts.push(Fact::ThumbnailCompleted { generation, index }),
                State::Failed { .. } => facts.push(Fact::ThumbnailFailed { generation, index }),
                State::Cancelled | State::Pending | State::Leased { .. } | State::Waiting { .. } => {}
            }
        }
        if progress.status().is_ended() {
            facts.push(Fact::GenerationEnded { generation });
        }
    }
    let low_balance = DEFAULT_LOW_BALANCE;
    for entry in world.ledger(organization.id).await {
        let (before, balance) = (entry.balance_after - entry.amount, entry.balance_after);
        if entry.kind == TransactionType::Charge && before >= low_balance && balance < low_balance {
            facts.push(Fact::BalanceLow { balance, low_balance });
        }
    }
    facts
}

/// Checks that listeners are told every fact once, and nothing else. Returns the number of facts.
async fn agree(world: &FaultWorld, organization: &Organization, case: &str) -> usize {
    let sorted = |facts: Vec<Fact>| {
        let mut texts: Vec<String> = facts.iter().map(|fact| format!("{fact:?}")).collect();
        texts.sort_unstable();
        texts
    };
    let told = sorted(told(world, organization).await);
    assert_eq!(told, sorted(facts(world, organization).await), "{case}");
    world.service.audit(organization.id).await;
    told.len()
}

/// The faults of a transaction: a refusal, a lost request, and a lost response.
const FAULTS: [Fault; 6] = [
    Fault::Throttle,
    Fault::Conflict,
    Fault::ServerError,
    Fault::CutBefore,
    Fault::CommitThenCut,
    Fault::CommitForgetThenCut,
];

/// How many calls fail. A connection may also break until the caller gives up.
fn times(fault: Fault) -> Vec<usize> {
    match fault {
        Fault::CutBefore | Fault::CommitThenCut => vec![1, 4, usize::MAX],
        _ => vec![1, 4],
    }
}

/// The deadline of a write of which so many calls fail.
fn patience(times: usize) -> Deadline {
    if times == usize::MAX {
        Deadline::after(SOON)
    } else {
        deadline()
    }
}

#[test]
fn an_end_and_its_events_are_written_together_or_not_at_all() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for end in End::ALL {
            for fault in FAULTS {
                for times in times(fault) {
                    let case = format!("{end:?}, {times} times {fault:?}");
                    let ending = Ending::new(&world, end).await;
                    proxy.fail_operation("TransactWriteItems", 0, fault, times);
                    let first = ending.make(instance.store(), patience(times)).await;
                    proxy.heal();
                    agree(&world, &ending.organization, &case).await;
                    assert!(first.is_ok() || times == usize::MAX, "{case}: {first:?}");
                    for _ in 0..2 {
                        ending.make(instance.store(), deadline()).await.expect("an end");
                        let count = agree(&world, &ending.organization, &case).await;
                        // A cancelled thumbnail has no event of its own.
                        let expected = if matches!(end, End::Cancelled) { 1 } else { 2 };
                        assert_eq!(count, expected, "{case}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_charge_and_the_event_of_a_low_balance_are_written_together_or_not_at_all() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for fault in FAULTS {
            for times in times(fault) {
                let case = format!("{times} times {fault:?}");
                let organization = world.service.organization(Plan::Enterprise, 5).await;
                world
                    .store()
                    .start_listening(organization.id)
                    .await
                    .expect("a listener");
                let new = draft(world.store(), organization.id, 1, 7);
                proxy.fail_operation("TransactWriteItems", 0, fault, times);
                let first = charge(instance.store(), &new, patience(times)).await;
                proxy.heal();
                let count = agree(&world, &organization, &case).await;
                if first.is_err() && count == 0 {
                    charge(instance.store(), &new, deadline()).await.expect("a charge");
                }
                // A further charge finds a balance that is low already.
                create(instance.store(), &organization, 1).await;
                assert_eq!(agree(&world, &organization, &case).await, 1, "{case}");
            }
        }
    });
}

#[test]
fn an_organization_sets_its_own_threshold_of_a_low_balance() {
    run(async {
        let world = FaultWorld::start().await;
        let (store, organization) = (world.store(), world.organization().await);
        store.start_listening(organization.id).await.expect("a listener");
        let low_balance = Amount::thumbnails(19);
        store
            .set_low_balance(organization.id, low_balance, deadline())
            .await
            .expect("a threshold");
        let balance = Amount::thumbnails(18);
        create(store, &organization, 2).await;
        assert_eq!(
            told(&world, &organization).await,
            [Fact::BalanceLow { balance, low_balance }]
        );
        let default = store.set_low_balance(organization.id, DEFAULT_LOW_BALANCE, deadline());
        default.await.expect("a threshold");
        create(store, &organization, 2).await;
        assert_eq!(told(&world, &organization).await.len(), 1);
    });
}

#[test]
fn only_the_last_thumbnail_that_ends_is_the_end_of_its_generation() {
    run(async {
        let world = FaultWorld::start().await;
        let (store, organization) = (world.store(), world.organization().await);
        store.start_listening(organization.id).await.expect("a listener");
        let generation = create(store, &organization, 3).await;
        // Each lease has seen the other thumbnails open.
        let first = lease(store, &organization, generation, 0).await;
        let second = lease(store, &organization, generation, 1).await;
        let third = lease(store, &organization, generation, 2).await;
        let (completed, failed) = tokio::join!(
            store.complete(&first, picture(store, "first")),
            store.fail(&second, FailureCode::ModelFailed, deadline()),
        );
        assert_eq!((completed.unwrap(), failed.unwrap()), (Settled::Done, Settled::Done));
        assert_eq!(agree(&world, &organization, "two of three").await, 2);
        let completed = store.complete(&third, picture(store, "third")).await;
        assert_eq!(completed.unwrap(), Settled::Done);
        assert_eq!(agree(&world, &organization, "all three").await, 4);
    });
}

#[test]
fn an_attempt_that_another_attempt_has_replaced_writes_no_event() {
    run(async {
        let world = FaultWorld::start().await;
        let (store, organization) = (world.store(), world.organization().await);
        store.start_listening(organization.id).await.expect("a listener");
        let generation = create(store, &organization, 1).await;
        let slow = lease(store, &organization, generation, 0).await;
        world.service.clock().advance(Duration::from_secs(60));
        let quick = lease(store, &organization, generation, 0).await;
        let settled = store.complete(&slow, picture(store, "slow")).await.unwrap();
        assert_eq!(settled, Settled::Superseded);
        assert_eq!(agree(&world, &organization, "the slow attempt").await, 0);
        let settled = store.complete(&quick, picture(store, "quick")).await.unwrap();
        assert_eq!(settled, Settled::Done);
        let late = store.fail(&slow, FailureCode::ModelFailed, deadline()).await.unwrap();
        assert_eq!(late, Settled::Superseded);
        assert_eq!(agree(&world, &organization, "the quick attempt").await, 2);
    });
}

#[test]
fn a_generation_that_is_open_when_somebody_begins_to_listen_has_events() {
    run(async {
        let world = FaultWorld::start().await;
        let (store, organization) = (world.store(), world.organization().await);
        let before = store.balance(organization.id).await.unwrap();
        let early = create(store, &organization, 1).await;
        let lease_before = lease(store, &organization, early, 0).await;
        store.start_listening(organization.id).await.expect("a listener");
        let settled = store.complete(&lease_before, picture(store, "early")).await.unwrap();
        assert_eq!(settled, Settled::Done);
        assert_eq!(agree(&world, &organization, "a lease from before").await, 2);
        // This charge has read the balance before somebody listened.
        let new = draft(store, organization.id, 1, 7);
        let charged = store.create_generation::<StoreError>(&new, before, |_| Ok(None), deadline());
        charged.await.expect("a generation");
        let lease_after = lease(store, &organization, new.generation.id, 0).await;
        let failed = store.fail(&lease_after, FailureCode::ModelFailed, deadline()).await;
        assert_eq!(failed.unwrap(), Settled::Done);
        assert_eq!(agree(&world, &organization, "a charge from before").await, 4);
    });
}

#[test]
fn without_a_listener_an_end_is_one_update_and_no_event_is_written() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        for listens in [false, true] {
            let organization = world.organization().await;
            if listens {
                let store = world.store();
                let url = "https://a.example/".to_owned();
                let webhook = store.draft_webhook(organization.id, url, Vec::new(), None);
                let created = store.create_webhook(&webhook, None, deadline()).await;
                created.expect("a webhook");
                let deleted = store.delete_webhook(organization.id, webhook.id, deadline()).await;
                assert!(deleted.expect("no failure"), "there was no webhook");
            }
            let generation = create(world.store(), &organization, 2).await;
            let first = lease(world.store(), &organization, generation, 0).await;
            let second = lease(world.store(), &organization, generation, 1).await;
            proxy.forget();
            let store = instance.store();
            let completed = store.complete(&first, picture(store, "first")).await;
            assert_eq!(completed.unwrap(), Settled::Done);
            assert_eq!(proxy.operations(), ["UpdateItem"]);
            let failed = store.fail(&second, FailureCode::ModelFailed, deadline()).await;
            assert_eq!(failed.unwrap(), Settled::Done);
            assert_eq!(proxy.operations(), ["UpdateItem", "GetItem", "TransactWriteItems"]);
            assert_eq!(told(&world, &organization).await, []);
        }
    });
}

#[test]
fn with_a_listener_an_end_is_as_many_calls_as_without() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        let ending = Ending::new(&world, End::Completed).await;
        proxy.forget();
        ending.make(instance.store(), deadline()).await.expect("an end");
        assert_eq!(proxy.operations(), ["TransactWriteItems"]);
        let ending = Ending::new(&world, End::Failed).await;
        proxy.forget();
        ending.make(instance.store(), deadline()).await.expect("an end");
        assert_eq!(proxy.operations(), ["GetItem", "TransactWriteItems"]);
    });
}
