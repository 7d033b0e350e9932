//! The plan of a run: the settings, the faults and the steps that follow from a seed.

use std::time::Duration;

use contract::webhooks::EventType;
use simulated_aws::{Conditions, Random};

use crate::{
    operation::{Accident, Command, Maker, Operation},
    painter::{Script, ScriptedAttempt},
    receiver::{Answer, Answers},
};

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    Call(Call),
    Command(Command),
    Accident(Accident),
}

/// An API call, and how its caller reacts to the outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) organization: usize,
    pub(crate) operation: Operation,
    /// The number of the idempotency key; `None` for a call without a key.
    pub(crate) key: Option<u8>,
    /// How many calls with the same body are sent at the same instant.
    pub(crate) copies: u8,
    /// How often the caller retries a call whose outcome is unknown.
    pub(crate) retries: u8,
    /// Whether the caller repeats the call once after a success, in order to receive the stored answer.
    pub(crate) replays: bool,
    /// How long the caller waits for the response.
    pub(crate) timeout: Duration,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The number of the step in the plan of the seed. Shrinking keeps the numbers of the remaining steps.
    pub(crate) number: usize,
    /// When the step starts, counted from the beginning of the run.
    pub(crate) at: Duration,
    pub(crate) action: Action,
}

/// The plan of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// The opening balances of the organizations, in hundredths of a thumbnail.
    pub(crate) balances: Vec<u32>,
    /// The faults and latencies of the simulated AWS while the steps run.
    pub(crate) conditions: Conditions,
    /// The largest difference between a process's clock and the clock of the simulated AWS, in milliseconds.
    pub(crate) skew_millis: u32,
    /// `true`: a gateway process serves one call at a time, as a Lambda does. `false`: one process serves all calls, as
    /// the local runner does.
    pub(crate) one_call_a_process: bool,
    pub(crate) steps: Vec<Step>,
}

/// The largest clock skew of a process, in milliseconds. The clocks of two processes therefore differ by at most 1.8
/// seconds, less than the two seconds of skew that the service tolerates.
const MOST_SKEW_MILLIS: u64 = 900;

impl Plan {
    /// A plan without faults and without steps.
    pub(crate) const fn empty(seed: u64) -> Self {
        Self {
            seed,
            balances: Vec::new(),
            conditions: Conditions::CALM,
            skew_millis: 0,
            one_call_a_process: true,
            steps: Vec::new(),
        }
    }

    /// The plan that follows from a seed.
    pub(crate) fn of(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let conditions = conditions(&mut random.split());
        let mut settings = random.split();
        let organizations = settings.between(1, 2);
        let balances = (0..organizations).map(|_| balance(&mut settings)).collect();
        Self {
            seed,
            balances,
            conditions,
            skew_millis: u32::try_from(settings.below(2) * MOST_SKEW_MILLIS).unwrap_or_default(),
            one_call_a_process: settings.chance(0.7),
            steps: steps(&mut random.split(), usize::try_from(organizations).unwrap_or(1)),
        }
    }

    /// Whether no call can fail because of the simulated AWS: the plan has index lag, stale reads, message faults and
    /// transaction latencies at most.
    pub(crate) fn is_calm(&self) -> bool {
        let calm = Conditions {
            index_lag: self.conditions.index_lag,
            index_slow: self.conditions.index_slow,
            stale_read: self.conditions.stale_read,
            delivered_twice: self.conditions.delivered_twice,
            message_late: self.conditions.message_late,
            message_missed: self.conditions.message_missed,
            transaction: self.conditions.transaction,
            transaction_hold: self.conditions.transaction_hold,
            ..Conditions::CALM
        };
        self.conditions == calm
    }
}

fn balance(random: &mut Random) -> u32 {
    let thumbnails = match random.below(4) {
        0 => random.between(0, 3),
        1 => random.between(3, 10),
        _ => 1000,
    };
    u32::try_from(thumbnails * 100 + 5 * random.below(20)).unwrap_or_default()
}

/// A random choice of kinds of faults, with a random strength for all of them. Runs with few kinds of faults reach
/// rarer states than runs with all kinds.
fn conditions(random: &mut Random) -> Conditions {
    let mut conditions = Conditions::CALM;
    if random.chance(0.15) {
        return conditions;
    }
    let storm = Conditions::STORMY;
    let strength = [0.5, 1.0, 2.0, 4.0]
        .get(usize::try_from(random.below(4)).unwrap_or_default())
        .copied()
        .unwrap_or(1.0);
    let mut some = |usual: f64, most: f64| {
        if random.chance(0.4) {
            (usual * strength).min(most)
        } else {
            0.0
        }
    };
    conditions.lost_request = some(storm.lost_request, 0.2);
    conditions.lost_answer = some(storm.lost_answer, 0.2);
    conditions.duplicate = some(storm.duplicate, 0.2);
    conditions.late = some(storm.late, 0.1);
    conditions.cut_off = storm.cut_off;
    conditions.slow = some(storm.slow, 0.3);
    conditions.server_error = some(storm.server_error, 0.2);
    conditions.throttled = some(storm.throttled, 0.2);
    conditions.spurious_conflict = some(storm.spurious_conflict, 0.2);
    conditions.unprocessed = some(storm.unprocessed, 0.3);
    conditions.stale_read = some(storm.stale_read, 1.0);
    conditions.index_slow = some(storm.index_slow, 0.5);
    conditions.delivered_twice = some(storm.delivered_twice, 0.3);
    conditions.message_late = some(storm.message_late, 0.5);
    conditions.message_missed = some(storm.message_missed, 0.5);
    if random.chance(0.5) {
        conditions.index_lag = storm.index_lag;
    }
    if random.chance(0.3) {
        conditions.transaction = Duration::from_millis(45);
        conditions.transaction_hold = Duration::from_millis(25);
    }
    conditions
}

