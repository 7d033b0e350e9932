//! Image models behind one trait: a brief goes in, a picture comes out.
//!
//! [`Composer`] is the built-in model. It draws by rules, needs no network and repeats itself exactly; vendors' models
//! implement the same [`ImageModel`]. A [`Studio`] is the set of models that a process was configured with, and
//! [`verify()`] is what every picture has to pass, whoever painted it.

mod brief;
mod composer;
mod model;
mod verify;

pub use brief::{Brief, Picture, Reference, Role};
pub use composer::Composer;
pub use model::{ImageModel, ModelError, Painting};
pub use verify::{OutputRejected, verify};

use std::{collections::BTreeMap, sync::Arc};

/// The models that a process can paint with, by the id that callers use.
///
/// Which models there are is configuration: vendors retire image models every few months.
pub struct Studio {
    models: BTreeMap<String, Arc<dyn ImageModel>>,
}

impl Studio {
    /// Takes the models with their ids. Of two with the same id the later one stays.
    pub fn new(models: impl IntoIterator<Item = (String, Arc<dyn ImageModel>)>) -> Self {
        Self {
            models: models.into_iter().collect(),
        }
    }

    /// The model with this id.
    pub fn get(&self, id: &str) -> Option<&Arc<dyn ImageModel>> {
        self.models.get(id)
    }

    /// Every id, in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.models.keys().map(String::as_str)
    }
}

impl std::fmt::Debug for Studio {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Studio").field("models", &self.models.keys()).finish()
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
