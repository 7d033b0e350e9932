//! `audit`: checks whether balances and ledgers agree.

use clap::Args;
use contract::OrganizationId;
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;

use crate::{Connection, Failure, Report};

/// How many organizations are audited concurrently.
const SIDE_BY_SIDE: usize = 4;

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Only this organization [default: all]
    #[arg(long, value_name = "ORG")]
    org: Option<String>,
}

#[derive(Debug, Serialize)]
struct AuditResult {
    ok: bool,
    organizations: usize,
    differences: Vec<Difference>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Difference {
    organization_id: OrganizationId,
    message: String,
}

/// The differences in the ledger of one organization; `None` if the organization does not exist.
async fn audit(connection: &Connection, organization_id: OrganizationId) -> Result<Option<Vec<Difference>>, Failure> {
    let difference = |found: store::Difference| Difference {
        organization_id,
        message: found.message,
    };
    let audit = connection.store.audit(organization_id).await?;
    Ok(audit.map(|audit| audit.differences.into_iter().map(difference).collect()))
}

/// Recomputes the balances.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let ids = match &arguments.org {
        Some(org) => vec![connection.organization(org).await?.id],
        None => connection.store.organizations().await?,
    };
    let audited = stream::iter(ids).map(|id| audit(connection, id)).buffered(SIDE_BY_SIDE);
    let audited: Vec<Vec<Difference>> = audited.try_filter_map(async |found| Ok(found)).try_collect().await?;
    let organizations = audited.len();
    let differences: Vec<Difference> = audited.into_iter().flatten().collect();
    let line = |found: &Difference| format!("{}: {}\n", found.organization_id, found.message);
    let count = differences.len();
    let text = if count == 0 {
        format!("the balances are correct; organizations: {organizations}\n")
    } else {
        differences.iter().map(line).collect()
    };
    let result = AuditResult {
        ok: count == 0,
        organizations,
        differences,
    };
    let report = Report::new(&result, text)?;
    Ok(if count == 0 {
        report
    } else {
        report.failing(format!("the balances are wrong; differences: {count}"))
    })
}
