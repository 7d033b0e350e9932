//! `key`: API keys.

use std::time::Duration;

use clap::{Args, Subcommand};
use contract::{Category, KeyId, OrganizationId, Timestamp};
use serde::Serialize;
use store::{KeyRecord, NewKey};

use crate::{
    Connection, Failure, Report, deadline,
    report::{NOTHING, table},
    values,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a key and show it, once
    Create(Create),
    /// List the keys of an organization, oldest first, without their secrets
    List {
        /// Whose keys
        #[arg(long, value_name = "ORG")]
        org: String,
    },
    /// Revoke a key: within 30 seconds it stops working everywhere
    Revoke {
        /// Its id, which begins with `key_`
        #[arg(value_name = "KEY_ID")]
        key: String,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Create {
    /// Whose key
    #[arg(long, value_name = "ORG")]
    org: String,
    /// What it is called, 1 to 100 characters
    #[arg(long, default_value = "API key", value_parser = values::name)]
    name: String,
    /// What it may do, comma-separated: generation, images, inspirations, persons, balance [default: all]
    #[arg(long, value_name = "SCOPES", value_delimiter = ',', value_parser = values::scope)]
    scopes: Vec<Category>,
    /// When it stops working, from now: 90s, 15m, 12h, 30d [default: never]
    #[arg(long, value_name = "DURATION", value_parser = values::duration)]
    expires: Option<Duration>,
}

/// A key that was made just now.
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

impl From<KeyRecord> for View {
    fn from(key: KeyRecord) -> Self {
        Self {
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
        let organization = connection.organization(&self.org).await?.id;
        let chosen = |scope: &Category| self.scopes.is_empty() || self.scopes.contains(scope);
        let new = NewKey {
            organization,
            scopes: Category::ALL.into_iter().filter(chosen).collect(),
            name: self.name,
            expires_at: self.expires.map(|lifetime| connection.clock.now().plus(lifetime)),
        };
        let (key, secret) = connection.store.create_key(new, deadline()).await?;
        let created = Created {
            key_id: key.id,
            api_key: secret.expose(),
            organization_id: key.organization,
            name: &key.name,
            scopes: &key.scopes,
            expires_at: key.expires_at,
            created_at: key.created_at,
        };
        let lines = [
            ["key".to_owned(), key.id.to_string()],
            ["secret".to_owned(), secret.expose().to_owned()],
            ["scopes".to_owned(), listed(&key.scopes)],
            ["expires".to_owned(), when(key.expires_at)],
        ];
        let text = format!("{}Keep the secret now: it cannot be shown again.\n", table(lines));
        Report::new(&created, text)
    }
}

async fn list(connection: &Connection, org: &str) -> Result<Report, Failure> {
    let organization = connection.organization(org).await?.id;
    let records = connection.store.keys_of(organization).await?;
    let keys: Vec<View> = records.into_iter().map(View::from).collect();
    let header = ["KEY", "NAME", "SCOPES", "EXPIRES", "REVOKED", "CREATED"].map(str::to_owned);
    let rows = keys.iter().map(|key| {
        [
            key.key_id.to_string(),
            key.name.clone(),
            listed(&key.scopes),
            when(key.expires_at),
            when(key.revoked_at),
            key.created_at.to_string(),
        ]
    });
    let text = table(std::iter::once(header).chain(rows));
    Report::new(&List { keys }, text)
}

async fn revoke(connection: &Connection, key: &str) -> Result<Report, Failure> {
    let key_id = key.parse().map_err(|_| Failure::UnknownKey)?;
    if !connection.store.revoke_key(key_id).await? {
        return Err(Failure::UnknownKey);
    }
    Report::new(&Revoked { key_id }, format!("{key_id} is revoked\n"))
}
