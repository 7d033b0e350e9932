//! Measures the CPU time and memory of a call.

use std::{fs, time::Duration};

/// CPU time and memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) cpu: Duration,
    /// The increase of resident memory during the call, in bytes.
    pub(super) memory: u64,
}

impl Cost {
    /// The maximum of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            memory: self.memory.max(other.memory),
        }
    }
}

/// Measures calls on the current thread, in a process that does nothing else. Works only on Linux; elsewhere all costs
/// are zero.
pub(super) struct Meter;

impl Meter {
    pub(super) const fn new() -> Self {
        Self
    }

    /// Runs `work` and returns its result and cost.
    pub(super) async fn measure<T>(&self, work: impl Future<Output = T>) -> (T, Cost) {
        // Resets the peak to the current value, <https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html>.
        drop(fs::write("/proc/self/clear_refs", "5"));
        let (memory, cpu) = (memory("VmHWM:"), cpu());
        let done = work.await;
        let cost = Cost {
            cpu: self::cpu().saturating_sub(cpu),
            memory: self::memory("VmHWM:").saturating_sub(memory),
        };
        (done, cost)
    }
}

/// A value of the process's status, in bytes.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}

/// The CPU time of this thread.
fn cpu() -> Duration {
    // The system updates a thread's CPU time when it schedules another thread.
    std::thread::yield_now();
    let line = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = line.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}
