//! Charges one organization many times a second, as its callers would, and prints how long the charges took and how
//! many transactions DynamoDB refused.
//!
//! `cargo run -p store --example charges -- 20 30 random` makes 20 charges a second for 30 seconds at random moments,
//! in the tables that `TABLE_NAME` and `EPHEMERAL_TABLE_NAME` name. The tables must be there. Charges arrive `even`ly,
//! at `random` moments, or in `bursts` (all charges of a second at once).
//!
//! Each charge under way has a store and a client of its own, because functions share neither: each charge runs in an
//! execution environment of its own when charges come at the same time.

#![allow(clippy::print_stdout, reason = "what it prints is its result")]

use std::{
    error::Error,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use aws_sdk_dynamodb::{
    config::{ConfigBag, Intercept, RuntimeComponents, interceptors::FinalizerInterceptorContextRef},
    error::BoxError,
};
use contract::{GenerationId, OrganizationId, Plan, ThumbnailId, ToolSpec, tools::GenerateThumbnail};
use runtime::{AwsConfig, Clock, Entropy, Environment, Ids, Lazy, Names, sdk_config};
use serde_json::json;
use store::{
    Deadline, Generation, IdempotencyKey, KeptAnswer, NewGeneration, NewOrganization, ReferenceRequest, Store,
    StoreError,
};
use tokio::{task::JoinSet, time::Instant};

/// No attempt at a charge starts later than this, as in a function.
const DEADLINE: Duration = Duration::from_secs(25);
/// Bounds on the arguments, so that a slip of the finger costs little.
const MOST_CHARGES: u32 = 10_000;
/// How many stores take turns.
const STORES: usize = 40;

type Failure = Box<dyn Error + Send + Sync>;

/// When charges arrive within each second.
#[derive(Clone, Copy)]
enum Arrivals {
    Even,
    Random,
    Bursts,
}

impl Arrivals {
    fn parse(name: &str) -> Result<Self, Failure> {
        match name {
            "even" => Ok(Self::Even),
            "random" => Ok(Self::Random),
            "bursts" => Ok(Self::Bursts),
            _ => Err("arrivals are even, random or bursts".into()),
        }
    }

    /// When the charge number `index` arrives, in milliseconds after the start.
    fn millis(self, index: u32, rate: u32, seconds: u32, entropy: &Entropy) -> u64 {
        let second = u64::from(index / rate) * 1_000;
        match self {
            Self::Even => u64::from(index) * 1_000 / u64::from(rate),
            Self::Random => entropy.up_to(u64::from(seconds) * 1_000),
            Self::Bursts => second,
        }
    }
}

/// Counts refused transactions by the reasons that DynamoDB gives. An attempt that the SDK repeats counts each time.
#[derive(Debug, Default)]
struct Counts {
    conflicts: AtomicU64,
    failed_conditions: AtomicU64,
    both: AtomicU64,
    /// Calls of any kind that were refused for another reason, such as throttling.
    others: AtomicU64,
}

/// Counts the refused transactions of one client.
#[derive(Clone, Debug)]
struct Counter(Arc<Counts>);

impl Intercept for Counter {
    fn name(&self) -> &'static str {
        "Counter"
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let refused = context.response().filter(|response| !response.status().is_success());
        let Some(body) = refused.and_then(|response| response.body().bytes()) else {
            return Ok(());
        };
        let body = String::from_utf8_lossy(body);
        let conflict = body.contains("\"TransactionConflict\"");
        let condition = body.contains("\"ConditionalCheckFailed\"");
        let counts = &self.0;
        let counter = match (conflict, condition) {
            (true, true) => &counts.both,
            (true, false) => &counts.conflicts,
            (false, true) => &counts.failed_conditions,
            (false, false) => &counts.others,
        };
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }
}

fn store(aws: &AwsConfig, names: &Names, counts: &Arc<Counts>) -> Store {
    let (aws, counter) = (aws.clone(), Counter(Arc::clone(counts)));
    let client = Lazy::new(move || {
        let config = aws_sdk_dynamodb::config::Builder::from(&sdk_config(&aws)).interceptor(counter);
        aws_sdk_dynamodb::Client::from_conf(config.build())
    });
    let clock = Clock::system();
    Store::new(client, names.clone(), clock.clone(), Ids::new(clock, Entropy::System))
}

