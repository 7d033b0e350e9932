//! The requests to AWS of the functions of webhooks, for the comparison with their roles.

use std::collections::BTreeMap;

use bytes::Bytes;
use contract::OrganizationId;
use http::Method;
use rest::Api;
use runtime::Cors;
use serde_json::{Value, json};
use store::{Delivery, Event, Fact, Receiver as Target, Store};
use tests::{Proxy, Receiver, Service, draft::draft, receiver::Act, service::deadline};

use crate::{
    iam::Request,
    requests::{of_answer, of_call},
    webhook_calls::{Functions, schedule},
    world::FaultWorld,
};

/// A webhook, the organization's own secret and a delivery.
pub(crate) async fn items(store: &Store, organization: OrganizationId) {
    let webhook = store.draft_webhook(organization, "https://a.example/".to_owned(), Vec::new(), None);
    store
        .create_webhook(&webhook, None, deadline())
        .await
        .expect("a webhook");
    store.own_secrets(organization, deadline()).await.expect("a secret");
    let (now, ids) = (store.clock().now(), store.ids());
    let event = Event {
        id: contract::EventId::from_uuid(ids.uuid()),
        fact: Fact::WebhookTest { webhook: webhook.id },
    };
    let id = contract::DeliveryId::from_uuid(ids.uuid());
    let delivery = Delivery::new(id, organization, Target::Webhook(webhook.id), None, event, now, now);
    let created = store.create_test_delivery(&delivery, deadline()).await;
    assert!(created.expect("a delivery"), "the webhook is missing");
}

/// The requests of both functions.
pub(crate) async fn all() -> BTreeMap<&'static str, Vec<Request>> {
    let world = FaultWorld::start().await;
    let receiver = Receiver::start().await;
    BTreeMap::from([
        ("webhook-resources", of_operations(&world.service, &receiver).await),
        ("webhook-delivery", of_delivery(&world.service, &receiver).await),
    ])
}

async fn of_operations(service: &Service, receiver: &Receiver) -> Vec<Request> {
    let proxy = Proxy::start(service.aws_url()).await;
    let functions = Functions::new(service, &proxy.url(), receiver);
    let api = Api::new(functions.operations(), Cors::Any);
    let organization = service.organization(contract::Plan::Pro, 20).await;
    // A generation that is open when the first webhook is created.
    create(service, organization.id, None).await;
    let call = async |method: Method, path: &str, body: Value| -> Value {
        let request = http::Request::builder()
            .method(method)
            .uri(format!("/api/v1/webhooks{path}"))
            .header("authorization", format!("Bearer {}", organization.key))
            .header("idempotency-key", "k")
            .body(Bytes::from(body.to_string()))
            .unwrap();
        let response = api.call(request).await;
        assert_eq!(response.status(), 200, "{path}: {:?}", response.body());
        serde_json::from_slice::<Value>(response.body()).unwrap()["data"].take()
    };
    let created = call(Method::POST, "", json!({ "url": receiver.url("/") })).await;
    let webhook = format!("/{}", created["webhookId"].as_str().unwrap());
    for path in ["", "/secret", &webhook, &format!("{webhook}/secret")] {
        call(Method::GET, path, json!({})).await;
    }
    for path in ["/rotate", &format!("{webhook}/rotate")] {
        call(Method::POST, path, json!({})).await;
    }
    for enabled in [false, true] {
        call(
            Method::PATCH,
            &webhook,
            json!({ "enabled": enabled, "description": "d" }),
        )
        .await;
    }
    // An attempt that fails is made again later.
    receiver.behave(|_| Act::Answer(500));
    let tested = call(Method::POST, &format!("{webhook}/test"), json!({})).await;
    call(Method::GET, &format!("{webhook}/deliveries"), json!({})).await;
    receiver.behave(|_| Act::Answer(200));
    let delivery = tested["deliveryId"].as_str().unwrap();
    call(
        Method::POST,
        &format!("{webhook}/deliveries/{delivery}/replay"),
        json!({}),
    )
    .await;
    // A replay of an event with a picture.
    functions.complete_one(service, organization.id, None).await;
    let log = call(Method::GET, &format!("{webhook}/deliveries"), json!({})).await;
    let newest = log["deliveries"][0]["deliveryId"].as_str().unwrap();
    call(
        Method::POST,
        &format!("{webhook}/deliveries/{newest}/replay"),
        json!({}),
    )
    .await;
    call(Method::DELETE, &webhook, json!({})).await;
    requests(&proxy, receiver)
}

async fn of_delivery(service: &Service, receiver: &Receiver) -> Vec<Request> {
    let proxy = Proxy::start(service.aws_url()).await;
    let functions = Functions::new(service, &proxy.url(), receiver);
    let organization = service.organization(contract::Plan::Pro, 20).await;
    let store = service.store();
    let webhook = store.draft_webhook(organization.id, receiver.url("/hook"), Vec::new(), None);
    store.create_webhook(&webhook, None, deadline()).await.unwrap();
    receiver.behave(|received| match received.path.as_str() {
        "/hook" => Act::Answer(410),
        "/gone" => Act::Answer(410),
        _ => Act::Answer(500),
    });
    functions
        .complete_one(service, organization.id, Some(receiver.url("/gone")))
        .await;
    functions
        .complete_one(service, organization.id, Some(receiver.url("/retry")))
        .await;
    service.clock().advance(std::time::Duration::from_secs(120));
    functions.handle(schedule()).await.unwrap();
    service.clock().advance(std::time::Duration::from_secs(31 * 24 * 3600));
    functions.handle(schedule()).await.unwrap();
    requests(&proxy, receiver)
}

/// A generation, and its events' URL.
pub(crate) async fn create(
    service: &Service,
    organization: OrganizationId,
    webhook_url: Option<String>,
) -> contract::GenerationId {
    let store = service.store();
    let mut new = draft(store, organization, 1, 7);
    new.generation.webhook_url = webhook_url;
    let before = store.balance(organization).await.unwrap();
    let created = store.create_generation::<store::StoreError>(&new, before, |_| Ok(None), deadline());
    created.await.expect("a generation");
    new.generation.id
}

/// The requests that the proxy has seen, and those of the presigned URLs that the receiver got.
fn requests(proxy: &Proxy, receiver: &Receiver) -> Vec<Request> {
    let mut all: Vec<Request> = proxy.calls().iter().flat_map(of_call).collect();
    all.extend(receiver.seen().iter().flat_map(|received| of_answer(&received.json())));
    all
}
