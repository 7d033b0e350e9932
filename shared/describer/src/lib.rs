//! Words for pictures: what an image model should be told, and what a picture shows.
//!
//! [`Enhancer`] is the trait that every way of enhancing a prompt implements, [`Describer`] the one of every way of
//! describing a picture. [`BuiltInEnhancer`] and [`BuiltInDescriber`] work by rules, need no network and no model, and
//! are what a service has when no model is configured. [`describer()`] and [`enhancer()`] make what the configuration asks
//! for.

mod built_in;
mod describer;
mod enhancer;
mod look;
mod sentence;
#[cfg(test)]
mod sketch;
mod title;
mod topic;
mod vision;
mod vocabulary;
mod words;
mod writer;

pub use self::{
    built_in::BuiltInDescriber,
    describer::{
        Describer, Describing, Description, MAX_CATEGORY_CHARS, MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, PATIENCE,
        Purpose, Subject, describe,
    },
    enhancer::{BuiltInEnhancer, Enhancer, Enhancing, MAX_PROMPT_CHARS, enhance},
};
pub use vendors::ModelError;

use self::{vision::VisionDescriber, writer::WritingEnhancer};
use runtime::Models;
use std::sync::Arc;
use vendors::{Vendors, WordsModel};

/// Who describes pictures: the configured vision model, or the built-in rules.
pub fn describer(models: &Models, vendors: &Vendors) -> Arc<dyn Describer> {
    match models.vision().and_then(|words| WordsModel::new(vendors, words)) {
        Some(model) => Arc::new(VisionDescriber::new(model)),
        None => Arc::new(BuiltInDescriber::new()),
    }
}

/// Who rewrites prompts: the configured text model, or the built-in rules.
pub fn enhancer(models: &Models, vendors: &Vendors) -> Arc<dyn Enhancer> {
    match models.text().and_then(|words| WordsModel::new(vendors, words)) {
        Some(model) => Arc::new(WritingEnhancer::new(model)),
        None => Arc::new(BuiltInEnhancer::new()),
    }
}
