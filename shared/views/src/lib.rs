//! Records as callers see them, for all functions that show them.

pub mod generation;
