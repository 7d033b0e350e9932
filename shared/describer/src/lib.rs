//! Words for pictures: what an image model should be told, and what a picture shows.
//!
//! [`Enhancer`] is the trait that every way of enhancing a prompt implements, [`Describer`] the one of every way of
//! describing a picture. [`BuiltInEnhancer`] and [`BuiltInDescriber`] work by rules, need no network and no model, and
//! are what a service falls back on.

mod built_in;
mod describer;
mod enhancer;
mod error;
mod look;
mod sentence;
#[cfg(test)]
mod sketch;
mod title;
mod topic;
mod vocabulary;
mod words;

pub use self::{
    built_in::BuiltInDescriber,
    describer::{
        Describer, Describing, Description, MAX_CATEGORY_CHARS, MAX_DESCRIPTION_CHARS, MAX_NAME_CHARS, PATIENCE,
        Purpose, Subject, describe,
    },
    enhancer::{BuiltInEnhancer, Enhancer, Enhancing, MAX_PROMPT_CHARS, enhance},
    error::ModelError,
};
