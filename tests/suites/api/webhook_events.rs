//! The events that a caller's receiver gets: their types, contents and signatures.

use std::time::Duration;

use contract::{Amount, Category, Plan};
use http::Method;
use serde_json::{Value, json};
use tests::{
    Receiver, Service,
    service::{Setup, deadline},
};

use crate::webhooks::{create, get, id, kinds, world};

#[tokio::test]
async fn the_events_of_a_generation_arrive_signed_and_with_its_pictures() {
    let (receiver, service, organization) = world(10).await;
    let client = &organization.client;
    let webhook = create(client, &receiver, json!({ "url": receiver.url("/hook") })).await;
    let made = client
        .call(
            "generate_thumbnail",
            json!({ "prompt": "A lighthouse", "count": 2, "title": "Storm", "metadata": { "video": "42" } }),
        )
        .await;
    let generation = &made.data()["generationId"];
    let seen = receiver.wait(3).await;
    assert_eq!(
        kinds(&seen),
        ["generation.ended", "thumbnail.completed", "thumbnail.completed"]
    );
    let status = client.wait(generation).await;
    for received in &seen {
        let body = received.json();
        assert!(received.id().starts_with("evt_") && received.path == "/hook");
        assert!(received.header("webhook-signature").starts_with("v1,"));
        assert_eq!(received.header("content-type"), "application/json");
        let data = &body["data"];
        assert_eq!(data["metadata"], json!({ "video": "42" }));
        assert_eq!(
            (&data["generationId"], &data["promptId"]),
            (generation, &status["promptId"])
        );
        if received.kind() == "generation.ended" {
            for name in ["status", "completed", "count", "prompt", "title", "cost", "progress"] {
                assert_eq!(data[name], status[name], "{name}");
            }
        } else {
            let thumbnail = &data["thumbnail"];
            let index = usize::try_from(thumbnail["index"].as_u64().unwrap()).unwrap();
            assert_eq!(thumbnail["thumbnailId"], status["thumbnails"][index]["thumbnailId"]);
            assert!(thumbnail["url"].is_string());
        }
    }
    // Each event has an id of its own, and the log shows each delivery once.
    let log = get(client, &format!("{}/deliveries", id(&webhook)))
        .await
        .data()
        .clone();
    let deliveries = log["deliveries"].as_array().unwrap();
    assert_eq!((deliveries.len(), &log["nextCursor"]), (3, &Value::Null));
    for delivery in deliveries {
        assert!(seen.iter().any(|received| delivery["eventId"] == received.id()));
        assert_eq!(
            (&delivery["status"], &delivery["attempts"][0]["status"]),
            (&json!("delivered"), &json!(200))
        );
    }
    let shown = get(client, &id(&webhook)).await.data().clone();
    assert_eq!(shown["lastStatus"], 200);
    assert!(shown["lastDeliveryAt"].is_string());
    service.audit(organization.id).await;
    assert_eq!(receiver.seen().len(), 3);
}

#[tokio::test]
async fn a_webhook_gets_the_types_of_events_that_it_asks_for() {
    let (receiver, service, organization) = world(6).await;
    let client = &organization.client;
    for (path, events) in [
        ("/ended", json!(["generation.ended"])),
        ("/low", json!(["balance.low"])),
        ("/failed", json!(["thumbnail.failed"])),
    ] {
        create(
            client,
            &receiver,
            json!({ "url": receiver.url(path), "events": events }),
        )
        .await;
    }
    client
        .call("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 2 }))
        .await
        .data();
    let seen = receiver.wait(2).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut paths: Vec<String> = receiver.seen().into_iter().map(|received| received.path).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["/ended", "/low"]);
    let low = seen.iter().find(|received| received.path == "/low").unwrap().json();
    assert_eq!(
        (&low["type"], &low["data"]),
        (&json!("balance.low"), &json!({ "balance": 4, "lowBalance": 5 }))
    );
    service.audit(organization.id).await;
}

#[tokio::test]
async fn an_uploads_charge_can_make_the_balance_low() {
    let (receiver, service, organization) = world(5).await;
    create(&organization.client, &receiver, json!({ "url": receiver.url("/") })).await;
    let low_balance = Amount::thumbnails(5);
    service
        .store()
        .set_low_balance(organization.id, low_balance, deadline())
        .await
        .unwrap();
    let picture = crate::pictures::data();
    organization
        .client
        .call("upload_image", json!({ "imageUrl": picture }))
        .await
        .data();
    assert_eq!(kinds(&receiver.wait(1).await), ["balance.low"]);
}

