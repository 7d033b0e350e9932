//! One error of a request.

use serde::Serialize;

/// One thing that is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Issue {
    /// The path, such as `imageIds[2]`; empty for the body itself, a header's name for a header.
    pub path: String,
    /// What is wrong, and what would be right.
    pub message: String,
    /// The parameter that is probably meant by a misspelt one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
}

impl Issue {
    /// This message about this part of the request.
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            message: message.into(),
            did_you_mean: None,
        }
    }
}
