//! DynamoDB: organizations, keys, the ledger, generations and what they refer to, request counts, answers to repeat.
//!
//! Methods are named after what they are for, return domain types, and every write is conditional. Keys of items are
//! made in [`keys`] and nowhere else.

mod act;
mod audit;
mod backoff;
mod balance;
mod balance_writer;
mod books;
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
mod organization;
mod outbox;
mod person;
mod query;
mod record;
mod recount;
mod reference;
mod removal;
mod restore;
mod schema;
mod secret;
pub mod state;
mod thumbnail;
mod transaction;
mod update;
mod usage;
mod waiting_thumbnails;
mod waits;

use std::sync::Arc;

use runtime::{Clock, Ids, Lazy, Names};

use self::balance_writer::Turns;

pub use self::{
    act::Act,
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
    inventory::Named,
    lease::{Lease, LeaseOutcome, REFUND_TIMEOUT, Settled},
    limits::RequestCounts,
    organization::{CursorKey, NewOrganization, Organization, OwnQuotas, Suspension},
    outbox::{DEFAULT_LOW_BALANCE, Event, Fact, OutboxEntry},
    person::Person,
    record::{RecordPage, StoredPicture},
    reference::{Reference, ReferenceKind, ReferenceRequest},
    removal::Removed,
    secret::{ApiSecret, KeyHash, KeyRecord, NewKey},
    thumbnail::{Claim, MAX_ATTEMPTS, Picture, Provenance, State, Thumbnail, UsedReference},
    usage::Usage,
    waiting_thumbnails::RoomError,
    waits::WaitingCalls,
};

/// The tables of one deployment. Clones share the client, and take turns at changing a balance.
#[derive(Clone, Debug)]
pub struct Store {
    client: Lazy<aws_sdk_dynamodb::Client>,
    names: Names,
    clock: Clock,
    ids: Ids,
    turns: Arc<Turns>,
    /// Who changes the tables, where that is an operator.
    operator: Option<Arc<str>>,
}

impl Store {
    /// The tables of these names.
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

    /// The time by which records are stamped and expiries judged.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Where new ids come from.
    pub const fn ids(&self) -> &Ids {
        &self.ids
    }
}
