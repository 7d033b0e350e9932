//! The outcome of a thumbnail after each kind of failure of its model.

use std::{sync::Arc, time::Duration};

use contract::{FailureCode, GenerationStatus, Plan};
use serde_json::json;
use store::{Progress, State};
use studio::{Cause, ImageModel, ModelError};
use tests::{Organization, Service, service::Setup};

use crate::support::{self, Act, Scripted};

const TRANSIENT: Act = Act::Fail(ModelError::transient(Cause::Cut));

/// A service with this model, and an organization with ten thumbnails.
async fn with(model: Arc<dyn ImageModel>) -> (Service, Organization) {
    let studio = Some(support::studio_of(model));
    let service = Service::start(Setup {
        gateways: 1,
        studio,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 10).await;
    (service, organization)
}

/// Ends a test. Checks the audit, that the queue is empty, and that the organization has paid for `paid` thumbnails.
async fn finish(service: Service, organization: &Organization, paid: i64) {
    assert_eq!(support::balance(&service, organization.id).await, 10 - paid);
    service.audit(organization.id).await;
    support::eventually("the queue is empty", || async {
        support::messages(&service, service.resources().queue.url()).await == (0, 0)
    })
    .await;
    service.stop().await;
}

fn waiting(progress: &Progress, attempt: u32) -> bool {
    let thumbnail = &progress.thumbnails[0];
    matches!(thumbnail.state, State::Waiting { .. }) && thumbnail.attempt == attempt
}

/// The remaining wait of the first thumbnail before its next attempt, in seconds.
fn wait_of(service: &Service, progress: &Progress) -> u64 {
    match progress.thumbnails[0].state {
        State::Waiting { until, .. } => until.since(service.clock().now()).as_secs(),
        ref other => panic!("the thumbnail is not waiting: {other:?}"),
    }
}

/// Makes a generation with one thumbnail and advances the clock through its attempts. `seconds` are the expected waits.
/// Returns the final progress.
async fn through_all_attempts(service: &Service, organization: &Organization, seconds: [u64; 2]) -> Progress {
    let id = support::begin(service, &support::draft(service.store(), organization.id, 1, 0)).await;
    for (attempt, seconds) in (1..).zip(seconds) {
        let now = support::until(service, organization.id, id, |now| waiting(now, attempt)).await;
        assert_eq!(now.status(), GenerationStatus::Processing);
        let wait = wait_of(service, &now);
        assert!(
            (seconds - 4..seconds).contains(&wait),
            "attempt {attempt} is followed by a wait of {wait} s"
        );
        tokio::time::sleep(Duration::from_millis(100)).await;
        assert!(
            waiting(&support::progress(service, organization.id, id).await, attempt),
            "the next attempt began too early"
        );
        service.clock().advance(Duration::from_secs(seconds));
    }
    support::until(service, organization.id, id, support::ended).await
}

#[tokio::test]
async fn a_transient_failure_is_retried_after_ten_seconds() {
    let model = Scripted::new(|_, attempt| if attempt == 0 { TRANSIENT } else { Act::Paint });
    let (service, organization) = with(model.clone()).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 1, 0)).await;
    let now = support::until(&service, organization.id, id, |now| waiting(now, 1)).await;
    assert!((6..10).contains(&wait_of(&service, &now)));
    // The message is hidden but not deleted.
    assert_eq!(
        support::messages(&service, service.resources().queue.url()).await,
        (0, 1)
    );
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": id }))
        .await;
    assert_eq!(answer.data()["thumbnails"][0]["status"], "processing");
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(model.calls(0), 1, "the next attempt began too early");
    service.clock().advance(Duration::from_secs(10));
    let now = support::until(&service, organization.id, id, support::ended).await;
    assert_eq!(
        (now.status(), now.thumbnails[0].attempt),
        (GenerationStatus::Completed, 2)
    );
    assert_eq!((model.calls(0), support::pictures(&service).await), (2, 1));
    finish(service, &organization, 1).await;
}

