//! The queue refuses all or some messages, which are sent as soon as it accepts them again. Or the index `due` cannot
//! be read.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use contract::{GenerationId, Plan};
use queue::Message;
use serde_json::{Value, json};
use store::{DueGeneration, Progress, Thumbnail, keys};
use tests::{Fault, Organization, Proxy};

use crate::{
    faults::ALWAYS,
    instance::{Action, Instance, Reply, tick},
    lost_answers::lease,
    models::COMPOSER,
    world::{FaultWorld, ReceivedMessage, run},
};

const MINUTE: Duration = Duration::from_secs(60);
const QUERY: &str = "Query";
const SEND: &str = "SendMessageBatch";

/// A generation whose messages were lost, and functions whose AWS calls may fail.
struct Lost {
    world: FaultWorld,
    organization: Organization,
    generation: GenerationId,
    proxy: Proxy,
    instance: Instance,
}

impl Lost {
    /// With this many thumbnails.
    async fn start(count: u32) -> Self {
        let world = FaultWorld::start().await;
        let organization = world.service.organization(Plan::Enterprise, count).await;
        let generation = world.begin(&organization.key, count, &[]).await;
        for letter in world.take(generation).await {
            world.delete(&letter).await;
        }
        let proxy = Proxy::start(world.service.aws_url()).await;
        let instance = Instance::new(&world.service, &proxy.url(), Arc::default());
        Self {
            world,
            organization,
            generation,
            proxy,
            instance,
        }
    }

    /// How many messages a sweep one minute later sends.
    async fn sweep(&self) -> Value {
        self.world.service.clock().advance(MINUTE);
        let Reply::Event(Ok(swept)) = self.instance.act(Action::Event(tick())).await else {
            panic!("the sweep fails");
        };
        swept["resent"].clone()
    }

    /// The output of a trigger.
    async fn trigger(&self) -> Value {
        let action = Action::Tool {
            tool: "trigger_generation",
            body: json!({ "generationId": self.generation }),
            once: None,
            key: self.organization.key.clone(),
        };
        let Reply::Http(200, mut body) = self.instance.act(action).await else {
            panic!("the trigger fails");
        };
        body["data"].take()
    }

    async fn progress(&self) -> Progress {
        let (_, progress) = self.world.generations(self.organization.id).await.remove(0);
        progress
    }

    /// The number of messages in the queue.
    async fn queued(&self) -> usize {
        let letters = self.world.take(self.generation).await;
        for letter in &letters {
            self.world.delete(letter).await;
        }
        letters.len()
    }

    async fn end(self) {
        self.proxy.heal();
        self.world.settle(self.organization.id).await;
    }
}

#[test]
fn a_sweep_sends_messages_that_the_queue_refused_in_the_previous_sweep() {
    run(async {
        let lost = Lost::start(4).await;
        lost.proxy.fail_operation(SEND, 0, Fault::ServerError, ALWAYS);
        for _ in 0..6 {
            lost.proxy.forget();
            assert_eq!(lost.sweep().await, 0);
            assert!(lost.proxy.operations().iter().any(|operation| operation == SEND));
        }
        lost.proxy.heal();
        assert_eq!(lost.sweep().await, 4);
        assert_eq!(lost.queued().await, 4);
        // The time of the first resend counts, so the messages keep it.
        for _ in 0..4 {
            assert_eq!(lost.sweep().await, 0, "a backlog must not grow");
        }
        assert_eq!(lost.sweep().await, 4);
        lost.end().await;
    });
}

#[test]
fn a_sweep_sends_messages_that_the_queue_refused_in_a_batch() {
    run(async {
        let lost = Lost::start(4).await;
        lost.proxy.fail_operation(SEND, 0, Fault::Partly, 1);
        assert_eq!(lost.sweep().await, 3);
        assert_eq!(lost.queued().await, 3);
        assert_eq!(lost.sweep().await, 1);
        assert_eq!(lost.queued().await, 1);
        assert_eq!(lost.sweep().await, 0);
        lost.end().await;
    });
}

#[test]
fn a_resend_that_could_not_be_undone_is_sent_later() {
    run(async {
        let lost = Lost::start(2).await;
        // The first update records the resend, the second would undo the record.
        let mut updates = 0;
        lost.proxy.decide(move |operation| match operation {
            SEND => Some(Fault::ServerError),
            "UpdateItem" => {
                updates += 1;
                (updates > 1).then_some(Fault::ServerError)
            }
            _ => None,
        });
        assert_eq!(lost.sweep().await, 0);
        lost.proxy.heal();
        for _ in 0..4 {
            assert_eq!(lost.sweep().await, 0);
        }
        assert_eq!(lost.sweep().await, 2);
        lost.end().await;
    });
}

