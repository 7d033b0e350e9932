//! Executes a plan and checks the invariants.

use std::{panic, rc::Rc, sync::Once, time::Duration};

use simulated_aws::Conditions;
use tokio::{
    runtime::Builder,
    task::{JoinHandle, LocalSet, spawn_local},
};

use crate::{
    accident, caller, check, event_source,
    mutant::Mutant,
    operator,
    painter::PANIC,
    plan::{Action, Plan},
    quiet, schedule,
    world::World,
};

/// The result of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The invariants that the run broke. Empty if the run is sound.
    pub problems: Vec<String>,
    /// The malformed requests. A mutant that sends such requests is found for the wrong reason.
    pub malformed: Vec<String>,
    /// One line for each event. Empty if the run was not recorded.
    pub history: String,
    /// How many API calls the simulated AWS has answered.
    pub calls: u64,
}

impl Report {
    /// Whether the run broke no invariant, and sent no malformed request.
    pub const fn is_sound(&self) -> bool {
        self.problems.is_empty() && self.malformed.is_empty()
    }

    /// What makes the run unsound, a line each.
    pub fn defects(&self) -> impl Iterator<Item = String> {
        let problems = self.problems.iter().map(|problem| format!("BROKEN: {problem}"));
        problems.chain(self.malformed.iter().map(|request| format!("MALFORMED: {request}")))
    }
}

/// Runs `work` on one thread with paused time: time advances only when every task waits for a timer.
///
/// # Errors
///
/// The error of `work`, or the reason why the runtime could not be built.
pub(crate) fn on_simulated_time<T>(work: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    silence_scripted_panics();
    let runtime = Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    LocalSet::new().block_on(&runtime, work)
}

/// Silences the panics that a script asks for: they are expected and would fill the terminal.
fn silence_scripted_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if info.payload_as_str() != Some(PANIC) {
                usual(info);
            }
        }));
    });
}

/// Executes a plan, waits until no work is left, and checks the invariants.
pub(crate) fn run(plan: &Plan, mutant: Option<&Mutant>, record: bool) -> Report {
    let plan = Rc::new(plan.clone());
    let report = on_simulated_time(async move {
        let world = World::make(plan, mutant, record).await?;
        let work = async {
            act(&world).await;
            // Until a deletion is finished, thumbnails of the organization may be neither completed nor refunded.
            check::finish_deletions(&world).await;
            quiet::wait(&world).await;
            check::everything(&world).await;
        };
        tokio::select! {
            biased;
            () = work => {}
            () = calls_without_end(&world) => world.problem("the run has made too many AWS calls and would never end".to_owned()),
        }
        let problems = world.problems.borrow().clone();
        Ok(Report {
            problems,
            malformed: world.cloud.malformed(),
            history: world.cloud.history(),
            calls: world.cloud.calls().values().sum(),
        })
    });
    report.unwrap_or_else(|problem| Report {
        problems: vec![format!("the run could not be set up: {problem}")],
        ..Report::default()
    })
}

/// More AWS calls than any run needs that ends.
const MOST_CALLS: u64 = 12_000;

/// Returns when a run has made so many AWS calls that it would never end.
async fn calls_without_end(world: &World) {
    while world.cloud.calls().values().sum::<u64>() < MOST_CALLS {
        // Retries of deliveries may last days, in which little happens.
        tokio::time::sleep(schedule::MINUTE.max(world.elapsed() / 10)).await;
    }
}

/// Starts the steps of the plan, each at its time, and waits until all steps have ended.
async fn act(world: &Rc<World>) {
    world.cloud.set_conditions(world.plan.conditions.clone());
    let begun = world.elapsed();
    let event_source = spawn_local(event_source::poll(Rc::clone(world)));
    let schedule = spawn_local(schedule::every_minute(Rc::clone(world)));
    let mut steps: Vec<JoinHandle<()>> = Vec::new();
    for step in world.plan.steps.clone() {
        tokio::time::sleep_until(world.moment(begun + step.at)).await;
        let (world, number) = (Rc::clone(world), step.number);
        steps.push(match step.action {
            Action::Call(call) => spawn_local(caller::perform(world, number, call)),
            Action::Command(command) => spawn_local(operator::perform(world, number, command)),
            Action::Accident(accident) => spawn_local(accident::happen(world, accident)),
        });
    }
    for step in steps {
        if step.await.is_err() {
            world.problem("a step of the simulation panicked".to_owned());
        }
    }
    // Faults last a while longer than the steps, so that the loop and the sweep meet faults too.
    tokio::time::sleep(Duration::from_secs(20)).await;
    world.cloud.set_conditions(Conditions::CALM);
    world.calm_since.set(Some(world.elapsed()));
    event_source.abort();
    schedule.abort();
}
