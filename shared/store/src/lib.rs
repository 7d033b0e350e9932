//! The records of the service in DynamoDB: organizations, API keys, balances and ledgers, generations and their
//! references, request counts, and the answers that are kept for idempotency keys.
//!
//! A method is named after its purpose, returns domain types, and makes every write conditional. Only [`keys`] builds
//! the keys of items.

mod answers;
mod deadline;
mod dynamodb;
mod error;
mod events;
mod generations;
pub mod keys;
mod money;
mod organizations;
mod quotas;
mod records;
mod webhooks;

use std::sync::Arc;

use runtime::{Clock, Ids, Lazy, Names};

use self::money::balance_writer::Turns;

pub use self::{
    answers::idempotency::{IdempotencyKey, KeptAnswer},
    deadline::Deadline,
    error::StoreError,
    events::{
        announcer::Announcer,
        outbox::{DEFAULT_LOW_BALANCE, Event, Fact, OutboxEntry},
    },
    generations::{
        age::LONGEST_OPEN,
        cancel::{Cancellation, Cancelled},
        creation::NewGeneration,
        due::{DueCursor, DueGeneration, DuePage, DuePlan, RecordedResend},
        generation::{Drawn, Edit, Generation, GenerationPage, Progress},
        lease::{Lease, LeaseOutcome, REFUND_TIMEOUT, Settled},
        lookup::FoundThumbnail,
        reference::{Reference, ReferenceKind, request::ReferenceRequest},
        state,
        thumbnail::{
            Claim, FailureCause, MAX_ATTEMPTS, Picture, Preflight, Provenance, State, Thumbnail, UsedReference,
        },
    },
    money::{
        adjustment::{Adjustment, AdjustmentOutcome},
        audit::{Audit, Difference},
        balance::{Balance, LedgerEntry, LedgerPage},
        charge::{ChargeError, ChargeFailure, Price},
        inputs::{ChargeInputs, CreationInputs},
    },
    organizations::{
        api_key::{KeyRecord, NewKey},
        api_secret::{ApiSecret, KeyHash},
        daily_usage::DailyUsage,
        export::{ExportCursor, ExportedKind, ExportedRecord},
        operator_log::OperatorAction,
        organization::{CursorKey, NewOrganization, Organization, OwnQuotas, Suspension},
        removal::Removed,
    },
    quotas::{
        limits::{REQUESTS_KEPT_DAYS, RequestCounts},
        usage::Usage,
        waiting_calls::WaitingCalls,
        waiting_thumbnails::RoomError,
    },
    records::{
        image::Image,
        inspiration::Inspiration,
        inventory::ObjectUse,
        person::Person,
        record::{RecordPage, StoredPicture},
        upload::Upload,
    },
    webhooks::{
        delivery::{Attempt, AttemptError, Delivery, DeliveryState, Receiver},
        due::{DueDeliveries, DueDelivery},
        fan_out::FannedOut,
        receiver::{Attempted, Slot, SlotOutcome},
        registry::{WebhookChange, WebhookCreation},
        secret::{Secrets, WebhookSecret},
        state::{DeliveryClaim, Next},
        webhook::{DisabledReason, Webhook},
        writes::DeliveryWrite,
    },
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
    /// What is notified when an outbox entry has been written.
    announcer: Option<Arc<dyn Announcer>>,
    /// Whether somebody listens for the events of every organization.
    listens_everywhere: bool,
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
            announcer: None,
            listens_everywhere: false,
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