#[test]
fn a_trigger_counts_the_messages_that_the_queue_accepted() {
    run(async {
        let lost = Lost::start(3).await;
        lost.proxy.fail_operation(SEND, 0, Fault::ServerError, ALWAYS);
        let before = lost.progress().await.thumbnails;
        for _ in 0..3 {
            let answer = lost.trigger().await;
            assert_eq!(answer["triggered"], 0);
            assert!(answer["message"].as_str().unwrap().contains("queued"), "{answer}");
        }
        assert_eq!(
            lost.progress().await.thumbnails,
            before,
            "the thumbnails are due as before"
        );
        lost.proxy.fail_operation(SEND, 0, Fault::Partly, 1);
        assert_eq!(lost.trigger().await["triggered"], 2);
        assert_eq!(lost.queued().await, 2);
        assert_eq!(lost.sweep().await, 1);
        assert_eq!(lost.queued().await, 1);
        lost.end().await;
    });
}

#[test]
fn a_resend_is_undone_once_and_only_for_unleased_thumbnails() {
    run(async {
        let lost = Lost::start(2).await;
        let store = lost.instance.store();
        let due = |thumbnail: &Thumbnail| (thumbnail.due_at, thumbnail.resent);
        for times in [1, 2] {
            let seen = lost.progress().await;
            let before: Vec<_> = seen.thumbnails.iter().map(due).collect();
            let seen = DueGeneration::from(seen);
            lost.proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            let noted = store
                .note_resend(&seen, &[0, 1])
                .await
                .unwrap()
                .expect("the resend is recorded");
            lost.proxy.fail_operation("UpdateItem", 0, Fault::CommitThenCut, times);
            store.take_back_resend(&seen, noted, &[0, 1]).await.unwrap();
            let after: Vec<_> = lost.progress().await.thumbnails.iter().map(due).collect();
            assert_eq!(after, before);
        }
        lost.proxy.heal();
        let seen = lost.progress().await;
        let waiting = due(&seen.thumbnails[1]);
        let seen = DueGeneration::from(seen);
        let noted = store
            .note_resend(&seen, &[0, 1])
            .await
            .unwrap()
            .expect("the resend is recorded");
        lease(store, &lost.organization, lost.generation).await;
        let leased = lost.progress().await.thumbnails.remove(0);
        store.take_back_resend(&seen, noted, &[0, 1]).await.unwrap();
        let now = lost.progress().await.thumbnails;
        assert_eq!((&now[0], due(&now[1])), (&leased, waiting));
        lost.end().await;
    });
}

/// Generations in each shard whose messages were lost, and an irrelevant dead letter.
struct Shards {
    lost: Lost,
}

impl Shards {
    async fn start() -> Self {
        let lost = Lost::start(1).await;
        let mut missing: Vec<String> = (0..keys::DUE_SHARDS).map(keys::due_shard_name).collect();
        missing.retain(|shard| *shard != keys::due_shard(lost.generation));
        while !missing.is_empty() {
            // A separate organization pays for it.
            let other = lost.world.service.organization(Plan::Enterprise, 1).await;
            let generation = lost.world.begin(&other.key, 1, &[]).await;
            missing.retain(|shard| *shard != keys::due_shard(generation));
            for letter in lost.world.take(generation).await {
                lost.world.delete(&letter).await;
            }
        }
        let letter = Message::new(lost.organization.id, lost.generation, 8, COMPOSER.to_owned());
        let dead_letters = &lost.world.service.resources().dead_letters;
        dead_letters.send(&[letter]).await.expect("a dead letter");
        lost.world.service.clock().advance(MINUTE);
        Self { lost }
    }

    /// How many shards have a generation with a new message, and the number of dead letters.
    async fn messages(&self) -> (usize, usize) {
        let world = &self.lost.world;
        let shard = |letter: &ReceivedMessage| keys::due_shard(Message::parse(&letter.body).unwrap().generation);
        let sent: BTreeSet<String> = world.receive().await.iter().map(shard).collect();
        let dead_letters = world.service.resources().dead_letters.peek(Duration::ZERO).await;
        (sent.len(), dead_letters.expect("dead letters").len())
    }
}

/// Three failures are as many as the SDK tries: they affect one shard that is queried first, or several shards once
/// each.
#[test]
fn an_unreadable_shard_stops_neither_other_shards_nor_dead_letters() {
    run(async {
        let shards = Shards::start().await;
        let lost = &shards.lost;
        lost.proxy.fail_operation(QUERY, 0, Fault::ServerError, 3);
        lost.instance.act(Action::Event(tick())).await;
        let (sent, dead_letters) = shards.messages().await;
        assert!(
            sent >= usize::from(keys::DUE_SHARDS) - 1,
            "only {sent} shards were swept"
        );
        assert_eq!(dead_letters, 0);
    });
}

#[test]
fn a_sweep_that_can_read_no_shard_still_settles_dead_letters() {
    run(async {
        let shards = Shards::start().await;
        let lost = &shards.lost;
        lost.proxy.fail_operation(QUERY, 0, Fault::ServerError, ALWAYS);
        let reply = lost.instance.act(Action::Event(tick())).await;
        assert!(matches!(reply, Reply::Event(Err(_))), "{reply:?}");
        assert_eq!(shards.messages().await, (0, 0));
        lost.proxy.heal();
        lost.instance.act(Action::Event(tick())).await;
        assert_eq!(shards.messages().await, (usize::from(keys::DUE_SHARDS), 0));
    });
}
