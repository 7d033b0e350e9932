//! The contract of the API: ids, money, error codes, and the name, cost, input and output of each tool.
//!
//! Parsing, JSON Schemas, descriptors and documentation are derived from these types. No AWS, no I/O, no clock.

mod amount;
pub mod costs;
pub mod error;
mod generation;
mod id;
pub mod input;
mod ledger;
mod library;
mod picture;
mod plan;
mod quota;
mod replay;
mod time;
mod tool;
pub mod tools;

#[cfg(test)]
mod tests;

pub use self::{
    amount::{Amount, InvalidAmount},
    error::ApiError,
    generation::{FailureCode, GenerationStatus, ThumbnailStatus},
    id::{
        EventId, GenerationId, Id, ImageId, InspirationId, InvalidId, KeyId, OrganizationId, PersonId, PromptId,
        RequestId, ThumbnailId, TransactionId,
    },
    ledger::TransactionType,
    library::{LibraryFilter, Visibility},
    picture::{AspectRatio, ContentType, ImageFormat, Size},
    plan::{Plan, UnknownPlan},
    quota::{Quota, QuotaExceeded, Resources},
    replay::{PresignedUrl, Replayable},
    time::Timestamp,
    tool::{Category, ToolInfo, ToolSpec, ToolTerms},
};
