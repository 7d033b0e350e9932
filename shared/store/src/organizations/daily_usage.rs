//! What an organization used on each day. For operators only.

use std::time::Duration;

use contract::{Amount, GenerationId, OrganizationId, Timestamp, TransactionType};

use crate::{
    LedgerEntry, Progress, State, Store, StoreError,
    dynamodb::{codec::Item, query::Query},
    generations::deletion::DeletedGeneration,
    keys,
};

const DAY: Duration = Duration::from_secs(24 * 3600);
const HOUR: Duration = Duration::from_secs(3600);

/// What an organization used on one day (UTC).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DailyUsage {
    /// The beginning of the day.
    pub day: Timestamp,
    /// Requests with a key of the organization.
    pub requests: u64,
    /// Completed thumbnails of the generations that began on this day.
    pub completed: u64,
    /// Thumbnails of these generations that failed or were cancelled.
    pub failed: u64,
    /// Charges minus refunds. Below zero when more was refunded on this day than charged.
    pub charged: Amount,
}

/// The days up to today.
struct Days(Vec<DailyUsage>);

impl Days {
    fn new(today: Timestamp, count: u32) -> Self {
        let day = |ago| DailyUsage {
            day: today - DAY * ago,
            requests: 0,
            completed: 0,
            failed: 0,
            charged: Amount::ZERO,
        };
        Self((0..count).rev().map(day).collect())
    }

    /// The day that contains this time, if it is one of the days.
    fn at(&mut self, moment: Timestamp) -> Option<&mut DailyUsage> {
        self.0.iter_mut().find(|one| one.day == moment.day())
    }

    fn add_thumbnails(&mut self, id: GenerationId, completed: usize, failed: u32) {
        if let Some(day) = self.at(keys::moment(id.uuid().as_u128())) {
            day.completed += completed as u64;
            day.failed += u64::from(failed);
        }
    }
}

impl Store {
    /// What an organization used on each of the last `days` days, oldest first. Today is the last of them. Requests are
    /// known for [`crate::REQUESTS_KEPT_DAYS`] days.
    pub async fn daily_usage(&self, organization: OrganizationId, days: u32) -> Result<Vec<DailyUsage>, StoreError> {
        let now = self.clock.now();
        let mut all = Days::new(now.day(), days);
        let Some(since) = all.0.first().map(|first| first.day) else {
            return Ok(all.0);
        };
        let partition = || Query::partition(keys::organization_partition(organization));
        let (first, last) = keys::generations_since(since);
        self.each_item(partition().between(&first, &last), |item| {
            let sort_key = item.get(keys::SK).and_then(|value| value.as_s().ok());
            if sort_key.is_some_and(|sort_key| keys::is_progress(sort_key)) {
                let progress = Progress::read(item)?;
                let completed = progress.thumbnails.iter();
                let completed = completed.filter(|one| matches!(one.state, State::Completed(_)));
                all.add_thumbnails(progress.generation, completed.count(), progress.refunded());
            }
            Ok(())
        })
        .await?;
        self.each_item(partition().with_prefix(keys::DELETED_PREFIX), |item| {
            let left = DeletedGeneration::read(item)?;
            let completed = left.thumbnails.saturating_sub(left.refunded);
            all.add_thumbnails(left.id, completed as usize, left.refunded);
            Ok(())
        })
        .await?;
        self.each_entry_since(organization, since, |entry| {
            if matches!(entry.kind, TransactionType::Charge | TransactionType::Refund)
                && let Some(day) = all.at(entry.created_at)
            {
                day.charged = day.charged - entry.amount;
            }
        })
        .await?;
        self.add_requests(organization, since, now, &mut all).await?;
        Ok(all.0)
    }

    /// Calls `take` with the entries of the ledger that are not older than `since`, newest first.
    async fn each_entry_since(
        &self,
        organization: OrganizationId,
        since: Timestamp,
        mut take: impl FnMut(&LedgerEntry),
    ) -> Result<(), StoreError> {
        let mut before = None;
        loop {
            let page = self.ledger(organization, before, 1000).await?;
            let new = page.entries.iter().take_while(|entry| entry.created_at >= since);
            let mut count = 0;
            new.for_each(|entry| {
                take(entry);
                before = Some(entry.sequence);
                count += 1;
            });
            if !page.more || count < page.entries.len() {
                return Ok(());
            }
        }
    }

    async fn add_requests(
        &self,
        organization: OrganizationId,
        since: Timestamp,
        now: Timestamp,
        all: &mut Days,
    ) -> Result<(), StoreError> {
        let hours = std::iter::successors(Some(since), |hour| Some(hour.plus(HOUR)));
        let hours = hours.take_while(|hour| *hour <= now);
        let items = hours.map(|hour| (hour, keys::request_counts(organization, hour)));
        for (hour, item) in self.get_ephemeral(items).await? {
            if let Some(day) = all.at(hour) {
                day.requests += requests(&item);
            }
        }
        Ok(())
    }
}

/// The requests of an hour.
fn requests(item: &Item) -> u64 {
    let count = item.get(crate::quotas::limits::OF_HOUR);
    count.and_then(|count| count.as_n().ok()?.parse().ok()).unwrap_or(0)
}
