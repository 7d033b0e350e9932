//! Counting the thumbnails of an organization that wait, so that a quota can limit them.
//!
//! The balance's item contains an upper bound. The bound is replaced by an exact count only when it would refuse a
//! charge, or when somebody asks for the number.

use std::time::Duration;

use contract::{OrganizationId, Quota, QuotaExceeded, Timestamp};
use tokio::time::sleep;

use crate::{
    Balance, LONGEST_OPEN, Progress, RoomError, Store, StoreError, Usage, dynamodb::query::Query, generations::age,
    keys,
};

/// How long it may take until all items of a committed transaction are visible. They appear one after another.
pub(crate) const APPEARANCE: Duration = Duration::from_millis(50);

/// A generation may be committed this long after its id was made: the call may take 25 seconds, and the clocks of
/// functions differ.
const LATE_COMMIT: Duration = Duration::from_secs(60);

impl Store {
    /// Checks that `more` further thumbnails may wait. Returns `before`. If the upper bound in `before` leaves no room
    /// for them, the returned value has the exact count instead of the bound. A change of the balance may rely on the
    /// returned value when the change is conditional on the sequence number of `before`.
    ///
    /// # Errors
    ///
    /// The quota would be exceeded, or a call failed.
    pub async fn make_room(
        &self,
        organization: OrganizationId,
        mut before: Balance,
        more: u64,
        limit: u64,
    ) -> Result<Balance, RoomError> {
        let has_room = |waiting: u64| more == 0 || waiting.saturating_add(more) <= limit;
        if has_room(before.usage.waiting) {
            return Ok(before);
        }
        if before.usage.waiting > 0 {
            // The balance may already include a charge whose generation is not visible yet.
            sleep(APPEARANCE).await;
            self.count_waiting(organization, &mut before.usage).await?;
        }
        let used = before.usage.waiting;
        if has_room(used) {
            Ok(before)
        } else {
            let quota = Quota::Waiting;
            Err(RoomError::Full(QuotaExceeded { quota, limit, used }))
        }
    }

    /// Counts the thumbnails that have not ended, with strong reads. Replaces the upper bound and the moment since when
    /// generations may be open.
    pub(crate) async fn count_waiting(
        &self,
        organization: OrganizationId,
        usage: &mut Usage,
    ) -> Result<(), StoreError> {
        let now = self.clock.now();
        let mut oldest = now - LATE_COMMIT;
        let mut waiting = 0;
        let since = self.open_since(usage);
        self.each_open_generation(organization, usage, |progress| {
            let open = progress.thumbnails.iter().filter(|each| !each.status().is_ended());
            waiting += u64::try_from(open.count()).unwrap_or(u64::MAX);
            oldest = age::created_at(progress.generation).map_or(oldest, |created| created.min(oldest));
        })
        .await?;
        usage.waiting = waiting;
        usage.open_since = Some(oldest.max(since));
        Ok(())
    }

    /// No generation that was created before this moment is open. Records of a version without quotas do not say so.
    fn open_since(&self, usage: &Usage) -> Timestamp {
        let earliest = self.clock.now() - LONGEST_OPEN - LATE_COMMIT;
        usage.open_since.unwrap_or(earliest)
    }

    /// Reads the progress of all generations of an organization that have not ended, oldest first.
    pub(crate) async fn each_open_generation(
        &self,
        organization: OrganizationId,
        usage: &Usage,
        mut take: impl FnMut(Progress),
    ) -> Result<(), StoreError> {
        let (first, last) = keys::generations_since(self.open_since(usage));
        let query = Query::partition(keys::organization_partition(organization)).between(&first, &last);
        // The due index has exactly the generations that have not ended.
        self.each_item(query.having(keys::DUE_AT), |item| {
            // An item that this version cannot read, as after a rollback, must not block the organization.
            if let Ok(progress) = Progress::read(item) {
                take(progress);
            }
            Ok(())
        })
        .await
    }
}
