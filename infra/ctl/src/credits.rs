//! `credits`: the balance of organizations.

use clap::Subcommand;
use contract::{Amount, OrganizationId};
use serde::Serialize;

use crate::{Connection, Failure, Report, deadline, values};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Give an organization thumbnails
    Grant {
        /// Who gets them
        #[arg(long, value_name = "ORG")]
        org: String,
        /// How many, above zero, with at most two decimals
        #[arg(long, value_parser = values::positive, allow_negative_numbers = true)]
        amount: Amount,
        /// What the organization reads in its history, 1 to 200 characters
        #[arg(long, value_name = "TEXT", default_value = "Grant", value_parser = values::note)]
        note: String,
    },
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Granted {
    organization_id: OrganizationId,
    amount: Amount,
    balance: Amount,
}

impl Command {
    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let Self::Grant { org, amount, note } = self;
        let unknown = || Failure::no_organization(&org);
        let organization_id = org.parse().map_err(|_| unknown())?;
        let granted = connection
            .store
            .grant(organization_id, amount, &note, deadline())
            .await?;
        let balance = granted.ok_or_else(unknown)?.balance;
        let result = Granted {
            organization_id,
            amount,
            balance,
        };
        Report::new(&result, format!("{organization_id} has {balance} thumbnails now\n"))
    }
}
