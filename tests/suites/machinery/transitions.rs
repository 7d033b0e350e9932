//! The condition expressions of the store agree with the pure functions of [`store::state`].

use std::time::Duration;

use contract::{FailureCode, Plan, Timestamp};
use runtime::{Aws, Stack};
use store::{FinishedPicture, LeaseOutcome, Settled, State, Thumbnail, keys, state};
use tests::{
    Service,
    service::{Setup, aws_config},
};

use crate::support;

const MINUTE: Duration = Duration::from_secs(60);
const CODE: FailureCode = FailureCode::ModelFailed;

/// Thumbnails in every state, with and without attempts left. States end before, at, or after `now`.
fn thumbnails(now: Timestamp) -> Vec<Thumbnail> {
    let mut all = Vec::new();
    for until in [now - MINUTE, now, now.plus(MINUTE)] {
        let leased = State::Leased {
            until,
            holder: "another".to_owned(),
        };
        let waiting = State::Waiting { until, code: CODE };
        let completed = State::Completed(Box::new(FinishedPicture::new("a picture".to_owned(), 9, now)));
        let states = [
            State::Pending,
            leased,
            waiting,
            completed,
            State::Failed(CODE.into()),
            State::Cancelled,
        ];
        for state in states {
            for (attempt, last_attempt) in [(1, 3), (3, 3), (3, 6), (6, 6)] {
                let attempt = if state == State::Pending { 0 } else { attempt };
                all.push(Thumbnail {
                    state: state.clone(),
                    attempt,
                    last_attempt,
                    ..Thumbnail::new(now)
                });
            }
        }
    }
    all
}

#[tokio::test]
async fn the_store_grants_a_lease_exactly_if_the_pure_function_does() {
    let service = Service::start(Setup {
        gateways: 1,
        generation_loop: false,
        ..Setup::default()
    })
    .await;
    let organization = service.organization(Plan::Pro, 10).await;
    let store = service.store();
    let id = support::commit(store, organization.id, 1, 0).await;
    let client = Aws::new(&aws_config(service.aws_url())).dynamodb();
    // States end one minute apart from each other, and a case takes far less than a minute. The store reads the clock
    // later than the test does, so a state that ends exactly at `now` could have either outcome. Moving `now` one
    // second into the past decides its outcome.
    for thumbnail in thumbnails(store.clock().now() - Duration::from_secs(1)) {
        let list = serde_dynamo::to_attribute_value(vec![thumbnail.clone()]).unwrap();
        let update = client
            .update_item()
            .table_name(Stack::local().table())
            .set_key(Some(keys::generation_progress(organization.id, id).attributes()))
            .update_expression("SET thumbnails = :thumbnails")
            .expression_attribute_values(":thumbnails", list);
        update.send().await.unwrap();
        let now = store.clock().now();
        let until = now.plus(MINUTE);
        let mut record = state::Record {
            progress: support::progress(&service, organization.id, id).await,
            is_listed_pending: true,
            due_at: None,
        };
        let expected = state::lease(0, now, until, "holder").apply(&mut record).is_ok();
        let leased = store.lease(organization.id, id, 0, until).await.unwrap();
        assert_eq!(
            matches!(leased, LeaseOutcome::Leased(_)),
            expected,
            "{thumbnail:?} led to {leased:?}"
        );
        let LeaseOutcome::Leased(lease) = leased else { continue };
        assert_eq!(lease.attempt, thumbnail.attempt + 1);
        // A lease can be settled only once: the second settlement is refused.
        assert_eq!(store.put_off(&lease, until, CODE).await.unwrap(), Settled::Done);
        let late = store.fail_over(&lease, "another", CODE).await.unwrap();
        assert_eq!(late, Settled::Superseded);
    }
    service.stop().await;
}
