//! The configured models. They are configuration because vendors retire models every few months.

mod configured;
mod document;
mod model;
mod secret;
mod words;

use contract::Timestamp;

use self::{document::Document, model::COMPOSER};
pub use self::{
    document::MAX_MODEL_TIMEOUT_SECONDS,
    model::{EndOfLife, ModelConfig, Options},
    secret::{Secret, SecretRef},
    words::WordsConfig,
};
use crate::Environment;

/// The configured models, and the default for calls that name no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Models {
    models: Vec<ModelConfig>,
    default: String,
    vision: Option<WordsConfig>,
    text: Option<WordsConfig>,
}

impl Default for Models {
    fn default() -> Self {
        Self {
            models: vec![ModelConfig::composer()],
            default: COMPOSER.to_owned(),
            vision: None,
            text: None,
        }
    }
}

impl Environment {
    /// Reads `MODELS`, `MODELS_FILE` or `IMAGE_SERVER`, and `DEFAULT_MODEL`. If none is set, the built-in composer is
    /// the only model.
    pub fn models(&mut self) -> Models {
        Models::read(self)
    }
}

impl Models {
    /// Reads the document from the variable `MODELS`, or from the file that `MODELS_FILE` names, or makes it for the
    /// server in `IMAGE_SERVER`.
    pub(crate) fn read(environment: &mut Environment) -> Self {
        let given = ["MODELS", "MODELS_FILE", "IMAGE_SERVER"].map(|name| (name, environment.optional(name)));
        let first = given.into_iter().find_map(|(name, value)| Some((name, value?)));
        let (name, text) = match first {
            Some((name @ "MODELS_FILE", path)) => match std::fs::read_to_string(&path) {
                Ok(text) => (name, Some(text)),
                Err(error) => {
                    environment.wrong(name, &format!("{path}: {error}"));
                    (name, None)
                }
            },
            Some((name @ "IMAGE_SERVER", url)) => (name, Some(Document::of_server(&url))),
            Some((name, text)) => (name, Some(text)),
            None => ("MODELS", None),
        };
        let mut models = Self::default();
        if let Some(text) = text {
            match Document::parse(&text) {
                Ok(document) => models = document.into_models(|problem| environment.wrong(name, problem)),
                Err(problem) => environment.wrong(name, &problem),
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

    /// The model with this id.
    pub fn get(&self, id: &str) -> Option<&ModelConfig> {
        self.models.iter().find(|model| model.id == id)
    }

    /// The id of the default model.
    pub fn default_id(&self) -> &str {
        &self.default
    }

    /// All models, in the order of the configuration.
    pub fn iter(&self) -> impl Iterator<Item = &ModelConfig> {
        self.models.iter()
    }

    /// The model that describes pictures; without one, built-in rules describe them.
    pub const fn vision(&self) -> Option<&WordsConfig> {
        self.vision.as_ref()
    }

    /// The model that rewrites prompts; without one, built-in rules rewrite them.
    pub const fn text(&self) -> Option<&WordsConfig> {
        self.text.as_ref()
    }

    /// The model with this id, followed by its fallbacks in the order in which they are tried. Empty for an unknown id.
    pub fn chain(&self, id: &str) -> Vec<&ModelConfig> {
        let Some(first) = self.get(id) else {
            return Vec::new();
        };
        let fallbacks = first.fallbacks.iter().filter_map(|id| self.get(id));
        std::iter::once(first).chain(fallbacks).collect()
    }

    /// The ids of the models that their vendors no longer offer at `now`.
    pub fn ended(&self, now: Timestamp) -> impl Iterator<Item = &str> {
        let ended = self.models.iter().filter(move |model| model.has_ended(now));
        ended.map(|model| model.id.as_str())
    }
}

#[cfg(test)]
mod tests;
