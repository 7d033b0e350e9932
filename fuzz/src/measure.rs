//! Measures the processor time and memory of a function.

use std::{fs, time::Duration};

use rustix::time::{ClockId, clock_gettime};

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
