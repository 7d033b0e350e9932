use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Amount, Category, Effect, Plan, Resources, ToolSpec,
    tools::{Costs, Unit},
};

/// Shows the balance and the prices.
#[derive(Clone, Copy, Debug)]
pub struct GetCredits;

impl ToolSpec for GetCredits {
    const NAME: &'static str = "get_credits";
    const TITLE: &'static str = "Get the balance";
    const CATEGORY: Category = Category::Balance;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Shows your organization's balance in thumbnails, its plan, what each paid \
        operation costs, and how much of each quota is used. Use it before paid calls, and when a call was refused for \
        the balance or a quota. To see how the balance came about, use get_credit_history. Free. If the balance is too \
        small, ask the user to get thumbnails from the operator; no tool adds any.";
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
    /// The name of the organization that the key belongs to.
    pub organization_name: String,
    /// Thumbnails left.
    pub balance: Amount,
    /// The unit of the balance and of the costs.
    pub unit: Unit,
    /// The organization's plan, which decides how many requests a minute it may send.
    pub plan: Plan,
    /// What one unit of each paid operation costs, in thumbnails.
    pub costs: Costs,
    /// How much of each quota the organization uses.
    pub usage: Resources,
    /// The organization's quotas: those of its plan, or its own.
    pub limits: Resources,
}
