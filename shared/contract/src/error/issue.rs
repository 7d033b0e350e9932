//! One error of a request.

use serde::Serialize;

/// One thing that is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Issue {
    /// Where, as in `imageIds[2]`; empty for the body itself, a header's name for a header.
    pub path: String,
    /// What is wrong, and what would be right.
    pub message: String,
}
