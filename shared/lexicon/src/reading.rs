//! Reads a text: cuts it into words, finds the concepts that they name, and ranks these concepts.

mod eastern;
pub(crate) mod findings;
mod foreign;
pub(crate) mod rank;
pub(crate) mod search;
mod token;
