//! Refused transactions with mixed reasons: while another transaction is being committed item by item, DynamoDB reports
//! some items with `TransactionConflict`, which has no old item, and others with a failed condition.

use std::sync::Arc;

use contract::{Amount, FailureCode, GenerationId, Plan, TransactionType};
use store::{Settled, State};
use tests::{Fault, Organization, Proxy, draft::draft, service::deadline};

use crate::{
    instance::Instance,
    lost_answers::lease,
    world::{FaultWorld, run},
};

/// All subsets of a transaction's items, including all items.
fn subsets(parts: u32) -> impl Iterator<Item = u16> {
    0..1 << parts
}

/// A balance that was read and has changed since: the next transaction that uses it is refused.
async fn stale(world: &FaultWorld, organization: &Organization) -> store::Balance {
    let before = world.store().balance(organization.id).await.expect("a balance");
    world
        .service
        .grant(organization.id, Amount::thumbnails(1), "meanwhile")
        .await;
    before
}

#[test]
fn a_charge_succeeds_after_a_refusal_with_mixed_reasons() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        proxy.release();
        let organization = world.service.organization(Plan::Enterprise, 100).await;
        // The balance, the ledger entry, and the two items of a generation.
        for parts in subsets(4) {
            let before = stale(&world, &organization).await;
            proxy.fail_operation("TransactWriteItems", 0, Fault::Conflicting(parts), 1);
            let new = draft(world.store(), organization.id, 1, 0);
            let charged = instance
                .store()
                .create_generation::<store::StoreError>(&new, before, |_| Ok(None), deadline())
                .await;
            proxy.heal();
            charged.unwrap_or_else(|error| panic!("conflicts in {parts:04b}: {error:?}"));
        }
        let ledger = world.ledger(organization.id).await;
        let charges = ledger.iter().filter(|entry| entry.kind == TransactionType::Charge);
        assert_eq!(charges.count(), 16);
        world.service.audit(organization.id).await;
    });
}

/// A generation of one thumbnail, and its organization.
async fn one(world: &FaultWorld) -> (Organization, GenerationId) {
    let organization = world.service.organization(Plan::Enterprise, 10).await;
    let generation = world.begin(&organization.key, 1, &[]).await;
    (organization, generation)
}

#[test]
fn a_cancel_refunds_after_a_refusal_with_mixed_reasons() {
    run(async {
        let world = FaultWorld::start().await;
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        proxy.release();
        for parts in subsets(3) {
            let (organization, generation) = one(&world).await;
            let read = world.store().cancellation(organization.id, generation).await;
            let read = read.expect("a generation").expect("the generation exists");
            stale(&world, &organization).await;
            proxy.fail_operation("TransactWriteItems", 0, Fault::Conflicting(parts), 1);
            let cancelled = instance.store().cancel(read, deadline()).await;
            proxy.heal();
            let cancelled = cancelled.unwrap_or_else(|error| panic!("conflicts in {parts:03b}: {error:?}"));
            assert_eq!(cancelled.thumbnails, 1, "conflicts in {parts:03b}");
            world.settle(organization.id).await;
        }
    });
}

#[test]
fn a_refund_succeeds_after_a_refusal_with_mixed_reasons() {
    run(async {
        let world = FaultWorld::start().await;
        for parts in subsets(3) {
            let (organization, generation) = one(&world).await;
            let lease = lease(world.store(), &organization, generation).await;
            let proxy = Proxy::start(world.service.aws_url()).await;
            let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
            proxy.fail_operation("TransactWriteItems", 0, Fault::Conflicting(parts), 1);
            let store = instance.store().clone();
            let failing = tokio::spawn(async move { store.fail(&lease, FailureCode::ModelFailed, deadline()).await });
            proxy.hanging().await;
            stale(&world, &organization).await;
            proxy.release();
            let failed = failing.await.expect("it ends");
            proxy.heal();
            let failed = failed.unwrap_or_else(|error| panic!("conflicts in {parts:03b}: {error:?}"));
            assert_eq!(failed, Settled::Done, "conflicts in {parts:03b}");
            let (_, progress) = world.generations(organization.id).await.remove(0);
            assert!(matches!(progress.thumbnails[0].state, State::Failed { .. }));
            world.settle(organization.id).await;
        }
    });
}
