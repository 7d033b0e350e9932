//! Expiry: answers, keys, leases and rate limits expire by the clock of the service, even while the table still has
//! their items.

use std::time::Duration;

use contract::{Category, Plan};
use http::Method;
use runtime::Stack;
use serde_json::json;
use store::{FinishedPicture, IdempotencyKey, KeyHash, LeaseOutcome, Settled};
use tests::{
    Client, Service,
    service::{Setup, deadline},
};

use crate::support;

const SECOND: Duration = Duration::from_secs(1);

async fn service() -> Service {
    Service::start(Setup {
        generation_loop: false,
        ..Setup::default()
    })
    .await
}

/// Advances the clock to just after the beginning of a minute, so that no test crosses the end of a minute.
fn to_a_new_minute(service: &Service) {
    let now = service.clock().now();
    let next = now.minute().plus(Duration::from_millis(60_100));
    service.clock().advance(next.since(now));
}

/// Makes one call through each of the two gateways.
async fn both(client: &Client) -> [tests::Answer; 2] {
    [
        client.call("get_credits", json!({})).await,
        client.call("get_credits", json!({})).await,
    ]
}

/// Makes one call through each gateway and expects two successes.
async fn succeed(client: &Client) {
    for answer in both(client).await {
        answer.data();
    }
}

