//! `webhook`: the webhooks of an organization.

use clap::Subcommand;
use contract::{OrganizationId, Timestamp, WebhookId};
use serde::Serialize;
use store::{DisabledReason, Webhook, WebhookChange};

use crate::{
    Connection, Failure, Report, deadline,
    report::{NOTHING, listing},
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the webhooks of an organization, newest first
    List {
        /// The organization's id
        #[arg(long, value_name = "ORG")]
        org: String,
    },
    /// Disable a webhook: it gets no more events, and deliveries that wait for it fail
    ///
    /// The organization can enable it again.
    Disable {
        /// The webhook's id
        #[arg(value_name = "WEBHOOK")]
        webhook: String,
        /// The organization's id
        #[arg(long, value_name = "ORG")]
        org: String,
    },
}

/// A webhook as operators see it. Its URL may contain a secret of the receiver, so only the host is shown.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct View {
    webhook_id: WebhookId,
    host: String,
    enabled: bool,
    disabled_reason: Option<&'static str>,
    created_at: Timestamp,
    last_delivery_at: Option<Timestamp>,
    last_status: Option<u16>,
}

#[derive(Debug, Serialize)]
struct List {
    webhooks: Vec<View>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Disabled {
    organization_id: OrganizationId,
    webhook_id: WebhookId,
}

impl From<&Webhook> for View {
    fn from(webhook: &Webhook) -> Self {
        let after_scheme = webhook.url.split_once("://").map_or("", |(_, rest)| rest);
        let host = after_scheme.split(['/', '?', '#']).next().unwrap_or_default();
        Self {
            webhook_id: webhook.id,
            host: host.to_owned(),
            enabled: webhook.is_enabled(),
            disabled_reason: webhook.disabled.map(DisabledReason::message),
            created_at: webhook.created_at,
            last_delivery_at: webhook.last_delivery_at,
            last_status: webhook.last_status,
        }
    }
}

impl Command {
    pub(crate) const fn is_logged(&self) -> bool {
        matches!(self, Self::Disable { .. })
    }

    pub(crate) async fn run(self, connection: &Connection) -> Result<Report, Failure> {
        match self {
            Self::List { org } => list(connection, &org).await,
            Self::Disable { webhook, org } => disable(connection, &webhook, &org).await,
        }
    }
}

async fn list(connection: &Connection, org: &str) -> Result<Report, Failure> {
    let organization = connection.organization(org).await?.id;
    let webhooks = connection.store.webhooks(organization).await?;
    let webhooks: Vec<View> = webhooks.iter().map(View::from).collect();
    let header = ["WEBHOOK", "HOST", "STATE", "LAST DELIVERY", "LAST STATUS"];
    let text = |value: Option<String>| value.unwrap_or_else(|| NOTHING.to_owned());
    let rows = webhooks.iter().map(|view| {
        [
            view.webhook_id.to_string(),
            view.host.clone(),
            view.disabled_reason.unwrap_or("enabled").to_owned(),
            text(view.last_delivery_at.map(|at| at.to_string())),
            text(view.last_status.map(|status| status.to_string())),
        ]
    });
    let text = listing(header, rows, "The organization has no webhooks.");
    Report::new(&List { webhooks }, text)
}

async fn disable(connection: &Connection, webhook: &str, org: &str) -> Result<Report, Failure> {
    let organization_id = connection.organization(org).await?.id;
    let unknown = || Failure::Unknown {
        kind: "webhook",
        id: webhook.to_owned(),
    };
    let webhook_id = webhook.parse().map_err(|_| unknown())?;
    let change = WebhookChange {
        enabled: Some(Err(DisabledReason::ByOperator)),
        ..WebhookChange::default()
    };
    let store = &connection.store;
    let changed = store
        .change_webhook(organization_id, webhook_id, &change, deadline())
        .await?;
    changed.ok_or_else(unknown)?;
    let result = Disabled {
        organization_id,
        webhook_id,
    };
    Report::new(&result, format!("{webhook_id} is disabled\n"))
}
