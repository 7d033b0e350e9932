//! Concurrency: charges that exceed the balance, cancellations during the generation, and continuous charges of one
//! organization.

use std::{sync::Arc, time::Duration};

use contract::{Category, Plan, TransactionType};
use futures_util::{StreamExt, future::join_all, stream};
use sampling::all_or;
use serde_json::json;
use store::{ChargeError, ChargeFailure, State};
use tests::{Organization, Service, service::Setup};
use tokio::time::Instant;

use crate::support::{self, Act, Scripted};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_charges_succeed_only_up_to_the_balance() {
    let _alone = support::alone().await;
    let service = Service::start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    let stores = service.stores();
    assert_eq!(stores.len(), 2);
    let charges = (0..64).map(|turn| {
        let store = stores[turn % 2].clone();
        tokio::spawn(async move { support::charge(&store, &support::draft(&store, organization.id, 1, 0)).await })
    });
    let (mut paid, mut refused) = (0, 0);
    for charge in join_all(charges).await {
        match charge.unwrap() {
            Ok(_) => paid += 1,
            Err(ChargeError::Refused(ChargeFailure::Insufficient { available })) => {
                assert!(!available.is_positive());
                refused += 1;
            }
            Err(other) => panic!("{other:?}"),
        }
    }
    assert_eq!((paid, refused), (20, 44));
    assert_eq!(support::balance(&service, organization.id).await, 0);
    let ledger = service
        .store()
        .ledger(organization.id, None, 100)
        .await
        .unwrap()
        .entries;
    assert_eq!(ledger.len(), 21);
    assert!(ledger.iter().all(|entry| entry.balance_after.hundredths() >= 0));
    service.audit(organization.id).await;
    service.stop().await;
}

/// The same as above, but through the API. The rate limit of the tool is ten calls a minute, so there are ten calls.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_calls_with_several_keys_succeed_only_up_to_the_balance() {
    let service = Service::start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 4).await;
    let mut callers = vec![organization.client.clone()];
    for _ in 0..2 {
        let (_, secret) = service.key(organization.id, &Category::ALL, None).await;
        callers.push(service.client().with_key(Some(secret.expose())));
    }
    let calls = (0..10).map(|turn| {
        let caller = callers[turn % callers.len()].clone();
        async move {
            caller
                .call("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
                .await
        }
    });
    let answers = join_all(calls).await;
    let paid = answers.iter().filter(|answer| answer.status == 200).count();
    for answer in answers.iter().filter(|answer| answer.status != 200) {
        let details = answer.failure("INSUFFICIENT_CREDITS");
        assert_eq!((&details["required"], &details["available"]), (&json!(1), &json!(0)));
    }
    assert_eq!(paid, 4);
    assert_eq!(support::balance(&service, organization.id).await, 0);
    service.audit(organization.id).await;
    service.stop().await;
}

const CALLERS: usize = 10;
const CHARGES_OF_EACH: usize = 40;

/// Each caller begins its next charge as soon as the previous charge has succeeded, so that charges always conflict.
/// The slowest charge is printed but has no limit, because it depends on the speed of the machine.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_caller_starves_while_ten_callers_charge_continuously() {
    let _alone = support::alone().await;
    let service = Service::start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service
        .organization(Plan::Enterprise, (CALLERS * CHARGES_OF_EACH) as u32)
        .await;
    let stores = service.stores();
    let began = Instant::now();
    let callers = (0..CALLERS).map(|caller| {
        let store = stores[caller % 2].clone();
        tokio::spawn(async move {
            let mut slowest = Duration::ZERO;
            for _ in 0..CHARGES_OF_EACH {
                let began = Instant::now();
                let charged = support::charge(&store, &support::draft(&store, organization.id, 1, 0)).await;
                charged.expect("the balance is enough and the store must retry conflicts");
                slowest = slowest.max(began.elapsed());
            }
            slowest
        })
    });
    let slowest = join_all(callers).await.into_iter().map(Result::unwrap).max().unwrap();
    println!(
        "{} charges by {CALLERS} in {:?}; the slowest took {slowest:?}",
        CALLERS * CHARGES_OF_EACH,
        began.elapsed()
    );
    assert_eq!(support::balance(&service, organization.id).await, 0);
    service.audit(organization.id).await;
    service.stop().await;
}

