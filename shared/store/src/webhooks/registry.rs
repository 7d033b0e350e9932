//! The webhooks of an organization, and the organization's own secret.
//!
//! The item of the balance has two numbers: all webhooks, and the enabled ones. The transactions that create, delete,
//! enable and disable a webhook also write these numbers, so the mark that somebody listens is set exactly while a
//! webhook is enabled.

use aws_sdk_dynamodb::types::TransactWriteItem;
use contract::{OrganizationId, WebhookId, webhooks::EventType, webhooks::MOST_WEBHOOKS};
use serde::{Deserialize, Serialize};

use crate::{
    Balance, Deadline, DisabledReason, IdempotencyKey, KeptAnswer, Secrets, Store, StoreError, Webhook, WebhookSecret,
    dynamodb::{
        codec::{self, number},
        expression::{self, Expression},
        transaction::{Outcome, Reason},
        update::Update,
    },
    events::listener_mark::{require_listener, unmark_listener},
    keys,
    operator_log::ActionTarget,
    webhooks::webhook::WEBHOOK,
};

/// The attributes of the balance's item that count webhooks.
const WEBHOOKS: &str = "webhooks";
const ENABLED_WEBHOOKS: &str = "enabledWebhooks";

/// The outcome of creating a webhook.
#[derive(Debug)]
pub enum WebhookCreation {
    /// The webhook exists.
    Created,
    /// The organization has this many webhooks already, and may not have more.
    TooMany(u64),
    /// Another call with the same idempotency key was first.
    Answered(KeptAnswer),
}

/// The new values of a webhook's fields. A field that is `None` keeps its old value.
#[derive(Clone, Debug, Default)]
pub struct WebhookChange {
    /// The URL.
    pub url: Option<String>,
    /// The types of events; none means all.
    pub events: Option<Vec<EventType>>,
    /// The description; `Some(None)` removes it.
    pub description: Option<Option<String>>,
    /// Whether it is enabled: `Ok` enables it, `Err` disables it for a reason.
    pub enabled: Option<Result<(), DisabledReason>>,
}

/// The item of an organization's own secret.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnSecrets {
    secrets: Secrets,
}

impl WebhookChange {
    fn fields(&self) -> Result<Expression, StoreError> {
        let mut change = Expression::new();
        change.require_present(keys::PK);
        if let Some(url) = &self.url {
            change.set(&["url"], codec::text(url));
        }
        if let Some(events) = &self.events {
            change.set(&["events"], codec::value(WEBHOOK, events)?);
        }
        match &self.description {
            Some(Some(description)) => change.set(&["description"], codec::text(description)),
            Some(None) => change.remove(&["description"]),
            None => {}
        }
        Ok(change)
    }

    const fn is_empty(&self) -> bool {
        self.url.is_none() && self.events.is_none() && self.description.is_none()
    }
}

/// Sets a number of the balance's item, on the condition that it has not changed since it was read.
fn replace_count(change: &mut Expression, name: &str, seen: u64, count: u64) {
    change.set(&[name], number(count));
    let (path, value) = (change.path(&[name]), change.value(number(seen)));
    let is_absent = if seen == 0 {
        format!("attribute_not_exists({path}) OR ")
    } else {
        String::new()
    };
    change.require(format!("{is_absent}{path} = {value}"));
}

impl Store {
    /// A webhook, read with strong consistency.
    pub async fn webhook(&self, organization: OrganizationId, id: WebhookId) -> Result<Option<Webhook>, StoreError> {
        let item = self.get(&keys::webhook(organization, id)).await?;
        item.map(Webhook::read).transpose()
    }

    /// A webhook that is not stored yet, with a new id and a new secret.
    pub fn draft_webhook(
        &self,
        organization: OrganizationId,
        url: String,
        events: Vec<EventType>,
        description: Option<String>,
    ) -> Webhook {
        let now = self.clock.now();
        Webhook {
            id: WebhookId::from_uuid(self.ids.uuid()),
            organization,
            url,
            events,
            description,
            disabled: None,
            enabled_since: now,
            disabled_at: None,
            last_delivery_at: None,
            last_status: None,
            failing_since: None,
            secrets: Secrets::generate(self.ids.entropy()),
            created_at: now,
        }
    }

