//! One image model.

use std::time::Duration;

use contract::Timestamp;
use serde::{Deserialize, Serialize};

use super::{Capabilities, PictureSize, ReferenceLimits, SecretRef};

/// The id of the model that is built in.
pub(super) const COMPOSER: &str = "composer";

/// How long one attempt may take, in seconds, when the configuration says nothing.
const COMPOSER_TIMEOUT_SECONDS: u32 = 20;
const VENDOR_TIMEOUT_SECONDS: u32 = 90;

/// What is added to a vendor's request as it is.
pub type Options = serde_json::Map<String, serde_json::Value>;

/// Who runs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The drawing code of this project; no network.
    Composer,
    /// Google's Gemini API, or a server that speaks it.
    Gemini,
    /// OpenAI's API, or a server that speaks it.
    OpenAi,
    /// Amazon Bedrock.
    Bedrock,
}

impl Provider {
    /// What its models can do when the configuration says nothing else.
    pub(super) fn usual(self) -> Capabilities {
        let shapes = || {
            [(16, 9), (9, 16), (1, 1), (4, 3)]
                .map(|(w, h)| PictureSize::Ratio(w, h))
                .to_vec()
        };
        let pixels = |sizes: &[(u32, u32)]| {
            let size = |&(width, height): &(u32, u32)| PictureSize::Pixels(contract::Size { width, height });
            sizes.iter().map(size).collect()
        };
        let (sizes, references, seed, max_prompt_chars) = match self {
            Self::Composer => (shapes(), ReferenceLimits::any(64), true, 4_000),
            Self::Gemini => (shapes(), ReferenceLimits::any(14), false, 32_000),
            Self::OpenAi => (
                pixels(&[(1536, 1024), (1024, 1536), (1024, 1024)]),
                ReferenceLimits::any(16),
                false,
                32_000,
            ),
            Self::Bedrock => (
                [(16, 9), (9, 16), (1, 1), (5, 4), (3, 2)]
                    .map(|(w, h)| PictureSize::Ratio(w, h))
                    .to_vec(),
                ReferenceLimits::any(0),
                true,
                10_000,
            ),
        };
        Capabilities {
            sizes,
            references,
            seed,
            max_prompt_chars,
        }
    }

    pub(super) const fn timeout_seconds(self) -> u32 {
        match self {
            Self::Composer => COMPOSER_TIMEOUT_SECONDS,
            Self::Gemini | Self::OpenAi | Self::Bedrock => VENDOR_TIMEOUT_SECONDS,
        }
    }
}

/// One image model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelConfig {
    /// What callers name in `model`.
    pub id: String,
    /// Who runs it.
    pub provider: Provider,
    /// What its vendor calls it; absent for the composer.
    pub upstream_model: Option<String>,
    /// Where it is, without a slash at the end; the vendor's own address when absent.
    pub base_url: Option<String>,
    /// Bedrock's region; the function's own when absent.
    pub region: Option<String>,
    /// Where the key is.
    pub secret: Option<SecretRef>,
    /// What it can do.
    pub capabilities: Capabilities,
    /// How long one attempt may take, in seconds.
    pub timeout_seconds: u32,
    /// What a picture costs upstream, for people to read.
    pub price_note: Option<String>,
    /// From when on its vendor no longer offers it.
    pub end_of_life: Option<EndOfLife>,
    /// The ids of the models that are tried in its place when it fails.
    pub fallbacks: Vec<String>,
    /// What is added to each request.
    pub options: Options,
    /// What is added beside that to a request with references.
    pub reference_options: Options,
    /// The request of a Bedrock model that does not speak Stability's format, with placeholders.
    pub body: Option<serde_json::Value>,
    /// Where the picture is in the answer to such a request, as a JSON pointer.
    pub picture: Option<String>,
}

impl ModelConfig {
    pub(super) fn composer() -> Self {
        let provider = Provider::Composer;
        Self {
            id: COMPOSER.to_owned(),
            provider,
            upstream_model: None,
            base_url: None,
            region: None,
            secret: None,
            capabilities: provider.usual(),
            timeout_seconds: provider.timeout_seconds(),
            price_note: None,
            end_of_life: None,
            fallbacks: Vec::new(),
            options: Options::new(),
            reference_options: Options::new(),
            body: None,
            picture: None,
        }
    }

    /// How long one attempt may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.timeout_seconds))
    }

    /// Whether its vendor no longer offers it.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.end_of_life.as_ref().is_some_and(|end| end.at <= now)
    }
}

/// The day from which on a model is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndOfLife {
    /// The day, as in `2027-03-01`.
    pub day: String,
    /// Its beginning in UTC.
    pub(super) at: Timestamp,
}

impl EndOfLife {
    pub(super) fn parse(day: &str) -> Result<Self, String> {
        let at = Timestamp::of_day(day).ok_or_else(|| format!("`endOfLife` is no day such as 2027-03-01: {day}"))?;
        Ok(Self {
            day: day.to_owned(),
            at,
        })
    }
}
