//! Prints the results as Markdown tables.

use std::io::{self, Write};

use crate::caller::Measured;

/// Writes tables to the standard output.
pub(crate) struct Report(io::Stdout);

impl Report {
    pub(crate) fn new() -> io::Result<Self> {
        let mut out = io::stdout();
        writeln!(
            out,
            "Multiples of the latency of a handler that does nothing, measured in the same process."
        )?;
        Ok(Self(out))
    }

    pub(crate) fn title(&mut self, title: &str) -> io::Result<()> {
        writeln!(self.0, "\n{title}\n")?;
        writeln!(
            self.0,
            "| tool | p50 | p99 | p50 ÷ nothing's | p99 ÷ nothing's | calls/s |"
        )?;
        writeln!(self.0, "|---|---|---|---|---|---|")
    }

    pub(crate) fn line(&mut self, name: &str, measured: &Measured, nothing: &Measured) -> io::Result<()> {
        let [p50, p99] = [50, 99].map(|share| measured.percentile(share).as_secs_f64() * 1000.0);
        let [base50, base99] = [50, 99].map(|share| nothing.percentile(share).as_secs_f64() * 1000.0);
        writeln!(
            self.0,
            "| {name} | {p50:.2} ms | {p99:.2} ms | {:.1} | {:.1} | {:.0} |",
            p50 / base50,
            p99 / base99,
            measured.per_second()
        )?;
        self.0.flush()
    }
}
