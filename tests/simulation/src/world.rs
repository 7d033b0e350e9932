//! The state of a run: the simulated AWS, the processes, the organizations and the observations of the callers.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
    time::Duration,
};

use contract::Timestamp;
use runtime::{Clock, Entropy, Environment};
use serde_json::Value as Json;
use simulated_aws::{Cloud, Conditions, ProcessId, Random};
use tokio::time::Instant;

use crate::{
    deployment::Deployment,
    mutant::Mutant,
    observation::Observation,
    painter::{AttemptLog, MODELS},
    plan::Plan,
    process::{Image, Process},
    receiver::Receivers,
};

/// When every run begins: 2026-11-21T08:00:00Z.
const BEGINNING: Timestamp = Timestamp::from_millis(1_795_248_000_000);

/// The process id under which the simulation itself calls the simulated AWS.
pub(crate) const OBSERVER: ProcessId = ProcessId(0);

/// An organization of the run.
#[derive(Clone, Debug)]
pub(crate) struct Organization {
    pub(crate) id: String,
    pub(crate) key_id: String,
    pub(crate) secret: String,
    /// When the operator's first command to delete the organization began.
    pub(crate) deletion: Option<Duration>,
    /// When the operator's first command to revoke the key began.
    pub(crate) revocation: Option<Duration>,
    /// When a command to revoke the key first reported success.
    pub(crate) revoked: Option<Duration>,
}

/// A grant or a correction that an operator makes. The command may run more than once.
#[derive(Clone, Debug)]
pub(crate) struct Adjustment {
    pub(crate) organization: usize,
    pub(crate) note: String,
    /// Negative for a correction.
    pub(crate) hundredths: i32,
    /// How many runs of the command reported success.
    pub(crate) confirmed: u32,
    /// How many runs of the command reported a failure, or were killed.
    pub(crate) unclear: u32,
}

/// The run of one plan.
pub(crate) struct World {
    pub(crate) plan: Rc<Plan>,
    pub(crate) cloud: Cloud,
    /// The clock of the simulated AWS, without skew.
    pub(crate) clock: Clock,
    pub(crate) image: Image,
    pub(crate) attempt_log: AttemptLog,
    begun: Instant,
    next_process: Cell<u32>,
    pub(crate) gateways: RefCell<Vec<Rc<Process>>>,
    /// The processes of the generation loop.
    pub(crate) loops: RefCell<Vec<Rc<Process>>>,
    /// The processes that deliver events.
    pub(crate) deliveries: RefCell<Vec<Rc<Process>>>,
    /// When the faults were switched off.
    pub(crate) calm_since: Cell<Option<Duration>>,
    /// The generation loop receives no event before this time.
    pub(crate) throttled_until: Cell<Duration>,
    pub(crate) organizations: RefCell<Vec<Organization>>,
    pub(crate) observations: RefCell<Vec<Observation>>,
    pub(crate) adjustments: RefCell<Vec<Adjustment>>,
    /// The killed processes, and when each was killed.
    pub(crate) kills: RefCell<Vec<(ProcessId, Duration)>>,
    /// Broken invariants found so far.
    pub(crate) problems: RefCell<Vec<String>>,
}

impl World {
    /// Creates the tables, the bucket, the queues and the organizations of a plan.
    pub(crate) async fn make(plan: Rc<Plan>, mutant: Option<&Mutant>, record: bool) -> Result<Rc<Self>, String> {
        let mut random = Random::new(plan.seed ^ 0x5EED);
        let clock = Clock::of_timers(BEGINNING);
        let cloud = Cloud::new(random.number(), clock.clone(), Conditions::CALM);
        cloud.record(record);
        let deployment = Deployment::make(&cloud.config(OBSERVER), &clock).await?;
        let attempt_log = AttemptLog::default();
        let models = Environment::of(|name| (name == "MODELS").then(|| MODELS.to_owned())).models();
        let studio = {
            let attempt_log = attempt_log.clone();
            Box::new(move |process| attempt_log.studio(process))
        };
        if let Some(mutant) = mutant {
            mutant.install(&cloud);
        }
        let world = Rc::new(Self {
            image: Image {
                cloud: cloud.clone(),
                deployment,
                models: Arc::new(models),
                studio,
                receivers: Receivers::new(cloud.clone()),
            },
            plan,
            cloud,
            clock,
            attempt_log,
            begun: Instant::now(),
            next_process: Cell::new(OBSERVER.0 + 1),
            gateways: RefCell::default(),
            loops: RefCell::default(),
            deliveries: RefCell::default(),
            calm_since: Cell::default(),
            throttled_until: Cell::default(),
            organizations: RefCell::default(),
            observations: RefCell::default(),
            adjustments: RefCell::default(),
            kills: RefCell::default(),
            problems: RefCell::default(),
        });
        for &balance in &world.plan.balances {
            let organization = world.create_organization(balance).await?;
            world.organizations.borrow_mut().push(organization);
        }
        Ok(world)
    }

