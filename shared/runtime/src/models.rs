//! Which image models exist is configuration: vendors retire models every few months.

use std::time::Duration;

use serde::Deserialize;

use crate::Environment;

/// The model that is built in.
const COMPOSER: &str = "composer";

/// Who runs a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    /// The drawing code of this project; no network.
    Composer,
}

/// One image model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelConfig {
    /// What callers name in `model`.
    pub id: String,
    /// Who runs it.
    pub provider: Provider,
    /// How long one attempt may take, in seconds.
    #[serde(default = "ModelConfig::default_timeout_seconds")]
    pub timeout_seconds: u32,
}

impl ModelConfig {
    const fn default_timeout_seconds() -> u32 {
        20
    }

    /// How long one attempt may take.
    pub fn timeout(&self) -> Duration {
        Duration::from_secs(u64::from(self.timeout_seconds))
    }
}

/// The models that are configured, and the one that is meant when a caller names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Models {
    models: Vec<ModelConfig>,
    default: String,
}

impl Default for Models {
    fn default() -> Self {
        let composer = ModelConfig {
            id: COMPOSER.to_owned(),
            provider: Provider::Composer,
            timeout_seconds: ModelConfig::default_timeout_seconds(),
        };
        Self {
            models: vec![composer],
            default: COMPOSER.to_owned(),
        }
    }
}

impl Models {
    pub(crate) fn read(environment: &mut Environment) -> Self {
        let mut models = Self::default();
        if let Some(text) = environment.optional("MODELS") {
            match serde_json::from_str::<Vec<ModelConfig>>(&text) {
                Ok(list) if list.is_empty() => environment.wrong("MODELS", "the list names no model"),
                Ok(list) => {
                    models.default = list.first().map(|model| model.id.clone()).unwrap_or_default();
                    models.models = list;
                }
                Err(error) => environment.wrong("MODELS", &format!("a JSON array of models; {error}")),
            }
        }
        if let Some(id) = environment.optional("DEFAULT_MODEL") {
            if models.get(&id).is_none() {
                environment.wrong("DEFAULT_MODEL", "it names none of the configured models");
            }
            models.default = id;
        }
        models
    }

    /// The model of this id.
    pub fn get(&self, id: &str) -> Option<&ModelConfig> {
        self.models.iter().find(|model| model.id == id)
    }

    /// The id that is meant when a caller names none.
    pub fn default_id(&self) -> &str {
        &self.default
    }

    /// All models, in the order of the configuration.
    pub fn iter(&self) -> impl Iterator<Item = &ModelConfig> {
        self.models.iter()
    }
}
