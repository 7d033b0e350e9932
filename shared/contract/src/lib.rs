//! What the service promises on the wire: ids, money, error codes, and for each tool its name, cost, input and output.
//!
//! Parsing, JSON Schemas, descriptors and documentation all come from the types in here. No AWS, no I/O, no clock.

mod amount;
pub mod costs;
mod discovery;
mod envelope;
pub mod error;
mod generation;
mod id;
pub mod input;
mod ledger;
mod library;
mod picture;
mod plan;
mod quota;
mod time;
mod tool;
pub mod tools;

#[cfg(test)]
mod tests;

pub use self::{
    amount::{Amount, InvalidAmount},
    discovery::{catalog, discovery},
    envelope::Success,
    error::ApiError,
    generation::{FailureCode, GenerationStatus, ThumbnailStatus},
    id::{
        EventId, GenerationId, Id, ImageId, InspirationId, InvalidId, KeyId, OrganizationId, PersonId, PromptId,
        RequestId, ThumbnailId, TransactionId,
    },
    ledger::TransactionType,
    library::{LibraryFilter, Visibility},
    picture::{AspectRatio, ImageFormat, Size},
    plan::{Plan, UnknownPlan},
    quota::{Quota, QuotaExceeded, Resources},
    time::Timestamp,
    tool::{Category, ToolInfo, ToolSpec, ToolTerms},
};
