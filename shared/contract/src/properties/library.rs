//! The visibility of inspirations.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Who may use an inspiration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Its own organization.
    #[default]
    Private,
    /// Everybody.
    Public,
}

impl Visibility {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Private, Self::Public];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Public => "public",
        }
    }
}

/// Which inspirations a list shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LibraryFilter {
    /// The caller's own.
    #[default]
    Mine,
    /// The public library.
    All,
}

impl LibraryFilter {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Mine, Self::All];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Mine => "mine",
            Self::All => "all",
        }
    }
}
