//! How long charges of one organization take when there are twenty a second, each in a process of its own.

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

/// How many charges are made.
const CHARGES: u32 = 200;
/// The usual gap between two charges.
const GAP: Duration = Duration::from_millis(50);
/// How many charges a burst has.
const BURST: u32 = 10;

/// When charges arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrivals {
    /// One every 50 ms.
    Even,
    /// At random moments, 50 ms apart in the mean (a Poisson process).
    Random,
    /// Ten at once, twice a second.
    Bursty,
}

impl Arrivals {
    /// All of them.
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

/// A gap of a Poisson process.
fn exponential(random: &mut Random) -> Duration {
    let unit = ((random.next() >> 11) as f64 + 1.0) / (1_u64 << 53) as f64;
    GAP.mul_f64(-unit.ln())
}

/// How long a transaction takes, and how much of that it holds its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Latency {
    /// Both ways together, in milliseconds.
    pub takes: u64,
    /// In milliseconds.
    pub holds: u64,
}

impl Latency {
    /// What was measured before: from a good day to a slow one.
    pub const ALL: [Self; 3] = [
        Self { takes: 20, holds: 10 },
        Self { takes: 30, holds: 15 },
        Self { takes: 45, holds: 25 },
    ];
}

/// What a storm came to.
#[derive(Clone, Copy, Debug)]
pub struct Figures {
    /// Half of the charges were answered within this time.
    pub p50: Duration,
    /// Nine of ten charges were.
    pub p90: Duration,
    /// All were.
    pub slowest: Duration,
    /// Transactions that were refused, for each charge.
    pub refused: f64,
    /// Charges that were not answered with success.
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

/// Makes a storm.
///
/// # Errors
///
/// When the simulated deployment cannot be made.
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

/// Uploads an image, which charges for it, in a process that serves nothing else.
async fn charge(world: &Rc<World>) -> (Duration, bool) {
    let call = Call {
        organization: 0,
        operation: Operation::Upload,
        key: None,
        twins: 1,
        retries: 0,
        replays: false,
        patience: Duration::from_secs(30),
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
