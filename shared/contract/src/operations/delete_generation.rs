use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, Effect, GenerationId, ToolSpec, input::GivenId, tools::True};

/// Deletes a generation that has ended.
#[derive(Clone, Copy, Debug)]
pub struct DeleteGeneration;

impl ToolSpec for DeleteGeneration {
    const NAME: &'static str = "delete_generation";
    const TITLE: &'static str = "Delete a generation";
    const CATEGORY: Category = Category::Generation;
    const EFFECT: Effect = Effect::Removes;
    const DESCRIPTION: &'static str = "Permanently deletes a generation that has ended: its prompt, its records and \
        its pictures. The history of the balance keeps its entries. Inspirations made from its thumbnails stay, and so \
        do variations of it. Free.";
    const EXAMPLES: &'static [&'static str] = &[];
    type Input = DeleteGenerationInput;
    type Output = DeleteGenerationOutput;
}

crate::input! {
    /// Which generation to delete.
    pub struct DeleteGenerationInput {
        /// The generation's id.
        pub generation_id: GivenId<GenerationId>,
    }
}

/// A generation that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeleteGenerationOutput {
    /// The generation's id.
    pub generation_id: GenerationId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
