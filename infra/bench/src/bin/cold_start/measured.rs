//! What was measured of a function.

use std::time::Duration;

/// Times of one function, of all its starts.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// From the start of the process to its first poll.
    pub(crate) starts: Vec<Duration>,
    /// Of the first call after a start, without what was waited for DynamoDB.
    pub(crate) first: Vec<Duration>,
    /// Of the calls after that, likewise.
    pub(crate) warm: Vec<Duration>,
}

impl Measured {
    /// A line of the table: medians, and the start as a multiple of `nothing`'s.
    pub(crate) fn line(&self, name: &str, nothing: &Self, zipped: usize) -> String {
        let start = median(&self.starts);
        let ratio = start.zip(median(&nothing.starts)).map(|(own, other)| own / other);
        let milliseconds = |time: Option<f64>| time.map_or_else(|| "–".to_owned(), |time| format!("{time:.2} ms"));
        format!(
            "| {name} | {} | {:.2} | {} | {} | {:.2} MB |",
            milliseconds(start),
            ratio.unwrap_or_default(),
            milliseconds(median(&self.first)),
            milliseconds(median(&self.warm)),
            zipped as f64 / 1_000_000.0,
        )
    }
}

/// The median in milliseconds. `None` of nothing.
fn median(times: &[Duration]) -> Option<f64> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).map(|time| time.as_secs_f64() * 1000.0)
}