fn generation(store: &Store, organization: OrganizationId) -> Generation {
    Generation {
        prompt: Some("A lighthouse in a storm at night".to_owned()),
        ..Generation::new::<GenerateThumbnail>(
            GenerationId::from_uuid(store.ids().uuid()),
            organization,
            "composer",
            7,
            vec![ThumbnailId::from_uuid(store.ids().uuid())],
            store.clock().now(),
        )
    }
}

/// Charges as `generate_thumbnail` does: reads the balance, then writes one transaction.
async fn charge(store: &Store, organization: OrganizationId) -> Result<(), Failure> {
    let inputs = store
        .charge_inputs(organization, None, &ReferenceRequest::default())
        .await?;
    let new = NewGeneration {
        generation: generation(store, organization),
        inherited: Vec::new(),
        waiting_limit: u64::MAX,
    };
    let no_answer = |_| Ok::<Option<(IdempotencyKey, KeptAnswer)>, StoreError>(None);
    let charged = store
        .create_generation(&new, inputs.balance, no_answer, Deadline::after(DEADLINE))
        .await;
    charged.map(drop).map_err(|error| format!("{error:?}").into())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rate, seconds, arrivals] = arguments.as_slice() else {
        return Err("give the charges a second, the seconds, and even, random or bursts".into());
    };
    let (rate, seconds): (u32, u32) = (rate.parse()?, seconds.parse()?);
    let (arrivals, charges) = (Arrivals::parse(arrivals)?, rate.saturating_mul(seconds));
    if !(1..=MOST_CHARGES).contains(&charges) {
        return Err(format!("that is {charges} charges; the bounds are 1 and {MOST_CHARGES}").into());
    }
    let mut environment = Environment::process();
    let (aws, names) = (environment.aws(), environment.names());
    environment.finish()?;

    let counts = Arc::new(Counts::default());
    let stores: Vec<Store> = (0..STORES).map(|_| store(&aws, &names, &counts)).collect();
    let first = stores.first().ok_or("there is no store")?;
    let new = NewOrganization {
        name: "Probe".to_owned(),
        plan: Plan::Enterprise,
        balance: GenerateThumbnail::COST * charges,
    };
    let organization = first.create_organization(new, Deadline::after(DEADLINE)).await?.id;
    // Connections are made now: a function that answers charges has one already.
    for store in &stores {
        store.balance(organization).await?;
    }

    let entropy = Entropy::System;
    let start = Instant::now() + Duration::from_millis(100);
    let mut under_way = JoinSet::new();
    for (index, store) in (0..charges).zip(stores.iter().cycle()) {
        let (store, at) = (store.clone(), arrivals.millis(index, rate, seconds, &entropy));
        under_way.spawn(async move {
            tokio::time::sleep_until(start + Duration::from_millis(at)).await;
            let begin = Instant::now();
            let result = charge(&store, organization).await;
            (begin.elapsed(), result)
        });
    }
    let (mut times, mut failures) = (Vec::new(), Vec::new());
    while let Some(ended) = under_way.join_next().await {
        match ended? {
            (took, Ok(())) => times.push(took.as_millis()),
            (_, Err(error)) => failures.push(error.to_string()),
        }
    }
    times.sort_unstable();
    let audit = first.audit(organization).await?;
    let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
    let share = |percent: usize| times.get((times.len() * percent / 100).min(times.len().saturating_sub(1)));
    let result = json!({
        "charges": charges,
        "failed": failures.len(),
        "firstFailure": failures.first(),
        "p50Millis": share(50),
        "p90Millis": share(90),
        "slowestMillis": times.last(),
        "refusedByConflict": read(&counts.conflicts),
        "refusedByCondition": read(&counts.failed_conditions),
        "refusedByBoth": read(&counts.both),
        "refusedOtherwise": read(&counts.others),
        "booksAddUp": audit.is_some_and(|audit| audit.differences.is_empty()),
    });
    println!("{result}");
    Ok(())
}
