//! The clients, one module for each vendor.

pub(crate) mod bedrock;
pub(crate) mod bfl;
pub(crate) mod gemini;
pub(crate) mod openai;
