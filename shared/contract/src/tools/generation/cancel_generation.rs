use schemars::JsonSchema;
use serde::Serialize;

use crate::{Amount, Category, Effect, GenerationId, GenerationStatus, ToolSpec, input::GivenId};

/// Cancels the pending thumbnails of a generation.
#[derive(Clone, Copy, Debug)]
pub struct CancelGeneration;

impl ToolSpec for CancelGeneration {
    const NAME: &'static str = "cancel_generation";
    const TITLE: &'static str = "Cancel a generation";
    const CATEGORY: Category = Category::Generation;
    const EFFECT: Effect = Effect::Removes;
    const DESCRIPTION: &'static str = "Cancels the thumbnails of a generation that are still pending, and refunds \
        them. Use it when the pictures are not wanted any more. It cannot stop thumbnails that are already being made, \
        and it deletes nothing. Free. Refused if no thumbnail is pending and none was cancelled before, so a repeat is \
        harmless. Call get_generation_status to see which thumbnails are still being made.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "generationId": "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = CancelGenerationInput;
    type Output = CancelGenerationOutput;
}

crate::input! {
    /// Which generation to cancel.
    pub struct CancelGenerationInput {
        /// The generation's id.
        pub generation_id: GivenId<GenerationId>,
    }
}

/// The result of a cancellation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct CancelGenerationOutput {
    /// The generation's id.
    pub generation_id: GenerationId,
    /// The state of the generation now.
    pub status: GenerationStatus,
    /// How many thumbnails this call cancelled; 0 if an earlier call cancelled them.
    pub cancelled: u32,
    /// Thumbnails refunded by this call.
    pub refunded: Amount,
    /// The balance after the refund.
    pub balance: Amount,
}
