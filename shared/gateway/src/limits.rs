//! Rate limits: the plan's for all requests of an organization, a tool's own for it. Windows are the clock's minutes.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use contract::{ApiError, OrganizationId, Plan, Timestamp, error::LimitScope};
use http::{HeaderMap, HeaderName, HeaderValue};
use store::{RequestCounts, Store, StoreError};

/// How many organizations' windows are remembered at the most.
const MOST: usize = 10_000;

/// A tool that has a limit of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ToolLimit {
    pub(crate) tool: &'static str,
    pub(crate) limit: u32,
}

/// Where a request stands: the limit that has less left, the plan's when equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
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
        let by_tool = tool.map(|tool| standing(LimitScope::Tool, tool.limit, counts.tool));
        match by_tool {
            Some(tool) if !by_plan.exceeded && (tool.exceeded || tool.remaining < by_plan.remaining) => tool,
            _ => by_plan,
        }
    }

    /// RATE_LIMITED when there is nothing left.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        if !self.exceeded {
            return Ok(());
        }
        Err(ApiError::RateLimited {
            scope: self.scope,
            limit: self.limit,
            reset_at: self.reset_at,
            retry_after_seconds: self.retry_after_seconds(),
        })
    }

    fn retry_after_seconds(&self) -> u32 {
        let left = self.reset_at.since(self.now).as_millis().div_ceil(1000);
        u32::try_from(left).unwrap_or(60).max(1)
    }

    /// The headers of every authenticated response.
    pub(crate) fn write(&self, headers: &mut HeaderMap) {
        let mut insert = |name: &'static str, value: HeaderValue| headers.insert(HeaderName::from_static(name), value);
        insert("x-ratelimit-limit", self.limit.into());
        insert("x-ratelimit-remaining", self.remaining.into());
        insert("x-ratelimit-reset", self.reset_at.seconds().into());
        if self.exceeded {
            insert("retry-after", self.retry_after_seconds().into());
        }
    }
}

/// Counts requests, and remembers the counts: a window that has nothing left need not be counted any further.
#[derive(Debug, Default)]
pub(crate) struct Limits(Mutex<HashMap<OrganizationId, (Timestamp, u32)>>);

impl Limits {
    /// Counts one request of an organization, to `tool` where it has a limit of its own.
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

    /// Where an organization stands by what is known without counting, for the answer to a request that failed before
    /// it was counted.
    pub(crate) fn last_known(&self, organization: OrganizationId, plan: Plan, now: Timestamp) -> Standing {
        let total = self.known(organization, now.minute()).min(plan.requests_per_minute());
        Standing::judge(plan, None, RequestCounts { total, tool: 0 }, now)
    }

    /// How many requests were counted in a window, as far as is known here.
    fn known(&self, organization: OrganizationId, minute: Timestamp) -> u32 {
        let windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match windows.get(&organization) {
            Some((window, total)) if *window == minute => *total,
            _ => 0,
        }
    }

    /// Remembers how many requests were counted in a window.
    pub(crate) fn remember(&self, organization: OrganizationId, minute: Timestamp, total: u32) {
        let mut windows = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if windows.len() >= MOST {
            windows.retain(|_, (window, _)| *window == minute);
        }
        if windows.len() < MOST || windows.contains_key(&organization) {
            let known = windows.entry(organization).or_insert((minute, total));
            // Answers may overtake one another; (minute, total) is then the lesser.
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
    fn headers_tell_of_whichever_has_less_left() {
        use LimitScope::{Plan as P, Tool as T};
        assert_eq!(judge(Plan::Pro, 1, 1), (T, 10, 9, false));
        assert_eq!(judge(Plan::Pro, 51, 1), (P, 60, 9, false));
        assert_eq!(judge(Plan::Free, 1, 1), (P, 10, 9, false));
        assert_eq!(judge(Plan::Pro, 20, 10), (T, 10, 0, false));
        assert_eq!(judge(Plan::Pro, 20, 11), (T, 10, 0, true));
        assert_eq!(judge(Plan::Pro, 60, 11), (T, 10, 0, true));
        assert_eq!(judge(Plan::Pro, 61, 11), (P, 60, 0, true));
    }

    #[test]
    fn the_window_ends_with_the_clocks_minute() {
        let standing = Standing::judge(Plan::Free, None, RequestCounts { total: 11, tool: 0 }, NOW);
        assert_eq!(standing.reset_at, Timestamp::from_millis(60_000 * 101));
        assert_eq!(standing.retry_after_seconds(), 1);
        assert!(matches!(
            standing.check(),
            Err(ApiError::RateLimited {
                scope: LimitScope::Plan,
                ..
            })
        ));
    }
    #[test]
    fn what_was_counted_is_known_for_its_window() {
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
