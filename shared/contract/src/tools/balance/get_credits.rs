use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Amount, Category, Plan, Resources, ToolSpec,
    tools::{Costs, Unit},
};

/// Shows the balance and the prices.
#[derive(Clone, Copy, Debug)]
pub struct GetCredits;

impl ToolSpec for GetCredits {
    const NAME: &'static str = "get_credits";
    const CATEGORY: Category = Category::Balance;
    const DESCRIPTION: &'static str = "Get your organization's balance in thumbnails, its plan, what each paid \
        operation costs, and how much of each quota is used. Free. Call it before paid tools to see whether the balance suffices; get_credit_history \
        shows how it came about.";
    const EXAMPLES: &'static [&'static str] = &["{}"];
    type Input = GetCreditsInput;
    type Output = GetCreditsOutput;
}

crate::input! {
    /// Nothing: this tool has no parameters.
    pub struct GetCreditsInput {}
}

/// The balance and the prices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GetCreditsOutput {
    /// Thumbnails left.
    pub balance: Amount,
    /// What the balance and the costs count.
    pub unit: Unit,
    /// The organization's plan, which decides how many requests a minute it has.
    pub plan: Plan,
    /// What one unit of each paid operation costs, in thumbnails.
    pub costs: Costs,
    /// What the organization has of everything that has a quota.
    pub usage: Resources,
    /// The most that it may have: its plan's quotas, or its own.
    pub limits: Resources,
}