fn steps(random: &mut Random, organizations: usize) -> Vec<Step> {
    let count = usize::try_from(random.between(4, 16)).unwrap_or(8);
    // Most steps follow each other closely, so that they race. Some are minutes apart, so that leases lapse and caches
    // age.
    let mut at = Duration::ZERO;
    let usual_gap = [0, 15, 300, 5_000]
        .get(usize::try_from(random.below(4)).unwrap_or_default())
        .copied()
        .unwrap_or(300);
    let mut maker = Making::new(organizations, random.chance(0.6));
    let mut steps = Vec::with_capacity(count);
    for number in 0..count {
        let gap = if random.chance(0.1) {
            random.between(10_000, 90_000)
        } else {
            random.between(0, usual_gap)
        };
        at += Duration::from_millis(gap);
        steps.push(Step {
            number,
            at,
            action: maker.action(random, number),
        });
    }
    steps
}

/// The records that earlier steps create, so that later steps can refer to them.
struct Making {
    organizations: usize,
    /// Whether somebody listens for events.
    listens: bool,
    made: Vec<(Maker, usize, &'static str)>,
}

impl Making {
    const fn new(organizations: usize, listens: bool) -> Self {
        Self {
            organizations,
            listens,
            made: Vec::new(),
        }
    }

    /// A random earlier step that called one of these tools for this organization, or (in 3% of the cases) for any
    /// organization.
    fn find(&self, random: &mut Random, organization: usize, tools: &[&str]) -> Option<Maker> {
        let foreign = random.chance(0.03);
        let fitting: Vec<Maker> = self
            .made
            .iter()
            .filter(|(_, owner, tool)| tools.contains(tool) && (foreign || *owner == organization))
            .map(|(maker, _, _)| *maker)
            .collect();
        let at = random.below(u64::try_from(fitting.len()).unwrap_or_default());
        fitting.get(usize::try_from(at).unwrap_or_default()).copied()
    }

    fn some(&self, random: &mut Random, organization: usize, tool: &str) -> Vec<Maker> {
        if random.chance(0.3) {
            self.find(random, organization, &[tool]).into_iter().collect()
        } else {
            Vec::new()
        }
    }

    fn action(&mut self, random: &mut Random, number: usize) -> Action {
        let organization = usize::try_from(random.below(self.organizations as u64)).unwrap_or_default();
        if self.listens && number == 0 {
            return Action::Call(self.call(random, number, organization));
        }
        match random.below(100) {
            0..=11 => Action::Accident(accident(random)),
            12..=23 => Action::Command(command(random, organization)),
            _ => Action::Call(self.call(random, number, organization)),
        }
    }

    fn call(&mut self, random: &mut Random, number: usize, organization: usize) -> Call {
        let operation = self.operation(random, organization);
        if operation.creates() {
            self.made.push((number, organization, operation.tool()));
        }
        let keyed = operation.creates() && random.chance(0.6);
        let copies = if random.chance(0.25) {
            u8::try_from(random.between(2, 4)).unwrap_or(2)
        } else {
            1
        };
        Call {
            organization,
            operation,
            key: keyed.then(|| u8::try_from(random.below(6)).unwrap_or_default()),
            copies,
            retries: u8::try_from(random.below(4)).unwrap_or_default(),
            replays: keyed && random.chance(0.2),
            timeout: if random.chance(0.15) {
                Duration::from_millis(random.between(1, 400))
            } else {
                Duration::from_secs(30)
            },
        }
    }

    /// An operation on webhooks. The first one of an organization creates a webhook.
    fn about_webhooks(&self, random: &mut Random, organization: usize) -> Operation {
        let webhook = self.find(random, organization, &["create_webhook"]);
        match (webhook, random.below(8)) {
            (None, _) | (_, 0) => Operation::Listen {
                events: if random.chance(0.6) {
                    Vec::new()
                } else {
                    EventType::ALL.into_iter().filter(|_| random.chance(0.5)).collect()
                },
                answers: answers(random),
            },
            (Some(of), 1..=4) => Operation::SwitchWebhook {
                of,
                enabled: random.chance(0.5),
            },
            (Some(of), 5) => Operation::DeleteWebhook(of),
            (Some(of), _) => Operation::TestWebhook(of),
        }
    }

