//! What an organization uses, counted from its records.

use contract::{OrganizationId, Quota, Resources, Timestamp};
use tokio::time::sleep;

use crate::{
    Balance, Deadline, Image, Inspiration, Person, Store, StoreError,
    dynamodb::{query::Query, update::Update},
    keys,
    quotas::waiting_thumbnails::APPEARANCE,
    records::record::Record,
};

impl Store {
    /// The balance of an organization, and its current usage.
    pub async fn usage(&self, organization: OrganizationId) -> Result<(Balance, Resources), StoreError> {
        let balance = self.balance(organization).await?;
        let mut usage = balance.usage;
        if usage.waiting > 0 {
            self.count_waiting(organization, &mut usage).await?;
        }
        let mut used = usage.resources();
        // The count may include thumbnails that were charged after the balance was read.
        used.waiting = used.waiting.min(balance.usage.waiting);
        Ok((balance, used))
    }

    /// Counts the records of an organization and its open thumbnails, and writes the numbers. Other calls may run at
    /// the same time: if one of them changes the counted records, everything is counted again.
    pub async fn recount(&self, organization: OrganizationId, deadline: Deadline) -> Result<Resources, StoreError> {
        while !deadline.is_past() {
            let before = self.balance(organization).await?;
            sleep(APPEARANCE).await;
            let counted = self.count_records(organization).await?;
            let mut usage = before.usage;
            // All generations, however old they are.
            usage.open_since = Some(Timestamp::from_millis(0));
            self.count_waiting(organization, &mut usage).await?;
            let counted = counted.with(Quota::Waiting, usage.waiting);
            let update = usage.replacement(&counted, &before);
            if let Update::Written(_) = self.update(&keys::balance(organization), &update).await? {
                return Ok(counted);
            }
        }
        Err(StoreError::Contention)
    }

    /// Counts the images, inspirations and persons of an organization, and their bytes.
    pub(crate) async fn count_records(&self, organization: OrganizationId) -> Result<Resources, StoreError> {
        let images = self.count_kind(organization, Image::resources).await?;
        let inspirations = self.count_kind(organization, Inspiration::resources).await?;
        let persons = self.count_kind(organization, Person::resources).await?;
        Ok(images.plus(&inspirations).plus(&persons))
    }

    async fn count_kind<T: Record>(
        &self,
        organization: OrganizationId,
        resources: impl Fn(&T) -> Resources,
    ) -> Result<Resources, StoreError> {
        let mut counted = Resources::default();
        let query = Query::partition(keys::organization_partition(organization)).with_prefix(T::PREFIX);
        self.each_item(query, |item| {
            counted = counted.plus(&resources(&T::read(item)?));
            Ok(())
        })
        .await?;
        Ok(counted)
    }
}
