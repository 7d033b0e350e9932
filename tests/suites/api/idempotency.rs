//! Idempotency keys: a repeated call is executed and charged once.

use std::time::Duration;

use contract::Plan;
use http::{HeaderValue, Method};
use serde_json::{Value, json};
use tests::{Answer, Client, Organization};

use crate::{
    pictures::{data, picture_of},
    support::{call, idle, next_minute, objects, rich, same_amount, start_idle},
};

const TOOL: &str = "generate_thumbnail";

fn is_replay(answer: &Answer) -> bool {
    assert_eq!(answer.status, 200, "{}", answer.body);
    answer.header("idempotent-replayed") == "true"
}

async fn raw(organization: &Organization, tool: &str, key: &str, body: &str) -> Answer {
    let mut request = organization
        .client
        .request(Method::POST, &format!("/api/v1/tools/{tool}"), body.to_owned());
    request.headers_mut().insert("idempotency-key", key.parse().unwrap());
    organization.client.send_to(tool, request).await
}

async fn generations(client: &Client) -> usize {
    client.call("list_generations", json!({})).await.data()["generations"]
        .as_array()
        .unwrap()
        .len()
}

#[tokio::test]
async fn a_repeated_call_gets_the_same_bytes_from_every_gateway() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let body = json!({ "prompt": "A lighthouse", "count": 3 });
    let first = client.call_once(TOOL, "k", body.clone()).await;
    assert!(!is_replay(&first));
    for _ in 0..4 {
        let again = client.call_once(TOOL, "k", body.clone()).await;
        assert!(is_replay(&again));
        assert_eq!(again.bytes, first.bytes);
    }
    same_amount(client.balance().await, 7.0);
    assert_eq!(generations(client).await, 1);
    // The response is the first one, whatever happened to the generation since.
    client
        .call(
            "cancel_generation",
            json!({ "generationId": first.data()["generationId"] }),
        )
        .await
        .data();
    let again = client.call_once(TOOL, "k", body).await;
    assert_eq!(again.bytes, first.bytes);
    same_amount(client.balance().await, 10.0);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn bodies_are_compared_as_canonical_json() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let first = raw(&organization, TOOL, "k", r#"{"prompt":"A ä","count":2,"seed":5}"#).await;
    assert!(!is_replay(&first));
    for same in [
        r#"{ "seed": 5, "count": 2, "prompt": "A ä" }"#,
        r#"{"prompt":"A \u00e4","count":2.0,"seed":5e0}"#,
        "\n{\"count\":7,\"prompt\":\"A ä\",\"seed\":5,\"count\":2}",
    ] {
        let again = raw(&organization, TOOL, "k", same).await;
        assert!(is_replay(&again), "{same}");
        assert_eq!(again.bytes, first.bytes);
    }
    for other in [
        r#"{"prompt":"A ä","count":2,"seed":5,"title":null}"#,
        r#"{"prompt":"A ä ","count":2,"seed":5}"#,
        r#"{"prompt":"A ä","count":1,"seed":5}"#,
        r#"{"prompt":"A ä","count":2}"#,
    ] {
        let answer = raw(&organization, TOOL, "k", other).await;
        assert_eq!(answer.issues(), ["Idempotency-Key"], "{other}");
    }
    same_amount(organization.client.balance().await, 8.0);
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_one_tool() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    client.call_once(TOOL, "k", json!({ "prompt": "a" })).await.data();
    let answer = client.call_once("generate_variation", "k", json!({})).await;
    assert_eq!(answer.issues(), ["Idempotency-Key"]);
    // A key that was used for another call is reported before unknown ids and an insufficient balance.
    let answer = client
        .call_once(TOOL, "k", json!({ "imageIds": ["img_1"], "count": 10 }))
        .await;
    assert_eq!(answer.issues(), ["Idempotency-Key"]);
    // A variation of the latest prompt accepts a key, too.
    let first = client.call_once("generate_variation", "v", json!({})).await;
    assert!(!is_replay(&first));
    let again = client.call_once("generate_variation", "v", json!({})).await;
    assert!(is_replay(&again));
    assert_eq!(again.bytes, first.bytes);
    same_amount(client.balance().await, 8.0);
}

#[tokio::test]
async fn a_failed_call_does_not_use_up_its_key() {
    let organization = idle().organization(Plan::Pro, 2).await;
    let client = &organization.client;
    client
        .call_once(TOOL, "k", json!({ "prompt": "a", "count": 3 }))
        .await
        .failure("INSUFFICIENT_CREDITS");
    client
        .call_once(TOOL, "k", json!({ "prompt": "a", "imageIds": ["img_1"] }))
        .await
        .failure("NOT_FOUND");
    assert_eq!(
        client
            .call_once(TOOL, "k", json!({ "prompt": "a", "count": 0 }))
            .await
            .issues(),
        ["count"]
    );
    let first = client.call_once(TOOL, "k", json!({ "prompt": "a", "count": 2 })).await;
    assert!(!is_replay(&first));
    // A response is replayed even if the balance is now zero.
    assert!(is_replay(
        &client.call_once(TOOL, "k", json!({ "prompt": "a", "count": 2 })).await
    ));
    same_amount(client.balance().await, 0.0);
}

