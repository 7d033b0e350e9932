//! Descriptions of the API for machines: the list of tools, the OpenAPI document and `llms.txt`.
//!
//! The texts are made when the project is built, from the types that parse requests and make responses. So no function
//! spends time on them when it starts.

pub mod catalog;
pub mod discovery;
mod formats;
mod llms;
mod openapi;
pub mod simple;

pub use self::{
    llms::llms_txt,
    openapi::{document, operations},
};
