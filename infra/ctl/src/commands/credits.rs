//! `credits`: the balance of organizations.

use clap::{Args, Subcommand};
use contract::{Amount, OrganizationId, TransactionId};
use serde::Serialize;
use store::{Adjustment, AdjustmentOutcome};

use crate::{Connection, Failure, Report, deadline, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Give an organization thumbnails, at most once under one id
    ///
    /// If it is unknown whether the grant was made, the message says how to repeat the command. The repetition makes
    /// the grant if it was not made, and otherwise says that it was.
    Grant {
        #[command(flatten)]
        arguments: Arguments,
        /// The note in the organization's history, 1 to 200 characters
        #[arg(long, value_name = "TEXT", default_value = "Grant", value_parser = values::note)]
        note: String,
    },
    /// Take thumbnails back from an organization, at most once under one id; never more than its balance
    ///
    /// It can be repeated like a grant.
    Take {
        #[command(flatten)]
        arguments: Arguments,
        /// The note in the organization's history, 1 to 200 characters
        #[arg(long, value_name = "TEXT", default_value = "Correction", value_parser = values::note)]
        note: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization
    #[arg(long, value_name = "ORG")]
    org: String,
    /// How many thumbnails, above zero, with at most two decimals
    #[arg(long, value_parser = values::positive, allow_negative_numbers = true)]
    amount: Amount,
    /// Your id of the grant or correction, such as an invoice number: 1 to 100 characters [default: the new id of its
    /// entry in the history]
    #[arg(long, value_name = "TEXT", value_parser = values::name)]
    id: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Adjusted {
    organization_id: OrganizationId,
    id: String,
    transaction_id: TransactionId,
    amount: Amount,
    balance: Amount,
    already_made: bool,
}

impl Command {
    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let (arguments, note, is_grant) = match self {
            Self::Grant { arguments, note } => (arguments, note, true),
            Self::Take { arguments, note } => (arguments, note, false),
        };
        let Arguments { org, amount, id } = arguments;
        let (kind, amount) = if is_grant {
            ("grant", amount)
        } else {
            ("correction", -amount)
        };
        let unknown = || Failure::no_organization(&org);
        let organization_id = org.parse().map_err(|_| unknown())?;
        let store = &connection.store;
        let new = || TransactionId::from_uuid(store.ids().uuid());
        // Without `--id`, the id is that of the ledger entry. A repetition of the command passes this id.
        let transaction = id.as_ref().and_then(|id| id.parse().ok()).unwrap_or_else(new);
        let repetition = match id {
            Some(_) => "repeat the same command".to_owned(),
            None => format!("repeat the command with --id {transaction}"),
        };
        let id = id.unwrap_or_else(|| transaction.to_string());
        let adjustment = Adjustment {
            id: id.clone(),
            transaction,
            amount,
            note,
        };
        let outcome = store.adjust(organization_id, &adjustment, deadline()).await;
        let outcome = outcome.map_err(|source| Failure::UnclearAdjustment {
            kind,
            repetition,
            source: Box::new(source),
        });
        let (balance, transaction_id, already_made) = match outcome? {
            AdjustmentOutcome::Made(balance) => (balance.balance, transaction, false),
            AdjustmentOutcome::AlreadyMade { balance, transaction } => (balance.balance, transaction, true),
            AdjustmentOutcome::OtherAmount(amount) => return Err(Failure::OtherAmount { id, amount }),
            AdjustmentOutcome::Insufficient(balance) => {
                return Err(Failure::Insufficient {
                    organization: organization_id,
                    balance: balance.balance,
                });
            }
            AdjustmentOutcome::NoOrganization => return Err(unknown()),
        };
        let fate = if already_made { "already made" } else { "made" };
        let text = format!("{kind} {id} is {fate}; {organization_id} has {balance} thumbnails now\n");
        let result = Adjusted {
            organization_id,
            id,
            transaction_id,
            amount,
            balance,
            already_made,
        };
        Report::new(&result, text)
    }
}
