//! The records of the service in DynamoDB: organizations, API keys, balances and ledgers, generations and their
//! references, request counts, and the answers that are kept for idempotency keys.
//!
//! A method is named after its purpose, returns domain types, and makes every write conditional. Only [`keys`] builds the
//! keys of items.

mod answer_deletion;
mod api_key;
mod audit;
mod backoff;
mod balance;
mod balance_writer;
mod cancel;
mod charge;
mod codec;
mod deadline;
mod due;
mod error;
mod expression;
mod generation;
mod get;
mod grant;
mod idempotency;
mod image;
mod inspiration;
mod inventory;
pub mod keys;
mod lease;
mod limits;
mod listening;
mod operator_log;
mod organization;
mod outbox;
mod person;
mod query;
mod reconciliation;
mod record;
mod recount;
mod reference;
mod removal;
mod schema;
pub mod state;
mod thumbnail;
mod transaction;
mod update;
mod usage;
mod waiting_calls;
mod waiting_thumbnails;

use std::sync::Arc;

use runtime::{Clock, Ids, Lazy, Names};

use self::balance_writer::Turns;

pub use self::{
    api_key::{ApiSecret, KeyHash, KeyRecord, NewKey},
    audit::{Audit, Difference},
    balance::{Balance, LedgerEntry, LedgerPage},
    cancel::{Cancellation, Cancelled},
    charge::{ChargeError, ChargeFailure, ChargeInputs, CreationInputs, NewGeneration, Price},
    deadline::Deadline,
    due::{DueCursor, DueGeneration, DuePage, DuePlan, LONGEST_OPEN, Noted},
    error::StoreError,
    generation::{Generation, GenerationPage, Progress},
    grant::{Grant, GrantOutcome},
    idempotency::{Answer, IdempotencyKey},
    image::Image,
    inspiration::Inspiration,
    inventory::ObjectUse,
    lease::{Lease, LeaseOutcome, REFUND_TIMEOUT, Settled},
    limits::RequestCounts,
    operator_log::OperatorAction,
    organization::{CursorKey, NewOrganization, Organization, OwnQuotas, Suspension},
    outbox::{DEFAULT_LOW_BALANCE, Event, Fact, OutboxEntry},
    person::Person,
    record::{RecordPage, StoredPicture},
    reference::{Reference, ReferenceKind, ReferenceRequest},
    removal::Removed,
    thumbnail::{Claim, MAX_ATTEMPTS, Picture, Provenance, State, Thumbnail, UsedReference},
    usage::Usage,
    waiting_calls::WaitingCalls,
    waiting_thumbnails::RoomError,
};

/// The tables of one deployment. Clones share the client, and change a balance one after another.
#[derive(Clone, Debug)]
pub struct Store {
    client: Lazy<aws_sdk_dynamodb::Client>,
    names: Names,
    clock: Clock,
    ids: Ids,
    turns: Arc<Turns>,
    /// The operator who changes the tables; `None` in the service's own functions.
    operator: Option<Arc<str>>,
}

impl Store {
    /// A store of the tables with these names.
    pub fn new(client: Lazy<aws_sdk_dynamodb::Client>, names: Names, clock: Clock, ids: Ids) -> Self {
        Self {
            client,
            names,
            clock,
            ids,
            turns: Arc::default(),
            operator: None,
        }
    }

    /// The clock that stamps records and decides what has expired.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// The source of new ids.
    pub const fn ids(&self) -> &Ids {
        &self.ids
    }
}
