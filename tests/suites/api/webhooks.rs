//! The operations on webhooks.

use contract::{Category, Plan};
use http::Method;
use serde_json::{Value, json};
use tests::{
    Answer, Client, Organization, Receiver, Service,
    receiver::{Act, Received},
    service::Setup,
};

pub(crate) async fn start(receiver: &Receiver) -> Service {
    Service::start(Setup {
        sources: receiver.sources(),
        ..Setup::default()
    })
    .await
}

/// A receiver, a service that reaches it, and an organization with this balance.
pub(crate) async fn world(thumbnails: u32) -> (Receiver, Service, Organization) {
    let receiver = Receiver::start().await;
    let service = start(&receiver).await;
    let organization = service.organization(Plan::Enterprise, thumbnails).await;
    (receiver, service, organization)
}

pub(crate) async fn create(client: &Client, receiver: &Receiver, body: Value) -> Value {
    let created = client.webhooks(Method::POST, "", body).await.data().clone();
    receiver.knows(created["secret"].as_str().unwrap());
    created
}

pub(crate) async fn get(client: &Client, path: &str) -> Answer {
    client.webhooks(Method::GET, path, Value::Null).await
}

pub(crate) fn id(webhook: &Value) -> String {
    format!("/{}", webhook["webhookId"].as_str().unwrap())
}

pub(crate) fn kinds(seen: &[Received]) -> Vec<String> {
    let mut kinds: Vec<String> = seen.iter().map(Received::kind).collect();
    kinds.sort_unstable();
    kinds
}

#[tokio::test]
async fn a_webhook_is_created_shown_changed_and_deleted() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let url = receiver.url("/a");
    let created = create(client, &receiver, json!({ "url": url, "description": " mine " })).await;
    assert!(created["webhookId"].as_str().unwrap().starts_with("whk_"));
    let secret = created["secret"].as_str().unwrap();
    assert!(secret.starts_with("whsec_") && secret.len() == 50, "{secret}");
    let mut shown = created.clone();
    shown.as_object_mut().unwrap().remove("secret");
    assert_eq!(get(client, &id(&created)).await.data(), &shown);
    assert_eq!(get(client, "").await.data(), &json!({ "webhooks": [shown] }));
    assert_eq!(
        (&shown["events"], &shown["description"], &shown["enabled"]),
        (&json!([]), &json!("mine"), &json!(true))
    );
    assert_eq!(
        get(client, &format!("{}/secret", id(&created))).await.data(),
        &json!({ "secret": secret })
    );

    let patch = async |body: Value| client.webhooks(Method::PATCH, &id(&created), body).await.data().clone();
    let changed = patch(json!({ "events": ["generation.ended"], "url": receiver.url("/b") })).await;
    assert_eq!(
        (&changed["events"], &changed["description"]),
        (&json!(["generation.ended"]), &json!("mine"))
    );
    assert_eq!(patch(json!({ "events": null, "url": null })).await, changed);
    let cleared = patch(json!({ "events": [], "description": " " })).await;
    assert_eq!(
        (&cleared["events"], &cleared["description"]),
        (&json!([]), &Value::Null)
    );
    let disabled = patch(json!({ "enabled": false })).await;
    assert!(disabled["disabledReason"].is_string() && disabled["enabled"] == false);
    let enabled = patch(json!({ "enabled": true })).await;
    assert!(enabled["disabledReason"].is_null() && enabled["enabled"] == true);

    let deleted = client.webhooks(Method::DELETE, &id(&created), Value::Null).await;
    assert_eq!(
        deleted.data(),
        &json!({ "webhookId": created["webhookId"], "deleted": true })
    );
    for method in [Method::GET, Method::DELETE] {
        let gone = client.webhooks(method, &id(&created), Value::Null).await;
        assert_eq!(gone.failure("NOT_FOUND")["resource"], "webhook");
    }
}

