//! Words for pictures: what an image model should be told.
//!
//! [`Enhancer`] is the trait that every way of enhancing a prompt implements; [`BuiltInEnhancer`] works by rules, needs
//! no network and no model, and is what a service falls back on.

mod enhancer;
mod vocabulary;

pub use enhancer::{BuiltInEnhancer, EnhanceError, Enhancer, Enhancing, MAX_PROMPT_CHARS, enhance};
