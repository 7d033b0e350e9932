//! Clients of the vendors' APIs: Gemini, OpenAI and compatible servers, Bedrock.
//!
//! A [`PictureModel`] generates pictures, a [`WordsModel`] generates text. Both are made from the configuration and
//! know nothing of thumbnails: `studio` and `describer` write the requests and use the results.

mod bedrock;
mod body;
mod error;
mod gemini;
mod http;
mod json;
mod keys;
mod model;
mod openai;
mod request;
mod shape;
mod vendors;

pub use self::{
    error::{Cause, ModelError},
    model::{PictureModel, WordsModel},
    request::{Attachment, GeneratedPicture, PictureRequest, Question},
    vendors::Vendors,
};
