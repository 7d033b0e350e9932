//! `org usage`: what an organization used on each day.

use clap::Args;
use contract::{Amount, OrganizationId};
use serde::Serialize;
use store::{DailyUsage, REQUESTS_KEPT_DAYS};

use crate::{Connection, Failure, Report, report::table};

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization's id
    #[arg(value_name = "ORG")]
    org: String,
    /// How many days, up to today (UTC)
    #[arg(long, value_name = "N", default_value = "30",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(REQUESTS_KEPT_DAYS)))]
    days: u32,
}

/// The use of one day.
#[derive(Debug, Serialize)]
struct Day {
    day: String,
    calls: u64,
    thumbnails: u64,
    failed: u64,
    credits: Amount,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Used {
    organization_id: OrganizationId,
    days: Vec<Day>,
    stored_bytes: u64,
}

impl From<DailyUsage> for Day {
    fn from(usage: DailyUsage) -> Self {
        let moment = usage.day.to_string();
        Self {
            day: moment.split('T').next().unwrap_or_default().to_owned(),
            calls: usage.requests,
            thumbnails: usage.completed,
            failed: usage.failed,
            credits: usage.charged,
        }
    }
}

pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let store = &connection.store;
    let organization_id = connection.organization(&arguments.org).await?.id;
    let days = store.daily_usage(organization_id, arguments.days).await?;
    let balance = store.balance(organization_id).await?;
    let result = Used {
        organization_id,
        days: days.into_iter().map(Day::from).collect(),
        stored_bytes: balance.usage.resources().bytes,
    };
    let header = ["DAY", "CALLS", "THUMBNAILS", "FAILED", "CREDITS"].map(str::to_owned);
    let rows = result.days.iter().map(|day| {
        [
            day.day.clone(),
            day.calls.to_string(),
            day.thumbnails.to_string(),
            day.failed.to_string(),
            day.credits.to_string(),
        ]
    });
    let rows = table(std::iter::once(header).chain(rows));
    let text = format!("{rows}\nstored bytes  {}\n", result.stored_bytes);
    Report::new(&result, text)
}
