//! What is made to fail: the tools, the loop's attempt, the sweep, the dead letters; and which calls each of them makes.

use std::{sync::Arc, time::Duration};

use contract::GenerationId;
use queue::Message;
use serde_json::{Value, json};
use store::{LeaseOutcome, Picture};
use tests::Organization;

use crate::world::{Action, Turn, World, tick};

/// Something that is done once, after its own preparations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Generate,
    GenerateOnce,
    Vary,
    VaryLatest,
    Status,
    List,
    Cancel,
    Trigger,
    TriggerOldest,
    Credits,
    ColdCredits,
    History,
    Discovery,
    Attempt,
    AttemptWithReferences,
    ReferenceMissing,
    Transient,
    Permanent,
    Panic,
    TakeOver,
    Overtaken,
    LateDuplicate,
    Spent,
    SweepResend,
    SweepLapsed,
    SweepSpent,
    DeadLetter,
    DeadLetterOfTheEnded,
    DeadLetterTooEarly,
}

/// The calls, in the order in which they wait for one another; those of one group run side by side.
pub(crate) type Calls = &'static [&'static [&'static str]];

const LIMIT: &str = "UpdateItem";
const CHARGE: &str = "TransactWriteItems";
const SEND: &str = "SendMessageBatch";
const LEASE: &[&str] = &["GetItem", "UpdateItem"];
const DUE: &str = "Query";
const PEEK: &str = "ReceiveMessage";

/// Everything that is made to fail. A call that is not written down here fails the test, and so needs a case.
pub(crate) const ALL: &[(What, Calls)] = &[
    (What::Generate, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (What::GenerateOnce, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (What::Vary, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (
        What::VaryLatest,
        &[&["Query", LIMIT], &["BatchGetItem"], &[CHARGE], &[SEND]],
    ),
    (What::Status, &[&["Query", LIMIT]]),
    (What::List, &[&["Query", LIMIT]]),
    (What::Cancel, &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]]),
    (What::Trigger, &[&["GetItem", LIMIT], &["UpdateItem"], &[SEND]]),
    (What::TriggerOldest, &[&["Query", LIMIT], &["UpdateItem"], &[SEND]]),
    (What::Credits, &[&["GetItem", LIMIT]]),
    (What::ColdCredits, &[&["GetItem"], &["GetItem"], &["GetItem", LIMIT]]),
    (What::History, &[&["Query", LIMIT]]),
    (What::Discovery, &[&[LIMIT]]),
    (What::Attempt, &[LEASE, &["PutObject"], &["UpdateItem"]]),
    (
        What::AttemptWithReferences,
        &[LEASE, &["GetObject", "GetObject"], &["PutObject"], &["UpdateItem"]],
    ),
    (
        What::ReferenceMissing,
        &[LEASE, &["GetObject"], &["GetItem"], &["TransactWriteItems"]],
    ),
    (What::Transient, &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]]),
    (What::Permanent, &[LEASE, &["GetItem"], &["TransactWriteItems"]]),
    (What::Panic, &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]]),
    (
        What::TakeOver,
        &[LEASE, &["PutObject"], &["UpdateItem"], &["DeleteObject"]],
    ),
    (
        What::Overtaken,
        &[LEASE, &["PutObject"], &["UpdateItem"], &["DeleteObject"]],
    ),
    (What::LateDuplicate, &[LEASE]),
    (
        What::Spent,
        &[LEASE, &["GetItem"], &["GetItem"], &["TransactWriteItems"]],
    ),
    (What::SweepResend, &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]]),
    (What::SweepLapsed, &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]]),
    (
        What::SweepSpent,
        &[&["GetItem", "GetItem", DUE, DUE, DUE, DUE, PEEK, "TransactWriteItems"]],
    ),
    (
        What::DeadLetter,
        &[
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
    ),
    (
        What::DeadLetterOfTheEnded,
        &[
            &[DUE],
            &[DUE],
            &[DUE],
            &[DUE],
            &[PEEK],
            &["GetItem"],
            &["DeleteMessage"],
            &[PEEK],
        ],
    ),
    (
        What::DeadLetterTooEarly,
        &[
            &[DUE],
            &[DUE],
            &[DUE],
            &[DUE],
            &[PEEK],
            &["GetItem"],
            &[PEEK],
            &["ChangeMessageVisibility"],
        ],
    ),
];

