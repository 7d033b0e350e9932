//! The commands that compare what is stored: balances with ledgers, objects with records.

pub(crate) mod audit;
pub(crate) mod gc;
