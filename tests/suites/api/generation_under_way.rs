//! Calls on a generation in progress: cancel, trigger, status, list.

use std::time::Duration;

use http::StatusCode;
use serde_json::{Value, json};
use tests::{Client, service::Setup, shared};
use tokio::time::Instant;

use crate::{
    generation::{check_arithmetic, finish, pro},
    support::{
        download, generate, idle, insert_generation, number, put_image, put_picture, same_amount, start, start_idle,
        status,
    },
};

#[tokio::test]
async fn a_cancel_cancels_pending_thumbnails_and_refunds_them() {
    let organization = pro(idle()).await;
    let client = &organization.client;
    let started = generate(client, json!({ "prompt": "A kite", "count": 4 })).await;
    let body = json!({ "generationId": started["generationId"] });
    let first = client.call("cancel_generation", body.clone()).await;
    assert_eq!(
        (&first.data()["status"], &first.data()["cancelled"]),
        (&json!("cancelled"), &json!(4))
    );
    same_amount(number(&first.data()["refunded"]), 4.0);
    same_amount(number(&first.data()["balance"]), 100.0);
    check_arithmetic(&status(client, &started["generationId"]).await);
    let again = client.call("cancel_generation", body).await;
    assert_eq!(
        (&again.data()["cancelled"], &again.data()["refunded"]),
        (&json!(0), &json!(0))
    );
    same_amount(client.balance().await, 100.0);
    // Two concurrent cancels cancel it once.
    let started = generate(client, json!({ "prompt": "A kite", "count": 10 })).await;
    let body = json!({ "generationId": started["generationId"] });
    let calls = (0..4).map(|_| client.call("cancel_generation", body.clone()));
    let answers = futures_util::future::join_all(calls).await;
    let taken: u64 = answers
        .iter()
        .map(|answer| answer.data()["cancelled"].as_u64().unwrap())
        .sum();
    assert_eq!(taken, 10);
    same_amount(client.balance().await, 100.0);
    idle().audit(organization.id).await;
}

#[tokio::test]
async fn a_completed_generation_cannot_be_cancelled() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let view = finish(client, json!({ "prompt": "A kite" })).await;
    let answer = client
        .call("cancel_generation", json!({ "generationId": view["generationId"] }))
        .await;
    assert_eq!(answer.issues(), ["generationId"]);
    assert_eq!(answer.failure("VALIDATION_ERROR")["status"], "completed");
    same_amount(client.balance().await, 99.0);
}

#[tokio::test]
async fn a_trigger_queues_pending_thumbnails_and_is_harmless() {
    let service = start_idle().await;
    let organization = pro(&service).await;
    let client = &organization.client;
    let trigger = async |body: Value| client.call("trigger_generation", body).await;
    let nothing = trigger(json!({})).await;
    assert_eq!(
        (&nothing.data()["generationId"], &nothing.data()["triggered"]),
        (&Value::Null, &json!(0))
    );
    assert!(!nothing.data()["message"].as_str().unwrap().is_empty());
    let oldest = generate(client, json!({ "prompt": "one", "count": 2 })).await;
    let newest = generate(client, json!({ "prompt": "two", "count": 3 })).await;
    let answer = trigger(json!({})).await;
    assert_eq!(
        (&answer.data()["generationId"], &answer.data()["triggered"]),
        (&oldest["generationId"], &json!(2))
    );
    for _ in 0..3 {
        let answer = trigger(json!({ "generationId": newest["generationId"] })).await;
        assert_eq!(
            (&answer.data()["generationId"], &answer.data()["triggered"]),
            (&newest["generationId"], &json!(3))
        );
    }
    // No loop runs here, so nothing changes; a cancelled generation has ended.
    client
        .call("cancel_generation", json!({ "generationId": oldest["generationId"] }))
        .await
        .data();
    let answer = trigger(json!({ "generationId": oldest["generationId"] })).await;
    assert_eq!(
        (&answer.data()["generationId"], &answer.data()["triggered"]),
        (&oldest["generationId"], &json!(0))
    );
    assert_eq!(trigger(json!({})).await.data()["generationId"], newest["generationId"]);
    // A blank id counts as absent.
    let answer = trigger(json!({ "generationId": " " })).await;
    assert_eq!(answer.data()["generationId"], newest["generationId"]);
    for id in ["gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "x"] {
        let answer = trigger(json!({ "generationId": id })).await;
        assert_eq!(
            answer.failure("NOT_FOUND"),
            &json!({ "resource": "generation", "id": id })
        );
    }
    same_amount(client.balance().await, 97.0);
    service.audit(organization.id).await;
}

