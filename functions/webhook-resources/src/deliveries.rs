//! Testing a webhook, listing its deliveries, and replaying one.

use contract::{
    ApiError,
    error::Resource,
    webhooks::{
        DeliveryListView, DeliveryView, ListDeliveries, ListDeliveriesInput, ReplayDelivery, ReplayDeliveryInput,
        TestWebhook, WebhookInput,
    },
};
use service::{Call, Failure, Listing, Part, Reply, Tool, id_at, page};
use store::{Deadline, Delivery, Receiver, Webhook};

use crate::{
    Dependencies,
    view::{find, not_found},
};

/// How many deliveries are read at a time when only those of one status are wanted.
const PART: u32 = 200;

pub(crate) struct Test(pub(crate) Dependencies);

impl Tool for Test {
    type Spec = TestWebhook;
    type Read = ();

    async fn read(&self, _: &Call, input: &WebhookInput) -> Result<(), Failure> {
        input.webhook_id.resolve(Resource::Webhook)?;
        Ok(())
    }

    async fn run(&self, call: &Call, input: WebhookInput, (): ()) -> Result<Reply<DeliveryView>, Failure> {
        let id = input.webhook_id.resolve(Resource::Webhook)?;
        let deadline = Deadline::at(call.commit_deadline());
        let tested = self.0.deliverer.test(call.organization.id, id, deadline).await;
        let (delivery, webhook) = tested
            .map_err(Failure::internal)?
            .ok_or_else(|| not_found(&input.webhook_id))?;
        Ok(Reply::free(delivery.view(&webhook)))
    }
}

pub(crate) struct Replay(pub(crate) Dependencies);

impl Tool for Replay {
    type Spec = ReplayDelivery;
    type Read = (Webhook, Delivery);

    async fn read(&self, call: &Call, input: &ReplayDeliveryInput) -> Result<Self::Read, Failure> {
        let store = &self.0.deliverer.store;
        let webhook = find(store, call, &input.webhook_id).await?;
        let id = input.delivery_id.resolve(Resource::Delivery)?;
        let delivery = store
            .delivery(call.organization.id, Receiver::Webhook(webhook.id), id)
            .await?;
        let not_found = || ApiError::not_found(Resource::Delivery, input.delivery_id.as_str());
        Ok((webhook, delivery.ok_or_else(not_found)?))
    }

    async fn run(
        &self,
        _: &Call,
        input: ReplayDeliveryInput,
        (webhook, delivery): Self::Read,
    ) -> Result<Reply<DeliveryView>, Failure> {
        let replayed = self.0.deliverer.replay(&webhook, delivery).await;
        let (delivery, webhook) = replayed
            .map_err(Failure::internal)?
            .ok_or_else(|| not_found(&input.webhook_id))?;
        Ok(Reply::free(delivery.view(&webhook)))
    }
}

pub(crate) struct List(pub(crate) Dependencies);

impl Tool for List {
    type Spec = ListDeliveries;
    type Read = (Webhook, Part<Delivery>);

    async fn read(&self, call: &Call, input: &ListDeliveriesInput) -> Result<Self::Read, Failure> {
        let webhook = find(&self.0.deliverer.store, call, &input.webhook_id).await?;
        let log = Log::new(&self.0, &webhook, input);
        let part = log.part(call.position.clone()).await?;
        Ok((webhook, part))
    }

    async fn run(
        &self,
        call: &Call,
        input: ListDeliveriesInput,
        (webhook, part): Self::Read,
    ) -> Result<Reply<DeliveryListView>, Failure> {
        let log = Log::new(&self.0, &webhook, &input);
        let page = page(call, &log, input.limit.get(), part).await?;
        Ok(Reply::free(DeliveryListView {
            deliveries: page.items,
            next_cursor: page.next.map(|position| call.seal(&position)),
        }))
    }
}

/// The deliveries of a webhook under the filters of a call.
struct Log<'a> {
    dependencies: &'a Dependencies,
    webhook: &'a Webhook,
    input: &'a ListDeliveriesInput,
}

impl<'a> Log<'a> {
    const fn new(dependencies: &'a Dependencies, webhook: &'a Webhook, input: &'a ListDeliveriesInput) -> Self {
        Self {
            dependencies,
            webhook,
            input,
        }
    }
}

impl Listing for Log<'_> {
    type Item = Delivery;
    type View = DeliveryView;

    async fn part(&self, position: Option<String>) -> Result<Part<Delivery>, Failure> {
        let before = id_at(position.as_deref())?;
        let size = if self.input.status.is_some() {
            PART
        } else {
            self.input.limit.get()
        };
        let (organization, webhook) = (self.webhook.organization, self.webhook.id);
        let store = &self.dependencies.deliverer.store;
        let read = store.deliveries(organization, webhook, before, size).await?;
        Ok(Part::new(read, Self::position))
    }

    fn position(delivery: &Delivery) -> String {
        delivery.id.to_string()
    }

    fn wants(&self, delivery: &Delivery) -> bool {
        let status = delivery.status(self.webhook);
        self.input.status.is_none_or(|wanted| wanted == status)
    }

    async fn show(&self, delivery: &Delivery) -> Result<DeliveryView, Failure> {
        Ok(delivery.view(self.webhook))
    }
}
