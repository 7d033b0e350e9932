//! `key`: API keys.

use std::time::Duration;

use clap::{Args, Subcommand};
use contract::{Category, KeyId, OrganizationId, Timestamp};
use serde::Serialize;
use store::{KeyRecord, NewKey};

use crate::{
    Connection, Failure, Report, deadline,
    report::{NOTHING, listing, table},
    values::{self, Expiry},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Create a key and show it, only once
    Create(Create),
    /// List the keys of an organization, oldest first, without their secrets
    List {
        /// The organization of the keys
        #[arg(long, value_name = "ORG")]
        org: String,
    },
    /// Revoke a key: within 30 seconds it stops working everywhere
    Revoke {
        /// The key's id, which begins with `key_`
        #[arg(value_name = "KEY_ID")]
        key: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    /// The organization of the key
    #[arg(long, value_name = "ORG", required_unless_present = "replaces")]
    org: Option<String>,
    /// The key to replace: the new key gets its name and scopes unless others are given, and the old key works for as
    /// long as --grace says
    #[arg(long, value_name = "KEY_ID")]
    replaces: Option<String>,
    /// How long the replaced key still works, unless it expires earlier
    #[arg(long, value_name = "DURATION", default_value = "24h", requires = "replaces", value_parser = values::duration)]
    grace: Duration,
    /// The name of the key, 1 to 100 characters [default: API key]
    #[arg(long, value_parser = values::name)]
    name: Option<String>,
    /// The scopes of the key, comma-separated: generation, images, inspirations, persons, balance,
    /// webhooks [default: all]
    #[arg(long, value_name = "SCOPES", value_delimiter = ',', value_parser = values::scope)]
    scopes: Vec<Category>,
    /// When the key expires, counted from now: 90s, 15m, 12h, 30d or never [default: the expiry that `org
    /// set-key-expiry` has set, or never]
    #[arg(long, value_name = "DURATION", value_parser = values::expiry)]
    expires: Option<Expiry>,
}

/// A key that was just created.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Created<'a> {
    key_id: KeyId,
    api_key: &'a str,
    organization_id: OrganizationId,
    name: &'a str,
    scopes: &'a [Category],
    expires_at: Option<Timestamp>,
    created_at: Timestamp,
    replaced_key_id: Option<KeyId>,
    replaced_expires_at: Option<Timestamp>,
}

/// A key as operators see it.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    key_id: KeyId,
    name: String,
    scopes: Vec<Category>,
    expires_at: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    created_at: Timestamp,
    /// At most a day before the actual last use.
    last_used_at: Option<Timestamp>,
}

#[derive(Debug, Serialize)]
struct List {
    keys: Vec<View>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Revoked {
    key_id: KeyId,
}

impl View {
    fn new(key: KeyRecord, last_used_at: Option<Timestamp>) -> Self {
        Self {
            last_used_at,
            key_id: key.id,
            name: key.name,
            scopes: key.scopes,
            expires_at: key.expires_at,
            revoked_at: key.revoked_at,
            created_at: key.created_at,
        }
    }
}

fn listed(scopes: &[Category]) -> String {
    let names: Vec<&str> = scopes.iter().map(|scope| scope.as_str()).collect();
    names.join(",")
}

fn when(time: Option<Timestamp>) -> String {
    time.map_or_else(|| NOTHING.to_owned(), |time| time.to_string())
}

impl Command {
    pub(crate) const fn is_logged(&self) -> bool {
        !matches!(self, Self::List { .. })
    }

    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        match self {
            Self::Create(create) => create.run(connection).await,
            Self::List { org } => list(connection, &org).await,
            Self::Revoke { key } => revoke(connection, &key).await,
        }
    }
}

