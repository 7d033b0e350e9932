//! What a call costs, part by part.

use contract::{Amount, PictureChange, QuoteItem, ToolSpec};

/// What a call costs, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// The parts of the cost.
    pub items: Vec<QuoteItem>,
    /// The model that draws; `None` if the tool draws nothing.
    pub model: Option<String>,
    /// What could not be done as asked.
    pub notes: Vec<String>,
    /// The changes of a finished picture that are understood.
    pub changes: Vec<PictureChange>,
}

impl Bill {
    /// The bill of a call that costs nothing.
    pub const FREE: Self = Self {
        items: Vec::new(),
        model: None,
        notes: Vec::new(),
        changes: Vec::new(),
    };

    /// The bill of one unit of the work of `T`.
    pub fn of_one<T: ToolSpec>(description: &str) -> Self {
        Self {
            items: vec![QuoteItem::new(description, 1, T::COST)],
            ..Self::FREE
        }
    }

    /// The sum of the parts.
    pub fn cost(&self) -> Amount {
        self.items.iter().map(|item| item.cost).sum()
    }
}