#[tokio::test]
async fn concurrent_calls_with_one_key_get_the_same_response() {
    for round in 0..8 {
        let organization = idle().organization(Plan::Pro, 20).await;
        let client = &organization.client;
        let pairs = (0..5).map(|pair| async move {
            let key = format!("{round}-{pair}");
            let body = json!({ "prompt": format!("A tower, number {pair}") });
            let (one, two) = futures_util::future::join(
                client.call_once(TOOL, &key, body.clone()),
                client.call_once(TOOL, &key, body),
            )
            .await;
            assert_eq!(one.status, 200, "{}", one.body);
            assert_eq!(two.status, 200, "{}", two.body);
            assert_eq!(one.bytes, two.bytes);
            assert_ne!(is_replay(&one), is_replay(&two), "one of them did the work");
        });
        futures_util::future::join_all(pairs).await;
        same_amount(client.balance().await, 15.0);
        assert_eq!(generations(client).await, 5);
        idle().audit(organization.id).await;
    }
}

#[tokio::test]
async fn concurrent_calls_with_one_key_and_different_bodies_conflict() {
    for _ in 0..8 {
        let organization = idle().organization(Plan::Pro, 20).await;
        let client = &organization.client;
        let (one, two) = futures_util::future::join(
            client.call_once(TOOL, "k", json!({ "prompt": "one" })),
            client.call_once(TOOL, "k", json!({ "prompt": "two" })),
        )
        .await;
        let (won, lost) = if one.status == 200 { (one, two) } else { (two, one) };
        assert!(!is_replay(&won));
        assert_eq!(lost.issues(), ["Idempotency-Key"]);
        same_amount(client.balance().await, 19.0);
    }
}

#[tokio::test]
async fn an_idempotency_key_is_visible_ascii() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let longest = "k".repeat(255);
    for key in ["!", "~", "a/b?c=d&e#%20\"'\\", &longest] {
        assert!(!is_replay(
            &organization.client.call_once(TOOL, key, json!({ "prompt": "a" })).await
        ));
    }
    let too_long = "k".repeat(256);
    for (key, body, paths) in [
        (&b""[..], json!({ "prompt": "a" }), &["Idempotency-Key"][..]),
        (b"a b", json!({ "prompt": "a" }), &["Idempotency-Key"]),
        (b"a\tb", json!({ "prompt": "a" }), &["Idempotency-Key"]),
        ("schlüssel".as_bytes(), json!({ "prompt": "a" }), &["Idempotency-Key"]),
        (too_long.as_bytes(), json!({ "prompt": "a" }), &["Idempotency-Key"]),
        (
            b"a b",
            json!({ "prompt": "a", "count": 0 }),
            &["count", "Idempotency-Key"],
        ),
    ] {
        let mut request =
            organization
                .client
                .request(Method::POST, "/api/v1/tools/generate_thumbnail", body.to_string());
        request
            .headers_mut()
            .insert("idempotency-key", HeaderValue::from_bytes(key).unwrap());
        let answer = organization.client.send_to(TOOL, request).await;
        assert_eq!(answer.issues(), paths, "{}", String::from_utf8_lossy(key));
    }
    same_amount(organization.client.balance().await, 6.0);
}

#[tokio::test]
async fn free_tools_ignore_idempotency_keys() {
    let organization = idle().organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let started = client
        .call_once(TOOL, "k", json!({ "prompt": "a" }))
        .await
        .data()
        .clone();
    for (tool, body) in [
        ("get_credits", json!({})),
        ("list_generations", json!({})),
        (
            "get_generation_status",
            json!({ "generationId": started["generationId"] }),
        ),
        ("trigger_generation", json!({})),
        ("cancel_generation", json!({ "generationId": started["generationId"] })),
        ("get_credit_history", json!({ "limit": 5 })),
    ] {
        for key in ["k", "not a key"] {
            let answer = client.call_once(tool, key, body.clone()).await;
            assert!(!is_replay(&answer), "{tool}");
        }
    }
}

