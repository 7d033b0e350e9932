//! Quotas: limits, counters and errors.

use std::time::Duration;

use contract::{Plan, Quota};
use futures_util::future::join_all;
use image::ImageFormat;
use serde_json::{Value, json};
use tests::{Answer, Client, Organization, Service, service::deadline, shared};

use crate::{
    generation::finish,
    operator::Operator,
    pictures::{data, data_url, drawn, encoded},
    support::{
        call, generate, idle, image_item, inspiration_items, objects, person_item, rich, same_amount, start_idle, write,
    },
};

/// Sets quotas of an organization. Must be called before its first call, because gateways cache the quotas.
async fn limit(service: &Service, organization: &Organization, quotas: &[(Quota, u64)]) {
    let quotas: Vec<_> = quotas.iter().map(|(quota, limit)| (*quota, Some(*limit))).collect();
    let changed = service
        .store()
        .set_quotas(organization.id, &quotas, deadline())
        .await
        .unwrap();
    assert!(changed.is_some());
}

/// An enterprise organization with its own quotas.
pub(crate) async fn limited(service: &Service, quotas: &[(Quota, u64)]) -> Organization {
    let organization = rich(service).await;
    limit(service, &organization, quotas).await;
    organization
}

async fn usage(client: &Client) -> Value {
    call(client, "get_credits", json!({})).await["usage"].clone()
}

/// Checks that a call was refused because of a quota.
#[track_caller]
pub(crate) fn over(answer: &Answer, quota: &str, limit: u64, used: u64) {
    let details = answer.failure("VALIDATION_ERROR");
    assert_eq!(answer.status, 400);
    assert_eq!(answer.issues(), [""], "{details}");
    assert_eq!(
        (
            &details["reason"],
            &details["quota"],
            &details["limit"],
            &details["used"]
        ),
        (&json!("quota"), &json!(quota), &json!(limit), &json!(used)),
        "{details}"
    );
}

