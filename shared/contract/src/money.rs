//! Amounts, prices, quotes and the kinds of changes of a balance.

pub(crate) mod amount;
pub mod costs;
pub(crate) mod ledger;
pub(crate) mod quote;
