use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, Effect, GenerationId, ToolSpec, input::GivenId};

/// Puts the pending thumbnails of a generation to work.
#[derive(Clone, Copy, Debug)]
pub struct TriggerGeneration;

impl ToolSpec for TriggerGeneration {
    const NAME: &'static str = "trigger_generation";
    const TITLE: &'static str = "Trigger a generation";
    const CATEGORY: Category = Category::Generation;
    const EFFECT: Effect = Effect::Sets;
    const DESCRIPTION: &'static str = "Asks for the pictures of a pending generation to be made now. The service \
        starts every generation by itself, so do not call it after generate_thumbnail or generate_variation; use it \
        only for a generation that stays pending for minutes. Free and harmless at any time: nothing is made or \
        charged twice. Call get_generation_status next.";
    const EXAMPLES: &'static [&'static str] = &["{}", r#"{ "generationId": "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = TriggerGenerationInput;
    type Output = TriggerGenerationOutput;
}

crate::input! {
    /// Which generation to start.
    pub struct TriggerGenerationInput {
        /// The generation's id. Absent: the oldest pending generation of your organization.
        pub generation_id: Option<GivenId<GenerationId>>,
    }
}

/// The result of a trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TriggerGenerationOutput {
    /// The triggered generation; null if the call named no generation and none is pending.
    pub generation_id: Option<GenerationId>,
    /// How many thumbnails were queued again. Call get_generation_status to follow them.
    pub triggered: u32,
    /// A sentence about the result.
    pub message: String,
}
