//! The directories and files that the runner writes.

pub(crate) mod files;
pub(crate) mod private;
