//! The words of the lexicon: their spelling, their forms, and the tables that list them.

pub(crate) mod form;
pub(crate) mod index;
pub(crate) mod spelling;
