//! The providers of models.

use serde::{Deserialize, Serialize};

use crate::{Defaults, bedrock, bfl, composer, gemini, openai};

/// The vendor or the program that runs a model.
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
    /// Black Forest Labs, the vendor of FLUX.
    Bfl,
}

impl Provider {
    /// The name in configurations.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Composer => "composer",
            Self::Gemini => "gemini",
            Self::OpenAi => "openai",
            Self::Bedrock => "bedrock",
            Self::Bfl => "bfl",
        }
    }

    /// The defaults for the provider's models.
    pub fn defaults(self) -> Defaults {
        match self {
            Self::Composer => composer::defaults(),
            Self::Gemini => gemini::defaults(),
            Self::OpenAi => openai::defaults(),
            Self::Bedrock => bedrock::defaults(),
            Self::Bfl => bfl::defaults(),
        }
    }
}
