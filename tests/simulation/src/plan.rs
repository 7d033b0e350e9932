//! What happens in one run: all of it follows from the seed.

use std::time::Duration;

use simulated_aws::{Conditions, Random};

use crate::{
    operation::{Accident, Command, Maker, Operation},
    painter::{Script, Stroke},
};

/// Something that happens at a moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    Call(Call),
    Command(Command),
    Accident(Accident),
}

/// A caller's call, with what the caller does when it fails.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Call {
    pub(crate) organization: usize,
    pub(crate) operation: Operation,
    /// The idempotency key, by number.
    pub(crate) key: Option<u8>,
    /// How many calls with the same body are sent at the same instant.
    pub(crate) twins: u8,
    /// How often the caller repeats a call whose outcome it does not know.
    pub(crate) retries: u8,
    /// Whether the caller repeats a call that succeeded, once, to be given the same answer.
    pub(crate) replays: bool,
    /// How long the caller waits for an answer.
    pub(crate) patience: Duration,
}

/// One step of a plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Step {
    /// The step's number in the plan that was made from the seed, which shrinking keeps.
    pub(crate) number: usize,
    /// When it happens, since the beginning.
    pub(crate) at: Duration,
    pub(crate) action: Action,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Plan {
    pub(crate) seed: u64,
    /// The opening balances of the organizations, in hundredths.
    pub(crate) balances: Vec<u32>,
    /// How the cloud behaves while the steps happen.
    pub(crate) weather: Conditions,
    /// How far a process's clock may be from the cloud's, in milliseconds.
    pub(crate) skew_millis: u32,
    /// Whether a gateway's process serves one call at a time, as a Lambda does, or all, as the local runner does.
    pub(crate) one_call_a_process: bool,
    pub(crate) steps: Vec<Step>,
}

/// The most that any clock is wrong, in milliseconds: two such clocks differ by less than the two seconds that the code
/// allows.
const MOST_SKEW_MILLIS: u64 = 900;

impl Plan {
    /// A plan of a calm run in which nothing happens.
    pub(crate) const fn empty(seed: u64) -> Self {
        Self {
            seed,
            balances: Vec::new(),
            weather: Conditions::CALM,
            skew_millis: 0,
            one_call_a_process: true,
            steps: Vec::new(),
        }
    }

    /// The plan of a seed.
    pub(crate) fn of(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let weather = weather(&mut random.split());
        let mut settings = random.split();
        let organizations = settings.between(1, 2);
        let balances = (0..organizations).map(|_| balance(&mut settings)).collect();
        Self {
            seed,
            balances,
            weather,
            skew_millis: u32::try_from(settings.below(2) * MOST_SKEW_MILLIS).unwrap_or_default(),
            one_call_a_process: settings.chance(0.7),
            steps: steps(&mut random.split(), usize::try_from(organizations).unwrap_or(1)),
        }
    }

