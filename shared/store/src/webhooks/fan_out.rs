//! Replaces an outbox entry by the deliveries of its events.

use contract::{DeliveryId, EventId, GenerationId, OrganizationId, Timestamp};

use crate::{
    Deadline, Delivery, Generation, OutboxEntry, Progress, Receiver, Store, StoreError, Webhook,
    dynamodb::{expression, query::Query, transaction::Outcome},
    keys,
};

/// The result of a fan-out.
#[derive(Clone, Debug)]
pub struct FannedOut {
    /// The entry.
    pub entry: OutboxEntry,
    /// The deliveries of its events.
    pub deliveries: Vec<Delivery>,
}

impl Store {
    /// Replaces an outbox entry by one delivery for each event and receiver, all or nothing. The receivers are the
    /// enabled webhooks that ask for the event, and the `webhookUrl` of the generation. `None` when the entry does not
    /// exist: then another call has replaced it.
    pub async fn fan_out(
        &self,
        organization: OrganizationId,
        first: EventId,
        deadline: Deadline,
    ) -> Result<Option<FannedOut>, StoreError> {
        let (entry, webhooks) = tokio::join!(self.entry_of_outbox(organization, first), self.webhooks(organization));
        let (Some(entry), webhooks) = (entry?, webhooks?) else {
            return Ok(None);
        };
        let generation = entry.events.iter().find_map(|event| event.fact.generation());
        let generation = match generation {
            Some(id) => self.generation(organization, id).await?,
            None => None,
        };
        let now = self.clock.now();
        let deliveries = self.deliveries_of(&entry, &webhooks, generation.as_ref(), now);
        let key = keys::outbox_entry(organization, first);
        let mut items = vec![expression::delete(&self.names.table, &key)?];
        for delivery in &deliveries {
            items.push(self.new_delivery(delivery)?);
        }
        match self.transact(items, deadline).await? {
            Outcome::Committed => Ok(Some(FannedOut { entry, deliveries })),
            Outcome::Refused(_) => Ok(None),
        }
    }

    fn deliveries_of(
        &self,
        entry: &OutboxEntry,
        webhooks: &[Webhook],
        generation: Option<&(Generation, Progress)>,
        now: Timestamp,
    ) -> Vec<Delivery> {
        let mut deliveries = Vec::new();
        for event in &entry.events {
            let wanting = webhooks
                .iter()
                .filter(|webhook| webhook.wants(event.fact.event_type(), entry.at));
            let mut receivers: Vec<(Receiver, Option<String>)> =
                wanting.map(|webhook| (Receiver::Webhook(webhook.id), None)).collect();
            let url = generation.and_then(|generation| webhook_url(generation, event.fact.generation()));
            receivers.extend(url);
            deliveries.extend(receivers.into_iter().map(|(receiver, url)| {
                let id = DeliveryId::from_uuid(self.ids.uuid());
                Delivery::new(id, entry.organization, receiver, url, event.clone(), entry.at, now)
            }));
        }
        deliveries
    }
}

/// The `webhookUrl` of a generation, if it receives the event of the generation `of`.
fn webhook_url(
    (generation, progress): &(Generation, Progress),
    of: Option<GenerationId>,
) -> Option<(Receiver, Option<String>)> {
    let is_told = of == Some(generation.id) && !progress.is_webhook_url_gone;
    let url = generation.webhook_url.as_ref().filter(|_| is_told)?;
    Some((Receiver::Generation(generation.id), Some(url.clone())))
}

impl Store {
    /// The webhooks of an organization, newest first.
    pub async fn webhooks(&self, organization: OrganizationId) -> Result<Vec<Webhook>, StoreError> {
        let partition = keys::organization_partition(organization);
        let query = Query::partition(partition).with_prefix(keys::WEBHOOK_PREFIX);
        let items = self.all_items(query.newest_first()).await?;
        items.into_iter().map(Webhook::read).collect()
    }
}
