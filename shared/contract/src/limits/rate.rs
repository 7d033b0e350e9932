//! Limits of requests a minute.

use std::collections::BTreeMap;

use crate::{Plan, ToolTerms};

/// The limits that an organization has for single tools, in requests a minute. They replace [`ToolTerms::rate_limit`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OwnRates(BTreeMap<String, u32>);

/// The rate limits of an organization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimits {
    /// The plan, whose limit counts all requests.
    pub plan: Plan,
    /// The organization's own limits.
    pub own: OwnRates,
}

impl OwnRates {
    /// The names of the tools, with their limits.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u32)> {
        self.0.iter().map(|(tool, limit)| (tool.as_str(), *limit))
    }

    /// The limit of a tool; `None` if only the plan limits the tool.
    pub fn of_tool(&self, tool: &ToolTerms) -> Option<u32> {
        self.0.get(tool.name).copied().or(tool.rate_limit)
    }
}

impl FromIterator<(String, u32)> for OwnRates {
    fn from_iter<I: IntoIterator<Item = (String, u32)>>(limits: I) -> Self {
        Self(limits.into_iter().collect())
    }
}

impl RateLimits {
    /// The requests a minute that the organization may make to a tool.
    pub fn of_tool(&self, tool: &ToolTerms) -> u32 {
        let plan = self.plan.requests_per_minute();
        self.own.of_tool(tool).map_or(plan, |limit| limit.min(plan))
    }
}

impl From<Plan> for RateLimits {
    /// The limits of an organization with this plan and without limits of its own.
    fn from(plan: Plan) -> Self {
        let own = OwnRates::default();
        Self { plan, own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::TERMS;

    #[test]
    fn an_own_limit_replaces_that_of_the_tool_and_never_exceeds_that_of_the_plan() {
        let tool = |name: &str| TERMS.iter().find(|tool| tool.name == name).unwrap();
        let (limited, free) = (tool("generate_thumbnail"), tool("list_images"));
        let usual = RateLimits::from(Plan::Pro);
        assert_eq!((usual.of_tool(limited), usual.of_tool(free)), (10, 60));
        assert_eq!((usual.own.of_tool(limited), usual.own.of_tool(free)), (Some(10), None));
        for (rate, shown) in [(5, 5), (40, 40), (100, 60)] {
            let own = TERMS.iter().map(|tool| (tool.name.to_owned(), rate)).collect();
            let limits = RateLimits { plan: Plan::Pro, own };
            assert_eq!((limits.of_tool(limited), limits.of_tool(free)), (shown, shown));
            assert_eq!(limits.own.of_tool(free), Some(rate));
        }
    }
}