#[tokio::test]
async fn an_idempotency_key_is_kept_for_a_day() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let client = &organization.client;
    let body = json!({ "prompt": "A kite" });
    let first = client.call_once(TOOL, "k", body.clone()).await;
    service.clock().advance(Duration::from_secs(24 * 3600 - 30));
    let again = client.call_once(TOOL, "k", body.clone()).await;
    assert!(is_replay(&again));
    assert_eq!(again.bytes, first.bytes);
    service.clock().advance(Duration::from_secs(60));
    let later = client.call_once(TOOL, "k", body.clone()).await;
    assert!(!is_replay(&later));
    assert_ne!(later.data()["generationId"], first.data()["generationId"]);
    // From now on the new response is replayed, and another body is refused again.
    let again = client.call_once(TOOL, "k", body).await;
    assert!(is_replay(&again));
    assert_eq!(again.bytes, later.bytes);
    assert_eq!(
        client.call_once(TOOL, "k", json!({ "prompt": "b" })).await.issues(),
        ["Idempotency-Key"]
    );
    same_amount(client.balance().await, 8.0);
}

#[tokio::test]
async fn an_idempotency_key_belongs_to_its_organization() {
    let one = idle().organization(Plan::Pro, 5).await;
    let two = idle().organization(Plan::Pro, 5).await;
    let body = json!({ "prompt": "A kite" });
    let first = one.client.call_once(TOOL, "k", body.clone()).await;
    let second = two.client.call_once(TOOL, "k", body.clone()).await;
    assert!(!is_replay(&first) && !is_replay(&second));
    assert_ne!(first.data()["generationId"], second.data()["generationId"]);
    same_amount(two.client.balance().await, 4.0);
    // Another key of the same organization gets the replayed response.
    let (_, secret) = idle().key(one.id, &[contract::Category::Generation], None).await;
    assert!(is_replay(
        &one.client
            .with_key(Some(secret.expose()))
            .call_once(TOOL, "k", body)
            .await
    ));
}

#[tokio::test]
async fn replayed_responses_count_toward_the_rate_limits() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 5).await;
    let client = &organization.client;
    let body = json!({ "prompt": "A kite" });
    for left in (0..10).rev() {
        let answer = client.call_once(TOOL, "k", body.clone()).await;
        assert_eq!(answer.header("x-ratelimit-remaining"), left.to_string());
    }
    let refused = client.call_once(TOOL, "k", body.clone()).await;
    assert_eq!(refused.failure("RATE_LIMITED")["scope"], "tool");
    next_minute(&service);
    assert!(is_replay(&client.call_once(TOOL, "k", body).await));
    let history = client.call("get_credit_history", json!({})).await;
    let charges = history.data()["transactions"].as_array().unwrap().iter();
    assert_eq!(charges.filter(|entry: &&Value| entry["type"] == "charge").count(), 1);
}

/// A tool that stores pictures, a body that it accepts, and where its output has pictures.
struct Creation {
    tool: &'static str,
    body: fn(&Value) -> Value,
    list: &'static str,
    items: &'static str,
    pictures: fn(&Value) -> Vec<Value>,
    price: f64,
}

const CREATIONS: [Creation; 3] = [
    Creation {
        tool: "upload_image",
        body: |_| json!({ "imageUrl": data(), "name": "A \"logo\" \\ <b>&\u{2028}é" }),
        list: "list_images",
        items: "images",
        pictures: |view| vec![view.clone()],
        price: 0.05,
    },
    Creation {
        tool: "create_inspiration",
        body: |image| json!({ "imageId": image, "name": "\"url\":\"\",", "visibility": "public" }),
        list: "list_inspirations",
        items: "inspirations",
        pictures: |view| vec![view.clone()],
        price: 0.1,
    },
    Creation {
        tool: "create_person",
        body: |image| json!({ "name": "\"urlExpiresAt\":\"\"", "imageIds": [image] }),
        list: "list_persons",
        items: "persons",
        pictures: |view| view["photos"].as_array().unwrap().clone(),
        price: 0.0,
    },
];

impl Creation {
    /// The number of records of this kind.
    async fn count(&self, client: &Client) -> usize {
        let data = call(client, self.list, json!({})).await;
        data[self.items].as_array().unwrap().len()
    }
}

async fn upload(client: &Client) -> Value {
    call(client, "upload_image", json!({ "imageUrl": data() })).await["imageId"].clone()
}