#[tokio::test]
async fn an_idempotency_key_expires_after_a_day() {
    let service = service().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let call = async || {
        let body = json!({ "prompt": "A lighthouse" });
        organization.client.call_once("generate_thumbnail", "once", body).await
    };
    let first = call().await;
    service.clock().advance(Duration::from_secs(24 * 3600) - 2 * SECOND);
    let replayed = call().await;
    assert_eq!(replayed.header("idempotent-replayed"), "true");
    assert_eq!(replayed.bytes, first.bytes);
    service.clock().advance(3 * SECOND);
    let key = IdempotencyKey::new(organization.id, "once");
    let kept = service
        .store()
        .answer(&key)
        .await
        .unwrap()
        .expect("the answer is still in the table");
    assert!(kept.until <= service.clock().now());
    let fresh = call().await;
    assert_eq!(fresh.header("idempotent-replayed"), "");
    assert_ne!(fresh.data()["generationId"], first.data()["generationId"]);
    // The new answer is stored under the key.
    assert_eq!(call().await.bytes, fresh.bytes);
    assert_eq!(support::balance(&service, organization.id).await, 8);
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn an_expired_api_key_is_refused_even_if_a_gateway_has_cached_it() {
    let service = service().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let (record, secret) = service.key(organization.id, &Category::ALL, Some(10 * SECOND)).await;
    let client = service.client().with_key(Some(secret.expose()));
    succeed(&client).await;
    service.clock().advance(10 * SECOND);
    for answer in both(&client).await {
        assert_eq!(answer.failure("UNAUTHORIZED")["reason"], "expired", "{}", answer.body);
    }
    let kept = service.store().key(&KeyHash::of(secret.expose())).await.unwrap();
    assert_eq!(kept, Some(record), "the key is still in the table");
    // The organization's other key still works.
    succeed(&organization.client).await;
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_revoked_api_key_stops_working_within_thirty_seconds() {
    let service = service().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let (record, secret) = service.key(organization.id, &Category::ALL, None).await;
    let client = service.client().with_key(Some(secret.expose()));
    succeed(&client).await;
    assert!(service.store().revoke_key(record.id, deadline()).await.unwrap());
    service.clock().advance(29 * SECOND);
    for answer in both(&client).await {
        assert_eq!(answer.failure("UNAUTHORIZED")["reason"], "revoked", "{}", answer.body);
    }
    succeed(&organization.client).await;
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn a_lapsed_lease_can_be_taken_over_and_its_former_holder_is_refused() {
    let service = service().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let id = support::commit(service.store(), organization.id, 1, 0).await;
    let lease = async || {
        let ends = service.clock().now().plus(50 * SECOND);
        service.store().lease(organization.id, id, 0, ends).await.unwrap()
    };
    let LeaseOutcome::Leased(slow) = lease().await else {
        panic!("the first lease must be granted")
    };
    service.clock().advance(48 * SECOND);
    assert!(matches!(lease().await, LeaseOutcome::Busy));
    service.clock().advance(3 * SECOND);
    let LeaseOutcome::Leased(second) = lease().await else {
        panic!("a lapsed lease must be granted again")
    };
    assert_eq!((slow.attempt, second.attempt), (1, 2));
    let picture = |key: &str| FinishedPicture::new(key.to_owned(), 1, service.clock().now());
    let store = service.store();
    assert_eq!(
        store.complete(&slow, picture("slow")).await.unwrap(),
        Settled::Superseded
    );
    assert_eq!(store.complete(&second, picture("second")).await.unwrap(), Settled::Done);
    // Completing twice with the same lease succeeds, as after a lost response. The former holder is still refused.
    assert_eq!(store.complete(&second, picture("second")).await.unwrap(), Settled::Done);
    let code = contract::FailureCode::ModelFailed;
    assert_eq!(store.fail(&slow, code, deadline()).await.unwrap(), Settled::Superseded);
    assert!(matches!(lease().await, LeaseOutcome::Ended));
    assert_eq!(support::balance(&service, organization.id).await, 9);
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn the_rate_limit_starts_anew_every_minute() {
    let service = service().await;
    let organization = service.organization(Plan::Free, 10).await;
    to_a_new_minute(&service);
    let minute = service.clock().now().minute();
    for left in (0..10).rev() {
        let answer = organization.client.call("get_credits", json!({})).await;
        assert_eq!(
            (answer.status.as_u16(), answer.header("x-ratelimit-remaining")),
            (200, left.to_string().as_str())
        );
    }
    let refused = organization.client.call("get_credits", json!({})).await;
    refused.failure("RATE_LIMITED");
    let wait: u64 = refused.header("retry-after").parse().unwrap();
    assert!((1..=60).contains(&wait));
    service.clock().advance(Duration::from_secs(wait));
    let answer = organization.client.call("get_credits", json!({})).await;
    assert_eq!(answer.data()["balance"], json!(10));
    assert_eq!(answer.header("x-ratelimit-remaining"), "9");
    // Much later, the count of that hour is still in the table but has no effect.
    service.clock().advance(93 * 24 * 3600 * SECOND);
    succeed(&organization.client).await;
    let key = store::keys::request_counts(organization.id, minute);
    let clients = support::aws(service.aws_url());
    let request = clients
        .dynamodb()
        .get_item()
        .table_name(Stack::local().ephemeral_table());
    let item = request
        .set_key(Some(key.attributes()))
        .send()
        .await
        .unwrap()
        .item
        .expect("the count is still in the table");
    // The twelfth request was in the next minute, which may be in the next hour.
    let requests: u32 = item["total"].as_n().unwrap().parse().unwrap();
    assert!((11..=12).contains(&requests), "{requests}");
    let ttl: i64 = item[store::keys::TTL].as_n().unwrap().parse().unwrap();
    assert!(ttl < service.clock().now().seconds());
    service.audit(organization.id).await;
    service.stop().await;
}

#[tokio::test]
async fn the_rate_limit_of_a_tool_starts_anew_every_minute() {
    let service = service().await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    to_a_new_minute(&service);
    let call = async || {
        organization
            .client
            .call("generate_thumbnail", json!({ "prompt": "A lighthouse" }))
            .await
    };
    for _ in 0..10 {
        call().await.data();
    }
    let refused = call().await;
    refused.failure("RATE_LIMITED");
    // The limit of one tool does not affect other tools.
    succeed(&organization.client).await;
    service
        .clock()
        .advance(Duration::from_secs(refused.header("retry-after").parse().unwrap()));
    call().await.data();
    let request = organization.client.request(Method::GET, "/api/v1/tools", "");
    tests::client::receive(request).await.data();
    assert_eq!(support::balance(&service, organization.id).await, 9);
    service.audit(organization.id).await;
    service.stop().await;
}
