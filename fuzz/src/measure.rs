//! Measures the processor time and memory of a function.

use std::{array, fs, hint::black_box, time::Duration};

use rustix::time::{ClockId, clock_gettime};

/// The processor time of [`reference_work`] on the machine that the budgets were chosen on.
const REFERENCE_TIME: Duration = Duration::from_micros(750);
/// The steps of the reference work.
const REFERENCE_STEPS: u32 = 400_000;
/// How often the reference work is done to learn the speed of the machine.
const REFERENCE_RUNS: usize = 9;

/// The cost of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Processor time of all threads.
    pub cpu: Duration,
    /// The peak of memory beyond the memory before, in bytes; 0 if the system does not report it.
    pub memory: u64,
}

impl Cost {
    /// The maximum of each.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            memory: self.memory.max(other.memory),
        }
    }

    /// The cost with the processor time that the reference machine would need. The budgets were chosen on the reference
    /// machine. If the current machine is faster, its own time counts.
    #[must_use]
    pub fn at_reference_speed(self) -> Self {
        Self {
            cpu: self.cpu.div_f64(slowness()),
            ..self
        }
    }

    /// Whether neither exceeds `most`.
    #[must_use]
    pub fn is_within(self, most: Self) -> bool {
        self.cpu <= most.cpu && self.memory <= most.memory
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let milliseconds = self.cpu.as_secs_f64() * 1000.0;
        let megabytes = self.memory as f64 / 1e6;
        write!(f, "{milliseconds:.1} ms, {megabytes:.1} MB")
    }
}

/// Runs `work` and returns its cost. Nothing else may run in the process at the same time.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    forget_peak();
    let memory = status("VmRSS:");
    let began = processor_time();
    let result = work();
    let cpu = processor_time().saturating_sub(began);
    let cost = Cost {
        cpu,
        memory: status("VmHWM:").saturating_sub(memory),
    };
    (result, cost)
}

/// Runs `work` three times. Returns the shortest processor time at the speed of the reference machine, because other
/// programs may slow down a run. Returns the highest memory, because a later run may use memory of an earlier one
/// again.
pub fn measure_alone(mut work: impl FnMut()) -> Cost {
    let costs = array::from_fn::<Cost, 3, _>(|_| measure(&mut work).1.at_reference_speed());
    Cost {
        cpu: costs.iter().map(|cost| cost.cpu).min().unwrap_or_default(),
        memory: costs.iter().map(|cost| cost.memory).max().unwrap_or_default(),
    }
}

/// How many times longer than on the reference machine the processor needs now; at least 1.
fn slowness() -> f64 {
    let mut times: [Duration; REFERENCE_RUNS] = array::from_fn(|_| {
        let began = processor_time();
        black_box(reference_work());
        processor_time().saturating_sub(began)
    });
    times.sort_unstable();
    times[REFERENCE_RUNS / 2].div_duration_f64(REFERENCE_TIME).max(1.0)
}

/// Work like a decoder's: each step needs the result of the one before, and a look into a table.
fn reference_work() -> u32 {
    let table: [u32; 4096] = array::from_fn(|index| (index as u32).wrapping_mul(0x9e37_79b9));
    (0..REFERENCE_STEPS).fold(1, |state: u32, step| {
        let found = table.get((state >> 20) as usize).copied().unwrap_or_default();
        found.rotate_left(5) ^ state.wrapping_add(step)
    })
}

/// The processor time of this process so far.
fn processor_time() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    let seconds = u64::try_from(now.tv_sec).unwrap_or_default();
    let nanoseconds = u64::try_from(now.tv_nsec).unwrap_or_default();
    Duration::from_secs(seconds) + Duration::from_nanos(nanoseconds)
}

/// Resets the peak of memory, see proc_pid_clear_refs(5). Only Linux supports this; elsewhere memory is 0.
fn forget_peak() {
    drop(fs::write("/proc/self/clear_refs", "5"));
}

/// A value of the process's status, in bytes.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}
