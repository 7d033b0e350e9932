//! The log of a webhook: its deliveries in the last 30 days.

use contract::{DeliveryId, OrganizationId, WebhookId};

use crate::{
    Delivery, RecordPage, Store, StoreError,
    dynamodb::query::{Page, Query},
    keys,
};

impl Store {
    /// At most `limit` deliveries of a webhook that are older than `before`, newest first.
    pub async fn deliveries(
        &self,
        organization: OrganizationId,
        webhook: WebhookId,
        before: Option<DeliveryId>,
        limit: u32,
    ) -> Result<RecordPage<Delivery>, StoreError> {
        let (first, last) = keys::deliveries(webhook, before);
        let partition = keys::organization_partition(organization);
        // One item more because the range includes `before`, and one to see whether another page follows.
        let query = Query::partition(partition).between(&first, &last).newest_first();
        let Page { items, next } = self.query(&query.limit(limit.saturating_add(2))).await?;
        let deliveries = items.into_iter().map(Delivery::read).collect::<Result<Vec<_>, _>>()?;
        let mut records: Vec<Delivery> = deliveries
            .into_iter()
            .filter(|delivery| Some(delivery.id) != before)
            .collect();
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let more = next.is_some() || records.len() > limit;
        records.truncate(limit);
        Ok(RecordPage { records, more })
    }
}