/// Where a call does in another scenario exactly what it does in this one, so that it is made to fail only there: the
/// lease of a thumbnail that nobody has begun, and what a sweep reads before it finds anything.
pub(crate) fn also_in(what: What, operation: &str, occurrence: usize) -> Option<What> {
    use What as W;
    let is_lease = matches!(operation, "GetItem" | "UpdateItem") && occurrence == 0;
    match what {
        W::AttemptWithReferences | W::ReferenceMissing | W::Transient | W::Permanent | W::Panic | W::Overtaken => {
            is_lease.then_some(W::Attempt)
        }
        W::SweepLapsed | W::SweepSpent => (operation == DUE || operation == PEEK).then_some(W::SweepResend),
        W::DeadLetter | W::DeadLetterOfTheEnded | W::DeadLetterTooEarly => (operation == DUE).then_some(W::SweepResend),
        _ => None,
    }
}

/// All that is needed to do it.
pub(crate) struct Prepared {
    pub(crate) organization: Organization,
    pub(crate) action: Action,
    pub(crate) turn: Turn,
    /// Whether the one that does it knows the key already.
    pub(crate) warm: bool,
}

impl What {
    pub(crate) const fn is_tool(self) -> bool {
        matches!(
            self,
            Self::Generate
                | Self::GenerateOnce
                | Self::Vary
                | Self::VaryLatest
                | Self::Status
                | Self::List
                | Self::Cancel
                | Self::Trigger
                | Self::TriggerOldest
                | Self::Credits
                | Self::ColdCredits
                | Self::History
                | Self::Discovery
        )
    }