const ORGANIZATIONS: usize = 20;
const GENERATIONS: usize = 10;
const THUMBNAILS: u32 = 2;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thumbnail_that_is_cancelled_during_its_generation_is_either_charged_or_refunded() {
    let _alone = support::alone().await;
    let studio = support::studio_of(Scripted::new(|_, _| Act::Paint));
    let service = Arc::new(
        Service::start(Setup {
            studio: Some(studio),
            ..Setup::default()
        })
        .await,
    );
    let opening = 20 * THUMBNAILS;
    let organizations: Vec<Organization> =
        join_all((0..ORGANIZATIONS).map(|_| service.organization(Plan::Enterprise, opening))).await;
    let generations = organizations.iter().flat_map(|organization| {
        (0..GENERATIONS).map(|turn| {
            let (service, organization) = (Arc::clone(&service), organization.clone());
            async move {
                let new = support::draft(service.store(), organization.id, THUMBNAILS, 0);
                let id = support::begin(&service, &new).await;
                // A third is cancelled before the generation loop has begun, the others as soon as it has begun. Later
                // turns wait a little longer.
                if turn % 3 > 0 {
                    support::until(&service, organization.id, id, |now| {
                        now.pending().len() < THUMBNAILS as usize
                    })
                    .await;
                }
                tokio::time::sleep(Duration::from_millis(turn as u64 / 3 * 4)).await;
                let answer = organization
                    .client
                    .call("cancel_generation", json!({ "generationId": id }))
                    .await;
                let cancelled = if answer.status == 200 {
                    answer.data()["cancelled"].as_u64().unwrap()
                } else {
                    // No thumbnail was pending any more.
                    answer.failure("VALIDATION_ERROR");
                    0
                };
                (organization.id, id, cancelled)
            }
        })
    });
    let cancels: Vec<_> = stream::iter(generations).buffer_unordered(24).collect().await;
    assert_eq!(cancels.len(), ORGANIZATIONS * GENERATIONS);
    let (mut completed, mut cancelled) = (0, 0);
    for (organization, id, taken) in cancels {
        let ended = support::until(&service, organization, id, support::ended).await;
        let count = |is: fn(&State) -> bool| ended.thumbnails.iter().filter(|thumbnail| is(&thumbnail.state)).count();
        let back = count(|state| matches!(state, State::Cancelled));
        assert_eq!(
            back as u64, taken,
            "the cancellation reported another number of thumbnails: {ended:?}"
        );
        let paid = count(|state| matches!(state, State::Completed(_)));
        assert_eq!(back + paid, THUMBNAILS as usize);
        completed += paid;
        cancelled += back;
    }
    println!("{completed} thumbnails were made and {cancelled} cancelled");
    assert!(
        completed > 0 && cancelled > 0,
        "cancellations must race with the generation loop"
    );
    support::eventually("one picture for each charged thumbnail", || async {
        support::pictures(&service).await == completed
    })
    .await;
    let mut refunded = 0;
    for organization in &organizations {
        let ledger = service
            .store()
            .ledger(organization.id, None, 1000)
            .await
            .unwrap()
            .entries;
        let refunds = ledger.iter().filter(|entry| entry.kind == TransactionType::Refund);
        refunded += refunds.map(|entry| entry.amount.hundredths() / 100).sum::<i64>();
        service.audit(organization.id).await;
    }
    assert_eq!(refunded, cancelled as i64);
    Arc::into_inner(service).unwrap().stop().await;
}

const A_SECOND: u32 = 20;
/// How many charges are made one after the other, for comparison.
const ALONE: u32 = 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_organization_can_charge_twenty_times_a_second() {
    let _alone = support::alone().await;
    let service = Service::start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let charges = all_or(30, 10) * A_SECOND;
    let organization = service.organization(Plan::Enterprise, charges + ALONE).await;
    let stores = service.stores();
    // The control: charges without conflicts. On a busy machine they take longer too.
    let mut alone = Vec::new();
    for _ in 0..ALONE {
        let began = Instant::now();
        let charged = support::charge(&stores[0], &support::draft(&stores[0], organization.id, 1, 0)).await;
        charged.expect("the balance is enough");
        alone.push(began.elapsed());
    }
    alone.sort();
    let usual = alone[alone.len() / 2];
    let mut ticks = tokio::time::interval(Duration::from_secs(1) / A_SECOND);
    let mut under_way = Vec::new();
    for turn in 0..charges {
        ticks.tick().await;
        let store = stores[turn as usize % 2].clone();
        under_way.push(tokio::spawn(async move {
            let began = Instant::now();
            let charged = support::charge(&store, &support::draft(&store, organization.id, 1, 0)).await;
            (charged, began.elapsed())
        }));
    }
    let mut times = Vec::new();
    for charge in join_all(under_way).await {
        let (charged, took) = charge.unwrap();
        charged.expect("the balance is enough and the store must retry conflicts");
        times.push(took);
    }
    times.sort();
    let (median, slowest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{charges} charges at {A_SECOND} a second took {median:?} in the median and {slowest:?} at most; alone {usual:?}"
    );
    let most = Duration::from_secs(2).max(40 * usual);
    assert!(
        median < most,
        "the median charge took {median:?}, a charge alone {usual:?}"
    );
    assert_eq!(support::balance(&service, organization.id).await, 0);
    service.audit(organization.id).await;
    service.stop().await;
}