#[tokio::test]
async fn a_generation_that_was_never_queued_is_made_after_a_trigger() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let id = json!(insert_generation(shared(), organization.id, |_| {}).await);
    assert_eq!(status(client, &id).await["status"], "pending");
    let triggers = (0..4).map(|_| client.call("trigger_generation", json!({ "generationId": id })));
    for answer in futures_util::future::join_all(triggers).await {
        assert!(answer.data()["triggered"].as_u64().unwrap() <= 1);
    }
    let view = client.wait(&id).await;
    assert_eq!(view["status"], "completed");
    let answer = client.call("trigger_generation", json!({ "generationId": id })).await;
    assert_eq!(answer.data()["triggered"], 0);
    same_amount(client.balance().await, 99.0);
    shared().audit(organization.id).await;
}

/// Measures an ordinary call, as a control: on a busy machine it takes longer too.
async fn time_of_a_call(client: &Client) -> Duration {
    let began = Instant::now();
    client.call("list_generations", json!({})).await.data();
    began.elapsed()
}

#[tokio::test]
async fn a_waiting_call_is_answered_at_the_end_of_the_generation_or_of_its_time() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let started = generate(client, json!({ "prompt": "A kite", "count": 2 })).await;
    let answer = client
        .call(
            "get_generation_status",
            json!({ "generationId": started["generationId"], "waitSeconds": 20 }),
        )
        .await;
    let now = shared().clock().now();
    let usual = time_of_a_call(client).await;
    let view = answer.data();
    assert_eq!(view["status"], "completed");
    let ended = view["thumbnails"]
        .as_array()
        .unwrap()
        .iter()
        .map(|thumbnail| thumbnail["completedAt"].as_str())
        .max();
    // More than promised, because the machine may be busy.
    let earliest = now - Duration::from_millis(1500) - 10 * usual;
    assert!(
        ended.flatten().unwrap() >= earliest.to_string().as_str(),
        "{ended:?} {now}"
    );
    // A generation that has ended is answered at once.
    let began = Instant::now();
    let body = json!({ "generationId": started["generationId"], "waitSeconds": 20 });
    client.call("get_generation_status", body).await.data();
    assert!(began.elapsed() < Duration::from_secs(2) + 10 * usual);

    let organization = pro(idle()).await;
    let started = generate(&organization.client, json!({ "prompt": "A kite" })).await;
    for (wait, most) in [(0, 1500), (2, 3500)] {
        let began = Instant::now();
        let body = json!({ "generationId": started["generationId"], "waitSeconds": wait });
        let answer = organization.client.call("get_generation_status", body).await;
        assert_eq!(answer.data()["status"], "pending");
        let took = began.elapsed();
        assert!(
            took >= Duration::from_secs(wait) && took < Duration::from_millis(most) + 10 * usual,
            "{took:?}, and a call that does not wait took {usual:?}"
        );
    }
    // A generation that is cancelled in the meantime has ended.
    let began = Instant::now();
    let body = json!({ "generationId": started["generationId"], "waitSeconds": 20 });
    let cancel = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        organization
            .client
            .call("cancel_generation", json!({ "generationId": started["generationId"] }))
            .await
    };
    let (waited, _) = futures_util::future::join(organization.client.call("get_generation_status", body), cancel).await;
    assert_eq!(waited.data()["status"], "cancelled");
    assert!(began.elapsed() < Duration::from_secs(3) + 10 * usual);
}

