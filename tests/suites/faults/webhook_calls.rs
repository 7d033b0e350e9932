//! The functions of webhooks behind a proxy: whichever of their calls to AWS fails, no event is lost and none is
//! invented.

use std::{collections::BTreeSet, sync::Mutex, time::Duration};

use contract::OrganizationId;
use media::Bucket;
use queue::Queue;
use runtime::{Aws, AwsConfig, Entropy, Ids, Names, Stack};
use sampling::all_or_cover;
use serde_json::{Value, json};
use sources::Endpoints;
use store::{DeliveryState, FinishedPicture, LeaseOutcome, Store};
use tests::{
    Fault, Proxy, Receiver, Service, events,
    receiver::{Act, Received},
    service::{QUICK, deadline},
};
use webhook_delivery::{EventError, WebhookDelivery};
use webhooks::{Deliverer, EventMessage, Sender};

use crate::{
    webhook_requests::create,
    world::{FaultWorld, run},
};

/// An event of the schedule.
pub(crate) fn schedule() -> Value {
    json!({ "source": "aws.events", "detail-type": "Scheduled Event", "detail": {} })
}

/// The functions of webhooks with AWS at a URL.
pub(crate) struct Functions {
    deliverer: Deliverer,
    delivery: WebhookDelivery,
    endpoints: Endpoints,
}

impl Functions {
    pub(crate) fn new(service: &Service, url: &str, receiver: &Receiver) -> Self {
        let aws = Aws::new(&AwsConfig {
            backoff: QUICK,
            ..AwsConfig::local(url)
        });
        let (stack, clock) = (Stack::local(), service.clock().clone());
        let names = Names {
            table: stack.table(),
            ephemeral_table: stack.ephemeral_table(),
        };
        let ids = Ids::new(clock.clone(), Entropy::System);
        let endpoints = Endpoints::new(receiver.sources());
        let deliverer = Deliverer {
            store: Store::new(aws.dynamodb(), names, clock.clone(), ids),
            bucket: Bucket::new(&aws, stack.bucket(), clock.clone()),
            queue: Queue::new(aws.sqs(), service.resources().events.url().to_owned()),
            bus: None,
            sender: Sender::new(endpoints.clone(), clock),
        };
        Self {
            delivery: WebhookDelivery::new(deliverer.clone()),
            deliverer,
            endpoints,
        }
    }

    pub(crate) fn operations(&self) -> service::Service {
        webhook_resources::service(&webhook_resources::Dependencies {
            deliverer: self.deliverer.clone(),
            endpoints: self.endpoints.clone(),
        })
    }

    pub(crate) async fn handle(&self, event: Value) -> Result<Value, EventError> {
        self.delivery.handle(event).await
    }

    /// Handles the messages of the queue until none is visible. Messages that the function keeps stay hidden.
    async fn drain(&self, service: &Service) {
        loop {
            let records = events::receive(service).await;
            if records.is_empty() {
                return;
            }
            for record in records {
                let answer = self.handle(json!({ "Records": [record] })).await.unwrap();
                if answer == json!({ "batchItemFailures": [] }) {
                    events::delete(service, &record).await;
                }
            }
        }
    }

    /// Completes a generation of one thumbnail, and handles the messages of its events.
    pub(crate) async fn complete_one(&self, service: &Service, organization: OrganizationId, url: Option<String>) {
        complete(service, organization, url).await;
        announce(service, organization).await;
        self.drain(service).await;
    }
}

/// Completes a generation of one thumbnail.
async fn complete(service: &Service, organization: OrganizationId, url: Option<String>) {
    let generation = create(service, organization, url).await;
    let store = service.store();
    let until = store.clock().now().plus(Duration::from_secs(50));
    let LeaseOutcome::Leased(lease) = store.lease(organization, generation, 0, until).await.unwrap() else {
        panic!("the thumbnail is not free");
    };
    let object_key = format!("{organization}/thumbnails/a.png");
    let picture = FinishedPicture::new(object_key, 9, store.clock().now());
    store.complete(&lease, picture).await.unwrap();
}

