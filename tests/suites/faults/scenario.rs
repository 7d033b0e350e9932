//! What is made to fail: the tools, the loop's attempt, the sweep, the dead letters; and which calls each of them makes.

use serde_json::{Value, json};

use crate::faults::is_s3;

/// Something that is done once, after its own preparations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Generate,
    GenerateOnce,
    GenerateAtTheLimit,
    Vary,
    VaryLatest,
    Status,
    List,
    Cancel,
    Trigger,
    TriggerOldest,
    Credits,
    ColdCredits,
    CreditsWhileWaiting,
    History,
    Discovery,
    UploadImage,
    UploadImageOnce,
    UploadImageBeaten,
    ListImages,
    SearchImages,
    GetImage,
    DeleteImage,
    CreateInspiration,
    CreateInspirationPublic,
    CreateInspirationFromImage,
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

/// The calls, in the order in which they wait for one another; those of one group run side by side.
pub(crate) type Calls = &'static [&'static [&'static str]];

const LIMIT: &str = "UpdateItem";
const CHARGE: &str = "TransactWriteItems";
const SEND: &str = "SendMessageBatch";
/// The proxy tells a copy from other writes as little as the path does.
const COPY: &str = "PutObject";
const LEASE: &[&str] = &["GetItem", "UpdateItem"];
const DUE: &str = "Query";
const PEEK: &str = "ReceiveMessage";

/// Everything that is made to fail. A call that is not written down here fails the test, and so needs a case.
pub(crate) const ALL: &[(What, Calls)] = &[
    (What::Generate, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (What::GenerateOnce, &[&["BatchGetItem", LIMIT], &[CHARGE], &[SEND]]),
    (
        What::GenerateAtTheLimit,
        &[&["BatchGetItem", LIMIT], &["Query"], &[CHARGE], &[SEND]],
    ),
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
    // The second update notes the use of the key.
    (
        What::ColdCredits,
        &[&["GetItem"], &["GetItem"], &["GetItem", LIMIT, "UpdateItem"]],
    ),
    (What::CreditsWhileWaiting, &[&["GetItem", LIMIT], &["Query"]]),
    (What::History, &[&["Query", LIMIT]]),
    (What::Discovery, &[&[LIMIT]]),
    (
        What::UploadImage,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        What::UploadImageOnce,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        What::UploadImageBeaten,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE], &["DeleteObject"]],
    ),
    (What::ListImages, &[&["Query", LIMIT]]),
    (What::SearchImages, &[&["Query", LIMIT]]),
    (What::GetImage, &[&["GetItem", LIMIT]]),
    (
        What::DeleteImage,
        &[&["GetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
    ),
    (
        What::CreateInspiration,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        What::CreateInspirationPublic,
        &[&["BatchGetItem", LIMIT], &["PutObject"], &[CHARGE]],
    ),
    (
        What::CreateInspirationFromImage,
        &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &[CHARGE]],
    ),
    (
        What::CreateInspirationFromLost,
        &[&["BatchGetItem", LIMIT], &["GetObject", COPY], &["DeleteObject"]],
    ),
    (What::ListInspirations, &[&["Query", LIMIT]]),
    (What::GetInspiration, &[&["BatchGetItem", LIMIT]]),
    (
        What::DeleteInspiration,
        &[&["BatchGetItem", LIMIT], &["TransactWriteItems"], &["DeleteObject"]],
    ),
    (What::CreatePerson, &[&[LIMIT], &["TransactWriteItems"]]),
    (
        What::CreatePersonOnce,
        &[&["BatchGetItem", LIMIT], &["TransactWriteItems"]],
    ),
    (
        What::CreatePersonWithPhotos,
        &[
            &["BatchGetItem", LIMIT],
            &["PutObject", "PutObject"],
            &["TransactWriteItems"],
        ],
    ),
    (
        What::CreatePersonFromImages,
        &[&["BatchGetItem", LIMIT], &[COPY, COPY], &["TransactWriteItems"]],
    ),
    (
        What::CreatePersonFromLost,
        &[
            &["BatchGetItem", LIMIT],
            &[COPY, COPY],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
    (What::ListPersons, &[&["Query", LIMIT]]),
    (What::GetPerson, &[&["GetItem", LIMIT]]),
    (
        What::DeletePerson,
        &[
            &["GetItem", LIMIT],
            &["TransactWriteItems"],
            &["DeleteObject", "DeleteObject"],
        ],
    ),
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
    (What::FailOver, &[LEASE, &["UpdateItem"], &[SEND]]),
    (What::FailOverAfterAttempts, &[LEASE, &["UpdateItem"], &[SEND]]),
    (
        What::AttemptOfFallback,
        &[LEASE, &["PutObject"], &["UpdateItem"], &["DeleteObject"]],
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
        What::DeadLetterWithAttemptsLeft,
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
        What::DeadLetterOfTheReplaced,
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
        What::DeadLetterUnreadable,
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

/// The other scenario in which a call does exactly the same, so that it is made to fail only there: the lease of a
/// thumbnail that nobody has begun, storing and completing a picture, what a sweep reads before it finds anything, the
/// count of a request in front of the same kind of work, and all that comes before what a scenario is about.
pub(crate) fn also_in(what: What, operation: &str, occurrence: usize) -> Option<What> {
    use What as W;
    let is_lease = matches!(operation, "GetItem" | "UpdateItem") && occurrence == 0;
    let where_else = |holds: bool, other: What| holds.then_some(other);
    match what {
        W::GenerateAtTheLimit => where_else(operation == LIMIT || operation == SEND, W::Generate),
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
        W::CreateInspiration | W::CreateInspirationPublic | W::CreateInspirationFromImage => {
            where_else(operation == LIMIT, W::UploadImage)
        }
        W::CreatePersonOnce | W::CreatePersonWithPhotos | W::CreatePersonFromImages => {
            where_else(operation == LIMIT, W::CreatePerson)
        }
        W::DeleteInspiration | W::DeletePerson => where_else(operation == LIMIT, W::DeleteImage),
        W::UploadImageBeaten => where_else(
            !matches!(operation, "TransactWriteItems" | "DeleteObject"),
            W::UploadImageOnce,
        ),
        W::CreateInspirationFromLost => where_else(operation != "DeleteObject", W::CreateInspirationFromImage),
        W::CreatePersonFromLost => where_else(operation != "DeleteObject", W::CreatePersonFromImages),
        _ => None,
    }
}

impl What {
    /// Whether it is a call of a tool, and not an event of the loop's.
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

    /// What a call of a tool answers when nothing fails.
    pub(crate) const fn status(self) -> u16 {
        match self {
            Self::CreateInspirationFromLost | Self::CreatePersonFromLost => 404,
            _ => 200,
        }
    }
}

/// What of an event's answer does not depend on ids.
pub(crate) fn summary(answer: &Value) -> Value {
    match answer["batchItemFailures"].as_array() {
        Some(kept) => json!(kept.len()),
        None => answer.clone(),
    }
}
