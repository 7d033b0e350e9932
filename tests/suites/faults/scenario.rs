//! The scenarios of the fault matrix: the tools, the loop's attempt, the sweep, the dead letters. The folder
//! `scenarios` lists the AWS calls of each scenario, and prepares what the scenario needs.

use std::sync::Arc;

use contract::GenerationId;
use serde_json::{Value, json};
use tests::Organization;

use crate::{
    instance::Action,
    models::ModelAction,
    scenarios::{attempts, balance, generation, images, inspirations, persons, sweeps},
    world::FaultWorld,
};

/// An action that runs once, after its preparation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scenario {
    Generate,
    GenerateOnce,
    GenerateAtTheLimit,
    Vary,
    VaryLatest,
    VaryThumbnail,
    GenerateWithThumbnail,
    Status,
    List,
    Cancel,
    Trigger,
    TriggerOldest,
    DeleteGeneration,
    Credits,
    ColdCredits,
    CreditsWhileWaiting,
    History,
    Discovery,
    UploadImage,
    UploadImageOnce,
    UploadImageBeaten,
    CreateUpload,
    UploadImageFromUpload,
    CreateInspirationFromUpload,
    CreatePersonFromUploads,
    ListImages,
    SearchImages,
    GetImage,
    DeleteImage,
    CreateInspiration,
    CreateInspirationPublic,
    CreateInspirationFromImage,
    CreateInspirationFromThumbnail,
    CreateInspirationFromLost,
    ListInspirations,
    GetInspiration,
    DeleteInspiration,
    CreatePerson,
    CreatePersonOnce,
    CreatePersonWithPhotos,
    CreatePersonFromImages,
    CreatePersonFromLost,
    ListPersons,
    GetPerson,
    DeletePerson,
    Attempt,
    AttemptWithReferences,
    AttemptWithPlate,
    AttemptOnKeptPlate,
    ReferenceMissing,
    Transient,
    Permanent,
    Panic,
    TakeOver,
    Overtaken,
    LateDuplicate,
    Spent,
    FailOver,
    FailOverAfterAttempts,
    AttemptOfFallback,
    SweepResend,
    SweepLapsed,
    SweepSpent,
    DeadLetter,
    DeadLetterOfTheEnded,
    DeadLetterWithAttemptsLeft,
    DeadLetterOfTheReplaced,
    DeadLetterUnreadable,
}

/// The calls in sequence; the calls of one group are concurrent.
pub(crate) type Calls = &'static [&'static [&'static str]];

pub(crate) const LIMIT: &str = "UpdateItem";
pub(crate) const CHARGE: &str = "TransactWriteItems";
pub(crate) const SEND: &str = "SendMessageBatch";
/// A copy has the same path as other writes, so the proxy cannot distinguish it.
pub(crate) const COPY: &str = "PutObject";
pub(crate) const LEASE: &[&str] = &["GetItem", "UpdateItem"];
pub(crate) const DUE: &str = "Query";
pub(crate) const PEEK: &str = "ReceiveMessage";
/// A call that takes a picture from an upload.
pub(crate) const UPLOADED: Calls = &[
    &["BatchGetItem", LIMIT],
    &["BatchGetItem", "GetObject"],
    &["PutObject"],
    &[CHARGE],
    &["DeleteObject"],
];

/// Whether a call is meant, given its operation and its number among the calls of this operation.
pub(crate) type IsCall = fn(&str, usize) -> bool;

/// A scenario with its calls.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) scenario: Scenario,
    /// Its calls. A call that is not listed fails the test.
    pub(crate) calls: Calls,
    /// Calls that another scenario makes in the same way, and that scenario. They are made to fail only there.
    pub(crate) elsewhere: Option<(IsCall, Scenario)>,
}

impl Entry {
    /// Whether the call fails in another scenario.
    pub(crate) fn is_elsewhere(&self, operation: &str, occurrence: usize) -> bool {
        self.elsewhere
            .is_some_and(|(is_call, _)| is_call(operation, occurrence))
    }
}

/// The count of a request.
pub(crate) fn is_limit(operation: &str, _: usize) -> bool {
    operation == LIMIT
}

pub(crate) fn is_limit_or_send(operation: &str, _: usize) -> bool {
    matches!(operation, LIMIT | SEND)
}

/// The first lease of a thumbnail.
pub(crate) fn is_lease(operation: &str, occurrence: usize) -> bool {
    matches!(operation, "GetItem" | "UpdateItem") && occurrence == 0
}

/// A read of a sweep before it finds anything.
pub(crate) fn is_due(operation: &str, _: usize) -> bool {
    operation == DUE
}

/// All scenarios.
pub(crate) fn entries() -> impl Iterator<Item = Entry> {
    let groups = [
        generation::ENTRIES,
        balance::ENTRIES,
        images::ENTRIES,
        inspirations::ENTRIES,
        persons::ENTRIES,
        attempts::ENTRIES,
        sweeps::ENTRIES,
    ];
    groups.into_iter().flatten().copied()
}

