//! `credits`: the balance of organizations.

use clap::Subcommand;
use contract::{Amount, OrganizationId, TransactionId};
use serde::Serialize;
use store::{Grant, GrantOutcome};

use crate::{Connection, Failure, Report, deadline, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Give an organization thumbnails, at most once under one id
    ///
    /// If it is unknown whether the grant was made, the message has the id. The same command with this --id makes the
    /// grant if it was not made, and otherwise says that it was.
    Grant {
        /// The organization that gets them
        #[arg(long, value_name = "ORG")]
        org: String,
        /// How many thumbnails, above zero, with at most two decimals
        #[arg(long, value_parser = values::positive, allow_negative_numbers = true)]
        amount: Amount,
        /// The note in the organization's history, 1 to 200 characters
        #[arg(long, value_name = "TEXT", default_value = "Grant", value_parser = values::note)]
        note: String,
        /// The id of the grant and of its entry in the history, `txn_` and 32 hexadecimal digits [default: a new one]
        #[arg(long, value_name = "TXN", value_parser = values::transaction)]
        id: Option<TransactionId>,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Granted {
    organization_id: OrganizationId,
    transaction_id: TransactionId,
    amount: Amount,
    balance: Amount,
    already_made: bool,
}

impl Command {
    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let Self::Grant { org, amount, note, id } = self;
        let unknown = || Failure::no_organization(&org);
        let organization_id = org.parse().map_err(|_| unknown())?;
        let store = &connection.store;
        let id = id.unwrap_or_else(|| TransactionId::from_uuid(store.ids().uuid()));
        let grant = Grant { id, amount, note };
        let outcome = store.grant(organization_id, &grant, deadline()).await;
        let (balance, already_made) = match outcome.map_err(|source| Failure::UnclearGrant {
            id,
            source: Box::new(source),
        })? {
            GrantOutcome::Made(balance) => (balance.balance, false),
            GrantOutcome::AlreadyMade(balance) => (balance.balance, true),
            GrantOutcome::OtherAmount(amount) => return Err(Failure::OtherGrant { id, amount }),
            GrantOutcome::NoOrganization => return Err(unknown()),
        };
        let result = Granted {
            organization_id,
            transaction_id: id,
            amount,
            balance,
            already_made,
        };
        let fate = if already_made { "already made" } else { "made" };
        let text = format!("grant {id} is {fate}; {organization_id} has {balance} thumbnails now\n");
        Report::new(&result, text)
    }
}
