//! The tools of the balance.

pub(crate) mod get_credit_history;
pub(crate) mod get_credits;