#[tokio::test]
async fn a_request_that_is_wrong_is_refused_with_all_issues() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let post = async |body: Value| client.webhooks(Method::POST, "", body).await;
    assert_eq!(post(json!({})).await.issues(), ["url"]);
    let wrong = json!({ "url": 1, "events": ["nope", "webhook.test"], "description": 2, "other": 3 });
    assert_eq!(
        post(wrong).await.issues(),
        ["other", "url", "events[0]", "events[1]", "description"]
    );
    for url in [
        "http://a.example/",
        "https://127.0.0.1/",
        "https://u:p@a.example/",
        "ftp://a.example/",
        "  ",
        "x",
    ] {
        assert_eq!(post(json!({ "url": url })).await.issues(), ["url"], "{url}");
    }
    let webhook = create(client, &receiver, json!({ "url": receiver.url("/") })).await;
    let patched = client
        .webhooks(
            Method::PATCH,
            &id(&webhook),
            json!({ "url": "http://a.example/", "webhookId": "x", "enabled": 1 }),
        )
        .await;
    assert_eq!(patched.issues(), ["webhookId", "enabled", "url"]);
    for path in [
        "/deliveries?limit=0",
        "/deliveries?limit=x",
        "/deliveries?status=nope",
        "/deliveries?cursor=x",
    ] {
        let name = path.split(['?', '=']).nth(1).unwrap();
        assert_eq!(
            get(client, &format!("{}{path}", id(&webhook))).await.issues(),
            [name],
            "{path}"
        );
    }
    for path in ["/whk_1", "/whk_1/secret", "/whk_1/deliveries"] {
        assert_eq!(get(client, path).await.failure("NOT_FOUND")["id"], "whk_1");
    }
    let replay = format!("{}/deliveries/dlv_1/replay", id(&webhook));
    let unknown = client.webhooks(Method::POST, &replay, Value::Null).await;
    assert_eq!(
        unknown.failure("NOT_FOUND"),
        &json!({ "resource": "delivery", "id": "dlv_1" })
    );
}

#[tokio::test]
async fn only_a_key_of_the_organization_with_the_scope_reaches_its_webhooks() {
    let (receiver, service, organization) = world(10).await;
    let webhook = create(&organization.client, &receiver, json!({ "url": receiver.url("/") })).await;
    let stranger = service.organization(Plan::Free, 0).await;
    assert_eq!(
        get(&stranger.client, &id(&webhook)).await.failure("NOT_FOUND")["resource"],
        "webhook"
    );
    assert_eq!(get(&stranger.client, "").await.data(), &json!({ "webhooks": [] }));
    let (_, scoped) = service.key(organization.id, &Category::OF_TOOLS, None).await;
    let scoped = service.client().with_key(Some(scoped.expose()));
    let refused = get(&scoped, "").await;
    assert_eq!(refused.failure("FORBIDDEN"), &json!({ "requiredScope": "webhooks" }));
    let nobody = service.client();
    assert_eq!(get(&nobody, "").await.failure("UNAUTHORIZED")["reason"], "missing");
    assert_eq!(
        get(&nobody, "/a/b/c").await.failure("UNAUTHORIZED")["reason"],
        "missing"
    );
    let unknown = organization.client.webhooks(Method::PUT, "", Value::Null).await;
    assert_eq!(unknown.failure("NOT_FOUND")["resource"], "route");
    assert_eq!(unknown.header("allow"), "GET, POST");
}

#[tokio::test]
async fn an_organization_has_at_most_ten_webhooks() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let body = json!({ "url": receiver.url("/") });
    let all = futures_util::future::join_all((0..14).map(|_| client.webhooks(Method::POST, "", body.clone()))).await;
    let (made, refused): (Vec<_>, Vec<_>) = all.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((made.len(), refused.len()), (10, 4));
    for answer in refused {
        let details = answer.failure("VALIDATION_ERROR");
        assert_eq!(
            (
                &details["reason"],
                &details["quota"],
                &details["limit"],
                &details["used"]
            ),
            (&json!("quota"), &json!("webhooks"), &json!(10), &json!(10))
        );
    }
    let first = made[0].data();
    client.webhooks(Method::DELETE, &id(first), Value::Null).await.data();
    client.webhooks(Method::POST, "", body).await.data();
}