    /// Stores a new webhook, with the answer to keep. The webhook receives every fact that becomes true after this call
    /// has returned.
    pub async fn create_webhook(
        &self,
        webhook: &Webhook,
        answer: Option<(IdempotencyKey, KeptAnswer)>,
        deadline: Deadline,
    ) -> Result<WebhookCreation, StoreError> {
        let organization = webhook.organization;
        let item = codec::write(WEBHOOK, &keys::webhook(organization, webhook.id), webhook)?;
        let created = expression::create(&self.names.table, item)?;
        let mut last_error = StoreError::Contention;
        while !deadline.is_past() {
            let balance = self.listening_balance(organization).await?;
            if balance.webhooks >= MOST_WEBHOOKS {
                return Ok(WebhookCreation::TooMany(balance.webhooks));
            }
            let mut counts = Expression::new();
            replace_count(&mut counts, WEBHOOKS, balance.webhooks, balance.webhooks + 1);
            let enabled = balance.enabled_webhooks;
            replace_count(&mut counts, ENABLED_WEBHOOKS, enabled, enabled + 1);
            require_listener(&mut counts, true);
            let mut items = vec![
                counts.update(&self.names.table, &keys::balance(organization))?,
                created.clone(),
            ];
            if let Some((key, answer)) = &answer {
                items.push(self.keep_answer(key, answer)?);
            }
            match self.transact(items, deadline).await {
                Ok(Outcome::Committed) => return Ok(WebhookCreation::Created),
                Ok(Outcome::Refused(reasons)) => {
                    if self.webhook(organization, webhook.id).await?.is_some() {
                        // An earlier attempt was written, and its answer was lost.
                        return Ok(WebhookCreation::Created);
                    }
                    if let Some(item) = reasons.get(2).and_then(Reason::item) {
                        return Ok(WebhookCreation::Answered(KeptAnswer::read(item.clone())?));
                    }
                }
                Err(error) => last_error = error,
            }
        }
        Err(last_error)
    }

    /// The balance of an organization, after the listener mark is set on it and on all open generations. If no webhook
    /// is enabled, an interrupted call may have marked only some of the generations, so they are marked again.
    async fn listening_balance(&self, organization: OrganizationId) -> Result<Balance, StoreError> {
        let balance = self.balance(organization).await?;
        if balance.has_listener && balance.enabled_webhooks > 0 {
            return Ok(balance);
        }
        self.start_listening(organization).await?;
        self.balance(organization).await
    }

    /// Deletes a webhook. `false` when it does not exist.
    pub async fn delete_webhook(
        &self,
        organization: OrganizationId,
        id: WebhookId,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let key = keys::webhook(organization, id);
        let mut was_tried = false;
        while !deadline.is_past() {
            let (webhook, balance) = tokio::join!(self.webhook(organization, id), self.balance(organization));
            let (Some(webhook), balance) = (webhook?, balance?) else {
                // An attempt whose answer was lost may have deleted it.
                return Ok(was_tried);
            };
            was_tried = true;
            let enabled = balance.enabled_webhooks;
            let left = enabled.saturating_sub(u64::from(webhook.is_enabled()));
            let mut counts = Expression::new();
            let webhooks = balance.webhooks;
            replace_count(&mut counts, WEBHOOKS, webhooks, webhooks.saturating_sub(1));
            replace_count(&mut counts, ENABLED_WEBHOOKS, enabled, left);
            if left == 0 {
                unmark_listener(&mut counts);
            }
            let items = vec![
                expression::delete(&self.names.table, &key)?,
                counts.update(&self.names.table, &keys::balance(organization))?,
            ];
            if matches!(self.transact(items, deadline).await?, Outcome::Committed) {
                return Ok(true);
            }
        }
        Err(StoreError::Contention)
    }

    /// Changes a webhook. `None` when it does not exist.
    pub async fn change_webhook(
        &self,
        organization: OrganizationId,
        id: WebhookId,
        change: &WebhookChange,
        deadline: Deadline,
    ) -> Result<Option<Webhook>, StoreError> {
        while !deadline.is_past() {
            let Some(webhook) = self.webhook(organization, id).await? else {
                return Ok(None);
            };
            let switch = change.enabled.filter(|enabled| enabled.is_ok() != webhook.is_enabled());
            let Some(switch) = switch else {
                return self.change_fields(organization, webhook, change).await;
            };
            if self.switch_webhook(&webhook, change, switch, deadline).await? {
                return self.webhook(organization, id).await;
            }
        }
        Err(StoreError::Contention)
    }

    async fn change_fields(
        &self,
        organization: OrganizationId,
        webhook: Webhook,
        change: &WebhookChange,
    ) -> Result<Option<Webhook>, StoreError> {
        if change.is_empty() {
            return Ok(Some(webhook));
        }
        let key = keys::webhook(organization, webhook.id);
        match self.update(&key, &change.fields()?).await? {
            Update::Written(item) => Webhook::read(item).map(Some),
            Update::Refused(_) => Ok(None),
        }
    }

    /// Enables or disables a webhook, with the other changes. `false` when it or the numbers have changed since.
    async fn switch_webhook(
        &self,
        webhook: &Webhook,
        change: &WebhookChange,
        switch: Result<(), DisabledReason>,
        deadline: Deadline,
    ) -> Result<bool, StoreError> {
        let (organization, now) = (webhook.organization, self.clock.now());
        let mut counts = Expression::new();
        let mut fields = change.fields()?;
        let balance = match switch {
            Ok(()) => {
                let balance = self.listening_balance(organization).await?;
                fields.remove(&["disabled"]);
                fields.remove(&["failingSince"]);
                fields.set(&["enabledSince"], number(now.millis()));
                fields.require_present("disabled");
                require_listener(&mut counts, true);
                let enabled = balance.enabled_webhooks;
                replace_count(&mut counts, ENABLED_WEBHOOKS, enabled, enabled + 1);
                balance
            }
            Err(reason) => {
                let balance = self.balance(organization).await?;
                fields.set(&["disabled"], codec::value(WEBHOOK, &reason)?);
                fields.set(&["disabledAt"], number(now.millis()));
                fields.require_absent("disabled");
                let enabled = balance.enabled_webhooks;
                replace_count(&mut counts, ENABLED_WEBHOOKS, enabled, enabled.saturating_sub(1));
                balance
            }
        };
        if switch.is_err() && balance.enabled_webhooks <= 1 {
            unmark_listener(&mut counts);
        }
        let mut items = vec![
            fields.update(&self.names.table, &keys::webhook(organization, webhook.id))?,
            counts.update(&self.names.table, &keys::balance(organization))?,
        ];
        items.extend(self.recorded_switch(webhook, switch)?);
        Ok(matches!(self.transact(items, deadline).await?, Outcome::Committed))
    }

