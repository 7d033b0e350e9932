//! The contract of the API: ids, money, error codes, and the name, cost, input and output of each tool.
//!
//! Parsing, JSON Schemas, descriptors and documentation are derived from these types. No AWS, no I/O, no clock.

pub mod error;
mod id;
pub mod input;
mod limits;
mod money;
pub mod operations;
mod properties;
mod time;
mod tool;
pub mod tools;
pub mod webhooks;

#[cfg(test)]
mod tests;

pub use self::{
    error::ApiError,
    id::{
        DeliveryId, EventId, GenerationId, Id, ImageId, InspirationId, InvalidId, KeyId, OrganizationId, ParameterId,
        PersonId, PictureId, PromptId, RequestId, ThumbnailId, TransactionId, UploadId, WebhookId,
    },
    limits::{
        plan::{Plan, UnknownPlan},
        quota::{Quota, QuotaExceeded, Resources},
        rate::{OwnRates, RateLimits},
    },
    money::{
        amount::{Amount, InvalidAmount},
        costs,
        ledger::TransactionType,
        quote::{Quote, QuoteItem},
    },
    properties::{
        change::{ChangeKind, ChangedPart, PictureChange},
        generation::{FailureCode, GenerationStatus, ListView, ThumbnailStatus},
        library::{LibraryFilter, Visibility},
        picture::{AspectRatio, ContentType, ImageFormat, Lettering, Resolution, Size},
        preflight::{CheckId, CheckResult, Measure, PixelBox},
    },
    time::Timestamp,
    tool::{
        Effect, ToolInfo, ToolSpec, ToolTerms,
        category::Category,
        document_schemas,
        replay::{PresignedUrl, Replayable},
        schema_of,
    },
};
