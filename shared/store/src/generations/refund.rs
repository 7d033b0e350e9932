//! The ledger entry of a refund.

use contract::TransactionType;

use crate::{Generation, money::balance::NewEntry};

/// The entry that refunds `count` thumbnails of a generation.
pub(crate) fn refund_entry(generation: &Generation, count: u32, why: &str) -> NewEntry {
    let plural = if count == 1 { "" } else { "s" };
    NewEntry {
        kind: TransactionType::Refund,
        amount: generation.unit_cost * count,
        tool: Some(generation.tool.clone()),
        generation: Some(generation.id),
        description: format!("{count} {why} thumbnail{plural}"),
    }
}
