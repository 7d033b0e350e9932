//! `log`: the acts of operators.

use clap::Args;
use contract::{OrganizationId, Timestamp};
use serde::Serialize;
use store::OperatorAction;

use crate::{
    Connection, Failure, Report,
    report::{NOTHING, listing},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only acts on this organization, which may be deleted [default: all]
    #[arg(long, value_name = "ORG")]
    org: Option<String>,
    /// The largest number of acts to show, newest first
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    limit: u32,
}

/// An act in the output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    at: Timestamp,
    operator: String,
    action: String,
    organization_id: Option<OrganizationId>,
    subject: Option<String>,
    detail: Option<String>,
}

#[derive(Debug, Serialize)]
struct Log {
    acts: Vec<View>,
}

impl From<OperatorAction> for View {
    fn from(act: OperatorAction) -> Self {
        Self {
            at: act.at,
            operator: act.operator,
            action: act.action,
            organization_id: act.organization,
            subject: act.subject,
            detail: act.detail,
        }
    }
}

/// Shows the log.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let unknown = |org: &String| Failure::no_organization(org);
    let organization = match &arguments.org {
        Some(org) => Some(org.parse().map_err(|_| unknown(org))?),
        None => None,
    };
    let limit = usize::try_from(arguments.limit).unwrap_or(usize::MAX);
    let acts = connection.store.operator_actions(organization, limit).await?;
    let acts: Vec<View> = acts.into_iter().map(View::from).collect();
    let or_nothing = |text: Option<String>| text.unwrap_or_else(|| NOTHING.to_owned());
    let header = ["WHEN", "WHO", "WHAT", "ORGANIZATION", "SUBJECT", "DETAIL"];
    let rows = acts.iter().map(|act| {
        [
            act.at.to_string(),
            act.operator.clone(),
            act.action.clone(),
            or_nothing(act.organization_id.map(|id| id.to_string())),
            or_nothing(act.subject.clone()),
            or_nothing(act.detail.clone()),
        ]
    });
    let text = listing(header, rows, "No acts are logged.");
    Report::new(&Log { acts }, text)
}