#[tokio::test]
async fn the_numbers_of_a_generation_are_always_consistent() {
    let organization = pro(shared()).await;
    let client = &organization.client;
    let started = generate(client, json!({ "prompt": "A kite", "count": 10 })).await;
    let mut last = -1.0;
    for _ in 0..300 {
        let view = status(client, &started["generationId"]).await;
        check_arithmetic(&view);
        assert!(number(&view["progress"]) >= last);
        last = number(&view["progress"]);
        let expected = match (view["pending"].as_u64().unwrap(), last) {
            (10, _) => "pending",
            (_, 1.0) => "completed",
            _ => "processing",
        };
        assert_eq!(view["status"], expected);
        if last == 1.0 {
            break;
        }
        // The plan allows sixty requests a minute.
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    assert_eq!(last, 1.0);
    let list = client.call("list_generations", json!({ "limit": 1 })).await;
    let listed = &list.data()["generations"][0];
    assert_eq!(listed["generationId"], started["generationId"]);
    check_arithmetic(listed);
    shared().audit(organization.id).await;
}

#[tokio::test]
async fn a_url_serves_only_its_picture_with_a_safe_file_name() {
    let service = shared();
    let organization = pro(service).await;
    let body = json!({ "prompt": "x", "title": "I almost fell!/..\\\"ä", "format": "jpeg", "count": 2 });
    let view = finish(&organization.client, body).await;
    let url = view["thumbnails"][1]["url"].as_str().unwrap();
    let response = download(url).await;
    assert_eq!(response.status(), 200);
    let disposition = response.headers()["content-disposition"].to_str().unwrap();
    assert_eq!(
        disposition,
        "inline; filename=\"I almost fell! .. a-2.jpg\"; filename*=UTF-8''I%20almost%20fell!%20..%20%C3%A4-2.jpg"
    );
    let cached = response.headers()["cache-control"].to_str().unwrap();
    assert_eq!(cached, "private, max-age=31536000, immutable");
    assert_eq!(response.headers()["content-type"], "image/jpeg");
    let expires = view["thumbnails"][1]["urlExpiresAt"].as_str().unwrap();
    let (soonest, latest) = (Duration::from_secs(3590), Duration::from_secs(4500));
    let now = service.clock().now();
    assert!(expires > now.plus(soonest).to_string().as_str() && expires <= now.plus(latest).to_string().as_str());
    let other = view["thumbnails"][0]["url"].as_str().unwrap();
    let path = |url: &str| url.split('?').next().unwrap().to_owned();
    let query = |url: &str| url.split('?').nth(1).unwrap().to_owned();
    let signature = query(url)
        .split('&')
        .find(|part| part.starts_with("X-Amz-Signature="))
        .unwrap()
        .to_owned();
    let flipped = signature.replace(
        &signature[16..20],
        if &signature[16..20] == "0000" { "1111" } else { "0000" },
    );
    for tampered in [
        url.replace(&signature, &flipped),
        url.replace("X-Amz-Expires=4500", "X-Amz-Expires=360000"),
        url.replace("jpeg", "html"),
        format!("{}?{}", path(other), query(url)),
        path(url),
    ] {
        assert_ne!(tampered, url);
        let status = download(&tampered).await.status();
        assert!(
            status == StatusCode::FORBIDDEN || status == StatusCode::BAD_REQUEST,
            "{status} {tampered}"
        );
    }
}

#[tokio::test]
async fn the_error_for_an_unknown_model_lists_the_models() {
    let organization = pro(idle()).await;
    let started = generate(&organization.client, json!({ "prompt": "a" })).await;
    let model = started["model"].as_str().unwrap();
    for tool in ["generate_thumbnail", "generate_variation"] {
        let prompt = if tool == "generate_thumbnail" {
            "prompt"
        } else {
            "newPrompt"
        };
        let answer = organization
            .client
            .call(tool, json!({ prompt: "a", "model": "dall-e" }))
            .await;
        assert_eq!(answer.issues(), ["model"]);
        let message = answer.failure("VALIDATION_ERROR")["issues"][0]["message"]
            .as_str()
            .unwrap();
        assert!(message.contains(model), "{message}");
        let answer = organization
            .client
            .call(tool, json!({ prompt: "a", "model": model }))
            .await;
        assert_eq!(answer.data()["model"], model);
    }
}

#[tokio::test]
async fn waiting_thumbnails_are_made_when_a_loop_starts() {
    let dir = tempfile::tempdir().unwrap();
    let setup = |generation_loop| Setup {
        gateways: 1,
        generation_loop,
        data_dir: Some(dir.path().to_owned()),
        ..Setup::default()
    };
    let service = start(setup(false)).await;
    let organization = pro(&service).await;
    let object = put_picture(&service).await;
    let image = put_image(&service, organization.id, &object).await;
    let kept = generate(&organization.client, json!({ "prompt": "A kite", "count": 2 })).await;
    let broken = generate(&organization.client, json!({ "prompt": "A kite", "imageIds": [image] })).await;
    service.resources().bucket.delete(&object).await.unwrap();
    service.stop().await;
    let service = start(setup(true)).await;
    let client = service.client().with_key(Some(&organization.key));
    assert_eq!(client.wait(&kept["generationId"]).await["status"], "completed");
    let view = client.wait(&broken["generationId"]).await;
    assert_eq!(view["thumbnails"][0]["error"]["code"], "REFERENCE_MISSING");
    same_amount(client.balance().await, 98.0);
    service.audit(organization.id).await;
    service.stop().await;
}
