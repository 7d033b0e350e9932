//! Balances and ledgers: how they are charged and adjusted, and what an organization uses of its quotas, which is in
//! the same item.

pub(crate) mod adjustment;
pub(crate) mod balance;
pub(crate) mod balance_writer;
pub(crate) mod charge;
pub(crate) mod usage;
