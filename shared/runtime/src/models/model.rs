//! One image model.

use std::time::Duration;

use capabilities::{Capabilities, Defaults, Provider};
use contract::{Lettering, Timestamp};

use super::SecretRef;

/// The id of the built-in model.
pub(super) const COMPOSER: &str = "composer";

/// Fields that are added to each request to a vendor, unchanged.
pub type Options = serde_json::Map<String, serde_json::Value>;

/// One image model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelConfig {
    /// The id that callers pass as `model`.
    pub id: String,
    /// Who runs the model.
    pub provider: Provider,
    /// The vendor's name of the model; absent for the composer.
    pub upstream_model: Option<String>,
    /// The base URL without a slash at the end; the vendor's own URL if absent.
    pub base_url: Option<String>,
    /// Bedrock's region; the function's region if absent.
    pub region: Option<String>,
    /// The place of the API key.
    pub secret: Option<SecretRef>,
    /// What the model can do.
    pub capabilities: Capabilities,
    /// How long one attempt may take, in seconds.
    pub timeout_seconds: u32,
    /// The vendor's price of a picture, as a note for people.
    pub price_note: Option<String>,
    /// The day from which the vendor no longer offers the model.
    pub end_of_life: Option<EndOfLife>,
    /// The ids of the models that are tried in turn after this model has failed.
    pub fallbacks: Vec<String>,
    /// Who puts the words on the pictures, if the caller does not choose.
    pub lettering: Lettering,
    /// Whether a picture is painted again if its title is misspelt; `None` if the configuration does not say.
    pub retry_misspelt: Option<bool>,
    /// Fields that are added to each request.
    pub options: Options,
    /// Further fields that are added to each request with references.
    pub reference_options: Options,
    /// The request body, with placeholders, of a Bedrock model with another format than Stability's.
    pub body: Option<serde_json::Value>,
    /// The JSON pointer to the picture in the response to such a request.
    pub picture: Option<String>,
}

impl ModelConfig {
    /// The built-in model.
    pub fn composer() -> Self {
        let provider = Provider::Composer;
        let Defaults {
            capabilities,
            timeout_seconds,
        } = provider.defaults();
        Self {
            id: COMPOSER.to_owned(),
            provider,
            upstream_model: None,
            base_url: None,
            region: None,
            secret: None,
            capabilities,
            timeout_seconds,
            price_note: None,
            end_of_life: None,
            fallbacks: Vec::new(),
            lettering: Lettering::Composer,
            retry_misspelt: None,
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

    /// Whether the model can change a finished picture. The composer can change only the pictures that it drew, because
    /// it draws them again.
    pub fn can_change(&self, is_drawn_by_composer: bool) -> bool {
        self.capabilities.edits && (self.provider != Provider::Composer || is_drawn_by_composer)
    }

    /// Whether a picture is painted again if a vision model finds wrong words in it: words on a plate, or a misspelt
    /// title. A title is painted again only if the configuration says so, because few titles get better.
    pub fn retries_words(&self, lettering: Lettering) -> bool {
        self.retry_misspelt.unwrap_or(lettering == Lettering::Composer)
    }

    /// Whether the vendor no longer offers the model.
    pub fn has_ended(&self, now: Timestamp) -> bool {
        self.end_of_life.as_ref().is_some_and(|end| end.at <= now)
    }
}

/// The day from which a vendor no longer offers a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndOfLife {
    /// The day, as in `2027-03-01`.
    pub day: String,
    /// The beginning of the day in UTC.
    pub at: Timestamp,
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
