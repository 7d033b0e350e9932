//! The tools as the protocol shows them: their list, and the items of their results.

pub(crate) mod catalog;
pub(crate) mod content;
pub(crate) mod preview;
