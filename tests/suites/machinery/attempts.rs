//! What becomes of a thumbnail when the model fails, in every way in which it can.

use std::{sync::Arc, time::Duration};

use contract::{FailureCode, GenerationStatus, Plan};
use serde_json::json;
use store::{Progress, State};
use studio::{Cause, ImageModel, ModelError};
use tests::{Organization, Service, service::Setup};

use crate::support::{self, Act, Scripted};

const TRANSIENT: Act = Act::Fail(ModelError::transient(Cause::Cut));

/// A service with one such model, and an organization with ten thumbnails.
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

/// The end: the books are right, and it has what it had but for `paid` thumbnails.
async fn settled(service: Service, organization: &Organization, paid: i64) {
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

/// How many seconds the first thumbnail waits from now on for its next attempt.
fn wait_of(service: &Service, progress: &Progress) -> u64 {
    match progress.thumbnails[0].state {
        State::Waiting { until, .. } => until.since(service.clock().now()).as_secs(),
        ref other => panic!("it does not wait: {other:?}"),
    }
}

/// Lets all attempts pass that the first thumbnail has, and returns how it ended.
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
            "too early"
        );
        service.clock().advance(Duration::from_secs(seconds));
    }
    support::until(service, organization.id, id, support::ended).await
}

#[tokio::test]
async fn a_failure_for_the_moment_is_tried_again_after_ten_seconds() {
    let model = Scripted::new(|_, attempt| if attempt == 0 { TRANSIENT } else { Act::Paint });
    let (service, organization) = with(model.clone()).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 1, 0)).await;
    let now = support::until(&service, organization.id, id, |now| waiting(now, 1)).await;
    assert!((6..10).contains(&wait_of(&service, &now)));
    // The message is hidden, not gone.
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
    assert_eq!(model.calls(0), 1, "too early");
    service.clock().advance(Duration::from_secs(10));
    let now = support::until(&service, organization.id, id, support::ended).await;
    assert_eq!(
        (now.status(), now.thumbnails[0].attempt),
        (GenerationStatus::Completed, 2)
    );
    assert_eq!((model.calls(0), support::pictures(&service).await), (2, 1));
    settled(service, &organization, 1).await;
}

#[tokio::test]
async fn three_failures_for_the_moment_end_it_and_refund_it() {
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
    settled(service, &organization, 0).await;
}

#[tokio::test]
async fn a_refusal_ends_it_at_once() {
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
        settled(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn a_model_that_does_not_end_is_given_its_time_three_times() {
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
    settled(service, &organization, 0).await;
}

#[tokio::test]
async fn what_was_not_asked_for_is_rejected_after_all_attempts() {
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
        settled(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn a_model_is_given_the_patience_that_it_asks_for() {
    let asking = |seconds| {
        Act::Fail(ModelError::Transient {
            cause: Cause::Throttled,
            retry_after: Some(Duration::from_secs(seconds)),
        })
    };
    // More than the usual wait is granted, less is not, and nothing beyond a quarter of an hour.
    for (asked, granted) in [(120, [120, 120]), (1, [10, 40]), (100_000, [900, 900])] {
        let (service, organization) = with(Scripted::new(move |_, _| asking(asked))).await;
        let now = through_all_attempts(&service, &organization, granted).await;
        assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
        settled(service, &organization, 0).await;
    }
}

#[tokio::test]
async fn a_panic_ends_in_the_dead_letter_queue_and_is_refunded_from_there() {
    let model = Scripted::new(|seed, _| if seed == 0 { Act::Panic } else { Act::Paint });
    let (service, organization) = with(model.clone()).await;
    let id = support::begin(&service, &support::draft(service.store(), organization.id, 1, 0)).await;
    let dead_letters = service.resources().dead_letters.url().to_owned();
    for (attempt, seconds) in [(1, 10), (2, 40), (3, 40)] {
        support::until(&service, organization.id, id, |now| waiting(now, attempt)).await;
        // The others go on meanwhile.
        let other = support::begin(&service, &support::draft(service.store(), organization.id, 1, 7)).await;
        let other = support::until(&service, organization.id, other, support::ended).await;
        assert_eq!(other.status(), GenerationStatus::Completed);
        service.clock().advance(Duration::from_secs(seconds));
    }
    support::eventually("the message is a dead letter", || async {
        support::messages(&service, &dead_letters).await == (1, 0)
    })
    .await;
    assert!(waiting(&support::progress(&service, organization.id, id).await, 3));
    let swept = support::sweep(&service).await;
    assert_eq!((&swept["resent"], &swept["givenUp"]), (&json!(0), &json!(1)));
    let now = support::progress(&service, organization.id, id).await;
    assert!(support::is_failed(&now.thumbnails[0].state, FailureCode::ModelFailed));
    assert_eq!(support::messages(&service, &dead_letters).await, (0, 0));
    assert_eq!(model.calls(0), 3);
    settled(service, &organization, 3).await;
}

#[tokio::test]
async fn a_model_that_is_no_longer_configured_fails_at_once() {
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
    // It is shown as it was.
    let answer = organization
        .client
        .call("get_generation_status", json!({ "generationId": id }))
        .await;
    assert_eq!(
        (&answer.data()["model"], &answer.data()["refunded"]),
        (&json!("retired"), &json!(2))
    );
    settled(service, &organization, 0).await;
}

#[tokio::test]
async fn a_generation_counts_each_outcome() {
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
    settled(service, &organization, 3).await;
}