#[tokio::test]
async fn get_credits_shows_usage_and_limits() {
    let organization = idle().organization(Plan::Pro, 100).await;
    let client = &organization.client;
    let credits = call(client, "get_credits", json!({})).await;
    let nothing = json!({ "images": 0, "inspirations": 0, "persons": 0, "bytes": 0, "waiting": 0 });
    assert_eq!(credits["usage"], nothing);
    let limits = json!({
        "images": 2_000, "inspirations": 500, "persons": 200, "bytes": 10_000_000_000_u64, "waiting": 200,
    });
    assert_eq!(credits["limits"], limits);
    let image = call(client, "upload_image", json!({ "imageUrl": data() })).await;
    let size = image["sizeBytes"].as_u64().unwrap();
    // An equal picture counts again, and so does each copy.
    let twin = call(client, "upload_image", json!({ "imageUrl": data() })).await;
    let ids = json!([image["imageId"], twin["imageId"]]);
    let style = call(client, "create_inspiration", json!({ "imageId": image["imageId"] })).await;
    let public = json!({ "imageUrl": data(), "visibility": "public" });
    let public = call(client, "create_inspiration", public).await;
    let person = call(client, "create_person", json!({ "name": "Alex", "imageIds": ids })).await;
    let nobody = call(client, "create_person", json!({ "name": "Kim" })).await;
    let started = generate(client, json!({ "prompt": "A kite", "count": 3 })).await;
    let all = json!({ "images": 2, "inspirations": 2, "persons": 2, "bytes": 6 * size, "waiting": 3 });
    assert_eq!(usage(client).await, all);
    idle().audit(organization.id).await;
    for (tool, name, record) in [
        ("delete_image", "imageId", &image),
        ("delete_image", "imageId", &twin),
        ("delete_inspiration", "inspirationId", &style),
        ("delete_inspiration", "inspirationId", &public),
        ("delete_person", "personId", &person),
        ("delete_person", "personId", &nobody),
        ("cancel_generation", "generationId", &started),
    ] {
        call(client, tool, json!({ name: record[name] })).await;
    }
    assert_eq!(usage(client).await, nothing);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn each_quota_refuses_calls_that_exceed_it() {
    let quotas = [
        (Quota::Images, 1),
        (Quota::Inspirations, 1),
        (Quota::Persons, 1),
        (Quota::Waiting, 2),
    ];
    let organization = limited(idle(), &quotas).await;
    let client = &organization.client;
    let image = json!({ "imageUrl": data() });
    let person = json!({ "name": "Alex" });
    let with_photo = json!({ "name": "Alex", "imageUrls": [data()] });
    let two = json!({ "prompt": "A kite", "count": 2 });
    call(client, "upload_image", image.clone()).await;
    call(client, "create_inspiration", image.clone()).await;
    call(client, "create_person", person.clone()).await;
    let started = generate(client, two.clone()).await;
    let balance = client.balance().await;
    over(&client.call("upload_image", image.clone()).await, "images", 1, 1);
    over(
        &client.call("create_inspiration", image.clone()).await,
        "inspirations",
        1,
        1,
    );
    over(&client.call("create_person", person).await, "persons", 1, 1);
    over(&client.call("create_person", with_photo).await, "persons", 1, 1);
    let one = json!({ "prompt": "A kite" });
    over(&client.call("generate_thumbnail", one.clone()).await, "waiting", 2, 2);
    let variation = json!({ "promptId": started["promptId"] });
    over(&client.call("generate_variation", variation).await, "waiting", 2, 2);
    // Nothing was charged or stored.
    same_amount(client.balance().await, balance);
    assert_eq!(objects(idle(), organization.id).await.len(), 2);
    // Deleting a record makes room.
    call(
        client,
        "cancel_generation",
        json!({ "generationId": started["generationId"] }),
    )
    .await;
    generate(client, one.clone()).await;
    generate(client, one).await;
    over(&client.call("generate_thumbnail", two).await, "waiting", 2, 2);
    let listed = call(client, "list_images", json!({})).await;
    call(
        client,
        "delete_image",
        json!({ "imageId": listed["images"][0]["imageId"] }),
    )
    .await;
    call(client, "upload_image", image).await;
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn bytes_are_limited_for_every_kind_of_record() {
    let small = data_url(&encoded(&drawn(20, 20), ImageFormat::Png));
    let organization = rich(idle()).await;
    let first = call(&organization.client, "upload_image", json!({ "imageUrl": small })).await;
    let size = first["sizeBytes"].as_u64().unwrap();
    let organization = limited(idle(), &[(Quota::Bytes, 2 * size)]).await;
    let client = &organization.client;
    let image = call(client, "upload_image", json!({ "imageUrl": small })).await;
    let both = json!({ "name": "Alex", "imageUrls": [small, small] });
    over(&client.call("create_person", both).await, "bytes", 2 * size, size);
    call(client, "create_inspiration", json!({ "imageId": image["imageId"] })).await;
    let kept = objects(idle(), organization.id).await.len();
    for (tool, body) in [
        ("upload_image", json!({ "imageUrl": small })),
        ("create_inspiration", json!({ "imageUrl": small })),
        ("create_inspiration", json!({ "imageId": image["imageId"] })),
        ("create_person", json!({ "name": "Alex", "imageUrls": [small] })),
        (
            "create_person",
            json!({ "name": "Alex", "imageIds": [image["imageId"]] }),
        ),
    ] {
        over(&client.call(tool, body).await, "bytes", 2 * size, 2 * size);
    }
    assert_eq!(objects(idle(), organization.id).await.len(), kept);
    // A person without photos has no bytes.
    call(client, "create_person", json!({ "name": "Alex" })).await;
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn a_quota_is_checked_after_existence_and_before_the_balance() {
    let service = idle();
    let organization = service.organization(Plan::Free, 0).await;
    let none = [
        (Quota::Images, 0),
        (Quota::Inspirations, 0),
        (Quota::Persons, 0),
        (Quota::Waiting, 0),
    ];
    limit(service, &organization, &none).await;
    let client = &organization.client;
    let unknown = json!({ "prompt": "A kite", "imageIds": ["img_1"] });
    client.call("generate_thumbnail", unknown).await.failure("NOT_FOUND");
    over(
        &client.call("generate_thumbnail", json!({ "prompt": "A" })).await,
        "waiting",
        0,
        0,
    );
    // Sources are checked last: this source is not fetched.
    let bad = json!({ "imageUrl": "http://127.0.0.1:1/a.png" });
    over(&client.call("upload_image", bad.clone()).await, "images", 0, 0);
    over(&client.call("create_inspiration", bad).await, "inspirations", 0, 0);
    let bad = json!({ "name": "Alex", "imageUrls": ["http://127.0.0.1:1/a.png"] });
    over(&client.call("create_person", bad).await, "persons", 0, 0);
}

#[tokio::test]
async fn the_bytes_are_checked_after_the_balance_and_the_sources() {
    let service = idle();
    let organization = service.organization(Plan::Free, 0).await;
    limit(service, &organization, &[(Quota::Bytes, 0)]).await;
    let client = &organization.client;
    let image = json!({ "imageUrl": data() });
    client
        .call("upload_image", image.clone())
        .await
        .failure("INSUFFICIENT_CREDITS");
    service
        .grant(organization.id, contract::Amount::thumbnails(1), "Test")
        .await;
    let bad = json!({ "imageUrl": "data:image/png;base64,AAAA" });
    let refused = client.call("upload_image", bad).await;
    assert_eq!(refused.failure("VALIDATION_ERROR")["reason"], "source");
    over(&client.call("upload_image", image).await, "bytes", 0, 0);
}

#[tokio::test]
async fn concurrent_calls_do_not_exceed_a_quota() {
    for (quota, name, tool, body) in [
        (Quota::Images, "images", "upload_image", json!({ "imageUrl": data() })),
        (
            Quota::Inspirations,
            "inspirations",
            "create_inspiration",
            json!({ "imageUrl": data() }),
        ),
        (Quota::Persons, "persons", "create_person", json!({ "name": "Alex" })),
        (
            Quota::Persons,
            "persons",
            "create_person",
            json!({ "name": "Alex", "imageUrls": [data()] }),
        ),
        (
            Quota::Waiting,
            "waiting",
            "generate_thumbnail",
            json!({ "prompt": "A kite" }),
        ),
    ] {
        let organization = limited(idle(), &[(quota, 2)]).await;
        let client = &organization.client;
        call(client, tool, body.clone()).await;
        let answers = join_all((0..6).map(|_| client.call(tool, body.clone()))).await;
        let made = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!(made, 1, "{tool}");
        for answer in answers.iter().filter(|answer| answer.status != 200) {
            over(
                answer,
                name,
                2,
                answer.failure("VALIDATION_ERROR")["used"].as_u64().unwrap(),
            );
        }
        assert_eq!(usage(client).await[name], 2);
        idle().audit(organization.id).await;
    }
}

#[tokio::test]
async fn concurrent_uploads_do_not_exceed_the_quota_of_bytes() {
    let organization = rich(idle()).await;
    let image = json!({ "imageUrl": data() });
    let size = call(&organization.client, "upload_image", image.clone()).await["sizeBytes"]
        .as_u64()
        .unwrap();
    let organization = limited(idle(), &[(Quota::Bytes, 2 * size - 1)]).await;
    let client = &organization.client;
    let answers = join_all((0..4).map(|_| client.call("upload_image", image.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(usage(client).await["bytes"], size);
    // The pictures of the refused calls are deleted.
    assert_eq!(objects(idle(), organization.id).await.len(), 1);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn concurrent_deletions_are_counted_once() {
    let organization = limited(idle(), &[(Quota::Images, 1)]).await;
    let client = &organization.client;
    let image = call(client, "upload_image", json!({ "imageUrl": data() })).await;
    let body = json!({ "imageId": image["imageId"] });
    let answers = join_all((0..4).map(|_| client.call("delete_image", body.clone()))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(usage(client).await["images"], 0);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn a_thumbnail_that_has_ended_does_not_count_as_waiting() {
    let organization = limited(shared(), &[(Quota::Waiting, 2)]).await;
    let client = &organization.client;
    let two = json!({ "prompt": "A kite", "count": 2 });
    for _ in 0..3 {
        finish(client, two.clone()).await;
        assert_eq!(usage(client).await["waiting"], 0);
    }
    let three = json!({ "prompt": "A kite", "count": 3 });
    over(&client.call("generate_thumbnail", three).await, "waiting", 2, 0);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn old_open_generations_count_among_many_that_ended() {
    let service = start_idle().await;
    let organization = limited(&service, &[(Quota::Waiting, 3)]).await;
    let client = &organization.client;
    let oldest = generate(client, json!({ "prompt": "The oldest" })).await;
    for _ in 0..4 {
        service.clock().advance(Duration::from_secs(600));
        let started = generate(client, json!({ "prompt": "A kite", "count": 2 })).await;
        assert_eq!(usage(client).await["waiting"], 3);
        call(
            client,
            "cancel_generation",
            json!({ "generationId": started["generationId"] }),
        )
        .await;
        assert_eq!(usage(client).await["waiting"], 1);
    }
    let three = json!({ "prompt": "A kite", "count": 3 });
    over(&client.call("generate_thumbnail", three.clone()).await, "waiting", 3, 1);
    call(
        client,
        "cancel_generation",
        json!({ "generationId": oldest["generationId"] }),
    )
    .await;
    generate(client, three).await;
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_response_is_replayed_even_at_the_limit_of_a_quota() {
    let organization = limited(idle(), &[(Quota::Images, 1), (Quota::Persons, 1), (Quota::Waiting, 1)]).await;
    let client = &organization.client;
    for (tool, body) in [
        ("upload_image", json!({ "imageUrl": data() })),
        ("create_person", json!({ "name": "Alex" })),
        ("generate_thumbnail", json!({ "prompt": "A kite" })),
    ] {
        let first = client.call_once(tool, tool, body.clone()).await;
        let second = client.call_once(tool, tool, body).await;
        assert_eq!(first.data()["promptId"], second.data()["promptId"]);
        assert_eq!(second.header("idempotent-replayed"), "true");
    }
}

#[tokio::test]
async fn quotas_of_an_organization_take_effect_within_thirty_seconds_and_outlive_a_change_of_plan() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Free, 10).await;
    let (client, org) = (&organization.client, organization.id.to_string());
    let limits = async || call(client, "get_credits", json!({})).await["limits"].clone();
    // Both gateways have the plan's quotas in their caches.
    for _ in 0..2 {
        assert_eq!(limits().await["images"], 100);
    }
    let set = ["org", "set-quota", &org, "--images", "7", "--bytes", "9000"];
    let changed = operator.json(&set).await;
    let expected = json!({ "images": 7, "inspirations": 50, "persons": 20, "bytes": 9000, "waiting": 20 });
    assert_eq!(changed, json!({ "organizationId": org, "limits": expected }));
    assert_eq!(operator.json(&set).await, changed);
    service.clock().advance(Duration::from_secs(30));
    for _ in 0..2 {
        assert_eq!(limits().await, expected);
    }
    operator.json(&["org", "set-plan", &org, "pro"]).await;
    service.clock().advance(Duration::from_secs(30));
    let (planned, own) = (limits().await, operator.json(&["org", "show", &org]).await);
    assert_eq!((&planned["images"], &planned["persons"]), (&json!(7), &json!(200)));
    assert_eq!(own["limits"], planned);
    let changed = operator.json(&["org", "set-quota", &org, "--images", "default"]).await;
    assert_eq!(
        (&changed["limits"]["images"], &changed["limits"]["bytes"]),
        (&json!(2_000), &json!(9_000))
    );
}

#[tokio::test]
async fn a_quota_below_the_usage_deletes_nothing() {
    let service = start_idle().await;
    let organization = service.organization(Plan::Pro, 10).await;
    let client = &organization.client;
    for _ in 0..2 {
        call(client, "upload_image", json!({ "imageUrl": data() })).await;
    }
    let org = organization.id.to_string();
    Operator(&service)
        .json(&["org", "set-quota", &org, "--images", "1"])
        .await;
    service.clock().advance(Duration::from_secs(30));
    over(
        &client.call("upload_image", json!({ "imageUrl": data() })).await,
        "images",
        1,
        2,
    );
    let listed = call(client, "list_images", json!({})).await;
    assert_eq!(listed["images"].as_array().unwrap().len(), 2);
    // A call that adds no image is allowed.
    call(client, "create_person", json!({ "name": "Alex" })).await;
    assert_eq!(usage(client).await["images"], 2);
}

#[tokio::test]
async fn uncounted_records_are_found_by_audit_and_counted_by_recount() {
    let service = start_idle().await;
    let operator = Operator(&service);
    let organization = service.organization(Plan::Pro, 10).await;
    let (client, org) = (&organization.client, organization.id.to_string());
    // As a version without quotas left them: each picture has 1,000 bytes.
    let (image, first) = image_item(&service, organization.id, |_| {});
    let (_, second) = image_item(&service, organization.id, |_| {});
    let (_, mut items) = inspiration_items(&service, Some(organization.id), |_| {});
    let (_, person) = person_item(&service, organization.id, |_| {});
    items.extend([first, second, person]);
    write(&service, items).await;
    let audit = ["audit", "--org", &org, "--json"];
    let found = operator.run(&audit).await;
    assert_eq!(found.exit_code, 1);
    assert!(found.stdout.contains("tgctl org recount"), "{}", found.stdout);
    // Until they are counted, deleting them does not make a counter negative.
    call(client, "delete_image", json!({ "imageId": image })).await;
    assert_eq!(usage(client).await["images"], 0);
    let expected = json!({ "images": 1, "inspirations": 1, "persons": 1, "bytes": 2_000, "waiting": 0 });
    for _ in 0..2 {
        let counted = operator.json(&["org", "recount", &org]).await;
        assert_eq!(counted, json!({ "organizationId": org, "usage": expected }));
    }
    assert_eq!(usage(client).await, expected);
    assert_eq!(operator.json(&["audit", "--org", &org]).await["ok"], true);
}