#[tokio::test]
async fn expired_urls_in_a_replayed_response_are_signed_again() {
    let service = start_idle().await;
    for creation in CREATIONS {
        let organization = rich(&service).await;
        let client = &organization.client;
        let image = upload(client).await;
        let body = (creation.body)(&image);
        let first = client.call_once(creation.tool, "k", body.clone()).await;
        assert!(!is_replay(&first));
        let pictures = (creation.pictures)(first.data());
        assert!(!pictures.is_empty());
        let balance = client.balance().await;
        same_amount(balance, 99.95 - creation.price);
        // The record that it was made from may be deleted.
        call(client, "delete_image", json!({ "imageId": image })).await;
        service.clock().advance(Duration::from_secs(3590));
        let again = client.call_once(creation.tool, "k", body.clone()).await;
        assert!(is_replay(&again));
        assert_eq!(again.bytes, first.bytes, "{}", creation.tool);
        service.clock().advance(Duration::from_secs(920));
        for time in ["first", "second"] {
            let later = client.call_once(creation.tool, "k", body.clone()).await;
            assert!(is_replay(&later));
            let mut expected = String::from_utf8(first.bytes.to_vec()).unwrap();
            for (old, new) in pictures.iter().zip((creation.pictures)(later.data())) {
                picture_of(&new).await;
                for name in ["url", "urlExpiresAt"] {
                    let (old, new) = (old[name].as_str().unwrap(), new[name].as_str().unwrap());
                    assert!(expected.contains(old));
                    expected = expected.replace(old, new);
                }
                // The bucket uses the system's time. The URL is the same until the next quarter of an hour.
                assert_ne!(old["urlExpiresAt"], new["urlExpiresAt"]);
                let lasts = service.clock().now().plus(Duration::from_secs(3590)).to_string();
                assert!(
                    new["urlExpiresAt"].as_str().unwrap() > lasts.as_str(),
                    "the {time} time"
                );
            }
            assert_eq!(String::from_utf8_lossy(&later.bytes), expected, "{}", creation.tool);
            service.clock().advance(Duration::from_secs(4510));
        }
        same_amount(client.balance().await, balance);
        assert_eq!(creation.count(client).await, 1);
        service.audit(organization.id).await;
    }
    service.stop().await;
}

#[tokio::test]
async fn a_response_is_replayed_even_if_its_record_was_deleted() {
    let service = start_idle().await;
    for creation in CREATIONS {
        let organization = rich(&service).await;
        let client = &organization.client;
        let image = upload(client).await;
        let body = (creation.body)(&image);
        let first = client.call_once(creation.tool, "k", body.clone()).await;
        let count = creation.count(client).await;
        let (parameter, id) = ["imageId", "inspirationId", "personId"]
            .into_iter()
            .find_map(|name| Some((name, first.data().get(name)?)))
            .unwrap();
        let tool = creation.tool.split('_').next_back().unwrap();
        call(client, &format!("delete_{tool}"), json!({ parameter: id })).await;
        let again = client.call_once(creation.tool, "k", body.clone()).await;
        assert!(is_replay(&again));
        assert_eq!(again.bytes, first.bytes);
        service.clock().advance(Duration::from_secs(3700));
        assert!(is_replay(&client.call_once(creation.tool, "k", body.clone()).await));
        assert_eq!(creation.count(client).await, count - 1, "nothing is made again");
        // Another body is refused, and so is another tool.
        let mut other = body.clone();
        other["name"] = "Another".into();
        let answer = client.call_once(creation.tool, "k", other).await;
        assert_eq!(answer.issues(), ["Idempotency-Key"]);
        let answer = client
            .call_once("generate_thumbnail", "k", json!({ "prompt": "a" }))
            .await;
        assert_eq!(answer.issues(), ["Idempotency-Key"]);
        same_amount(client.balance().await, 99.95 - creation.price);
    }
    service.stop().await;
}

#[tokio::test]
async fn concurrent_uploads_with_one_key_keep_one_record() {
    for creation in CREATIONS {
        for _ in 0..4 {
            let organization = rich(idle()).await;
            let client = &organization.client;
            let body = (creation.body)(&upload(client).await);
            let before = (creation.count(client).await, own_objects(&organization).await);
            let calls = (0..3).map(|_| client.call_once(creation.tool, "k", body.clone()));
            let answers = futures_util::future::join_all(calls).await;
            assert_eq!(answers.iter().filter(|answer| !is_replay(answer)).count(), 1);
            assert!(answers.iter().all(|answer| answer.bytes == answers[0].bytes));
            // The objects of the refused calls are deleted again.
            let after = (creation.count(client).await, own_objects(&organization).await);
            let objects = if creation.tool == "create_inspiration" { 0 } else { 1 };
            assert_eq!(after, (before.0 + 1, before.1 + objects), "{}", creation.tool);
            for picture in (creation.pictures)(answers[0].data()) {
                picture_of(&picture).await;
            }
            same_amount(client.balance().await, 99.95 - creation.price);
            idle().audit(organization.id).await;
        }
    }
}

/// The number of an organization's own objects in the bucket.
async fn own_objects(organization: &Organization) -> usize {
    objects(idle(), organization.id).await.len()
}
