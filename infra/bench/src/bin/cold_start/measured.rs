//! The measured times of a function.

use std::time::Duration;

use crate::round_trip::RoundTrips;

/// The times of all starts and calls of a function.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// From the start of the process to the first poll.
    pub(crate) starts: Vec<Duration>,
    /// The durations of the first calls, without the work of DynamoDB's stub.
    pub(crate) first: Vec<Duration>,
    /// The durations of the later calls, without the work of DynamoDB's stub.
    pub(crate) warm: Vec<Duration>,
    /// The round trips to the stub as a plain client measured them.
    pub(crate) round_trips: RoundTrips,
    /// The number of sequential waits for DynamoDB in a first call and in a later call.
    pub(crate) waits: [usize; 2],
}

impl Measured {
    /// A line of the table: medians, calls without their waits, and the start as a multiple of the start of `nothing`.
    pub(crate) fn line(&self, name: &str, nothing: &Self, zipped: usize) -> String {
        let start = median(&self.starts);
        let ratio = start.zip(median(&nothing.starts)).map(|(own, other)| own / other);
        let [first_waits, warm_waits] = self.waits;
        format!(
            "| {name} | {} | {:.2} | {} | {} | {:.2} MB |",
            milliseconds(start),
            ratio.unwrap_or_default(),
            call(&self.first, &self.round_trips.first, first_waits),
            call(&self.warm, &self.round_trips.warm, warm_waits),
            zipped as f64 / 1_000_000.0,
        )
    }
}

/// The median duration of a call without its waits, and the number of waits.
fn call(times: &[Duration], round_trips: &[Duration], waits: usize) -> String {
    let own = median(times).map(|time| time - median(round_trips).unwrap_or_default());
    format!(
        "{} | {}",
        milliseconds(own),
        own.map_or_else(|| "–".to_owned(), |_| waits.to_string())
    )
}

/// A time as the table shows it.
pub(crate) fn milliseconds(time: Option<f64>) -> String {
    time.map_or_else(|| "–".to_owned(), |time| format!("{time:.2} ms"))
}

/// The median in milliseconds; `None` without times.
pub(crate) fn median(times: &[Duration]) -> Option<f64> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map(|time| time.as_secs_f64() * 1000.0)
}
