//! `org`: organizations.

mod export;
mod quota;
mod rate;
pub(crate) mod removal;
mod usage;

use std::collections::BTreeMap;

use clap::Subcommand;
use contract::{Amount, OrganizationId, Plan, Quota, Resources, Timestamp};
use futures_util::{StreamExt, TryStreamExt, stream};
use serde::Serialize;
use store::{NewOrganization, Organization};

use crate::{
    Connection, Failure, Report, deadline,
    report::{NOTHING, listing, table},
    values::{self, Expiry},
};

/// How many organizations are read concurrently.
const SIDE_BY_SIDE: usize = 16;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create an organization
    Create {
        /// The organization's name, 1 to 100 characters
        #[arg(long, value_parser = values::name)]
        name: String,
        /// The plan, with its requests per minute: free (10), pro (60) or enterprise (300)
        #[arg(long)]
        plan: Plan,
        /// The first grant of thumbnails
        #[arg(long, default_value = "0", value_parser = values::not_negative, allow_negative_numbers = true)]
        balance: Amount,
    },
    /// Show an organization
    Show {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
    },
    /// List all organizations, oldest first
    List,
    /// Change the plan of an organization
    SetPlan {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
        /// free, pro or enterprise
        plan: Plan,
    },
    /// Set quotas of an organization; they take effect within 30 seconds
    ///
    /// A change of the plan does not change them. A quota below the current usage deletes nothing.
    SetQuota(quota::Arguments),
    /// Set how many requests a minute an organization may make to a tool; takes effect within 30 seconds
    ///
    /// The plan's limit of all requests stays.
    SetRate(rate::Arguments),
    /// Change the name of an organization
    Rename {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
        /// The new name, 1 to 100 characters
        #[arg(value_parser = values::name)]
        name: String,
    },
    /// Show the calls, thumbnails and credits of each day, and the stored bytes
    ///
    /// Calls are all requests with a key of the organization. Thumbnails are those of the generations that began on the
    /// day; failed ones include cancelled ones. Credits are charges minus refunds.
    Usage(usage::Arguments),
    /// Suspend an organization: within 30 seconds all its calls are refused
    ///
    /// Work in progress ends as usual.
    Suspend {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
        /// The reason that its callers get, 1 to 200 characters
        #[arg(long, value_name = "TEXT", value_parser = values::note)]
        reason: String,
    },
    /// End the suspension of an organization
    Resume {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
    },
    /// Set the default lifetime of new keys of an organization, for `key create` without `--expires`
    SetKeyExpiry {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
        /// 90s, 15m, 12h, 30d or never
        #[arg(value_name = "DURATION", value_parser = values::expiry)]
        expiry: Expiry,
    },
    /// Set the balance below which an organization's webhooks receive `balance.low`
    SetLowBalance {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
        /// A number of thumbnails
        #[arg(value_parser = values::not_negative, allow_negative_numbers = true)]
        amount: Amount,
    },
    /// Count the records of an organization again, for its quotas
    ///
    /// Needed once after an upgrade from a version without quotas, and when `audit` finds a difference in the counts.
    Recount {
        /// The organization's id
        #[arg(value_name = "ORG")]
        org: String,
    },
    /// Copy all records of an organization as JSON and all its pictures as files into a directory
    ///
    /// Secrets are left out: keys, their hashes, and the secrets of webhooks. Repeat the command if it was interrupted.
    Export(export::Arguments),
    /// Delete an organization permanently: keys, balance and ledger, records, pictures, its inspirations in the public
    /// library
    Delete(removal::Arguments),
}

/// An organization as operators see it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    organization_id: OrganizationId,
    name: String,
    plan: Plan,
    balance: Amount,
    limits: Resources,
    /// The organization's own rate limits, in requests a minute, by tool.
    rates: BTreeMap<String, u32>,
    suspended: Option<String>,
    created_at: Timestamp,
}

