//! `org set-rate`: how many requests a minute a single organization may make to a tool.

use clap::Args;
use contract::{OrganizationId, tools};
use serde::Serialize;

use crate::{
    Connection, Failure, Report, deadline,
    values::{self, Rate},
};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization's id
    #[arg(value_name = "ORG")]
    org: String,
    /// The name of the tool
    #[arg(long, value_parser = values::tool)]
    tool: &'static str,
    /// Requests a minute, from 1, or `default`
    #[arg(value_name = "N", value_parser = values::rate)]
    rate: Rate,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Limited {
    organization_id: OrganizationId,
    tool: &'static str,
    /// The limit in effect: the plan limits the requests, too.
    requests_per_minute: u32,
}

pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let Arguments { org, tool, rate } = arguments;
    let unknown = || Failure::no_organization(&org);
    let organization_id = org.parse().map_err(|_| unknown())?;
    let store = &connection.store;
    let changed = store.set_rate(organization_id, tool, rate.own(), deadline()).await?;
    let organization = changed.ok_or_else(unknown)?;
    let limits = organization.rate_limits();
    let requests_per_minute = tools::find(tool).map_or(0, |tool| limits.of_tool(tool));
    let plan = organization.plan.requests_per_minute();
    let why = match rate.own() {
        Some(rate) if rate > plan => format!(", the limit of the plan {}", organization.plan.as_str()),
        _ => String::new(),
    };
    let text = format!("{organization_id} may call {tool} {requests_per_minute} times a minute{why}\n");
    let result = Limited {
        organization_id,
        tool,
        requests_per_minute,
    };
    Report::new(&result, text)
}
