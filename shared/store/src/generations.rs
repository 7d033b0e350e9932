//! Generations and their thumbnails, from the lease of an attempt to its end.

pub(crate) mod age;
pub(crate) mod cancel;
pub(crate) mod creation;
pub(crate) mod deletion;
pub(crate) mod due;
pub(crate) mod generation;
pub(crate) mod lease;
pub(crate) mod lookup;
pub(crate) mod reference;
pub(crate) mod refund;
pub mod state;
pub(crate) mod step;
pub(crate) mod thumbnail;