#[tokio::test]
async fn a_repeated_creation_with_one_idempotency_key_creates_one_webhook() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let once = async |url: &str| {
        let mut request = client.request(Method::POST, "/api/v1/webhooks", json!({ "url": url }).to_string());
        request.headers_mut().insert("idempotency-key", "k".parse().unwrap());
        client.operate(request).await
    };
    let url = receiver.url("/");
    let (first, second) = tokio::join!(once(&url), once(&url));
    assert_eq!(first.bytes, second.bytes);
    let third = once(&url).await;
    assert_eq!(
        (&third.bytes, third.header("idempotent-replayed")),
        (&first.bytes, "true")
    );
    assert_eq!(get(client, "").await.data()["webhooks"].as_array().unwrap().len(), 1);
    assert_eq!(once(&receiver.url("/other")).await.issues(), ["Idempotency-Key"]);
}

#[tokio::test]
async fn a_test_and_a_replay_work_for_a_disabled_webhook() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let webhook = create(client, &receiver, json!({ "url": receiver.url("/") })).await;
    client
        .webhooks(Method::PATCH, &id(&webhook), json!({ "enabled": false }))
        .await
        .data();
    receiver.behave(|_| Act::Answer(500));
    let tested = client
        .webhooks(Method::POST, &format!("{}/test", id(&webhook)), Value::Null)
        .await;
    let failed = tested.data().clone();
    assert_eq!(
        (&failed["status"], &failed["nextAttemptAt"]),
        (&json!("failed"), &Value::Null)
    );
    assert_eq!(failed["attempts"][0]["status"], 500);
    assert!(failed["attempts"][0]["error"].is_string());
    let path = format!(
        "{}/deliveries/{}/replay",
        id(&webhook),
        failed["deliveryId"].as_str().unwrap()
    );
    let still = client.webhooks(Method::POST, &path, Value::Null).await.data().clone();
    assert_eq!(
        (&still["status"], still["attempts"].as_array().unwrap().len()),
        (&json!("failed"), 2)
    );
    receiver.behave(|_| Act::Answer(204));
    let replayed = client.webhooks(Method::POST, &path, Value::Null).await.data().clone();
    assert_eq!(
        (&replayed["status"], &replayed["attempts"][2]["error"]),
        (&json!("delivered"), &Value::Null)
    );
    let ids: Vec<String> = receiver
        .seen()
        .iter()
        .map(|received| received.id().to_owned())
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]) && ids.len() == 3, "{ids:?}");
}

#[tokio::test]
async fn the_log_has_pages_and_a_filter() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let webhook = create(client, &receiver, json!({ "url": receiver.url("/") })).await;
    let other = create(client, &receiver, json!({ "url": receiver.url("/other") })).await;
    for number in 0..5 {
        receiver.behave(move |_| Act::Answer(if number % 2 == 0 { 200 } else { 500 }));
        client
            .webhooks(Method::POST, &format!("{}/test", id(&webhook)), Value::Null)
            .await
            .data();
    }
    let page = async |query: &str| {
        get(client, &format!("{}/deliveries?{query}", id(&webhook)))
            .await
            .data()
            .clone()
    };
    let all = page("").await["deliveries"].as_array().unwrap().clone();
    assert_eq!(all.len(), 5);
    let mut walked = Vec::new();
    let mut query = "limit=2".to_owned();
    loop {
        let page = page(&query).await;
        walked.extend(page["deliveries"].as_array().unwrap().clone());
        let Some(cursor) = page["nextCursor"].as_str() else {
            break;
        };
        query = format!("limit=2&cursor={cursor}");
        // A cursor belongs to its webhook.
        let elsewhere = get(client, &format!("{}/deliveries?cursor={cursor}", id(&other))).await;
        assert_eq!(elsewhere.issues(), ["cursor"]);
    }
    let ids = |deliveries: &[Value]| {
        deliveries
            .iter()
            .map(|one| one["deliveryId"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&walked), ids(&all));
    for (status, count) in [("delivered", 3), ("pending", 2), ("failed", 0)] {
        assert_eq!(
            page(&format!("status={status}")).await["deliveries"]
                .as_array()
                .unwrap()
                .len(),
            count,
            "{status}"
        );
    }
    client
        .webhooks(Method::PATCH, &id(&webhook), json!({ "enabled": false }))
        .await
        .data();
    assert_eq!(page("status=failed").await["deliveries"].as_array().unwrap().len(), 2);
}
