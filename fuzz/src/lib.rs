//! Fuzz targets for all code that reads bytes of strangers, and what runs them on stable Rust within bounds.
//!
//! A target is a file below `targets`, an entry in [`targets::ALL`] and a folder of inputs below `corpus`.

pub mod bombs;
pub mod chance;
pub mod craft;
pub mod measure;
pub mod mutator;
pub mod run;
pub mod targets;
