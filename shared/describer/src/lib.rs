//! Prompts for image models, descriptions of pictures, and judgements of thumbnails.
//!
//! Every way to enhance a prompt implements [`Enhancer`]; every way to describe a picture implements [`Describer`].
//! [`BuiltInEnhancer`] and [`BuiltInDescriber`] work by rules, without network or model, and serve when no model is
//! configured. [`describer()`] and [`enhancer()`] make the implementation that the configuration selects.

mod built_in;
mod describer;
mod description;
mod enhancer;
mod look;
mod reviewer;
mod sentence;
#[cfg(test)]
mod sketch;
mod title;
mod vision;
mod vocabulary;
mod writer;

pub use self::{
    built_in::BuiltInDescriber,
    describer::{Describer, Describing, PATIENCE, describe},
    description::{Description, MAX_CATEGORY_CHARS, MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, Purpose, Subject},
    enhancer::{BuiltInEnhancer, Enhancer, Enhancing, MAX_PROMPT_CHARS, enhance},
    reviewer::{LONGEST_REVIEW, Review, Reviewed, Reviewer},
};
pub use vendors::ModelError;

use self::{vision::VisionDescriber, writer::WritingEnhancer};
use runtime::Models;
use std::sync::Arc;
use vendors::{Vendors, WordsModel};

/// The describer: the configured vision model, or the built-in rules if there is none.
pub fn describer(models: &Models, vendors: &Vendors) -> Arc<dyn Describer> {
    match models.vision().and_then(|words| WordsModel::new(vendors, words)) {
        Some(model) => Arc::new(VisionDescriber::new(model)),
        None => Arc::new(BuiltInDescriber::new()),
    }
}

/// The reviewer, which asks the configured vision model. `None` if no vision model is configured.
pub fn reviewer(models: &Models, vendors: &Vendors) -> Option<Reviewer> {
    let model = models.vision().and_then(|words| WordsModel::new(vendors, words))?;
    Some(Reviewer::new(model))
}

/// The enhancer: the configured text model, or the built-in rules if there is none.
pub fn enhancer(models: &Models, vendors: &Vendors) -> Arc<dyn Enhancer> {
    match models.text().and_then(|words| WordsModel::new(vendors, words)) {
        Some(model) => Arc::new(WritingEnhancer::new(model)),
        None => Arc::new(BuiltInEnhancer::new()),
    }
}
