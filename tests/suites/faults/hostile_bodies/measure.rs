//! What a call costs the process that answers it.

use std::{fs, time::Duration};

/// CPU time and memory.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    pub(super) cpu: Duration,
    /// How far the resident memory rose above what it was before the call, in bytes.
    pub(super) memory: u64,
}

impl Cost {
    /// The larger of each.
    pub(super) fn max(self, other: Self) -> Self {
        Self {
            cpu: self.cpu.max(other.cpu),
            memory: self.memory.max(other.memory),
        }
    }
}

/// Measures calls of a process that does nothing else, on the thread that calls it. Linux alone tells these numbers;
/// elsewhere all costs are zero.
pub(super) struct Meter;

impl Meter {
    pub(super) const fn new() -> Self {
        Self
    }

    /// Runs `work`, and tells what it cost.
    pub(super) async fn measure<T>(&self, work: impl Future<Output = T>) -> (T, Cost) {
        // Sets the peak back to what the process has now, <https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html>.
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

/// A line of the process's status, in bytes.
fn memory(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kibibytes.unwrap_or_default() * 1024
}

/// The CPU time of this thread.
fn cpu() -> Duration {
    // The system adds up a thread's time when it lets another one run.
    std::thread::yield_now();
    let line = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = line.split(' ').next().and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or_default())
}
