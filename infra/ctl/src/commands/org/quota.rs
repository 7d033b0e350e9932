//! `org set-quota`: quotas of a single organization.

use clap::Args;
use contract::{OrganizationId, Quota, Resources};
use serde::Serialize;

use crate::{
    Connection, Failure, Report, deadline,
    report::table,
    values::{self, Limit},
};

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub(crate) struct Limits {
    /// The maximum number of images; `default` means the plan's quota, here and below
    #[arg(long, value_name = "N", value_parser = values::limit)]
    images: Option<Limit>,
    /// The maximum number of inspirations
    #[arg(long, value_name = "N", value_parser = values::limit)]
    inspirations: Option<Limit>,
    /// The maximum number of persons
    #[arg(long, value_name = "N", value_parser = values::limit)]
    persons: Option<Limit>,
    /// The maximum number of bytes of images, inspirations and photos
    #[arg(long, value_name = "N", value_parser = values::limit)]
    bytes: Option<Limit>,
    /// The maximum number of waiting thumbnails
    #[arg(long, value_name = "N", value_parser = values::limit)]
    waiting: Option<Limit>,
}

#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The organization's id
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

/// Sets the given quotas and leaves the others unchanged.
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
