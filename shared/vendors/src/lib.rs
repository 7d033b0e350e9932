//! Clients of the vendors' APIs: Gemini, OpenAI and compatible servers, Bedrock, Black Forest Labs.
//!
//! A [`PictureModel`] generates pictures, a [`WordsModel`] generates text. Both are made from the configuration and do
//! not depend on thumbnails: `studio` and `describer` write the requests and use the results.

mod check;
mod clients;
mod error;
mod keys;
mod model;
mod offer;
mod request;
mod vendors;
mod wire;

pub use self::{
    check::{Health, ModelCheck, NOTICE, check},
    error::{Cause, ModelError},
    model::{PictureModel, WordsModel},
    request::{Attachment, GeneratedPicture, PictureRequest, Question},
    vendors::Vendors,
};
