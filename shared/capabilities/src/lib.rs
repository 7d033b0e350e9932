//! The providers of models, and what the models of each provider can do unless the configuration says otherwise.
//!
//! Every function that reads the configuration of models needs these defaults, but only some functions call models. So
//! the defaults are apart from the clients, which `shared/vendors` has under the same file names.

mod bedrock;
mod bfl;
mod capabilities;
mod composer;
mod defaults;
mod gemini;
mod openai;
pub mod printable;
mod provider;

pub use self::{
    capabilities::{Capabilities, PictureSize, ReferenceLimits},
    defaults::Defaults,
    provider::Provider,
};
