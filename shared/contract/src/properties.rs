//! Properties of records: statuses, pictures, visibility.

pub(crate) mod change;
pub(crate) mod generation;
pub(crate) mod library;
pub(crate) mod picture;
pub(crate) mod preflight;
