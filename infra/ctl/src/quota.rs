//! `org set-quota`: quotas of an organization's own.

use clap::Args;
use contract::{OrganizationId, Quota, Resources};
use serde::Serialize;

use crate::{Connection, Failure, Report, deadline, report::table, values};

/// The number of a quota, or the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Limit {
    /// This many.
    Own(u64),
    /// What the plan has.
    Plan,
}

impl Limit {
    const fn own(self) -> Option<u64> {
        match self {
            Self::Own(number) => Some(number),
            Self::Plan => None,
        }
    }
}

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct Limits {
    /// How many images it may have; `default` means what its plan has, here and below
    #[arg(long, value_name = "N", value_parser = values::limit)]
    images: Option<Limit>,
    /// How many inspirations it may have
    #[arg(long, value_name = "N", value_parser = values::limit)]
    inspirations: Option<Limit>,
    /// How many persons it may have
    #[arg(long, value_name = "N", value_parser = values::limit)]
    persons: Option<Limit>,
    /// How many bytes its images, inspirations and photos may have
    #[arg(long, value_name = "N", value_parser = values::limit)]
    bytes: Option<Limit>,
    /// How many of its thumbnails may wait
    #[arg(long, value_name = "N", value_parser = values::limit)]
    waiting: Option<Limit>,
}

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// Its id
    #[arg(value_name = "ORG")]
    org: String,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Limited {
    organization_id: OrganizationId,
    limits: Resources,
}

/// Sets the quotas that are given and leaves the others.
pub(crate) async fn run(arguments: Arguments, connection: &Connection) -> Result<Report, Failure> {
    let unknown = || Failure::no_organization(&arguments.org);
    let organization_id = arguments.org.parse().map_err(|_| unknown())?;
    let Limits {
        images,
        inspirations,
        persons,
        bytes,
        waiting,
    } = arguments.limits;
    let given = [
        (Quota::Images, images),
        (Quota::Inspirations, inspirations),
        (Quota::Persons, persons),
        (Quota::Bytes, bytes),
        (Quota::Waiting, waiting),
    ];
    let quotas: Vec<(Quota, Option<u64>)> = given
        .into_iter()
        .filter_map(|(quota, limit)| Some((quota, limit?.own())))
        .collect();
    let changed = connection
        .store
        .set_quotas(organization_id, &quotas, deadline())
        .await?;
    let limits = changed.ok_or_else(unknown)?.limits();
    let rows = Quota::ALL.map(|quota| [quota.as_str().to_owned(), limits.get(quota).to_string()]);
    let result = Limited {
        organization_id,
        limits,
    };
    Report::new(&result, table(rows))
}
