//! Rate limits of an organization: the plan's limit for all calls, and a tool's own limit. A window is a minute of the
//! clock.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contract::{ApiError, OrganizationId, Plan, Timestamp, error::LimitScope};
use store::{RequestCounts, Store, StoreError};

/// The most organizations whose windows are cached.
const MOST_WINDOWS: usize = 10_000;

/// A tool that has a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToolLimit {
    pub(crate) tool: &'static str,
    pub(crate) limit: u32,
}

/// The state of a caller's rate limits: the limit with fewer calls left; the plan's if both have equally many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    scope: LimitScope,
    limit: u32,
    remaining: u32,
    exceeded: bool,
    reset_at: Timestamp,
    now: Timestamp,
}

impl Standing {
    fn judge(plan: Plan, tool: Option<ToolLimit>, counts: RequestCounts, now: Timestamp) -> Self {
        let reset_at = now.minute().plus(Duration::from_secs(60));
        let standing = |scope, limit: u32, count| Self {
            scope,
            limit,
            remaining: limit.saturating_sub(count),
            exceeded: count > limit,
            reset_at,
            now,
        };
        let by_plan = standing(LimitScope::Plan, plan.requests_per_minute(), counts.total);
        let by_tool = tool.map(|tool| standing(LimitScope::Tool(tool.tool), tool.limit, counts.tool));
        match by_tool {
            Some(tool) if !by_plan.exceeded && (tool.exceeded || tool.remaining < by_plan.remaining) => tool,
            _ => by_plan,
        }
    }

    /// RATE_LIMITED if the limit is exceeded.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if !self.exceeded {
            return Ok(());
        }
        Err(ApiError::RateLimited {
            scope: self.scope,
            limit: self.limit,
            reset_at: self.reset_at,
            retry_after_seconds: self.seconds_left(),
        })
    }

    fn seconds_left(&self) -> u32 {
        let left = self.reset_at.since(self.now).as_millis().div_ceil(1000);
        u32::try_from(left).unwrap_or(60).max(1)
    }

    /// Calls that the limit allows in a minute.
    pub const fn limit(&self) -> u32 {
        self.limit
    }

    /// Calls that are left until the window ends.
    pub const fn remaining(&self) -> u32 {
        self.remaining
    }

    /// When the window ends.
    pub const fn reset_at(&self) -> Timestamp {
        self.reset_at
    }

    /// Seconds until the window ends, at least 1, if the limit is exceeded.
    pub fn retry_after_seconds(&self) -> Option<u32> {
        self.exceeded.then(|| self.seconds_left())
    }
}

/// Counts calls, and caches the counts. A window that has no calls left is not counted any further.
#[derive(Debug, Default)]
pub(crate) struct Limits(Mutex<HashMap<OrganizationId, (Timestamp, u32)>>);

impl Limits {
    /// Counts one call of an organization; also for `tool`, if the tool has its own limit.
    pub(crate) async fn count(
        &self,
        store: &Store,
        organization: OrganizationId,
        plan: Plan,
        tool: Option<ToolLimit>,
    ) -> Result<Standing, StoreError> {
        let now = store.clock().now();
        let minute = now.minute();
        let known = self.known(organization, minute);
        if known > plan.requests_per_minute() {
            return Ok(Standing::judge(
                plan,
                None,
                RequestCounts { total: known, tool: 0 },
                now,
            ));
        }
        let counts = store
            .count_request(organization, tool.map(|tool| tool.tool), minute)
            .await?;
        self.remember(organization, minute, counts.total);
        Ok(Standing::judge(plan, tool, counts, now))
    }

    /// The state of an organization's rate limits in the cache, for a call that failed before it was counted.
    pub(crate) fn last_known(&self, organization: OrganizationId, plan: Plan, now: Timestamp) -> Standing {
        let total = self.known(organization, now.minute()).min(plan.requests_per_minute());
        Standing::judge(plan, None, RequestCounts { total, tool: 0 }, now)
    }

    /// The cached count of a window.
    fn known(&self, organization: OrganizationId, minute: Timestamp) -> u32 {
        let windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match windows.get(&organization) {
            Some((window, total)) if *window == minute => *total,
            _ => 0,
        }
    }

    /// Caches the count of a window.
    pub(crate) fn remember(&self, organization: OrganizationId, minute: Timestamp, total: u32) {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= MOST_WINDOWS {
            windows.retain(|_, (window, _)| *window == minute);
        }
        if windows.len() < MOST_WINDOWS || windows.contains_key(&organization) {
            let known = windows.entry(organization).or_insert((minute, total));
            // Responses may arrive in another order than their calls were counted in. The larger count is the newer
            // one.
            *known = (minute, total).max(*known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(60_000 * 100 + 59_500);
    const TOOL: Option<ToolLimit> = Some(ToolLimit { tool: "t", limit: 10 });

    fn judge(plan: Plan, total: u32, tool: u32) -> (LimitScope, u32, u32, bool) {
        let standing = Standing::judge(plan, TOOL, RequestCounts { total, tool }, NOW);
        (standing.scope, standing.limit, standing.remaining, standing.exceeded)
    }

    #[test]
    fn a_standing_is_that_of_the_limit_with_fewer_calls_left() {
        const P: LimitScope = LimitScope::Plan;
        const T: LimitScope = LimitScope::Tool("t");
        assert_eq!(judge(Plan::Pro, 1, 1), (T, 10, 9, false));
        assert_eq!(judge(Plan::Pro, 51, 1), (P, 60, 9, false));
        assert_eq!(judge(Plan::Free, 1, 1), (P, 10, 9, false));
        assert_eq!(judge(Plan::Pro, 20, 10), (T, 10, 0, false));
        assert_eq!(judge(Plan::Pro, 20, 11), (T, 10, 0, true));
        assert_eq!(judge(Plan::Pro, 60, 11), (T, 10, 0, true));
        assert_eq!(judge(Plan::Pro, 61, 11), (P, 60, 0, true));
    }

    #[test]
    fn a_window_ends_with_the_minute_of_the_clock() {
        let standing = Standing::judge(Plan::Free, None, RequestCounts { total: 11, tool: 0 }, NOW);
        assert_eq!(standing.reset_at, Timestamp::from_millis(60_000 * 101));
        assert_eq!(standing.retry_after_seconds(), Some(1));
        assert!(matches!(
            standing.check(),
            Err(ApiError::RateLimited {
                scope: LimitScope::Plan,
                ..
            })
        ));
    }
    #[test]
    fn a_count_is_cached_for_its_window() {
        let limits = Limits::default();
        let organization: OrganizationId = "org_0193e5a0b1c27d3e8f4a5b6c7d8e9f00".parse().unwrap();
        let remaining = |plan, now| {
            let standing = limits.last_known(organization, plan, now);
            assert!(!standing.exceeded);
            standing.remaining
        };
        assert_eq!(remaining(Plan::Free, NOW), 10);
        limits.remember(organization, NOW.minute(), 12);
        limits.remember(organization, NOW.minute(), 11);
        assert_eq!(limits.known(organization, NOW.minute()), 12);
        assert_eq!(remaining(Plan::Free, NOW), 0);
        assert_eq!(remaining(Plan::Pro, NOW), 48);
        assert_eq!(remaining(Plan::Free, NOW.plus(Duration::from_secs(1))), 10);
    }
}
