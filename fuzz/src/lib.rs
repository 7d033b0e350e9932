//! Fuzz targets for all code that reads untrusted bytes, and a bounded runner for stable Rust.
//!
//! A target is a file below `targets`, an entry in [`targets::ALL`] and a folder of inputs below `corpus`.

pub mod bombs;
pub mod chance;
pub mod craft;
pub mod measure;
pub mod mutator;
pub mod run;
pub mod targets;