#[tokio::test]
async fn a_thumbnail_fails_and_is_refunded_after_three_transient_failures() {
    let model = Scripted::new(|_, _| TRANSIENT);
    let (service, organization) = with(model.clone()).await;
    let now = through_all_attempts(&service, &organization, [10, 40]).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
    assert_eq!((now.status(), model.calls(0)), (GenerationStatus::Failed, 3));
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": now.generation }))
        .await;
    let data = answer.data();
    assert_eq!(data["thumbnails"][0]["error"]["code"], "MODEL_FAILED");
    assert_eq!(
        (&data["status"], &data["refunded"], &data["failed"]),
        (&json!("failed"), &json!(1), &json!(1))
    );
    finish(service, &organization, 0).await;
}

#[tokio::test]
async fn a_refusal_or_a_permanent_failure_is_not_retried() {
    let refused = || Act::Fail(ModelError::Refused { reason: "SAFETY" });
    for (act, code) in [
        (refused(), FailureCode::ModelRefused),
        (
            Act::Fail(ModelError::permanent(Cause::Invalid)),
            FailureCode::ModelFailed,
        ),
    ] {
        let model = Scripted::new(move |_, _| act.clone());
        let (service, organization) = with(model.clone()).await;
        let id = support::begin(&service, &support::draft(service.store(), organization.id, 1, 0)).await;
        let now = support::until(&service, organization.id, id, support::ended).await;
        assert!(support::is_failed(&now.thumbnails[0].state, code));
        assert_eq!(model.calls(0), 1);
        finish(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn a_thumbnail_fails_after_three_timeouts_of_its_model() {
    let setup = Setup {
        gateways: 1,
        studio: Some(support::studio_of(Scripted::new(|_, _| Act::Hang))),
        models: support::models_with_timeout(1),
        ..Setup::default()
    };
    let service = Service::start(setup).await;
    let organization = service.organization(Plan::Pro, 10).await;
    let now = through_all_attempts(&service, &organization, [10, 40]).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelTimeout));
    finish(service, &organization, 0).await;
}

#[tokio::test]
async fn a_picture_that_was_not_requested_is_rejected_in_every_attempt() {
    let jpeg = support::encode(1280, 720, image::ImageFormat::Jpeg);
    let cut = support::flat(1280, 720).slice(..200);
    for (what, bytes) in [
        ("no picture", "nothing that anybody could see".into()),
        ("nothing", bytes::Bytes::new()),
        ("another size", support::flat(720, 1280)),
        ("another format", jpeg),
        ("half a picture", cut),
    ] {
        let (service, organization) = with(Scripted::new(move |_, _| Act::Hand(bytes.clone()))).await;
        let now = through_all_attempts(&service, &organization, [10, 40]).await;
        assert!(
            support::is_failed(&now.thumbnails[0].state, FailureCode::OutputRejected),
            "{what}: {now:?}"
        );
        assert_eq!(support::pictures(&service).await, 0, "{what}");
        finish(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn the_retry_delay_that_a_model_asks_for_is_respected_within_bounds() {
    let asking = |seconds| {
        Act::Fail(ModelError::Transient {
            cause: Cause::Throttled,
            retry_after: Some(Duration::from_secs(seconds)),
        })
    };
    // A longer delay than the usual wait is granted, up to a quarter of an hour. A shorter delay is not granted.
    for (asked, granted) in [(120, [120, 120]), (1, [10, 40]), (100_000, [900, 900])] {
        let (service, organization) = with(Scripted::new(move |_, _| asking(asked))).await;
        let now = through_all_attempts(&service, &organization, granted).await;
        assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
        finish(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn a_thumbnail_whose_model_panics_is_refunded_through_the_dead_letter_queue() {
    let model = Scripted::new(|seed, _| if seed == 0 { Act::Panic } else { Act::Paint });
    let (service, organization) = with(model.clone()).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 1, 0)).await;
    let dead_letters = service.resources().dead_letters.url().to_owned();
    for (attempt, seconds) in [(1, 10), (2, 40), (3, 40)] {
        support::until(&service, organization.id, id, |now| waiting(now, attempt)).await;
        // Other thumbnails are made meanwhile.
        let other = support::begin(&service, &support::draft(service.store(), organization.id, 1, 7)).await;
        let other = support::until(&service, organization.id, other, support::ended).await;
        assert_eq!(other.status(), GenerationStatus::Completed);
        service.clock().advance(Duration::from_secs(seconds));
    }
    // The service's own sweep may settle the dead letter before this one.
    support::eventually("the dead letter is settled", || async {
        support::sweep(&service).await;
        support::ended(&support::progress(&service, organization.id, id).await)
    })
    .await;
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
    support::eventually("the dead letter is deleted", || async {
        support::messages(&service, &dead_letters).await == (0, 0)
    })
    .await;
    assert_eq!(model.calls(0), 3);
    finish(service, &organization, 3).await;
}

#[tokio::test]
async fn a_model_that_is_no_longer_configured_fails_immediately() {
    let model = Scripted::new(|_, _| Act::Paint);
    let (service, organization) = with(model.clone()).await;
    let mut new = support::draft(service.store(), organization.id, 2, 0);
    new.generation.model = "retired".to_owned();
    let id = support::begin(&service, &new).await;
    let now = support::until(&service, organization.id, id, support::ended).await;
    assert!(
        now.thumbnails
            .iter()
            .all(|thumbnail| support::is_failed(&thumbnail.state, FailureCode::ModelFailed))
    );
    assert_eq!(model.calls(0) + model.calls(1), 0);
    // The response still names the model.
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": id }))
        .await;
    assert_eq!(
        (&answer.data()["model"], &answer.data()["refunded"]),
        (&json!("retired"), &json!(2))
    );
    finish(service, &organization, 0).await;
}

#[tokio::test]
async fn the_status_counts_the_outcomes_of_the_thumbnails() {
    let model = Scripted::new(|seed, attempt| match (seed, attempt) {
        (0 | 1, _) | (2, 1) => Act::Paint,
        (2, _) => TRANSIENT,
        (3, _) => Act::Fail(ModelError::Refused { reason: "SAFETY" }),
        _ => Act::Fail(ModelError::permanent(Cause::Invalid)),
    });
    let (service, organization) = with(model).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 5, 0)).await;
    let status = async || {
        organization
            .client
            .call("get_generation_status", json!({ "generationId": id }))
            .await
    };
    let others_ended = |now: &Progress| now.thumbnails.iter().filter(|one| one.status().is_ended()).count() == 4;
    let waits = |now: &Progress| matches!(now.thumbnails[2].state, State::Waiting { .. });
    support::until(&service, organization.id, id, |now| others_ended(now) && waits(now)).await;
    let answer = status().await;
    let data = answer.data();
    assert_eq!(
        (&data["status"], &data["processing"], &data["progress"]),
        (&json!("processing"), &json!(1), &json!(0.8))
    );
    service.clock().advance(Duration::from_secs(10));
    support::until(&service, organization.id, id, support::ended).await;
    let answer = status().await;
    let data = answer.data();
    assert_eq!(data["status"], "partially_completed");
    let counts = [
        "pending",
        "processing",
        "completed",
        "failed",
        "cancelled",
        "refunded",
        "cost",
    ];
    assert_eq!(counts.map(|name| data[name].as_u64()), [0, 0, 3, 2, 0, 2, 5].map(Some));
    assert_eq!(data["progress"].as_f64(), Some(1.0));
    let codes: Vec<_> = (0..5)
        .map(|index| data["thumbnails"][index]["error"]["code"].as_str())
        .collect();
    assert_eq!(codes, [None, None, None, Some("MODEL_REFUSED"), Some("MODEL_FAILED")]);
    finish(service, &organization, 3).await;
}
