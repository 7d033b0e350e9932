//! Text models.

use capabilities::Provider;

use super::{Options, SecretRef};

/// A model that describes pictures or rewrites prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsConfig {
    /// Who runs the model; never the composer.
    pub provider: Provider,
    /// The vendor's name of the model.
    pub upstream_model: String,
    /// The base URL without a slash at the end; the vendor's own URL if absent.
    pub base_url: Option<String>,
    /// Bedrock's region; the function's region if absent.
    pub region: Option<String>,
    /// The place of the API key.
    pub secret: Option<SecretRef>,
    /// Fields that are added to each request.
    pub options: Options,
}