    fn recorded_switch(
        &self,
        webhook: &Webhook,
        switch: Result<(), DisabledReason>,
    ) -> Result<Option<TransactWriteItem>, StoreError> {
        let action = if switch.is_ok() {
            "webhook enable"
        } else {
            "webhook disable"
        };
        let target = ActionTarget {
            organization: Some(webhook.organization),
            subject: Some(webhook.id.to_string()),
            detail: None,
        };
        self.record_action(action, target)
    }

    /// Replaces the secret of a webhook. The old one signs for another day. `None` when the webhook does not exist.
    pub async fn rotate_webhook_secret(
        &self,
        organization: OrganizationId,
        id: WebhookId,
        deadline: Deadline,
    ) -> Result<Option<WebhookSecret>, StoreError> {
        let key = keys::webhook(organization, id);
        while !deadline.is_past() {
            let Some(webhook) = self.webhook(organization, id).await? else {
                return Ok(None);
            };
            if let Some(secret) = self.rotate(&key, webhook.secrets).await? {
                return Ok(Some(secret));
            }
        }
        Err(StoreError::Contention)
    }

    /// Writes a new secret into the item with this key. `None` when the secret has changed since it was read.
    async fn rotate(&self, key: &keys::Key, seen: Secrets) -> Result<Option<WebhookSecret>, StoreError> {
        let mut change = Expression::new();
        let before = codec::value(WEBHOOK, &seen.current)?;
        change.require_equal(&["secrets", "current"], before);
        let secrets = seen.rotated(self.ids.entropy(), self.clock.now());
        change.set(&["secrets"], codec::value(WEBHOOK, &secrets)?);
        match self.update(key, &change).await? {
            Update::Written(_) => Ok(Some(secrets.current)),
            Update::Refused(item) => {
                // An earlier try was written, and its answer was lost.
                let present: Option<OwnSecrets> = codec::read(WEBHOOK, item).ok();
                Ok(present
                    .filter(|present| present.secrets == secrets)
                    .map(|_| secrets.current))
            }
        }
    }

    /// The organization's own secrets, which are made when they are first needed.
    pub async fn own_secrets(&self, organization: OrganizationId, deadline: Deadline) -> Result<Secrets, StoreError> {
        let key = keys::webhook_secret(organization);
        let read = async || -> Result<Option<Secrets>, StoreError> {
            let item = self.get(&key).await?;
            let own: Option<OwnSecrets> = item.map(|item| codec::read(WEBHOOK, item)).transpose()?;
            Ok(own.map(|own| own.secrets))
        };
        if let Some(secrets) = read().await? {
            return Ok(secrets);
        }
        let secrets = Secrets::generate(self.ids.entropy());
        let item = codec::write(
            WEBHOOK,
            &key,
            &OwnSecrets {
                secrets: secrets.clone(),
            },
        )?;
        let items = vec![
            expression::create(&self.names.table, item)?,
            expression::must_exist(&self.names.table, &keys::balance(organization))?,
        ];
        match self.transact(items, deadline).await? {
            Outcome::Committed => Ok(secrets),
            Outcome::Refused(_) => read().await?.ok_or(StoreError::NoOrganization),
        }
    }

    /// Replaces the organization's own secret. The old one signs for another day.
    pub async fn rotate_own_secret(
        &self,
        organization: OrganizationId,
        deadline: Deadline,
    ) -> Result<WebhookSecret, StoreError> {
        let key = keys::webhook_secret(organization);
        while !deadline.is_past() {
            let seen = self.own_secrets(organization, deadline).await?;
            if let Some(secret) = self.rotate(&key, seen).await? {
                return Ok(secret);
            }
        }
        Err(StoreError::Contention)
    }

    /// Ends the deliveries to the `webhookUrl` of a generation, which wants no more events.
    pub async fn end_webhook_url(
        &self,
        organization: OrganizationId,
        generation: contract::GenerationId,
    ) -> Result<(), StoreError> {
        let mut change = Expression::new();
        change.set(
            &["isWebhookUrlGone"],
            aws_sdk_dynamodb::types::AttributeValue::Bool(true),
        );
        change.require_present(keys::PK);
        let key = keys::generation_progress(organization, generation);
        self.update(&key, &change).await.map(drop)
    }
}
