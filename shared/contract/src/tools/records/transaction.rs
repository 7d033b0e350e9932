use schemars::JsonSchema;
use serde::Serialize;

use crate::{Amount, GenerationId, Timestamp, TransactionId, TransactionType};

/// An entry of the ledger: one change of the balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TransactionView {
    /// The transaction's id.
    pub transaction_id: TransactionId,
    /// What kind of change it was.
    #[serde(rename = "type")]
    pub kind: TransactionType,
    /// Thumbnails added to the balance; negative for a charge or a correction.
    pub amount: Amount,
    /// The balance right after this change.
    pub balance_after: Amount,
    /// The tool that was charged or refunded; null for a grant or a correction.
    pub tool: Option<String>,
    /// The generation that was paid or refunded; null for everything else.
    pub generation_id: Option<GenerationId>,
    /// The change in words.
    pub description: String,
    /// When it happened.
    pub created_at: Timestamp,
}
