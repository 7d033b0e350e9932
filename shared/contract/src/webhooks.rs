//! Webhooks: the types of events, and the specifications of the operations on webhooks and their deliveries, as callers
//! see them.

mod events;
mod operations;
mod payloads;
mod views;

pub use self::{
    events::EventType,
    operations::{
        ChangeWebhook, ChangeWebhookInput, CreateWebhook, CreateWebhookInput, DeleteWebhook, DeleteWebhookOutput,
        GetOwnSecret, GetWebhook, GetWebhookSecret, ListDeliveries, ListDeliveriesInput, ListWebhooks, Nothing,
        ReplayDelivery, ReplayDeliveryInput, RotateOwnSecret, RotateWebhookSecret, TestWebhook, WebhookInput,
    },
    payloads::{LowBalanceDataView, ThumbnailDataView, WebhookTestDataView},
    views::{
        AttemptView, CreatedWebhookView, DeliveryListView, DeliveryStatus, DeliveryView, SecretView, WebhookListView,
        WebhookView,
    },
};

/// The most webhooks that an organization has.
pub const MOST_WEBHOOKS: u64 = 10;

/// The path below which all operations on webhooks are.
pub const WEBHOOKS_PATH: &str = "/api/v1/webhooks";
