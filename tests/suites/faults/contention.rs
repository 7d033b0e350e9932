//! One organization makes twenty charges a second, each charge in a separate process, while transactions take as long
//! as on DynamoDB and conflict with one another.

use std::{sync::Arc, time::Duration};

use contract::Plan;
use runtime::Entropy;
use tests::{Contention, Fault, Proxy, draft::draft, service::deadline};
use tokio::time::Instant;

use crate::{
    instance::Instance,
    world::{FaultWorld, run},
};

const CHARGES: u32 = 60;
const GAP: Duration = Duration::from_millis(50);
/// How many charges of a burst start at the same time.
const BURST: u32 = 10;

/// The start time of charge number `n`, relative to the first charge.
type Arrivals = fn(u32) -> Duration;

fn even(charge: u32) -> Duration {
    GAP * charge
}

fn bursty(charge: u32) -> Duration {
    GAP * BURST * (charge / BURST)
}

/// At a random time within each second.
fn random(charge: u32) -> Duration {
    let a_second = 1_000_000;
    let within = Entropy::System.up_to(a_second);
    Duration::from_secs(u64::from(charge / 20)) + Duration::from_micros(within)
}

/// Charges, and prints the durations of the charges and the number of refused transactions.
async fn charge(world: &FaultWorld, name: &str, contention: Contention, arrivals: Arrivals) {
    let proxy = Proxy::start(world.service.aws_url()).await;
    proxy.decide(move |operation| match operation {
        "TransactWriteItems" => Some(Fault::Contended(contention)),
        _ => Some(Fault::Delay(contention.takes / 4)),
    });
    let organization = world.service.organization(Plan::Enterprise, CHARGES).await;
    let begun = Instant::now();
    let charges: Vec<_> = (0..CHARGES)
        .map(|number| {
            let process = Instance::new(&world.service, &proxy.url(), Arc::default());
            tokio::spawn(async move {
                tokio::time::sleep_until(begun + arrivals(number)).await;
                let began = Instant::now();
                let store = process.store();
                let new = draft(store, organization.id, 1, 0);
                let before = store.balance(organization.id).await?;
                store.create_generation(&new, before, |_| Ok(None), deadline()).await?;
                Ok::<_, store::ChargeError>(began.elapsed())
            })
        })
        .collect();
    let mut times = Vec::new();
    for charge in charges {
        let time = charge.await.expect("the charge ends");
        times.push(time.unwrap_or_else(|error| panic!("{name}: {error:?}")));
    }
    times.sort();
    let transactions = proxy.operations();
    let transactions = transactions.iter().filter(|name| *name == "TransactWriteItems");
    let refused = transactions.count() - times.len();
    let at = |percent: usize| times[times.len() * percent / 100].as_secs_f64();
    println!(
        "{}/{} ms, {name:6} p50 {:.3} s, p90 {:.3} s, slowest {:.3} s, refused transactions per charge {:.2}",
        contention.takes.as_millis(),
        contention.holds.as_millis(),
        at(50),
        at(90),
        times[times.len() - 1].as_secs_f64(),
        refused as f64 / times.len() as f64,
    );
    assert_eq!(
        world
            .store()
            .balance(organization.id)
            .await
            .unwrap()
            .balance
            .hundredths(),
        0
    );
    world.service.audit(organization.id).await;
    if name == "bursty" {
        assert!(refused > 0, "no transactions conflicted");
    }
}

#[test]
fn twenty_charges_a_second_succeed_despite_conflicts() {
    run(async {
        let world = FaultWorld::start().await;
        for (takes, holds) in [(20, 10), (45, 25)] {
            let [takes, holds] = [takes, holds].map(Duration::from_millis);
            for (name, arrivals) in [("even", even as Arrivals), ("random", random), ("bursty", bursty)] {
                charge(&world, name, Contention { takes, holds }, arrivals).await;
            }
        }
    });
}
