//! The scenarios of the fault matrix: the tools, the loop's attempt, the sweep, the dead letters; and the AWS calls of
//! each.

use serde_json::{Value, json};

use crate::faults::is_s3;

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

const LIMIT: &str = "UpdateItem";
const CHARGE: &str = "TransactWriteItems";
const SEND: &str = "SendMessageBatch";
/// A copy has the same path as other writes, so the proxy cannot distinguish it.
const COPY: &str = "PutObject";
const LEASE: &[&str] = &["GetItem", "UpdateItem"];
const DUE: &str = "Query";
const PEEK: &str = "ReceiveMessage";

/// All scenarios with their calls. A call that is not listed here fails the test.
pub(crate) const ALL: &[(Scenario, Calls)] = &[
    (Scenario::Generate, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (Scenario::GenerateOnce, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (
        Scenario::GenerateAtTheLimit,
        &[&["BatchGetItem", LIMIT], &["Query"], &[CHARGE], &[SEND]],
    ),
    (Scenario::Vary, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (
        Scenario::VaryLatest,
        &[&["Query", LIMIT], &["BatchGetItem"], &[CHARGE], &[SEND]],
    ),
    (
        Scenario::VaryThumbnail,
        &[&["BatchGetItem", "Query", LIMIT], &[CHARGE], &[SEND]],
    ),
    (
        Scenario::GenerateWithThumbnail,
        &[&["BatchGetItem", "Query", LIMIT], &[CHARGE], &[SEND]],
    ),
    (Scenario::Status, &[&["Query", LIMIT]]),
    (Scenario::List, &[&["Query", LIMIT]]),
    (Scenario::Cancel, &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]]),
    (Scenario::Trigger, &[&["GetItem", LIMIT], &["UpdateItem"], &[SEND]]),
    (Scenario::TriggerOldest, &[&["Query", LIMIT], &["UpdateItem"], &[SEND]]),
    (
        Scenario::DeleteGeneration,
        &[
            &["Query", LIMIT],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (Scenario::Credits, &[&["GetItem", LIMIT]]),
    // The second update records the use of the key.
    (
        Scenario::ColdCredits,
        &[&["GetItem"], &["GetItem"], &["GetItem", LIMIT, "UpdateItem"]],
    ),
    (Scenario::CreditsWhileWaiting, &[&["GetItem", LIMIT], &["Query"]]),
    (Scenario::History, &[&["Query", LIMIT]]),
    (Scenario::Discovery, &[&[LIMIT]]),
    (
        Scenario::UploadImage,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        Scenario::UploadImageOnce,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        Scenario::UploadImageBeaten,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE], &["DeleteObject"]],
    ),
    (Scenario::CreateUpload, &[&[LIMIT], &["UpdateItem"]]),
    (
        Scenario::UploadImageFromUpload,
        &[
            &["BatchGetItem", LIMIT],
            &["BatchGetItem", "GetObject"],
            &["PutObject"],
            &[CHARGE],
            &["DeleteObject"],
        ],
    ),
    (
        Scenario::CreateInspirationFromUpload,
        &[
            &["BatchGetItem", LIMIT],
            &["BatchGetItem", "GetObject"],
            &["PutObject"],
            &[CHARGE],
            &["DeleteObject"],
        ],
    ),
    (
        Scenario::CreatePersonFromUploads,
        &[
            &["BatchGetItem", LIMIT],
            &["BatchGetItem", "GetObject", "GetObject"],
            &["PutObject", "PutObject"],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (Scenario::ListImages, &[&["Query", LIMIT]]),
    (Scenario::SearchImages, &[&["Query", LIMIT]]),
    (Scenario::GetImage, &[&["GetItem", LIMIT]]),
    (
        Scenario::DeleteImage,
        &[&["GetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
    ),
    (
        Scenario::CreateInspiration,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        Scenario::CreateInspirationPublic,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        Scenario::CreateInspirationFromImage,
        &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &[CHARGE]],
    ),
    (
        Scenario::CreateInspirationFromThumbnail,
        &[
            &["BatchGetItem", "Query", LIMIT],
            &["GetObject"],
            &["PutObject"],
            &[CHARGE],
        ],
    ),
    (
        Scenario::CreateInspirationFromLost,
        &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &["DeleteObject"]],
    ),
    (Scenario::ListInspirations, &[&["Query", LIMIT]]),
    (Scenario::GetInspiration, &[&["BatchGetItem", LIMIT]]),
    (
        Scenario::DeleteInspiration,
        &[&["BatchGetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
    ),
    (Scenario::CreatePerson, &[&[LIMIT], &["TransactWriteItems"]]),
    (
        Scenario::CreatePersonOnce,
        &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]],
    ),
    (
        Scenario::CreatePersonWithPhotos,
        &[
            &["BatchGetItem", LIMIT],
            &["PutObject", "PutObject"],
            &["TransactWriteItems"],
        ],
    ),
    (
        Scenario::CreatePersonFromImages,
        &[&["BatchGetItem", LIMIT], &[COPY, COPY], &["TransactWriteItems"]],
    ),
    (
        Scenario::CreatePersonFromLost,
        &[
            &["BatchGetItem", LIMIT],
            &[COPY, COPY],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (Scenario::ListPersons, &[&["Query", LIMIT]]),
    (Scenario::GetPerson, &[&["GetItem", LIMIT]]),
    (
        Scenario::DeletePerson,
        &[
            &["GetItem", LIMIT],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (
        Scenario::Attempt,
        &[LEASE, &["PutObject", "PutObject"], &["UpdateItem"]],
    ),
    (
        Scenario::AttemptWithReferences,
        &[
            LEASE,
            &["GetObject", "GetObject"],
            &["PutObject", "PutObject"],
            &["UpdateItem"],
        ],
    ),
    (
        Scenario::ReferenceMissing,
        &[LEASE, &["GetObject"], &["GetItem"], &["TransactWriteItems"]],
    ),
    (
        Scenario::Transient,
        &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]],
    ),
    (Scenario::Permanent, &[LEASE, &["GetItem"], &["TransactWriteItems"]]),
    (Scenario::Panic, &[LEASE, &["UpdateItem"], &["ChangeMessageVisibility"]]),
    (
        Scenario::TakeOver,
        &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject", "DeleteObject"],
        ],
    ),
    (
        Scenario::Overtaken,
        &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (Scenario::LateDuplicate, &[LEASE]),
    (
        Scenario::Spent,
        &[LEASE, &["GetItem"], &["GetItem"], &["TransactWriteItems"]],
    ),
    (Scenario::FailOver, &[LEASE, &["UpdateItem"], &[SEND]]),
    (Scenario::FailOverAfterAttempts, &[LEASE, &["UpdateItem"], &[SEND]]),
    (
        Scenario::AttemptOfFallback,
        &[
            LEASE,
            &["PutObject", "PutObject"],
            &["UpdateItem"],
            &["DeleteObject", "DeleteObject", "DeleteObject"],
        ],
    ),
    (
        Scenario::SweepResend,
        &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]],
    ),
    (
        Scenario::SweepLapsed,
        &[&[DUE, DUE, DUE, DUE, PEEK, SEND, "UpdateItem"]],
    ),
    (
        Scenario::SweepSpent,
        &[&["GetItem", "GetItem", DUE, DUE, DUE, DUE, PEEK, "TransactWriteItems"]],
    ),
    (
        Scenario::DeadLetter,
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
        Scenario::DeadLetterOfTheEnded,
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
        Scenario::DeadLetterWithAttemptsLeft,
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
        Scenario::DeadLetterOfTheReplaced,
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
        Scenario::DeadLetterUnreadable,
        &[
            &[DUE],
            &[DUE],
            &[DUE],
            &[DUE],
            &[PEEK],
            &[PEEK],
            &["ChangeMessageVisibility"],
        ],
    ),
];

/// The other scenario that makes exactly the same call, so that the call fails only there: the first lease of a
/// thumbnail, storing and completing a picture, the reads of a sweep before it finds anything, the count of a request
/// before the same kind of work, and all calls before a scenario's own subject.
pub(crate) fn also_tested_in(what: Scenario, operation: &str, occurrence: usize) -> Option<Scenario> {
    use Scenario as W;
    let is_lease = matches!(operation, "GetItem" | "UpdateItem") && occurrence == 0;
    let where_else = |holds: bool, other: Scenario| holds.then_some(other);
    match what {
        W::GenerateAtTheLimit => where_else(operation == LIMIT || operation == SEND, W::Generate),
        W::VaryThumbnail | W::GenerateWithThumbnail => where_else(operation == LIMIT || operation == SEND, W::Vary),
        W::CreditsWhileWaiting => where_else(operation != "Query", W::Credits),
        W::AttemptWithReferences => where_else(operation != "GetObject", W::Attempt),
        W::ReferenceMissing | W::Transient | W::Permanent | W::Panic | W::Overtaken => where_else(is_lease, W::Attempt),
        W::AttemptOfFallback => where_else(is_s3(operation), W::TakeOver),
        W::SweepLapsed | W::SweepSpent => where_else(operation == DUE || operation == PEEK, W::SweepResend),
        W::DeadLetter
        | W::DeadLetterOfTheEnded
        | W::DeadLetterWithAttemptsLeft
        | W::DeadLetterOfTheReplaced
        | W::DeadLetterUnreadable => where_else(operation == DUE, W::SweepResend),
        W::SearchImages | W::GetImage | W::ListInspirations | W::GetInspiration | W::ListPersons | W::GetPerson => {
            where_else(operation == LIMIT, W::ListImages)
        }
        W::CreateInspiration
        | W::CreateInspirationPublic
        | W::CreateInspirationFromImage
        | W::CreateInspirationFromThumbnail
        | W::UploadImageFromUpload
        | W::CreateInspirationFromUpload => where_else(operation == LIMIT, W::UploadImage),
        W::CreatePersonOnce | W::CreatePersonWithPhotos | W::CreatePersonFromImages | W::CreatePersonFromUploads => {
            where_else(operation == LIMIT, W::CreatePerson)
        }
        W::DeleteInspiration | W::DeletePerson | W::DeleteGeneration => where_else(operation == LIMIT, W::DeleteImage),
        W::UploadImageBeaten => where_else(
            !matches!(operation, "TransactWriteItems" | "DeleteObject"),
            W::UploadImageOnce,
        ),
        W::CreateInspirationFromLost => where_else(operation != "DeleteObject", W::CreateInspirationFromImage),
        W::CreatePersonFromLost => where_else(operation != "DeleteObject", W::CreatePersonFromImages),
        _ => None,
    }
}

impl Scenario {
    /// Whether it calls a tool or an operation, and is not an event of the loop.
    pub(crate) const fn is_tool(self) -> bool {
        !matches!(
            self,
            Self::Attempt
                | Self::AttemptWithReferences
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

/// The part of an event's response that does not depend on ids.
pub(crate) fn summary(answer: &Value) -> Value {
    match answer["batchItemFailures"].as_array() {
        Some(kept) => json!(kept.len()),
        None => answer.clone(),
    }
}
