use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, ToolSpec,
    input::{Integer, Raw},
    tools::TransactionView,
};

/// Shows the ledger, page by page.
#[derive(Clone, Copy, Debug)]
pub struct GetCreditHistory;

impl ToolSpec for GetCreditHistory {
    const NAME: &'static str = "get_credit_history";
    const CATEGORY: Category = Category::Balance;
    const DESCRIPTION: &'static str = "List every change of your organization's balance, newest first: grants, \
        charges and refunds, each with the balance after it. Free. Pass `nextCursor` as `cursor` for the next page, \
        until it is null. get_credits shows the balance alone.";
    const EXAMPLES: &'static [&'static str] = &["{}", r#"{ "limit": 50 }"#];
    type Input = GetCreditHistoryInput;
    type Output = GetCreditHistoryOutput;
}

crate::input! {
    /// Which part of the history to list.
    pub struct GetCreditHistoryInput {
        /// How many transactions to list at the most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// Where to go on: `nextCursor` of an earlier call.
        pub cursor: Option<Raw>,
    }
}

/// A page of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GetCreditHistoryOutput {
    /// The transactions, newest first.
    pub transactions: Vec<TransactionView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