    pub(crate) async fn prepare(self, world: &Arc<World>) -> Prepared {
        let organization = world.organization().await;
        let (id, key) = (organization.id, organization.key.clone());
        let tool = |tool, body| Action::Tool {
            tool,
            body,
            once: None,
            key: key.clone(),
        };
        let named = |generation: GenerationId| json!({ "generationId": generation });
        let mut turn = Turn::Picture;
        let action = match self {
            Self::GenerateOnce => Action::Tool {
                tool: "generate_thumbnail",
                body: json!({ "prompt": "A lighthouse", "count": 2 }),
                once: Some("once"),
                key: key.clone(),
            },
            Self::Generate => {
                let images = [
                    world.image(id, true).await.to_string(),
                    world.image(id, true).await.to_string(),
                ];
                tool(
                    "generate_thumbnail",
                    json!({ "imageIds": images, "prompt": "A lighthouse" }),
                )
            }
            Self::Vary => {
                let source = world.begin(&key, 1, &[]).await;
                tool(
                    "generate_variation",
                    json!({ "promptId": source.to_string().replace("gen_", "prm_") }),
                )
            }
            Self::VaryLatest => {
                let image = world.image(id, true).await;
                world.begin(&key, 1, &[image]).await;
                tool("generate_variation", json!({ "newPrompt": "A lighthouse at night" }))
            }
            Self::Status => tool("get_generation_status", named(world.begin(&key, 2, &[]).await)),
            Self::List => {
                world.begin(&key, 2, &[]).await;
                tool("list_generations", json!({}))
            }
            Self::Cancel => tool("cancel_generation", named(world.begin(&key, 2, &[]).await)),
            Self::Trigger => tool("trigger_generation", named(world.begin(&key, 2, &[]).await)),
            Self::TriggerOldest => {
                world.begin(&key, 2, &[]).await;
                tool("trigger_generation", json!({}))
            }
            Self::Credits | Self::ColdCredits => tool("get_credits", json!({})),
            Self::History => tool("get_credit_history", json!({})),
            Self::Discovery => Action::Discovery { key: key.clone() },
            Self::AttemptWithReferences => {
                let images = [world.image(id, true).await, world.image(id, true).await];
                let generation = world.begin(&key, 2, &images).await;
                self.first(world, generation).await
            }
            Self::ReferenceMissing => {
                let image = world.image(id, false).await;
                let generation = world.begin(&key, 2, &[image]).await;
                self.first(world, generation).await
            }
            Self::Attempt
            | Self::Transient
            | Self::Permanent
            | Self::Panic
            | Self::TakeOver
            | Self::Overtaken
            | Self::LateDuplicate
            | Self::Spent => {
                let generation = world.begin(&key, 2, &[]).await;
                let action = self.first(world, generation).await;
                match self {
                    Self::Transient => turn = Turn::Transient,
                    Self::Permanent => turn = Turn::Permanent,
                    Self::Panic => turn = Turn::Panic,
                    Self::TakeOver => world.desert(id, generation, 1).await,
                    Self::Spent => world.desert(id, generation, 3).await,
                    Self::Overtaken => turn = overtake(world, id, generation),
                    Self::LateDuplicate => {
                        world.sound.act(action.clone()).await;
                    }
                    _ => {}
                }
                action
            }
            Self::SweepResend | Self::SweepLapsed | Self::SweepSpent => {
                let generation = world.begin(&key, 1, &[]).await;
                for letter in world.take(generation).await {
                    world.delete(&letter).await;
                }
                match self {
                    Self::SweepLapsed => world.desert(id, generation, 1).await,
                    Self::SweepSpent => world.desert(id, generation, 3).await,
                    _ => {}
                }
                world.service.clock().advance(Duration::from_secs(60));
                Action::Event(tick())
            }
            Self::DeadLetter | Self::DeadLetterOfTheEnded | Self::DeadLetterTooEarly => {
                let generation = world.begin(&key, 1, &[]).await;
                let letter = world.take(generation).await.remove(0);
                match self {
                    Self::DeadLetterOfTheEnded => {
                        world.sound.act(Action::Event(letter.event())).await;
                    }
                    Self::DeadLetterTooEarly => {
                        let until = world.store().clock().now().plus(Duration::from_secs(60));
                        let leased = world.store().lease(id, generation, 0, until).await.expect("a lease");
                        assert!(matches!(leased, LeaseOutcome::Leased(_)));
                    }
                    _ => {}
                }
                world.delete(&letter).await;
                let message = Message::parse(&letter.body).expect("a message");
                world
                    .service
                    .resources()
                    .dead_letters
                    .send(&[message])
                    .await
                    .expect("a dead letter");
                Action::Event(tick())
            }
        };
        Prepared {
            organization,
            action,
            turn,
            warm: self.is_tool() && self != Self::ColdCredits,
        }
    }

    /// The message for the first thumbnail, as the queue delivers it.
    async fn first(self, world: &World, generation: GenerationId) -> Action {
        Action::Event(world.take(generation).await.remove(0).event())
    }
}

/// While the painter is at work its lease lapses, and another takes the thumbnail and completes it.
fn overtake(world: &Arc<World>, organization: contract::OrganizationId, generation: GenerationId) -> Turn {
    let (world, runtime) = (Arc::clone(world), tokio::runtime::Handle::current());
    Turn::Meanwhile(Box::pin(async move {
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
            let picture = Picture {
                object_key,
                size_bytes: 9,
                completed_at: world.store().clock().now(),
            };
            world.store().complete(&lease, picture).await.expect("an end");
        };
        runtime.spawn(meanwhile).await.expect("the other ends");
    }))
}

/// What of an event's answer does not depend on ids.
pub(crate) fn summary(answer: &Value) -> Value {
    match answer["batchItemFailures"].as_array() {
        Some(kept) => json!(kept.len()),
        None => answer.clone(),
    }
}
