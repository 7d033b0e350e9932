//! A log of all events, for a person to read.

use std::time::Duration;

/// Lines with the time since the cloud was created. Nothing is added until recording is switched on.
#[derive(Debug, Default)]
pub(crate) struct History {
    is_on: bool,
    text: String,
}

impl History {
    pub(crate) const fn switch(&mut self, on: bool) {
        self.is_on = on;
    }

    pub(crate) const fn is_on(&self) -> bool {
        self.is_on
    }

    pub(crate) fn add(&mut self, at: Duration, line: impl std::fmt::Display) {
        if self.is_on {
            self.text.push_str(&format!("{:>9.3} {line}\n", at.as_secs_f64()));
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}
