//! The loop's attempts at a thumbnail.

use std::{sync::Arc, time::Duration};

use contract::GenerationId;
use serde_json::json;
use store::{FinishedPicture, LeaseOutcome};

use crate::{
    faults::is_s3,
    instance::Action,
    models::{DEAD, ModelAction, TIRED, VENDOR},
    scenario::{Entry, LEASE, SEND, Scenario, Stage, is_lease},
    world::FaultWorld,
};

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::Attempt,
        calls: &[LEASE, &["PutObject", "PutObject"], &["UpdateItem"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::AttemptWithReferences,
        calls: &[
            LEASE,
            &["GetObject", "GetObject"],
            &["PutObject", "PutObject"],
            &["UpdateItem"],
        ],
        elsewhere: Some((|operation, _| operation != "GetObject", Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::AttemptWithPlate,
        calls: &[LEASE, &["PutObject", "PutObject", "PutObject"], &["UpdateItem"]],
        elsewhere: Some((
            |operation, number| !(operation == "PutObject" && number == 2),
            Scenario::Attempt,
        )),
    },
    Entry {
        scenario: Scenario::AttemptOnKeptPlate,
        calls: &[
            LEASE,
            &["GetObject"],
            &["PutObject", "PutObject", "PutObject"],
            &["UpdateItem"],
        ],
        elsewhere: Some((|operation, _| operation != "GetObject", Scenario::AttemptWithPlate)),
    },
    Entry {
        scenario: Scenario::ReferenceMissing,
        calls: &[LEASE, &["GetObject"], &["GetItem"], &["TransactWriteItems"]],
        elsewhere: Some((is_lease, Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::Transient,
        calls: &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]],
        elsewhere: Some((is_lease, Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::Permanent,
        calls: &[LEASE, &["GetItem"], &["TransactWriteItems"]],
        elsewhere: Some((is_lease, Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::Panic,
        calls: &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]],
        elsewhere: Some((is_lease, Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::TakeOver,
        calls: &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject", "DeleteObject", "DeleteObject"],
        ],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::Overtaken,
        calls: &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((is_lease, Scenario::Attempt)),
    },
    Entry {
        scenario: Scenario::LateDuplicate,
        calls: &[LEASE],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::Spent,
        calls: &[LEASE, &["GetItem"], &["GetItem"], &["TransactWriteItems"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::FailOver,
        calls: &[LEASE, &["UpdateItem"], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::FailOverAfterAttempts,
        calls: &[LEASE, &["UpdateItem"], &[SEND]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::AttemptOfFallback,
        calls: &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject", "DeleteObject", "DeleteObject"],
        ],
        elsewhere: Some((|operation, _| is_s3(operation), Scenario::TakeOver)),
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>, turn: &mut ModelAction) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::Attempt
        | Scenario::Transient
        | Scenario::Permanent
        | Scenario::Panic
        | Scenario::TakeOver
        | Scenario::Overtaken
        | Scenario::LateDuplicate
        | Scenario::Spent => {
            let generation = stage.world.begin(stage.key(), 2, &[]).await;
            let action = stage.first(generation).await;
            match stage.scenario {
                Scenario::Transient => *turn = ModelAction::Transient,
                Scenario::Permanent => *turn = ModelAction::Permanent,
                Scenario::Panic => *turn = ModelAction::Panic,
                Scenario::TakeOver => stage.world.abandon(stage.organization.id, generation, 1).await,
                Scenario::Spent => stage.world.abandon(stage.organization.id, generation, 3).await,
                Scenario::Overtaken => *turn = overtake(stage.world, stage.organization.id, generation),
                Scenario::LateDuplicate => {
                    stage.world.sound.act(action.clone()).await;
                }
                _ => {}
            }
            action
        }
        Scenario::AttemptWithReferences => {
            let images = [
                stage.world.image(stage.key()).await,
                stage.world.image(stage.key()).await,
            ];
            let generation = stage.world.begin(stage.key(), 2, &images).await;
            stage.first(generation).await
        }
        Scenario::AttemptWithPlate => {
            let generation = stage.world.begin_with(stage.key(), VENDOR, 1).await;
            stage.first(generation).await
        }
        Scenario::AttemptOnKeptPlate => {
            let generation = stage.world.begin_with(stage.key(), VENDOR, 1).await;
            let action = stage.first(generation).await;
            stage.world.sound.act(action).await;
            let status = json!({ "generationId": generation });
            let status = stage.world.call(stage.key(), "get_generation_status", status).await;
            let body = json!({ "thumbnailId": status["thumbnails"][0]["thumbnailId"], "title": "Storm" });
            let made = stage.world.call(stage.key(), "generate_variation", body).await;
            stage
                .first(made["generationId"].as_str().unwrap().parse().unwrap())
                .await
        }
        Scenario::ReferenceMissing => {
            let image = stage.world.lost_image(stage.organization).await;
            let generation = stage.world.begin(stage.key(), 2, &[image]).await;
            stage.first(generation).await
        }
        Scenario::FailOver | Scenario::FailOverAfterAttempts | Scenario::AttemptOfFallback => {
            let (model, count) = match stage.scenario {
                Scenario::FailOverAfterAttempts => (TIRED, 1),
                _ => (DEAD, 2),
            };
            let generation = stage.world.begin_with(stage.key(), model, count).await;
            let letter = stage.world.take(generation).await.remove(0);
            match stage.scenario {
                Scenario::FailOverAfterAttempts => stage.world.abandon(stage.organization.id, generation, 2).await,
                Scenario::AttemptOfFallback => {
                    stage.world.sound.act(Action::Event(letter.event())).await;
                    stage.world.delete(&letter).await;
                    return Some(stage.first(generation).await);
                }
                _ => {}
            }
            Action::Event(letter.event())
        }
        _ => return None,
    })
}

/// While the model draws, its lease expires, and another process leases the thumbnail and completes it.
fn overtake(world: &Arc<FaultWorld>, organization: contract::OrganizationId, generation: GenerationId) -> ModelAction {
    let (world, runtime) = (Arc::clone(world), tokio::runtime::Handle::current());
    ModelAction::Meanwhile(Box::pin(async move {
        let meanwhile = async move {
            world.service.clock().advance(Duration::from_secs(120));
            let until = world.store().clock().now().plus(Duration::from_secs(30));
            let leased = world
                .store()
                .lease(organization, generation, 0, until)
                .await
                .expect("a lease");
            let LeaseOutcome::Leased(lease) = leased else {
                return;
            };
            let id = lease.generation.thumbnails[0];
            let object_key = media::keys::thumbnail(organization, id, lease.attempt, lease.generation.format);
            world
                .service
                .resources()
                .bucket
                .put(&object_key, "a picture".into(), "image/png")
                .await
                .expect("bytes");
            let picture = FinishedPicture::new(object_key, 9, world.store().clock().now());
            world.store().complete(&lease, picture).await.expect("an end");
        };
        runtime.spawn(meanwhile).await.expect("the other ends");
    }))
}
