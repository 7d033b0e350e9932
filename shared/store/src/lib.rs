//! The records of the service in DynamoDB: organizations, API keys, balances and ledgers, generations and their
//! references, request counts, and the answers that are kept for idempotency keys.
//!
//! A method is named after its purpose, returns domain types, and makes every write conditional. Only [`keys`] builds
//! the keys of items.
//!
//! A file imports only from its own folder and from those below it in this table. A test enforces this.
//!
//! | folder or file | content |
//! |---|---|
//! | `organizations` | organizations and their API keys, their export and their removal |
//! | `webhooks` | webhooks, and the deliveries of events to them |
//! | `audit` | recomputes balances and ledgers from the records |
//! | `inputs` | the data that a call which charges reads first, in one request |
//! | `quotas` | request counts for rate limits, and counts of an organization's usage |
//! | `generations` | generations and their thumbnails |
//! | `records` | images, inspirations, persons, uploads |
//! | `money` | balances, ledgers, charges, and the usage that is counted in the balance's item |
//! | `events` | the outbox |
//! | `answers` | the answers that are kept for idempotency keys, and tasks that are done once |
//! | `operator_log` | the log of operators' actions |
//! | `dynamodb` | requests and their encoding |
//! | `keys` | the keys of items |
//! | `api_secret` | secrets of API keys, and their hashes |
//! | `deadline` | until when a call may write |
//! | `error` | the error of all methods |

mod answers;
mod api_secret;
mod audit;
mod deadline;
mod dynamodb;
mod error;
mod events;
mod generations;
mod inputs;
pub mod keys;
mod money;
mod operator_log;
mod organizations;
mod quotas;
mod records;
mod webhooks;

use std::sync::Arc;

use runtime::{Clock, Ids, Lazy, Names};

use self::money::balance_writer::Turns;

pub use self::{
    answers::idempotency::{IdempotencyKey, KeptAnswer},
    api_secret::{ApiSecret, KeyHash},
    audit::{Audit, Difference},
    deadline::Deadline,
    error::StoreError,
    events::{
        announcer::Announcer,
        outbox::{DEFAULT_LOW_BALANCE, Event, Fact, OutboxEntry},
    },
    generations::{
        age::LONGEST_OPEN,
        cancel::{Cancellation, Cancelled},
        creation::{CreatedGeneration, NewGeneration},
        due::{DueCursor, DueGeneration, DuePage, DuePlan, RecordedResend},
        generation::{Drawn, Edit, Generation, GenerationPage, Plate, Progress, Shown},
        lease::{Lease, LeaseOutcome, REFUND_TIMEOUT, Settled},
        lookup::FoundThumbnail,
        reference::{Reference, ReferenceKind, request::ReferenceRequest},
        state,
        thumbnail::{
            Claimability, FailureCause, FinishedPicture, MAX_ATTEMPTS, Preflight, Provenance, State, Thumbnail,
            UsedReference,
        },
    },
    inputs::{ChargeInputs, CreationInputs},
    money::{
        adjustment::{Adjustment, AdjustmentOutcome},
        balance::{Balance, LedgerEntry, LedgerPage},
        charge::{ChargeError, ChargeFailure, Price},
        usage::{RoomError, Usage},
    },
    operator_log::OperatorAction,
    organizations::{
        api_key::{KeyRecord, NewKey},
        daily_usage::DailyUsage,
        export::{ExportCursor, ExportedKind, ExportedRecord},
        inventory::ObjectUse,
        organization::{CursorKey, NewOrganization, Organization, OwnQuotas, Suspension},
        removal::Removed,
    },
    quotas::{
        limits::{REQUESTS_KEPT_DAYS, RequestCounts},
        waiting_calls::WaitingCalls,
    },
    records::{
        image::Image,
        inspiration::Inspiration,
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
    /// The announcer that is notified when an outbox entry has been written.
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