/// Sends the message of every outbox entry.
async fn announce(service: &Service, organization: OrganizationId) {
    for entry in service.store().outbox(organization).await.unwrap() {
        let message = EventMessage::of_entry(organization, entry.events[0].id);
        service.resources().events.send(&[message]).await.unwrap();
    }
}

/// A receiver that refuses the first attempt at each event, so that each case has attempts that fail and that succeed.
fn refuses_first_attempts() -> impl Fn(&Received) -> Act {
    let seen = Mutex::new(BTreeSet::new());
    move |received| {
        let is_first = seen.lock().unwrap().insert(received.id().to_owned());
        Act::Answer(if is_first { 500 } else { 200 })
    }
}

/// The calls of a delivery, with the faults that each may have.
const CALLS: [&str; 6] = [
    "GetItem",
    "Query",
    "TransactWriteItems",
    "UpdateItem",
    "PutItem",
    "SendMessageBatch",
];
const FAULTS: [Fault; 5] = [
    Fault::Throttle,
    Fault::ServerError,
    Fault::CutBefore,
    Fault::CommitThenCut,
    Fault::HideOldItem,
];

/// A call to fail: its operation, the fault, how many calls before it succeed, and how many calls fail.
type Failing = (&'static str, Fault, usize, usize);

fn failing() -> Vec<Failing> {
    let mut all = Vec::new();
    for operation in CALLS {
        for fault in FAULTS {
            all.extend(
                [(0, 1), (1, 1), (2, 1), (0, usize::MAX)].map(|(skipped, times)| (operation, fault, skipped, times)),
            );
        }
    }
    all_or_cover(all, |(operation, fault, skipped, times)| {
        vec![
            format!("{operation} {fault:?}"),
            format!("{operation} {skipped} {times}"),
            format!("{fault:?} {skipped} {times}"),
        ]
    })
}

#[test]
fn whichever_call_fails_no_event_is_lost_and_none_is_invented() {
    run(async {
        let world = FaultWorld::start().await;
        let service = &world.service;
        let proxy = Proxy::start(service.aws_url()).await;
        let receiver = Receiver::start().await;
        let functions = Functions::new(service, &proxy.url(), &receiver);
        for (operation, fault, skipped, times) in failing() {
            let case = format!("{operation}, {times} times {fault:?} after {skipped}");
            let organization = world.organization().await;
            let store = service.store();
            let webhook = store.draft_webhook(organization.id, receiver.url("/"), Vec::new(), None);
            store.create_webhook(&webhook, None, deadline()).await.unwrap();
            receiver.behave(refuses_first_attempts());
            let before = receiver.seen().len();
            complete(service, organization.id, None).await;
            announce(service, organization.id).await;
            proxy.fail_operation(operation, skipped, fault, times);
            functions.drain(service).await;
            proxy.heal();
            // What a kept message or the sweep does later.
            for _ in 0..4 {
                service.clock().advance(Duration::from_secs(400));
                functions.handle(schedule()).await.unwrap();
                functions.drain(service).await;
            }
            let log = store
                .deliveries(organization.id, webhook.id, None, 100)
                .await
                .unwrap()
                .records;
            assert_eq!(log.len(), 2, "{case}");
            assert!(
                log.iter().all(|one| one.state == DeliveryState::Delivered),
                "{case}: {log:?}"
            );
            assert!(store.outbox(organization.id).await.unwrap().is_empty(), "{case}");
            let seen = receiver.seen();
            let mut ids: Vec<&str> = seen[before..].iter().map(Received::id).collect();
            ids.sort_unstable();
            ids.dedup();
            let mut logged: Vec<String> = log.iter().map(|one| one.event.id.to_string()).collect();
            logged.sort_unstable();
            assert_eq!(ids, logged, "{case}");
            service.audit(organization.id).await;
        }
    });
}
