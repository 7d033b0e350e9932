//! The envelope of a success.

use serde::Serialize;

/// The body of a tool's success.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Success<'a, T> {
    success: bool,
    data: &'a T,
}

impl<'a, T: Serialize> Success<'a, T> {
    /// Wraps a tool's output.
    pub const fn new(data: &'a T) -> Self {
        Self { success: true, data }
    }
}
