//! The sweep, and dead letters.

use std::time::Duration;

use queue::Message;

use crate::{
    instance::{Action, tick},
    models::{COMPOSER, DEAD},
    scenario::{Calls, DUE, Entry, PEEK, SEND, Scenario, Stage, is_due},
};

/// A dead letter whose thumbnail needs no refund is only deleted.
const DELETED: Calls = &[
    &[DUE],
    &[DUE],
    &[DUE],
    &[DUE],
    &[PEEK],
    &["GetItem"],
    &["DeleteMessage"],
    &[PEEK],
];

/// The scenarios with their calls.
pub(crate) const ENTRIES: &[Entry] = &[
    Entry {
        scenario: Scenario::SweepResend,
        calls: &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]],
        elsewhere: None,
    },
    Entry {
        scenario: Scenario::SweepLapsed,
        calls: &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]],
        elsewhere: Some((|operation, _| matches!(operation, DUE | PEEK), Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::SweepSpent,
        calls: &[&["GetItem", "GetItem", DUE, DUE, DUE, DUE, PEEK, "TransactWriteItems"]],
        elsewhere: Some((|operation, _| matches!(operation, DUE | PEEK), Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::DeadLetter,
        calls: &[
            &[DUE],
            &[DUE],
            &[DUE],
            &[DUE],
            &[PEEK],
            &["GetItem"],
            &["GetItem"],
            &["GetItem"],
            &["TransactWriteItems"],
            &["DeleteMessage"],
            &[PEEK],
        ],
        elsewhere: Some((is_due, Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::DeadLetterOfTheEnded,
        calls: DELETED,
        elsewhere: Some((is_due, Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::DeadLetterWithAttemptsLeft,
        calls: DELETED,
        elsewhere: Some((is_due, Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::DeadLetterOfTheReplaced,
        calls: DELETED,
        elsewhere: Some((is_due, Scenario::SweepResend)),
    },
    Entry {
        scenario: Scenario::DeadLetterUnreadable,
        calls: &[
            &[DUE],
            &[DUE],
            &[DUE],
            &[DUE],
            &[PEEK],
            &[PEEK],
            &["ChangeMessageVisibility"],
        ],
        elsewhere: Some((is_due, Scenario::SweepResend)),
    },
];

/// The action of a scenario of this file, and everything before it.
pub(crate) async fn prepared(stage: &Stage<'_>) -> Option<Action> {
    Some(match stage.scenario {
        Scenario::SweepResend | Scenario::SweepLapsed | Scenario::SweepSpent => {
            let generation = stage.world.begin(stage.key(), 1, &[]).await;
            for letter in stage.world.take(generation).await {
                stage.world.delete(&letter).await;
            }
            match stage.scenario {
                Scenario::SweepLapsed => stage.world.abandon(stage.organization.id, generation, 1).await,
                Scenario::SweepSpent => stage.world.abandon(stage.organization.id, generation, 3).await,
                _ => {}
            }
            stage.world.service.clock().advance(Duration::from_secs(60));
            Action::Event(tick())
        }
        Scenario::DeadLetter
        | Scenario::DeadLetterOfTheEnded
        | Scenario::DeadLetterWithAttemptsLeft
        | Scenario::DeadLetterOfTheReplaced => {
            let model = match stage.scenario {
                Scenario::DeadLetterOfTheReplaced => DEAD,
                _ => COMPOSER,
            };
            let generation = stage.world.begin_with(stage.key(), model, 1).await;
            let letter = stage.world.take(generation).await.remove(0);
            match stage.scenario {
                // The generation is not due yet, so the sweep does not find it.
                Scenario::DeadLetter => stage.world.use_up_attempts(stage.organization.id, generation).await,
                Scenario::DeadLetterWithAttemptsLeft => {}
                _ => {
                    stage.world.sound.act(Action::Event(letter.event())).await;
                }
            }
            stage.world.delete(&letter).await;
            let message = Message::parse(&letter.body).expect("a message");
            stage
                .world
                .service
                .resources()
                .dead_letters
                .send(&[message])
                .await
                .expect("a dead letter");
            Action::Event(tick())
        }
        Scenario::DeadLetterUnreadable => {
            let dead_letters = &stage.world.service.resources().dead_letters;
            dead_letters.send_body("unreadable").await.expect("a dead letter");
            Action::Event(tick())
        }
        _ => return None,
    })
}
