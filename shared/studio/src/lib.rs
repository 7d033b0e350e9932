//! Image models behind one trait: a brief goes in, a picture comes out.
//!
//! [`Composer`] is the built-in model. It draws by rules, needs no network and repeats itself exactly. A vendor's model
//! gets the brief as text, and its picture is cropped and scaled to the brief. A [`Studio`] is the set of models that a
//! process is configured with, together with the [`Inspector`] that checks every picture
//! and, if a vision model is configured, the [`Reviewer`] that judges it.

mod attach;
mod brief;
mod composer;
mod encode;
mod fit;
mod inspector;
mod instructions;
mod lettered;
mod manifest;
mod model;
mod preview;
mod upstream;
mod verify;

pub use brief::{Brief, Calm, Content, Origin, Original, PaintedPicture, ReferencePicture, Role, Shown};
pub use composer::{Composer, Decoded, Explanation, InvalidLayout, Recipe};
pub use describer::{LONGEST_REVIEW, Review, Reviewed, Reviewer};
pub use inspector::{Decoder, Inspected, Inspecting, Inspector};
pub use lettered::Lettered;
pub use model::{ImageModel, Painting, Preparing};
pub use preflight::{Measured, PrintedWord};
pub use vendors::{Cause, Health, ModelCheck, ModelError};
pub use verify::{OutputRejected, verify};

use contract::Timestamp;
use runtime::{ModelConfig, Models, Provider};
use std::{collections::BTreeMap, sync::Arc};
use upstream::UpstreamModel;
use vendors::Vendors;

/// The models that a process can paint with, by the id that callers use.
///
/// The models are configuration, because vendors retire image models every few months.
pub struct Studio {
    models: BTreeMap<String, Arc<dyn ImageModel>>,
    /// What sets other words on a kept plate.
    letterer: Arc<dyn ImageModel>,
    inspector: Arc<dyn Inspector>,
    reviewer: Option<Reviewer>,
    /// The configuration of the models; `None` for models that are not configured.
    configuration: Option<(Models, Vendors)>,
}

impl Studio {
    /// Makes a studio of models with their ids. Of two models with the same id the later one is kept.
    pub fn new(models: impl IntoIterator<Item = (String, Arc<dyn ImageModel>)>) -> Self {
        Self {
            models: models.into_iter().collect(),
            letterer: Arc::new(Composer::new()),
            inspector: Arc::new(Decoder::default()),
            reviewer: None,
            configuration: None,
        }
    }

    /// The same models with this inspector instead of [`Decoder`].
    #[must_use]
    pub fn with_inspector(self, inspector: Arc<dyn Inspector>) -> Self {
        Self { inspector, ..self }
    }

    /// The same models with this letterer instead of the composer.
    #[must_use]
    pub fn with_letterer(self, letterer: Arc<dyn ImageModel>) -> Self {
        Self { letterer, ..self }
    }

    /// The studio of a configuration.
    pub fn configured(models: &Models, vendors: &Vendors) -> Self {
        let painters = models.iter().map(|model| {
            let painter: Arc<dyn ImageModel> = match UpstreamModel::new(vendors, model) {
                Some(upstream) => Arc::new(upstream),
                None => Arc::new(Composer::new()),
            };
            (model.id.clone(), painter)
        });
        Self {
            reviewer: describer::reviewer(models, vendors),
            configuration: Some((models.clone(), vendors.clone())),
            ..Self::new(painters)
        }
    }

    /// Whether there is anything to ask vendors: a vendor's model, or a model with an end of life.
    pub fn has_models_to_check(&self) -> bool {
        self.configuration.as_ref().is_some_and(|(models, _)| {
            let is_checked = |model: &ModelConfig| model.provider != Provider::Composer || model.end_of_life.is_some();
            models.iter().any(is_checked) || models.vision().is_some() || models.text().is_some()
        })
    }

    /// Asks the vendors of all configured models whether they offer the models, and until when.
    pub async fn check(&self, now: Timestamp) -> Vec<ModelCheck> {
        match &self.configuration {
            Some((models, vendors)) => vendors::check(models, vendors, now).await,
            None => Vec::new(),
        }
    }

    /// The model with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn ImageModel>> {
        self.models.get(id)
    }

    /// What sets other words on a kept plate: the composer.
    pub fn letterer(&self) -> Arc<dyn ImageModel> {
        Arc::clone(&self.letterer)
    }

    /// The inspector of all pictures.
    pub fn inspector(&self) -> &dyn Inspector {
        self.inspector.as_ref()
    }

    /// The vision model that judges finished pictures, if one is configured.
    pub const fn reviewer(&self) -> Option<&Reviewer> {
        self.reviewer.as_ref()
    }

    /// Every id, in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.models.keys().map(String::as_str)
    }
}

impl std::fmt::Debug for Studio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Studio")
            .field("models", &self.models.keys())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_studio_finds_its_models_by_id() {
        let studio = Studio::new([("composer".to_owned(), Arc::new(Composer::new()) as Arc<dyn ImageModel>)]);
        assert!(studio.get("composer").is_some());
        assert!(studio.get("Composer").is_none());
        assert_eq!(studio.ids().collect::<Vec<_>>(), ["composer"]);
    }
}
