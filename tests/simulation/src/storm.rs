//! Measures the latency of twenty charges per second of one organization, each in a new process.

use std::{fmt, rc::Rc, time::Duration};

use serde_json::json;
use simulated_aws::{Conditions, Random};

use crate::{
    caller,
    operation::Operation,
    plan::{Call, Plan},
    run,
    world::World,
};

/// The number of charges in a measurement.
const CHARGES: u32 = 200;
/// The mean gap between two charges.
const GAP: Duration = Duration::from_millis(50);
/// The number of charges in a burst.
const BURST: u32 = 10;

/// The distribution of the arrival times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrivals {
    /// One charge every 50 ms.
    Even,
    /// A Poisson process with a mean gap of 50 ms.
    Random,
    /// Ten charges at the same instant, twice a second.
    Bursty,
}

impl Arrivals {
    /// All arrival patterns.
    pub const ALL: [Self; 3] = [Self::Even, Self::Random, Self::Bursty];

    fn moments(self, random: &mut Random) -> Vec<Duration> {
        let mut at = Duration::ZERO;
        (0..CHARGES)
            .map(|number| {
                match self {
                    Self::Even => at += GAP,
                    Self::Random => at += exponential(random),
                    Self::Bursty if number % BURST == 0 => at += GAP * BURST,
                    Self::Bursty => {}
                }
                at
            })
            .collect()
    }
}

/// A random gap of a Poisson process, with mean [`GAP`].
fn exponential(random: &mut Random) -> Duration {
    let unit = ((random.number() >> 11) as f64 + 1.0) / (1_u64 << 53) as f64;
    GAP.mul_f64(-unit.ln())
}

/// The latency of a DynamoDB transaction, and for how long the transaction conflicts with other transactions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// The round-trip time of the transaction, in milliseconds.
    pub takes: u64,
    /// How long the transaction holds its keys, in milliseconds.
    pub holds: u64,
}

impl Latency {
    /// Latencies measured against AWS, from a good day to a slow day.
    pub const ALL: [Self; 3] = [
        Self { takes: 20, holds: 10 },
        Self { takes: 30, holds: 15 },
        Self { takes: 45, holds: 25 },
    ];
}

/// The results of a measurement.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// The median time to the response of a charge.
    pub p50: Duration,
    /// The 90th percentile.
    pub p90: Duration,
    /// The maximum.
    pub slowest: Duration,
    /// Refused transactions per charge.
    pub refused: f64,
    /// The number of charges without a successful response.
    pub failed: usize,
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            p50,
            p90,
            slowest,
            refused,
            failed,
        } = self;
        let [p50, p90, slowest] = [p50, p90, slowest].map(|time| time.as_secs_f64());
        write!(
            f,
            "p50 {p50:6.3} s, p90 {p90:6.3} s, slowest {slowest:6.3} s, refused transactions per charge {refused:5.2}, \
             failed {failed}"
        )
    }
}

/// Runs a storm on simulated time.
///
/// # Errors
///
/// The simulated deployment could not be set up, or a charge panicked.
pub fn measure(latency: Latency, arrivals: Arrivals, seed: u64) -> Result<Figures, String> {
    run::on_simulated_time(async move {
        let plan = Plan {
            balances: vec![100_000],
            one_call_a_process: true,
            ..Plan::empty(seed)
        };
        let world = World::make(Rc::new(plan), None, false).await?;
        world.cloud.set_conditions(Conditions {
            transaction: Duration::from_millis(latency.takes),
            transaction_hold: Duration::from_millis(latency.holds),
            ..Conditions::CALM
        });
        world.cloud.reset_meter();
        let begun = world.elapsed();
        let charges = arrivals.moments(&mut Random::new(seed)).into_iter().map(|at| {
            let world = Rc::clone(&world);
            tokio::task::spawn_local(async move {
                tokio::time::sleep_until(world.moment(begun + at)).await;
                charge(&world).await
            })
        });
        let mut times = Vec::new();
        let mut failed = 0;
        for charge in charges.collect::<Vec<_>>() {
            let (time, success) = charge.await.map_err(|error| error.to_string())?;
            times.push(time);
            failed += usize::from(!success);
        }
        times.sort();
        let transactions = world
            .cloud
            .calls()
            .get("TransactWriteItems")
            .copied()
            .unwrap_or_default();
        let committed = times.len() - failed;
        let at = |share: f64| {
            let place = ((times.len() as f64 * share).ceil() as usize).saturating_sub(1);
            times.get(place).copied().unwrap_or_default()
        };
        Ok(Figures {
            p50: at(0.5),
            p90: at(0.9),
            slowest: at(1.0),
            refused: (transactions as f64 - committed as f64) / times.len() as f64,
            failed,
        })
    })
}

/// Uploads an image, which costs a charge, in a new process. Returns the latency and whether the call succeeded.
async fn charge(world: &Rc<World>) -> (Duration, bool) {
    let call = Call {
        organization: 0,
        operation: Operation::Upload,
        key: None,
        copies: 1,
        retries: 0,
        replays: false,
        timeout: Duration::from_secs(30),
    };
    world.gateways.borrow_mut().clear();
    let body = call.operation.body("storm", |_, _| None);
    let begun = world.elapsed();
    let outcome = caller::send(world, 0, &call, &body).await;
    world
        .cloud
        .note(json!({ "seconds": (world.elapsed() - begun).as_secs_f64() }).to_string());
    (world.elapsed() - begun, outcome.is_success())
}
