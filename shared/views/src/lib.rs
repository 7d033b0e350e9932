//! Records as callers see them, for all functions that show them.

pub mod changes;
pub mod composer;
pub mod generation;
