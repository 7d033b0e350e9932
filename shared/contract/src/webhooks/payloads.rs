//! The data of events, as receivers get them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Amount, GenerationId, PromptId, WebhookId, input::Metadata, tools::ThumbnailView};

/// The data of `thumbnail.completed` and `thumbnail.failed`.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ThumbnailDataView {
    /// The generation of the thumbnail.
    pub generation_id: GenerationId,
    /// The prompt of this generation.
    pub prompt_id: PromptId,
    /// The metadata of the generation; empty when the call had none.
    pub metadata: Metadata,
    /// The thumbnail, as in `get_generation_status`.
    pub thumbnail: ThumbnailView,
}

/// The data of `balance.low`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct LowBalanceDataView {
    /// The balance after the charge, in thumbnails.
    pub balance: Amount,
    /// The threshold that the charge took the balance below, in thumbnails.
    pub low_balance: Amount,
}

/// The data of `webhook.test`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct WebhookTestDataView {
    /// The webhook that is tested.
    pub webhook_id: WebhookId,
}
