//! What goes wrong with a model that reads or writes.

use std::time::Duration;

/// Why a prompt was not enhanced or a picture not described. The messages carry neither what was asked nor anything a
/// vendor answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The model will not work on this text or picture.
    #[error("the model refused")]
    Refused,
    /// It did not work this time.
    #[error("the model failed for now")]
    Transient {
        /// How long the other side asked us to wait, if it said so.
        retry_after: Option<Duration>,
    },
    /// It will not work like this: a wrong configuration, an unusable answer.
    #[error("the model failed for good")]
    Permanent,
}
