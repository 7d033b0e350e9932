//! A webhook as callers see it, and the webhook that a call names.

use contract::{ApiError, WebhookId, error::Resource, input::GivenId, webhooks::WebhookView};
use service::{Call, Failure};
use store::{DisabledReason, Store, Webhook};

/// Shows a webhook.
pub(crate) fn view(webhook: &Webhook) -> WebhookView {
    WebhookView {
        webhook_id: webhook.id,
        url: webhook.url.clone(),
        events: webhook.events.clone(),
        description: webhook.description.clone(),
        enabled: webhook.is_enabled(),
        disabled_reason: webhook.disabled.map(DisabledReason::message).map(str::to_owned),
        created_at: webhook.created_at,
        last_delivery_at: webhook.last_delivery_at,
        last_status: webhook.last_status,
    }
}

/// NOT_FOUND for a webhook.
pub(crate) fn not_found(id: &GivenId<WebhookId>) -> Failure {
    ApiError::not_found(Resource::Webhook, id.as_str()).into()
}

/// The webhook that a call names.
pub(crate) async fn find(store: &Store, call: &Call, id: &GivenId<WebhookId>) -> Result<Webhook, Failure> {
    let webhook = store
        .webhook(call.organization.id, id.resolve(Resource::Webhook)?)
        .await?;
    webhook.ok_or_else(|| not_found(id))
}
