//! The data that the runner creates when it starts for the first time.

pub(crate) mod demo;
pub(crate) mod library;
