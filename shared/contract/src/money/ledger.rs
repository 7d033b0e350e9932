//! The kinds of changes of a balance.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of a ledger's entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TransactionType {
    /// Thumbnails were added to the balance.
    Grant,
    /// A call of a tool was charged.
    Charge,
    /// Thumbnails that a generation did not deliver were paid back.
    Refund,
    /// An operator took thumbnails back.
    Correction,
}

impl TransactionType {
    /// Every type.
    pub const ALL: [Self; 4] = [Self::Grant, Self::Charge, Self::Refund, Self::Correction];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Charge => "charge",
            Self::Refund => "refund",
            Self::Correction => "correction",
        }
    }
}
