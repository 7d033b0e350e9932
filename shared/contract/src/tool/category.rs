//! The categories of tools.

use schemars::JsonSchema;
use serde::Serialize;

/// The category of a tool, which is also the scope that a key needs for it.
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
}

impl Category {
    /// Every category, in the order of the specification.
    pub const ALL: [Self; 5] = [
        Self::Generation,
        Self::Images,
        Self::Inspirations,
        Self::Persons,
        Self::Balance,
    ];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Generation => "generation",
            Self::Images => "images",
            Self::Inspirations => "inspirations",
            Self::Persons => "persons",
            Self::Balance => "balance",
        }
    }
}
