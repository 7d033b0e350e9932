//! The wires of upstream models: Gemini, OpenAI and servers that speak it, Bedrock.
//!
//! [`PictureModel`] paints, [`WordsModel`] reads and writes. Both are made from configuration and know nothing of
//! thumbnails: what is asked, and what becomes of the answer, is decided by `studio` and `describer`.

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
    request::{Answer, Attachment, PictureRequest, Question},
    vendors::Vendors,
};
