use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, ToolSpec,
    input::{Integer, Raw},
    tools::TransactionView,
};

/// Shows the ledger, page by page.
#[derive(Clone, Copy, Debug)]
pub struct GetCreditHistory;

impl ToolSpec for GetCreditHistory {
    const NAME: &'static str = "get_credit_history";
    const TITLE: &'static str = "Get the balance history";
    const CATEGORY: Category = Category::Balance;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Lists every change of your organization's balance, newest first: grants, \
        charges, refunds and corrections, each with the balance after it. Use it to explain a balance or to find a refund. For the \
        balance alone, use get_credits. Free. Pass `nextCursor` as `cursor` for the next page until it is null.";
    const EXAMPLES: &'static [&'static str] = &["{}", r#"{ "limit": 50 }"#];
    type Input = GetCreditHistoryInput;
    type Output = GetCreditHistoryOutput;
}

crate::input! {
    /// Which part of the history to list.
    pub struct GetCreditHistoryInput {
        /// How many transactions to list at most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// The `nextCursor` of an earlier call, for the page after it.
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
