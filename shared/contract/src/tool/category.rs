//! The categories of tools and of other operations.

use schemars::JsonSchema;
use serde::Serialize;

/// The category of a tool or an operation, which is also the scope that a key needs for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    /// Making thumbnails.
    Generation,
    /// Reference images.
    Images,
    /// Style inspirations.
    Inspirations,
    /// Reference persons.
    Persons,
    /// The balance.
    Balance,
    /// Webhooks. They are resources of their own and not tools.
    Webhooks,
}

impl Category {
    /// The categories of tools, in the order of the specification.
    pub const OF_TOOLS: [Self; 5] = [
        Self::Generation,
        Self::Images,
        Self::Inspirations,
        Self::Persons,
        Self::Balance,
    ];

    /// Every category: those of tools, and webhooks.
    pub const ALL: [Self; 6] = [
        Self::Generation,
        Self::Images,
        Self::Inspirations,
        Self::Persons,
        Self::Balance,
        Self::Webhooks,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Generation => "generation",
            Self::Images => "images",
            Self::Inspirations => "inspirations",
            Self::Persons => "persons",
            Self::Balance => "balance",
            Self::Webhooks => "webhooks",
        }
    }
}