    fn operation(&self, random: &mut Random, organization: usize) -> Operation {
        const GENERATIONS: [&str; 2] = ["generate_thumbnail", "generate_variation"];
        let generation = |random: &mut Random| self.find(random, organization, &GENERATIONS);
        if self.listens && (self.made.is_empty() || random.chance(0.15)) {
            return self.about_webhooks(random, organization);
        }
        match random.below(100) {
            0..=29 => Operation::Generate {
                count: u8::try_from(random.between(1, 3)).unwrap_or(1),
                script: script(random),
                thorough: random.chance(0.2),
                enhance: random.chance(0.1),
                images: self.some(random, organization, "upload_image"),
                inspirations: self.some(random, organization, "create_inspiration"),
                persons: self.some(random, organization, "create_person"),
                webhook: (self.listens && random.chance(0.3)).then(|| answers(random)),
            },
            30..=32 => generation(random).map_or(Operation::ListGenerations, |of| Operation::Letter {
                of,
                script: script(random),
            }),
            33..=35 => Operation::Vary {
                of: generation(random),
                count: u8::try_from(random.between(1, 2)).unwrap_or(1),
                script: script(random),
            },
            36..=47 => Operation::Upload,
            48..=53 => Operation::Inspire {
                public: random.chance(0.4),
                image: self.some(random, organization, "upload_image").first().copied(),
            },
            54..=58 => Operation::MakePerson {
                photos: u8::try_from(random.below(3)).unwrap_or_default(),
                image: self.some(random, organization, "upload_image").first().copied(),
            },
            59..=69 => generation(random).map_or(Operation::Credits, Operation::Cancel),
            70..=74 => Operation::Trigger(generation(random)),
            75..=79 => generation(random).map_or(Operation::ListGenerations, |of| Operation::Status {
                of,
                wait: if random.chance(0.2) { 5 } else { 0 },
            }),
            80..=83 => self
                .find(random, organization, &["upload_image"])
                .map_or(Operation::ListImages, Operation::DeleteImage),
            84..=86 => self
                .find(random, organization, &["create_inspiration"])
                .map_or(Operation::ListInspirations, Operation::DeleteInspiration),
            87..=89 => self
                .find(random, organization, &["create_person"])
                .map_or(Operation::ListPersons, Operation::DeletePerson),
            90..=92 => Operation::Credits,
            93..=94 => Operation::History,
            95..=96 => Operation::ListGenerations,
            97 => Operation::ListImages,
            98 => Operation::ListInspirations,
            _ => Operation::ListPersons,
        }
    }
}

/// Half of the receivers accept every event at once. Few of them never accept one, because their deliveries last for
/// days.
fn answers(random: &mut Random) -> Answers {
    if random.chance(0.5) {
        return Answers(vec![Answer::Accept]);
    }
    let mut answers: Vec<Answer> = (0..random.between(1, 3)).map(|_| failure(random)).collect();
    if !random.chance(0.1) {
        answers.push(Answer::Accept);
    }
    Answers(answers)
}

fn failure(random: &mut Random) -> Answer {
    if random.chance(0.05) {
        return Answer::Gone;
    }
    let at = random.below(Answer::TRANSIENT.len() as u64);
    let answer = Answer::TRANSIENT.get(usize::try_from(at).unwrap_or_default());
    answer.copied().unwrap_or(Answer::Fail)
}

fn script(random: &mut Random) -> Script {
    let paint = ScriptedAttempt::Paint(u8::try_from(random.between(1, 40)).unwrap_or(1));
    if random.chance(0.55) {
        return Script(vec![paint]);
    }
    let attempts = (0..random.between(1, 6)).map(|_| match random.below(14) {
        0..=4 => ScriptedAttempt::Fail,
        5 | 6 => ScriptedAttempt::Hang,
        7 => ScriptedAttempt::Panic,
        8 => ScriptedAttempt::Smear,
        9 => ScriptedAttempt::Die,
        10 => ScriptedAttempt::Refuse,
        _ => paint,
    });
    Script(attempts.collect())
}

fn command(random: &mut Random, organization: usize) -> Command {
    match random.below(12) {
        of @ 0..=4 => {
            let hundredths = i32::try_from(random.between(1, 300)).unwrap_or(100);
            Command::Adjust {
                organization,
                hundredths: if of == 4 { -hundredths } else { hundredths },
            }
        }
        5..=7 => Command::Audit,
        8 => Command::CollectGarbage,
        9 => Command::DeleteOrganization(organization),
        10 => Command::RevokeKey(organization),
        _ if random.chance(0.5) => Command::Redrive,
        _ => Command::SetPlan(organization),
    }
}

fn accident(random: &mut Random) -> Accident {
    match random.below(14) {
        0..=3 => Accident::KillGateways,
        4..=6 => Accident::KillLoops,
        7 => Accident::Restart,
        8 => Accident::ThrottleLoop(u32::try_from(random.between(5, 120)).unwrap_or(60)),
        9 => Accident::ThrottleLoop(90 * 60),
        10 => Accident::UnreadableMessage,
        11 | 12 => Accident::KillDeliveries,
        _ => Accident::UnknownStates(if random.chance(0.3) { 120 } else { 1 }),
    }
}