#[derive(Debug, Serialize)]
struct List {
    organizations: Vec<View>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Planned {
    organization_id: OrganizationId,
    plan: Plan,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Changed {
    organization_id: OrganizationId,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Renamed {
    organization_id: OrganizationId,
    name: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct KeyExpiry {
    organization_id: OrganizationId,
    key_lifetime_seconds: Option<u64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LowBalance {
    organization_id: OrganizationId,
    low_balance: Amount,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Recounted {
    organization_id: OrganizationId,
    usage: Resources,
}

fn own_rates(organization: &Organization) -> BTreeMap<String, u32> {
    let rates = organization.own_rates.iter();
    rates.map(|(tool, rate)| (tool.to_owned(), rate)).collect()
}

impl View {
    fn new(organization: Organization, balance: Amount) -> Self {
        Self {
            limits: organization.limits(),
            rates: own_rates(&organization),
            suspended: organization.suspension.map(|suspension| suspension.message),
            organization_id: organization.id,
            name: organization.name,
            plan: organization.plan,
            balance,
            created_at: organization.created_at,
        }
    }

    async fn of(connection: &Connection, organization: Organization) -> Result<Self, Failure> {
        let balance = connection.store.balance(organization.id).await?.balance;
        Ok(Self::new(organization, balance))
    }

    fn report(&self) -> Result<Report, Failure> {
        let quota = |quota: Quota| {
            [
                format!("quota of {}", quota.as_str()),
                self.limits.get(quota).to_string(),
            ]
        };
        let lines = [
            ["organization", &self.organization_id.to_string()],
            ["name", &self.name],
            ["plan", self.plan.as_str()],
            ["balance", &self.balance.to_string()],
            ["suspended", self.suspended.as_deref().unwrap_or(NOTHING)],
            ["created", &self.created_at.to_string()],
        ];
        let lines = lines.map(|line| line.map(str::to_owned)).into_iter();
        let rate = |(tool, rate): (&String, &u32)| [format!("rate of {tool}"), rate.to_string()];
        let rates = self.rates.iter().map(rate);
        Report::new(self, table(lines.chain(Quota::ALL.map(quota)).chain(rates)))
    }
}

impl Command {
    pub(crate) const fn is_logged(&self) -> bool {
        !matches!(
            self,
            Self::Show { .. } | Self::List | Self::Usage(_) | Self::Recount { .. } | Self::Export(_)
        )
    }

    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        match self {
            Self::Create { name, plan, balance } => {
                let new = NewOrganization { name, plan, balance };
                let organization = connection.store.create_organization(new, deadline()).await?;
                View::new(organization, balance).report()
            }
            Self::Show { org } => {
                let organization = connection.organization(&org).await?;
                View::of(connection, organization).await?.report()
            }
            Self::List => list(connection).await,
            Self::SetPlan { org, plan } => {
                let unknown = || Failure::no_organization(&org);
                let organization_id = org.parse().map_err(|_| unknown())?;
                let changed = connection.store.set_plan(organization_id, plan, deadline()).await?;
                changed.ok_or_else(unknown)?;
                let text = format!("{organization_id} now has the plan {}\n", plan.as_str());
                Report::new(&Planned { organization_id, plan }, text)
            }
            Self::SetQuota(arguments) => quota::run(arguments, connection).await,
            Self::SetRate(arguments) => rate::run(arguments, connection).await,
            Self::Usage(arguments) => usage::run(arguments, connection).await,
            Self::Rename { org, name } => {
                let unknown = || Failure::no_organization(&org);
                let organization_id = org.parse().map_err(|_| unknown())?;
                let changed = connection.store.rename(organization_id, &name, deadline()).await?;
                let name = changed.ok_or_else(unknown)?.name;
                let text = format!("{organization_id} is called {name} now\n");
                Report::new(&Renamed { organization_id, name }, text)
            }
            Self::Suspend { org, reason } => {
                let unknown = || Failure::no_organization(&org);
                let organization_id = org.parse().map_err(|_| unknown())?;
                let changed = connection.store.suspend(organization_id, reason, deadline()).await?;
                changed.ok_or_else(unknown)?;
                Report::new(
                    &Changed { organization_id },
                    format!("{organization_id} is suspended\n"),
                )
            }
            Self::Resume { org } => {
                let unknown = || Failure::no_organization(&org);
                let organization_id = org.parse().map_err(|_| unknown())?;
                let changed = connection.store.resume(organization_id, deadline()).await?;
                changed.ok_or_else(unknown)?;
                Report::new(
                    &Changed { organization_id },
                    format!("{organization_id} is not suspended\n"),
                )
            }
            Self::SetKeyExpiry { org, expiry } => set_key_expiry(connection, &org, expiry).await,
            Self::SetLowBalance { org, amount } => set_low_balance(connection, &org, amount).await,
            Self::Recount { org } => recount(connection, &org).await,
            Self::Export(arguments) => export::run(arguments, connection).await,
            Self::Delete(arguments) => removal::run(arguments, connection).await,
        }
    }
}

async fn set_key_expiry(connection: &Connection, org: &str, expiry: Expiry) -> Result<Report, Failure> {
    let unknown = || Failure::no_organization(org);
    let organization_id = org.parse().map_err(|_| unknown())?;
    let lifetime = expiry.lifetime();
    let store = &connection.store;
    let changed = store.set_key_lifetime(organization_id, lifetime, deadline()).await?;
    changed.ok_or_else(unknown)?;
    let result = KeyExpiry {
        organization_id,
        key_lifetime_seconds: lifetime.map(|lifetime| lifetime.as_secs()),
    };
    let text = match lifetime {
        Some(lifetime) => format!(
            "new keys of {organization_id} work for {} seconds\n",
            lifetime.as_secs()
        ),
        None => format!("new keys of {organization_id} do not expire\n"),
    };
    Report::new(&result, text)
}

async fn set_low_balance(connection: &Connection, org: &str, low_balance: Amount) -> Result<Report, Failure> {
    let organization_id = connection.organization(org).await?.id;
    let store = &connection.store;
    store.set_low_balance(organization_id, low_balance, deadline()).await?;
    let result = LowBalance {
        organization_id,
        low_balance,
    };
    let text = format!("the balance of {organization_id} is low below {low_balance} thumbnails\n");
    Report::new(&result, text)
}

async fn recount(connection: &Connection, org: &str) -> Result<Report, Failure> {
    let organization_id = connection.organization(org).await?.id;
    let usage = connection.store.recount(organization_id, deadline()).await?;
    let rows = Quota::ALL.map(|quota| [quota.as_str().to_owned(), usage.get(quota).to_string()]);
    let result = Recounted { organization_id, usage };
    Report::new(&result, table(rows))
}

async fn list(connection: &Connection) -> Result<Report, Failure> {
    let read = async |id| match connection.store.organization(id).await? {
        Some(organization) => View::of(connection, organization).await.map(Some),
        None => Ok(None),
    };
    let ids = connection.store.organizations().await?;
    let views = stream::iter(ids).map(read).buffered(SIDE_BY_SIDE);
    let organizations: Vec<View> = views.try_filter_map(async |view| Ok(view)).try_collect().await?;
    let header = ["ORGANIZATION", "NAME", "PLAN", "BALANCE", "CREATED"];
    let rows = organizations.iter().map(|view| {
        [
            view.organization_id.to_string(),
            view.name.clone(),
            view.plan.as_str().to_owned(),
            view.balance.to_string(),
            view.created_at.to_string(),
        ]
    });
    let text = listing(header, rows, "There are no organizations.");
    Report::new(&List { organizations }, text)
}
