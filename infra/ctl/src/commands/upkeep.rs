//! The commands that check stored data: `audit` compares balances with ledgers, `gc` objects with records.

pub(crate) mod audit;
pub(crate) mod gc;