    async fn create_organization(&self, balance: u32) -> Result<Organization, String> {
        let balance = format!("{}.{:02}", balance / 100, balance % 100);
        let create = [
            "org",
            "create",
            "--name",
            "Simulated",
            "--plan",
            "enterprise",
            "--balance",
            &balance,
        ];
        let created = self.command(&create).await.map_err(|failure| failure.line)?;
        let id = text(&created, "organizationId");
        let key = self
            .command(&["key", "create", "--org", &id])
            .await
            .map_err(|failure| failure.line)?;
        Ok(Organization {
            key_id: text(&key, "keyId"),
            secret: text(&key, "apiKey"),
            id,
            deletion: None,
            revocation: None,
            revoked: None,
        })
    }

    /// The time since the beginning of the run.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The instant that lies `since` after the beginning of the run.
    pub(crate) fn moment(&self, since: Duration) -> Instant {
        self.begun + since
    }

    /// The time from the beginning of the run to an instant.
    pub(crate) fn since_beginning(&self, moment: Instant) -> Duration {
        moment.duration_since(self.begun)
    }

    /// Records a broken invariant.
    pub(crate) fn problem(&self, problem: String) {
        self.cloud.note(format!("BROKEN: {problem}"));
        self.problems.borrow_mut().push(problem);
    }

    fn new_process(&self) -> (ProcessId, Clock, u64) {
        let number = self.next_process.get();
        self.next_process.set(number + 1);
        // The clock skew and the ids of a process follow from the seed and the process number alone. Dropping a step
        // therefore changes little in the rest of the run.
        let mut own = Random::new(self.plan.seed ^ (u64::from(number) << 32));
        let most = u64::from(self.plan.skew_millis);
        let skew =
            i64::try_from(own.between(0, 2 * most)).unwrap_or_default() - i64::try_from(most).unwrap_or_default();
        (ProcessId(number), self.clock.skewed(skew), own.number())
    }

    pub(crate) fn start_process(&self) -> Rc<Process> {
        let (id, clock, entropy) = self.new_process();
        Rc::new(self.image.start(id, &clock, entropy))
    }

    /// The gateway process for the next call. A new process is started if no running process can take the call.
    pub(crate) fn gateway(&self) -> Rc<Process> {
        let fits = |process: &&Rc<Process>| !self.plan.one_call_a_process || !process.is_busy();
        let found = self.gateways.borrow().iter().find(fits).cloned();
        found.unwrap_or_else(|| {
            let process = self.start_process();
            self.gateways.borrow_mut().push(Rc::clone(&process));
            process
        })
    }

    /// Kills all processes that are serving a call or an event.
    pub(crate) fn kill(&self, processes: &RefCell<Vec<Rc<Process>>>) {
        let (killed, kept): (Vec<_>, Vec<_>) = processes.borrow_mut().drain(..).partition(|process| process.is_busy());
        *processes.borrow_mut() = kept;
        for process in killed {
            self.kills.borrow_mut().push((process.id, self.elapsed()));
            process.kill(&self.cloud);
        }
    }

    /// Runs a command of the operator's tool in a new process, and returns the JSON that the command printed.
    pub(crate) async fn command(&self, arguments: &[&str]) -> Result<Json, CommandFailure> {
        let (id, clock, entropy) = self.new_process();
        let simulated = self.cloud.config(id).simulated;
        let endpoint = self.cloud.config(id).endpoint_url.unwrap_or_default();
        let environment = Environment::of(move |name| match name {
            "AWS_ENDPOINT_URL" => Some(endpoint.clone()),
            "AWS_REGION" => Some("us-east-1".to_owned()),
            "AWS_ACCESS_KEY_ID" | "AWS_SECRET_ACCESS_KEY" => Some("simulated".to_owned()),
            _ => None,
        });
        let environment = match simulated {
            Some(aws) => environment.simulated(aws, Entropy::sequence(entropy)),
            None => environment,
        };
        let line: Vec<String> = arguments
            .iter()
            .chain(&["--json"])
            .map(|&argument| argument.to_owned())
            .collect();
        let outcome = ctl::run(line, environment, clock).await;
        let printed = serde_json::from_str(&outcome.stdout).ok();
        match printed {
            Some(printed) if outcome.exit_code == 0 => Ok(printed),
            printed => Err(CommandFailure {
                line: format!("tgctl {}: {}", arguments.join(" "), outcome.stderr.trim()),
                printed,
            }),
        }
    }
}

/// A command that exited with a status other than 0, or printed no JSON.
#[derive(Clone, Debug)]
pub(crate) struct CommandFailure {
    /// The command line and the text on stderr.
    pub(crate) line: String,
    /// The JSON that the command printed nevertheless.
    pub(crate) printed: Option<Json>,
}

/// The text field of a JSON object. Empty if the field is missing or is no text.
pub(crate) fn text(value: &Json, field: &str) -> String {
    value.get(field).and_then(Json::as_str).unwrap_or_default().to_owned()
}