/// The prepared action and everything that it needs.
pub(crate) struct Prepared {
    pub(crate) organization: Organization,
    pub(crate) action: Action,
    pub(crate) turn: ModelAction,
    /// Whether the instance has the key in its cache.
    pub(crate) warm: bool,
}

/// The state before a scenario.
pub(crate) struct Stage<'a> {
    pub(crate) scenario: Scenario,
    pub(crate) world: &'a Arc<FaultWorld>,
    pub(crate) organization: &'a Organization,
}

impl<'a> Stage<'a> {
    /// The action, and everything before it.
    async fn prepared(&self, turn: &mut ModelAction) -> Option<Action> {
        if let Some(action) = generation::prepared(self).await {
            return Some(action);
        }
        if let Some(action) = balance::prepared(self).await {
            return Some(action);
        }
        if let Some(action) = images::prepared(self, turn).await {
            return Some(action);
        }
        if let Some(action) = inspirations::prepared(self).await {
            return Some(action);
        }
        if let Some(action) = persons::prepared(self).await {
            return Some(action);
        }
        if let Some(action) = attempts::prepared(self, turn).await {
            return Some(action);
        }
        sweeps::prepared(self).await
    }

    pub(crate) fn key(&self) -> &'a str {
        &self.organization.key
    }

    /// A call of a tool.
    pub(crate) fn tool(&self, tool: &'static str, body: Value) -> Action {
        self.call(tool, body, None)
    }

    /// A call of a tool with an idempotency key.
    pub(crate) fn once(&self, tool: &'static str, body: Value) -> Action {
        self.call(tool, body, Some("once"))
    }

    fn call(&self, tool: &'static str, body: Value, once: Option<&'static str>) -> Action {
        Action::Tool {
            tool,
            body,
            once,
            key: self.organization.key.clone(),
        }
    }

    /// The message for the first thumbnail, as the queue delivers it.
    pub(crate) async fn first(&self, generation: GenerationId) -> Action {
        first(self.world, generation).await
    }

    /// A generation with one completed thumbnail.
    pub(crate) async fn completed(&self) -> GenerationId {
        completed(self.world, self.key()).await
    }

    /// The id of a completed thumbnail.
    pub(crate) async fn thumbnail(&self) -> Value {
        let named = json!({ "generationId": self.completed().await });
        let shown = self.world.call(self.key(), "get_generation_status", named).await;
        shown["thumbnails"][0]["thumbnailId"].clone()
    }
}

impl Scenario {
    pub(crate) async fn prepare(self, world: &Arc<FaultWorld>) -> Prepared {
        let organization = world.organization().await;
        let mut turn = ModelAction::Picture;
        let stage = Stage {
            scenario: self,
            world,
            organization: &organization,
        };
        let action = stage.prepared(&mut turn).await;
        Prepared {
            action: action.unwrap_or_else(|| panic!("{self:?} is not prepared")),
            organization,
            turn,
            warm: self.is_tool() && self != Self::ColdCredits,
        }
    }

    /// Whether it calls a tool or an operation, and is not an event of the loop.
    pub(crate) const fn is_tool(self) -> bool {
        !matches!(
            self,
            Self::Attempt
                | Self::AttemptWithReferences
                | Self::AttemptWithPlate
                | Self::AttemptOnKeptPlate
                | Self::ReferenceMissing
                | Self::Transient
                | Self::Permanent
                | Self::Panic
                | Self::TakeOver
                | Self::Overtaken
                | Self::LateDuplicate
                | Self::Spent
                | Self::FailOver
                | Self::FailOverAfterAttempts
                | Self::AttemptOfFallback
                | Self::SweepResend
                | Self::SweepLapsed
                | Self::SweepSpent
                | Self::DeadLetter
                | Self::DeadLetterOfTheEnded
                | Self::DeadLetterWithAttemptsLeft
                | Self::DeadLetterOfTheReplaced
                | Self::DeadLetterUnreadable
        )
    }

    /// Whether it calls an operation, which MCP does not have.
    pub(crate) const fn is_operation(self) -> bool {
        matches!(self, Self::DeleteGeneration | Self::CreateUpload)
    }

    /// The status of a tool's response without faults.
    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::CreateInspirationFromLost | Self::CreatePersonFromLost => 404,
            _ => 200,
        }
    }
}

/// A generation with one completed thumbnail.
pub(crate) async fn completed(world: &FaultWorld, key: &str) -> GenerationId {
    let generation = world.begin(key, 1, &[]).await;
    let drawn = first(world, generation).await;
    world.sound.act(drawn).await;
    generation
}

/// The message for the first thumbnail, as the queue delivers it.
async fn first(world: &FaultWorld, generation: GenerationId) -> Action {
    Action::Event(world.take(generation).await.remove(0).event())
}

/// The part of an event's response that does not depend on ids.
pub(crate) fn summary(answer: &Value) -> Value {
    match answer["batchItemFailures"].as_array() {
        Some(kept) => json!(kept.len()),
        None => answer.clone(),
    }
}