impl Create {
    async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        let store = &connection.store;
        let replaced = match &self.replaces {
            Some(key) => Some(replaceable(connection, key, self.org.as_deref()).await?),
            None => None,
        };
        let org = self
            .org
            .or_else(|| replaced.as_ref().map(|old| old.organization.to_string()));
        let organization = connection.organization(&org.unwrap_or_default()).await?;
        let now = connection.clock.now();
        let lifetime = match self.expires {
            Some(expiry) => expiry.lifetime(),
            None => organization.key_lifetime_seconds.map(Duration::from_secs),
        };
        let inherited = replaced.as_ref().map_or(&Category::ALL[..], |old| &old.scopes);
        let scopes = if self.scopes.is_empty() {
            inherited
        } else {
            &self.scopes
        };
        let name = self.name.or_else(|| replaced.as_ref().map(|old| old.name.clone()));
        let new = NewKey {
            organization: organization.id,
            scopes: Category::ALL
                .into_iter()
                .filter(|scope| scopes.contains(scope))
                .collect(),
            name: name.unwrap_or_else(|| "API key".to_owned()),
            expires_at: lifetime.map(|lifetime| now.plus(lifetime)),
        };
        let until = |old: &KeyRecord| {
            let end = now.plus(self.grace);
            old.expires_at.map_or(end, |expires_at| expires_at.min(end))
        };
        let (key, secret) = match &replaced {
            Some(old) => {
                let made = store.replace_key(old.id, until(old), new, deadline()).await?;
                made.ok_or(Failure::RevokedKey(old.id))?
            }
            None => store.create_key(new, deadline()).await?,
        };
        let created = Created {
            key_id: key.id,
            api_key: secret.expose(),
            organization_id: key.organization,
            name: &key.name,
            scopes: &key.scopes,
            expires_at: key.expires_at,
            created_at: key.created_at,
            replaced_key_id: replaced.as_ref().map(|old| old.id),
            replaced_expires_at: replaced.as_ref().map(until),
        };
        let lines = [
            ["key id".to_owned(), key.id.to_string()],
            ["API key".to_owned(), secret.expose().to_owned()],
            ["scopes".to_owned(), listed(&key.scopes)],
            ["expires".to_owned(), when(key.expires_at)],
        ];
        let old = replaced
            .as_ref()
            .map(|old| format!("{} works until {}.\n", old.id, until(old)));
        let text = format!(
            "{}{}Keep the API key now: it cannot be shown again.\n",
            table(lines),
            old.unwrap_or_default()
        );
        Report::new(&created, text)
    }
}

/// The key with this id that a new key may replace. If an organization is named, the key must belong to it.
async fn replaceable(connection: &Connection, key: &str, org: Option<&str>) -> Result<KeyRecord, Failure> {
    let id = key.parse().map_err(|_| Failure::UnknownKey)?;
    let old = connection.store.key_of_id(id).await?.ok_or(Failure::UnknownKey)?;
    match org {
        Some(org) if org != old.organization.to_string() => Err(Failure::OtherOwner {
            key: id,
            organization: org.to_owned(),
        }),
        _ if old.revoked_at.is_some() => Err(Failure::RevokedKey(id)),
        _ => Ok(old),
    }
}

async fn list(connection: &Connection, org: &str) -> Result<Report, Failure> {
    let organization = connection.organization(org).await?.id;
    let records = connection.store.keys_of(organization).await?;
    let ids: Vec<KeyId> = records.iter().map(|record| record.id).collect();
    let uses = connection.store.key_uses(&ids).await?;
    let view = |record: KeyRecord| {
        let last_used_at = uses.get(&record.id).copied();
        View::new(record, last_used_at)
    };
    let keys: Vec<View> = records.into_iter().map(view).collect();
    let header = ["KEY", "NAME", "SCOPES", "EXPIRES", "REVOKED", "CREATED", "LAST USED"];
    let rows = keys.iter().map(|key| {
        [
            key.key_id.to_string(),
            key.name.clone(),
            listed(&key.scopes),
            when(key.expires_at),
            when(key.revoked_at),
            key.created_at.to_string(),
            when(key.last_used_at),
        ]
    });
    let text = listing(header, rows, "The organization has no keys.");
    Report::new(&List { keys }, text)
}

async fn revoke(connection: &Connection, key: &str) -> Result<Report, Failure> {
    let key_id = key.parse().map_err(|_| Failure::UnknownKey)?;
    if !connection.store.revoke_key(key_id, deadline()).await? {
        return Err(Failure::UnknownKey);
    }
    Report::new(&Revoked { key_id }, format!("{key_id} is revoked\n"))
}
