//! The settings of models that the configuration may leave out.

use crate::Capabilities;

/// The settings of a provider's models that the configuration may leave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// What the models can do.
    pub capabilities: Capabilities,
    /// How long one attempt may take, in seconds.
    pub timeout_seconds: u32,
}
