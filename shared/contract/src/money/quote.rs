//! The quote of a call: its cost.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Amount, PictureChange};

/// The cost of a call now, and the balance that it would leave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct Quote {
    /// The tool that the call would use.
    pub tool: String,
    /// The thumbnails that the call would be charged; 0 if it is free.
    pub cost: Amount,
    /// The balance now.
    pub balance: Amount,
    /// The balance after the call. It is negative if the balance is too small for the call.
    pub balance_after: Amount,
    /// Whether the balance suffices for the call.
    pub affordable: bool,
    /// The parts of the cost, which add up to `cost`. A free call has none.
    pub items: Vec<QuoteItem>,
    /// The model that would draw; null if the tool draws nothing.
    pub model: Option<String>,
    /// Each text names something in your request that the service cannot do. More may become known after the call.
    pub notes: Vec<String>,
    /// The changes of a finished picture that the composer understands.
    pub changes: Vec<PictureChange>,
}

/// A part of the cost of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct QuoteItem {
    /// The thing that is charged for, such as `Thumbnail`.
    pub description: String,
    /// The number of units.
    pub units: u32,
    /// The thumbnails that each unit costs.
    pub unit_cost: Amount,
    /// The thumbnails that all units cost.
    pub cost: Amount,
}

impl Quote {
    /// The quote of a call of `tool` that is charged `items` of `balance`.
    pub fn new(tool: &str, items: Vec<QuoteItem>, model: Option<String>, balance: Amount) -> Self {
        let cost = items.iter().map(|item| item.cost).sum();
        Self {
            tool: tool.to_owned(),
            cost,
            balance,
            balance_after: balance - cost,
            affordable: cost <= balance,
            items,
            model,
            notes: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The quote with sentences about the parts of the request that cannot be fulfilled, and with the changes that are
    /// understood.
    #[must_use]
    pub fn with_words(self, notes: Vec<String>, changes: Vec<PictureChange>) -> Self {
        Self { notes, changes, ..self }
    }
}

impl QuoteItem {
    /// A number of units of the same cost.
    pub fn new(description: &str, units: u32, unit_cost: Amount) -> Self {
        Self {
            description: description.to_owned(),
            units,
            unit_cost,
            cost: unit_cost * units,
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::costs;

    #[test]
    fn a_quote_adds_its_items_up_and_shows_what_is_left_of_the_balance() {
        let items = vec![
            QuoteItem::new("Thumbnail", 3, costs::GENERATE_THUMBNAIL),
            QuoteItem::new("Rewritten prompt", 1, costs::ENHANCE_PROMPT),
        ];
        let quote = |balance| {
            let model = Some("composer".to_owned());
            Quote::new(
                "generate_thumbnail",
                items.clone(),
                model,
                Amount::from_hundredths(balance),
            )
        };
        assert_eq!(
            serde_json::to_value(quote(310)).unwrap(),
            json!({
                "tool": "generate_thumbnail",
                "cost": 3.1,
                "balance": 3.1,
                "balanceAfter": 0,
                "affordable": true,
                "items": [
                    { "description": "Thumbnail", "units": 3, "unitCost": 1, "cost": 3 },
                    { "description": "Rewritten prompt", "units": 1, "unitCost": 0.1, "cost": 0.1 },
                ],
                "model": "composer",
                "notes": [],
                "changes": [],
            })
        );
        let short = quote(309);
        assert_eq!(
            (short.affordable, short.balance_after),
            (false, Amount::from_hundredths(-1))
        );
    }
}
