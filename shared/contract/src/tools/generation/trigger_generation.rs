use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, GenerationId, ToolSpec, input::GivenId};

/// Puts the pending thumbnails of a generation to work.
#[derive(Clone, Copy, Debug)]
pub struct TriggerGeneration;

impl ToolSpec for TriggerGeneration {
    const NAME: &'static str = "trigger_generation";
    const CATEGORY: Category = Category::Generation;
    const DESCRIPTION: &'static str = "Start the making of a pending generation's pictures. The service does this by \
        itself, so there is rarely a reason to call it. Free, and harmless at any time: nothing is made or charged \
        twice. Call get_generation_status next.";
    const EXAMPLES: &'static [&'static str] = &["{}", r#"{ "generationId": "gen_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = TriggerGenerationInput;
    type Output = TriggerGenerationOutput;
}

crate::input! {
    /// Which generation to start.
    pub struct TriggerGenerationInput {
        /// The generation's id. Absent: your organization's oldest pending one.
        pub generation_id: Option<GivenId<GenerationId>>,
    }
}

/// What a trigger did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct TriggerGenerationOutput {
    /// The generation concerned; null when none was named and none is pending.
    pub generation_id: Option<GenerationId>,
    /// How many thumbnails were put to work.
    pub triggered: u32,
    /// What was done, in words.
    pub message: String,
}
