//! Plans and their rate limits.

use std::str::FromStr;

use schemars::JsonSchema;
use serde::Serialize;

/// The plan of an organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Plan {
    /// 10 requests a minute.
    Free,
    /// 60 requests a minute.
    Pro,
    /// 300 requests a minute.
    Enterprise,
}

/// The word is not a plan's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a plan is one of free, pro, enterprise")]
pub struct UnknownPlan;

impl Plan {
    /// Every plan.
    pub const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Enterprise];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Pro => "pro",
            Self::Enterprise => "enterprise",
        }
    }

    /// Requests a minute.
    pub const fn requests_per_minute(self) -> u32 {
        match self {
            Self::Free => 10,
            Self::Pro => 60,
            Self::Enterprise => 300,
        }
    }
}

impl FromStr for Plan {
    type Err = UnknownPlan;

    fn from_str(text: &str) -> Result<Self, UnknownPlan> {
        Self::ALL
            .into_iter()
            .find(|plan| plan.as_str() == text)
            .ok_or(UnknownPlan)
    }
}
