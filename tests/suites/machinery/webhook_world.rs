//! A service whose events are delivered only when a test says so: each message and each sweep is handled by hand.

use std::time::Duration;

use contract::{GenerationId, OrganizationId, Plan, Timestamp};
use serde_json::{Value, json};
use sources::Endpoints;
use store::{Delivery, Webhook};
use tests::{
    Organization, Receiver, Service, events,
    service::{Setup, deadline},
};
use webhook_delivery::WebhookDelivery;
use webhooks::{Deliverer, EventMessage, Sender};

use crate::support::commit;

pub(crate) const MINUTE: Duration = Duration::from_secs(60);

/// A service whose events only the test delivers, a receiver, and an organization with a webhook.
pub(crate) struct WebhookWorld {
    pub(crate) service: Service,
    pub(crate) receiver: Receiver,
    pub(crate) organization: Organization,
    pub(crate) webhook: Webhook,
    delivery: WebhookDelivery,
}

pub(crate) async fn world() -> WebhookWorld {
    let receiver = Receiver::start().await;
    let service = Service::start(Setup {
        gateways: 1,
        sources: receiver.sources(),
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 5_000).await;
    let delivery = hand_driven(&service, &receiver);
    let webhook = add_webhook(&service, organization.id, &receiver.url("/hook")).await;
    receiver.knows(&webhook.secrets.current.expose());
    WebhookWorld {
        service,
        receiver,
        organization,
        webhook,
        delivery,
    }
}

fn hand_driven(service: &Service, receiver: &Receiver) -> WebhookDelivery {
    let resources = service.resources();
    WebhookDelivery::new(Deliverer {
        store: resources.store.clone(),
        bucket: resources.bucket.clone(),
        queue: resources.events.clone(),
        bus: None,
        sender: Sender::new(Endpoints::new(receiver.sources()), service.clock().clone()),
    })
}

pub(crate) async fn add_webhook(service: &Service, organization: OrganizationId, url: &str) -> Webhook {
    let store = service.store();
    let webhook = store.draft_webhook(organization, url.to_owned(), Vec::new(), None);
    store.create_webhook(&webhook, None, deadline()).await.unwrap();
    webhook
}

/// Makes a generation end by a cancel, which is one event.
pub(crate) async fn end(service: &Service, organization: OrganizationId) -> GenerationId {
    let generation = commit(service.store(), organization, 1, 7).await;
    let read = service
        .store()
        .cancellation(organization, generation)
        .await
        .unwrap()
        .unwrap();
    service.store().cancel(read, deadline()).await.unwrap();
    generation
}

impl WebhookWorld {
    pub(crate) fn now(&self) -> Timestamp {
        self.service.clock().now()
    }

    pub(crate) fn advance(&self, by: Duration) {
        self.service.clock().advance(by);
    }

    /// Handles one event of Lambda.
    pub(crate) async fn handle(&self, event: Value) -> Value {
        self.delivery.handle(event).await.unwrap()
    }

    pub(crate) async fn sweep(&self) -> Value {
        let event = json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} });
        self.handle(event).await
    }

    /// Handles all visible messages. Returns their number.
    pub(crate) async fn drain(&self) -> usize {
        let mut handled = 0;
        loop {
            let records = events::receive(&self.service).await;
            if records.is_empty() {
                return handled;
            }
            let answer = self.handle(json!({ "Records": records })).await;
            assert_eq!(answer, json!({ "batchItemFailures": [] }), "a message is kept");
            for record in &records {
                events::delete(&self.service, record).await;
            }
            handled += records.len();
        }
    }

    /// Makes an event, and its delivery with a message.
    pub(crate) async fn event(&self) -> GenerationId {
        let generation = end(&self.service, self.organization.id).await;
        self.announce().await;
        generation
    }

    /// Sends the message of every outbox entry, as the function that wrote it does.
    pub(crate) async fn announce(&self) {
        for entry in self.service.store().outbox(self.organization.id).await.unwrap() {
            let message = EventMessage::of_entry(entry.organization, entry.events[0].id);
            self.service.resources().events.send(&[message]).await.unwrap();
        }
    }

    pub(crate) async fn deliveries(&self) -> Vec<Delivery> {
        let read = self
            .service
            .store()
            .deliveries(self.organization.id, self.webhook.id, None, 10_000);
        read.await.unwrap().records
    }

    pub(crate) async fn only_delivery(&self) -> Delivery {
        let mut all = self.deliveries().await;
        assert_eq!(all.len(), 1);
        all.remove(0)
    }

    pub(crate) async fn webhook(&self) -> Webhook {
        let read = self.service.store().webhook(self.organization.id, self.webhook.id);
        read.await.unwrap().expect("the webhook exists")
    }
}