    /// Whether the cloud never fails in this run, so that no call may.
    pub(crate) fn is_calm(&self) -> bool {
        let calm = Conditions {
            index_lag: self.weather.index_lag,
            index_slow: self.weather.index_slow,
            stale_read: self.weather.stale_read,
            delivered_twice: self.weather.delivered_twice,
            message_late: self.weather.message_late,
            message_missed: self.weather.message_missed,
            transaction: self.weather.transaction,
            transaction_hold: self.weather.transaction_hold,
            ..Conditions::CALM
        };
        self.weather == calm
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

/// A random choice of faults, each at a random strength: runs with few kinds of faults get further into rare states than
/// runs with all of them.
fn weather(random: &mut Random) -> Conditions {
    let mut weather = Conditions::CALM;
    if random.chance(0.15) {
        return weather;
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
    weather.lost_request = some(storm.lost_request, 0.2);
    weather.lost_answer = some(storm.lost_answer, 0.2);
    weather.duplicate = some(storm.duplicate, 0.2);
    weather.late = some(storm.late, 0.1);
    weather.cut_off = storm.cut_off;
    weather.slow = some(storm.slow, 0.3);
    weather.server_error = some(storm.server_error, 0.2);
    weather.throttled = some(storm.throttled, 0.2);
    weather.spurious_conflict = some(storm.spurious_conflict, 0.2);
    weather.unprocessed = some(storm.unprocessed, 0.3);
    weather.stale_read = some(storm.stale_read, 1.0);
    weather.index_slow = some(storm.index_slow, 0.5);
    weather.delivered_twice = some(storm.delivered_twice, 0.3);
    weather.message_late = some(storm.message_late, 0.5);
    weather.message_missed = some(storm.message_missed, 0.5);
    if random.chance(0.5) {
        weather.index_lag = storm.index_lag;
    }
    if random.chance(0.3) {
        weather.transaction = Duration::from_millis(45);
        weather.transaction_hold = Duration::from_millis(25);
    }
    weather
}

fn steps(random: &mut Random, organizations: usize) -> Vec<Step> {
    let count = usize::try_from(random.between(4, 16)).unwrap_or(8);
    // Most moments lie close together, so that steps meet; some minutes apart, so that leases lapse and caches age.
    let mut at = Duration::ZERO;
    let usual_gap = [0, 15, 300, 5_000]
        .get(usize::try_from(random.below(4)).unwrap_or_default())
        .copied()
        .unwrap_or(300);
    let mut maker = Making::new(organizations);
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

/// What earlier steps make, by organization.
struct Making {
    organizations: usize,
    made: Vec<(Maker, usize, &'static str)>,
}

impl Making {
    const fn new(organizations: usize) -> Self {
        Self {
            organizations,
            made: Vec::new(),
        }
    }

    /// A step that makes what this tool makes, of the same organization; seldom another's.
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
        let twins = if random.chance(0.25) {
            u8::try_from(random.between(2, 4)).unwrap_or(2)
        } else {
            1
        };
        Call {
            organization,
            operation,
            key: keyed.then(|| u8::try_from(random.below(6)).unwrap_or_default()),
            twins,
            retries: u8::try_from(random.below(4)).unwrap_or_default(),
            replays: keyed && random.chance(0.2),
            patience: if random.chance(0.15) {
                Duration::from_millis(random.between(1, 400))
            } else {
                Duration::from_secs(30)
            },
        }
    }

    fn operation(&self, random: &mut Random, organization: usize) -> Operation {
        const GENERATIONS: [&str; 2] = ["generate_thumbnail", "generate_variation"];
        let generation = |random: &mut Random| self.find(random, organization, &GENERATIONS);
        match random.below(100) {
            0..=29 => Operation::Generate {
                count: u8::try_from(random.between(1, 3)).unwrap_or(1),
                script: script(random),
                thorough: random.chance(0.2),
                enhance: random.chance(0.1),
                images: self.some(random, organization, "upload_image"),
                inspirations: self.some(random, organization, "create_inspiration"),
                persons: self.some(random, organization, "create_person"),
            },
            30..=35 => Operation::Vary {
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

fn script(random: &mut Random) -> Script {
    let paint = Stroke::Paint(u8::try_from(random.between(1, 40)).unwrap_or(1));
    if random.chance(0.55) {
        return Script(vec![paint]);
    }
    let strokes = (0..random.between(1, 6)).map(|_| match random.below(14) {
        0..=4 => Stroke::Fail,
        5 | 6 => Stroke::Hang,
        7 => Stroke::Panic,
        8 => Stroke::Smear,
        9 => Stroke::Die,
        10 => Stroke::Refuse,
        _ => paint,
    });
    Script(strokes.collect())
}

fn command(random: &mut Random, organization: usize) -> Command {
    match random.below(12) {
        0..=4 => Command::Grant {
            organization,
            hundredths: u32::try_from(random.between(1, 300)).unwrap_or(100),
        },
        5..=7 => Command::Audit,
        8 => Command::CollectGarbage,
        9 => Command::DeleteOrganization(organization),
        10 => Command::RevokeKey(organization),
        _ if random.chance(0.5) => Command::Redrive,
        _ => Command::SetPlan(organization),
    }
}

fn accident(random: &mut Random) -> Accident {
    match random.below(12) {
        0..=3 => Accident::KillGateways,
        4..=6 => Accident::KillLoops,
        7 => Accident::Restart,
        8 => Accident::ThrottleLoop(u32::try_from(random.between(5, 120)).unwrap_or(60)),
        9 => Accident::ThrottleLoop(90 * 60),
        10 => Accident::UnreadableMessage,
        _ => Accident::UnknownStates(if random.chance(0.3) { 120 } else { 1 }),
    }
}
