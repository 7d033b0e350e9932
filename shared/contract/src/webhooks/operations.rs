//! The specifications of the operations.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, DeliveryId, Effect, ToolSpec, WebhookId,
    input::{Description, EventList, GivenId, Integer, Raw, Source},
    tools::True,
    webhooks::{
        CreatedWebhookView, DeliveryListView, DeliveryStatus, DeliveryView, SecretView, WebhookListView, WebhookView,
    },
};

macro_rules! operation {
    ($(#[doc = $doc:literal])+ $spec:ident = $name:literal, $input:ty, $output:ty, $effect:ident, $title:literal $(, $example:literal)*) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub struct $spec;

        impl ToolSpec for $spec {
            const NAME: &'static str = $name;
            const CATEGORY: Category = Category::Webhooks;
            const TITLE: &'static str = $title;
            const EFFECT: Effect = Effect::$effect;
            const DESCRIPTION: &'static str = concat!($($doc),+);
            const EXAMPLES: &'static [&'static str] = &[$($example),*];
            type Input = $input;
            type Output = $output;
        }
    };
}

operation!(
    /// Creates a webhook. Events that happen from now on are posted to its URL, signed according to Standard Webhooks.
    CreateWebhook = "create_webhook", CreateWebhookInput, CreatedWebhookView, Creates, "Create a webhook",
    r#"{ "url": "https://example.com/hooks", "events": ["generation.ended"] }"#
);
operation!(
    /// Lists the organization's webhooks.
    ListWebhooks = "list_webhooks", Nothing, WebhookListView, Reads, "List webhooks"
);
operation!(
    /// Shows a webhook.
    GetWebhook = "get_webhook", WebhookInput, WebhookView, Reads, "Show a webhook"
);
operation!(
    /// Changes a webhook. A field that is absent or null stays as it is.
    ChangeWebhook = "update_webhook", ChangeWebhookInput, WebhookView, Sets, "Change a webhook",
    r#"{ "events": ["generation.ended", "balance.low"], "enabled": true }"#
);
operation!(
    /// Deletes a webhook. Deliveries that wait for it fail.
    DeleteWebhook = "delete_webhook", WebhookInput, DeleteWebhookOutput, Removes, "Delete a webhook"
);
operation!(
    /// Shows the secret of a webhook.
    GetWebhookSecret = "get_webhook_secret", WebhookInput, SecretView, Reads, "Show the secret of a webhook"
);
operation!(
    /// Replaces the secret of a webhook. For 24 hours deliveries are signed with the old and with the new secret.
    RotateWebhookSecret = "rotate_webhook_secret", WebhookInput, SecretView, Acts, "Rotate the secret of a webhook"
);
operation!(
    /// Sends the event `webhook.test` to a webhook now, and shows its delivery.
    TestWebhook = "test_webhook", WebhookInput, DeliveryView, Acts, "Test a webhook"
);
operation!(
    /// Lists the deliveries of a webhook in the last 30 days, newest first.
    ListDeliveries = "list_webhook_deliveries", ListDeliveriesInput, DeliveryListView, Reads, "List deliveries"
);
operation!(
    /// Makes one more attempt at a delivery now, and shows the delivery. The event keeps its id.
    ReplayDelivery = "replay_webhook_delivery", ReplayDeliveryInput, DeliveryView, Acts, "Replay a delivery"
);
operation!(
    /// Shows the organization's own secret, with which deliveries to the `webhookUrl` of a call are signed.
    GetOwnSecret = "get_organization_webhook_secret", Nothing, SecretView, Reads, "Show the organization's webhook secret"
);
operation!(
    /// Replaces the organization's own secret. For 24 hours deliveries are signed with the old and with the new secret.
    RotateOwnSecret = "rotate_organization_webhook_secret", Nothing, SecretView, Acts, "Rotate the organization's webhook secret"
);

crate::input! {
    /// No parameters.
    pub struct Nothing {}
}

crate::input! {
    /// The webhook to create.
    pub struct CreateWebhookInput {
        /// An https URL. It must not redirect.
        pub url: Source,
        /// The types of events to send. Absent or empty: all.
        pub events: Option<EventList>,
        /// A description.
        pub description: Option<Description<500>>,
    }
}

crate::input! {
    /// Which webhook.
    pub struct WebhookInput {
        /// The webhook's id.
        pub webhook_id: GivenId<WebhookId>,
    }
}

crate::input! {
    /// What to change.
    pub struct ChangeWebhookInput {
        /// The webhook's id.
        pub webhook_id: GivenId<WebhookId>,
        /// Another https URL.
        pub url: Option<Source>,
        /// Other types of events; an empty list means all.
        pub events: Option<EventList>,
        /// Another description; an empty one removes it.
        pub description: Option<Description<500>>,
        /// Whether the webhook gets events.
        pub enabled: Option<bool>,
    }
}

crate::input! {
    /// Which deliveries.
    pub struct ListDeliveriesInput {
        /// The webhook's id.
        pub webhook_id: GivenId<WebhookId>,
        /// How many deliveries a page has at most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// The `nextCursor` of an earlier page.
        pub cursor: Option<Raw>,
        /// Only deliveries with this status.
        pub status: Option<DeliveryStatus>,
    }
}

crate::input! {
    /// Which delivery.
    pub struct ReplayDeliveryInput {
        /// The webhook's id.
        pub webhook_id: GivenId<WebhookId>,
        /// The delivery's id.
        pub delivery_id: GivenId<DeliveryId>,
    }
}

/// A webhook that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeleteWebhookOutput {
    /// The webhook's id.
    pub webhook_id: WebhookId,
    /// Always true.
    pub deleted: True,
}
