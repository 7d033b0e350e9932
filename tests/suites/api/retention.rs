//! Expiry of thumbnails: what callers and the operator see afterwards.

use std::time::Duration;

use contract::{Plan, Timestamp};
use runtime::Retention;
use serde_json::{Value, json};
use store::State;
use tests::{Client, Organization, Service, service::Setup};

use crate::{
    operator::Operator,
    pictures::data,
    support::{call, generate, objects, start},
};

const DAY: Duration = Duration::from_secs(24 * 3600);
const HOUR: Duration = Duration::from_secs(3600);

async fn start_keeping(days: &str) -> Service {
    start(Setup {
        thumbnail_retention: days.parse().unwrap(),
        ..Setup::default()
    })
    .await
}

/// A generation of two finished thumbnails, drawn with an image.
async fn finished(organization: &Organization) -> Value {
    let client = &organization.client;
    let image = call(client, "upload_image", json!({ "imageUrl": data() })).await["imageId"].clone();
    let body = json!({ "prompt": "A kite", "imageIds": [image], "count": 2 });
    client.wait(&generate(client, body).await["generationId"]).await
}

/// The generation as both tools show it, which is the same except for the URLs.
async fn shown(client: &Client, generation: &Value) -> Value {
    let body = json!({ "generationId": generation["generationId"] });
    let shown = call(client, "get_generation_status", body).await;
    let listed = call(client, "list_generations", json!({})).await["generations"][0].clone();
    assert_eq!(without_urls(&listed), without_urls(&shown));
    for (one, other) in thumbnails(&listed).iter().zip(thumbnails(&shown)) {
        assert_eq!(one["url"].is_null(), other["url"].is_null());
    }
    shown
}

fn thumbnails(generation: &Value) -> &Vec<Value> {
    generation["thumbnails"].as_array().unwrap()
}

fn without_urls(generation: &Value) -> Value {
    let mut generation = generation.clone();
    for thumbnail in generation["thumbnails"].as_array_mut().unwrap() {
        let thumbnail = thumbnail.as_object_mut().unwrap();
        assert_eq!(thumbnail["url"].is_null(), thumbnail["urlExpiresAt"].is_null());
        assert_eq!(thumbnail["url"].is_null(), thumbnail["previewUrl"].is_null());
        for field in ["url", "urlExpiresAt", "previewUrl"] {
            thumbnail.remove(field).unwrap();
        }
    }
    generation
}

/// When the last thumbnail of a generation was finished.
async fn finished_at(service: &Service, organization: &Organization, generation: &Value) -> Timestamp {
    let id = generation["generationId"].as_str().unwrap().parse().unwrap();
    let progress = service.store().progress(organization.id, id).await.unwrap().unwrap();
    let times = progress
        .thumbnails
        .into_iter()
        .filter_map(|thumbnail| match thumbnail.state {
            State::Completed(picture) => Some(picture.completed_at),
            _ => None,
        });
    times.max().unwrap()
}

/// The report of `gc` if these objects are missing.
fn missing(keys: &[String]) -> Value {
    let missing = keys.len();
    json!({ "orphans": 0, "missing": missing, "deleted": 0, "orphanKeys": [], "missingKeys": keys })
}

#[tokio::test]
async fn an_expired_thumbnail_has_no_url() {
    let service = start_keeping("2").await;
    let organization = service.organization(Plan::Pro, 5).await;
    let client = &organization.client;
    let generation = finished(&organization).await;
    let before = shown(client, &generation).await;
    for thumbnail in thumbnails(&before) {
        assert!(thumbnail["urlExpiresAt"].as_str().unwrap() > service.clock().now().to_string().as_str());
    }

    let end = finished_at(&service, &organization, &generation).await.plus(2 * DAY);
    service.advance_to(end - HOUR / 2);
    let soon = shown(client, &generation).await;
    assert_eq!(without_urls(&soon), without_urls(&before));
    for thumbnail in thumbnails(&soon) {
        assert!(thumbnail["url"].is_string());
        assert!(thumbnail["urlExpiresAt"].as_str().unwrap() <= end.to_string().as_str());
    }

    service.advance_to(end);
    let after = shown(client, &generation).await;
    assert_eq!(without_urls(&after), without_urls(&before));
    assert_eq!(after["status"], "completed");
    for thumbnail in thumbnails(&after) {
        for field in ["url", "urlExpiresAt", "previewUrl"] {
            assert!(thumbnail[field].is_null(), "{field}");
        }
        assert_eq!(thumbnail["status"], "completed");
        assert!(thumbnail["width"].is_number() && thumbnail["sizeBytes"].is_number());
    }
    // References are kept, and an expired thumbnail can be drawn again.
    let image = json!({ "imageId": after["imageIds"][0] });
    assert!(call(client, "get_image", image).await["url"].is_string());
    let body = json!({ "promptId": after["promptId"], "newPrompt": "A red kite" });
    let varied = call(client, "generate_variation", body).await;
    let varied = client.wait(&varied["generationId"]).await;
    assert!(thumbnails(&varied)[0]["url"].is_string());
}

#[tokio::test]
async fn thumbnails_are_kept_for_ever_by_default() {
    assert_eq!(Setup::default().thumbnail_retention, Retention::FOR_EVER);
    let service = start(Setup::default()).await;
    let organization = service.organization(Plan::Pro, 5).await;
    let generation = finished(&organization).await;
    service.clock().advance(4000 * DAY);
    for thumbnail in thumbnails(&shown(&organization.client, &generation).await) {
        assert!(thumbnail["url"].is_string());
    }
}

#[tokio::test]
async fn expired_thumbnails_are_not_reported_as_missing() {
    let service = start(Setup::default()).await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    finished(&organization).await;
    let all = objects(&service, organization.id).await;
    let mut thumbnails: Vec<String> = all.iter().filter(|key| key.contains("/thumbnails/")).cloned().collect();
    thumbnails.sort();
    // The reference, two pictures and their previews.
    assert_eq!((all.len(), thumbnails.len()), (5, 4));
    for key in &thumbnails {
        service.resources().bucket.delete(key).await.unwrap();
    }
    // They are missing until their days are over.
    let keeping = ["gc", "--thumbnail-retention-days", "2"];
    assert_eq!(operator.json(&keeping).await, missing(&thumbnails));
    service.clock().advance(2 * DAY);
    assert_eq!(operator.json(&keeping).await, missing(&[]));
    assert_eq!(
        operator.json(&[&keeping[..], &["--dry-run"]].concat()).await,
        missing(&[])
    );
    let text = operator.run(&keeping).await.stdout;
    assert!(text.ends_with(" or is an expired thumbnail\n"), "{text}");
    for other in ["0", "3"] {
        let keeping = ["gc", "--thumbnail-retention-days", other];
        assert_eq!(operator.json(&keeping).await, missing(&thumbnails), "{other}");
    }
    assert_eq!(operator.json(&["gc"]).await, missing(&thumbnails));
    // Only thumbnails expire.
    let rest = objects(&service, organization.id).await;
    service.resources().bucket.delete(&rest[0]).await.unwrap();
    assert_eq!(operator.json(&keeping).await, missing(&rest));
}

#[tokio::test]
async fn an_expired_thumbnail_that_still_exists_is_not_an_orphan() {
    let service = start_keeping("1").await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 5).await;
    finished(&organization).await;
    service.clock().advance(3 * DAY);
    let told = operator.json(&["gc", "--thumbnail-retention-days", "1"]).await;
    assert_eq!((&told["orphans"], &told["missing"]), (&json!(0), &json!(0)), "{told}");
    assert_eq!(objects(&service, organization.id).await.len(), 5);
}
