//! The scenarios, by what they are about.

pub(crate) mod attempts;
pub(crate) mod balance;
pub(crate) mod generation;
pub(crate) mod images;
pub(crate) mod inspirations;
pub(crate) mod persons;
pub(crate) mod sweeps;
