//! The providers of models.

use serde::{Deserialize, Serialize};

use crate::{Capabilities, bedrock, composer, gemini, openai};

/// Who runs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The drawing code of this project; no network.
    Composer,
    /// Google's Gemini API, or a compatible server.
    Gemini,
    /// OpenAI's API, or a compatible server.
    OpenAi,
    /// Amazon Bedrock.
    Bedrock,
}

/// The settings of a provider's models that the configuration may leave out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defaults {
    /// What the models can do.
    pub capabilities: Capabilities,
    /// How long one attempt may take, in seconds.
    pub timeout_seconds: u32,
}

impl Provider {
    /// The defaults for the provider's models.
    pub fn defaults(self) -> Defaults {
        match self {
            Self::Composer => composer::defaults(),
            Self::Gemini => gemini::defaults(),
            Self::OpenAi => openai::defaults(),
            Self::Bedrock => bedrock::defaults(),
        }
    }
}
