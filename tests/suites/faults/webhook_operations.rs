//! The operations on webhooks behind a proxy: whichever of their calls to AWS fails, an operation is made completely or
//! not at all, and its repetition completes it.

use bytes::Bytes;
use contract::{OrganizationId, Plan};
use futures_util::future::join_all;
use http::{Method, Request};
use rest::Api;
use runtime::Cors;
use serde_json::{Value, json};
use store::{DisabledReason, Store, Webhook, WebhookChange};
use tests::{Fault, Organization, Proxy, Receiver, Service, service::deadline};

use crate::{
    webhook_calls::Functions,
    webhook_requests::create,
    world::{FaultWorld, run},
};

/// The operations that write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Create,
    Disable,
    Enable,
    Delete,
    Rotate,
    RotateOwn,
}

impl Change {
    const ALL: [Self; 6] = [
        Self::Create,
        Self::Disable,
        Self::Enable,
        Self::Delete,
        Self::Rotate,
        Self::RotateOwn,
    ];

    fn request(self, organization: &Organization, webhook: Option<&Webhook>) -> Request<Bytes> {
        let id = webhook.map(|webhook| format!("/{}", webhook.id)).unwrap_or_default();
        let (method, path, body) = match self {
            Self::Create => (Method::POST, id, json!({ "url": "https://a.example/" })),
            Self::Disable => (Method::PATCH, id, json!({ "enabled": false, "description": "d" })),
            Self::Enable => (Method::PATCH, id, json!({ "enabled": true, "description": "d" })),
            Self::Delete => (Method::DELETE, id, Value::Null),
            Self::Rotate | Self::RotateOwn => (Method::POST, format!("{id}/rotate"), json!({})),
        };
        Request::builder()
            .method(method)
            .uri(format!("/api/v1/webhooks{path}"))
            .header("authorization", format!("Bearer {}", organization.key))
            .header("idempotency-key", "k")
            .body(Bytes::from(body.to_string()))
            .expect("a request")
    }

    /// An organization in which the operation can be made, and its webhook.
    async fn prepared(self, service: &Service) -> (Organization, Option<Webhook>) {
        let organization = service.organization(Plan::Pro, 20).await;
        if matches!(self, Self::Create | Self::RotateOwn) {
            return (organization, None);
        }
        let store = service.store();
        let webhook = store.draft_webhook(organization.id, "https://a.example/".to_owned(), Vec::new(), None);
        store
            .create_webhook(&webhook, None, deadline())
            .await
            .expect("a webhook");
        if self == Self::Enable {
            let change = WebhookChange {
                enabled: Some(Err(DisabledReason::ByCaller)),
                ..WebhookChange::default()
            };
            let disabled = store.change_webhook(organization.id, webhook.id, &change, deadline());
            disabled.await.expect("an outcome").expect("a webhook");
        }
        (organization, Some(webhook))
    }
}

/// The faults, and for how many calls each lasts. The SDK makes a refused or cut call three times.
const FAULTS: [(Fault, usize); 6] = [
    (Fault::Throttle, 3),
    (Fault::ServerError, 3),
    (Fault::CutBefore, 3),
    (Fault::CommitThenCut, 1),
    (Fault::CommitForgetThenCut, 1),
    (Fault::HideOldItem, 1),
];

#[test]
fn whichever_call_fails_an_operation_is_made_completely_or_not_at_all() {
    run(async {
        let world = FaultWorld::start().await;
        let receiver = Receiver::start().await;
        let tried = Change::ALL.map(|change| Box::pin(try_with_faults(&world.service, &receiver, change)));
        join_all(tried).await;
    });
}

/// Makes a change once with each fault in each of its calls, and repeats it without faults.
async fn try_with_faults(service: &Service, receiver: &Receiver, change: Change) {
    let proxy = Proxy::start(service.aws_url()).await;
    let api = Api::new(Functions::new(service, &proxy.url(), receiver).operations(), Cors::Any);
    for (fault, times) in FAULTS {
        for failing in 0.. {
            let case = format!("{change:?}, call {failing} with {times} times {fault:?}");
            let (organization, webhook) = change.prepared(service).await;
            let request = || change.request(&organization, webhook.as_ref());
            proxy.forget();
            proxy.fail_call(failing, fault, times);
            let first = api.call(request()).await;
            proxy.heal();
            let calls = proxy.calls().len();
            assert!(
                [200, 500].contains(&first.status().as_u16()),
                "{case}: {:?}",
                first.body()
            );
            let again = api.call(request()).await;
            let is_gone = change == Change::Delete && again.status() == 404;
            assert!(is_gone || again.status() == 200, "{case}: {:?}", again.body());
            if change == Change::Create && first.status() == 200 {
                assert_eq!(first.body(), again.body(), "{case}");
            }
            let told: Value = serde_json::from_slice(again.body()).unwrap();
            agree(service.store(), organization.id, change, &told["data"], &case).await;
            listens(service, organization.id, &case).await;
            if failing >= calls {
                break;
            }
        }
    }
}

/// The records are those of an operation that was made, once or twice.
async fn agree(store: &Store, organization: OrganizationId, change: Change, told: &Value, case: &str) {
    let webhooks = store.webhooks(organization).await.unwrap();
    let balance = store.balance(organization).await.unwrap();
    let enabled = webhooks.iter().filter(|webhook| webhook.is_enabled()).count() as u64;
    assert_eq!(
        (balance.webhooks, balance.enabled_webhooks),
        (webhooks.len() as u64, enabled),
        "{case}"
    );
    assert_eq!(balance.has_listener, enabled > 0, "{case}");
    let (all, on) = match change {
        Change::Create | Change::Enable | Change::Rotate => (1, 1),
        Change::Disable => (1, 0),
        Change::Delete | Change::RotateOwn => (0, 0),
    };
    assert_eq!((balance.webhooks, enabled), (all, on), "{case}");
    let secrets = match change {
        Change::RotateOwn => store.own_secrets(organization, deadline()).await.unwrap(),
        Change::Create | Change::Rotate => webhooks[0].secrets.clone(),
        Change::Disable | Change::Enable => {
            assert_eq!(webhooks[0].description.as_deref(), Some("d"), "{case}");
            return;
        }
        Change::Delete => return,
    };
    assert_eq!(told["secret"], secrets.current.expose(), "{case}");
    assert!(secrets.signing(store.clock().now()).count() <= 2, "{case}");
}

/// An event is written exactly if a webhook is enabled.
async fn listens(service: &Service, organization: OrganizationId, case: &str) {
    let store = service.store();
    let generation = create(service, organization, None).await;
    let read = store.cancellation(organization, generation).await.unwrap().unwrap();
    store.cancel(read, deadline()).await.unwrap();
    let written = !store.outbox(organization).await.unwrap().is_empty();
    assert_eq!(
        written,
        store.balance(organization).await.unwrap().enabled_webhooks > 0,
        "{case}"
    );
    service.audit(organization).await;
}
