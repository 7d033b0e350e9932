//! The models that read and write.

use super::{Options, Provider, SecretRef};

/// A model that describes pictures or rewrites prompts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordsConfig {
    /// Who runs it; never the composer.
    pub provider: Provider,
    /// What its vendor calls it.
    pub upstream_model: String,
    /// Where it is, without a slash at the end; the vendor's own address when absent.
    pub base_url: Option<String>,
    /// Bedrock's region; the function's own when absent.
    pub region: Option<String>,
    /// Where the key is.
    pub secret: Option<SecretRef>,
    /// What is added to each request.
    pub options: Options,
}
