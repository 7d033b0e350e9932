//! Balances and ledgers: how they are charged, refunded, adjusted and checked.

pub(crate) mod adjustment;
pub(crate) mod audit;
pub(crate) mod balance;
pub(crate) mod balance_writer;
pub(crate) mod charge;
pub(crate) mod inputs;
pub(crate) mod reconciliation;
pub(crate) mod refund;