#[tokio::test]
async fn only_a_charge_makes_the_balance_low() {
    let (receiver, service, organization) = world(6).await;
    create(&organization.client, &receiver, json!({ "url": receiver.url("/") })).await;
    let outbox = async || service.store().outbox(organization.id).await.unwrap();
    service
        .grant(organization.id, -Amount::thumbnails(2), "Correction")
        .await;
    assert_eq!(outbox().await.len(), 0);
    assert_eq!(receiver.seen().len(), 0);
    // The charge of an upload falls below the threshold again.
    service.grant(organization.id, Amount::thumbnails(1), "Goodwill").await;
    let picture = crate::pictures::data();
    let body = json!({ "imageUrl": picture });
    organization.client.call("upload_image", body).await.data();
    assert_eq!(kinds(&receiver.wait(1).await), ["balance.low"]);
}

#[tokio::test]
async fn a_cancel_ends_a_generation_once() {
    let receiver = Receiver::start().await;
    let service = Service::start(Setup {
        sources: receiver.sources(),
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Enterprise, 20).await;
    let client = &organization.client;
    create(client, &receiver, json!({ "url": receiver.url("/") })).await;
    let made = client
        .call("generate_thumbnail", json!({ "prompt": "A lighthouse", "count": 3 }))
        .await;
    let body = json!({ "generationId": made.data()["generationId"] });
    client.call("cancel_generation", body.clone()).await.data();
    client.call("cancel_generation", body).await.data();
    let entries = service.store().outbox(organization.id).await.unwrap();
    assert_eq!(entries.iter().map(|entry| entry.events.len()).sum::<usize>(), 1);
}

#[tokio::test]
async fn the_webhook_url_of_a_call_gets_its_events_signed_with_the_organizations_secret() {
    let (receiver, service, organization) = world(20).await;
    let (_, scoped) = service.key(organization.id, &[Category::Generation], None).await;
    let scoped = service.client().with_key(Some(scoped.expose()));
    let secret = get(&organization.client, "/secret").await.data()["secret"].clone();
    assert_eq!(get(&organization.client, "/secret").await.data()["secret"], secret);
    receiver.knows(secret.as_str().unwrap());
    let body = json!({ "prompt": "A lighthouse", "webhookUrl": receiver.url("/call") });
    let made = scoped.call("generate_thumbnail", body).await.data().clone();
    let seen = receiver.wait(2).await;
    assert_eq!(kinds(&seen), ["generation.ended", "thumbnail.completed"]);
    assert!(seen.iter().all(|received| received.path == "/call"));
    // A variation does not inherit the URL.
    let varied = scoped
        .call("generate_variation", json!({ "promptId": made["promptId"] }))
        .await;
    scoped.wait(&varied.data()["generationId"]).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(receiver.seen().len(), 2);
    for url in ["http://a.example/", "https://10.0.0.1/", "x"] {
        let refused = scoped
            .call("generate_thumbnail", json!({ "prompt": "p", "webhookUrl": url }))
            .await;
        assert_eq!(refused.issues(), ["webhookUrl"], "{url}");
    }
    let rotated = organization.client.webhooks(Method::POST, "/rotate", Value::Null).await;
    assert_ne!(rotated.data()["secret"], secret);
    assert_eq!(get(&organization.client, "/secret").await.data(), rotated.data());
}

#[tokio::test]
async fn after_a_rotation_both_secrets_sign_and_never_a_third() {
    let (receiver, _service, organization) = world(10).await;
    let client = &organization.client;
    let webhook = create(client, &receiver, json!({ "url": receiver.url("/") })).await;
    let test = async || {
        client
            .webhooks(Method::POST, &format!("{}/test", id(&webhook)), Value::Null)
            .await
    };
    let mut signatures = Vec::new();
    for rotations in 0..3 {
        let delivery = test().await.data().clone();
        assert_eq!(
            (&delivery["status"], &delivery["event"]),
            (&json!("delivered"), &json!("webhook.test"))
        );
        let seen = receiver.seen();
        let last = seen.last().unwrap();
        assert_eq!(last.json()["data"], json!({ "webhookId": webhook["webhookId"] }));
        signatures.push(last.header("webhook-signature").split(' ').count());
        if rotations < 2 {
            let path = format!("{}/rotate", id(&webhook));
            let secret = client.webhooks(Method::POST, &path, Value::Null).await.data()["secret"].clone();
            receiver.knows(secret.as_str().unwrap());
        }
    }
    assert_eq!(signatures, [1, 2, 2]);
}
