use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, Effect, InspirationId, ToolSpec, input::GivenId, tools::True};

/// Deletes an inspiration.
#[derive(Clone, Copy, Debug)]
pub struct DeleteInspiration;

impl ToolSpec for DeleteInspiration {
    const NAME: &'static str = "delete_inspiration";
    const TITLE: &'static str = "Delete an inspiration";
    const CATEGORY: Category = Category::Inspirations;
    const EFFECT: Effect = Effect::Removes;
    const DESCRIPTION: &'static str = "Permanently deletes a style inspiration of your organization, also from the \
        public library. Use it only when the style is not needed any more. Public inspirations of others cannot be \
        deleted. Finished thumbnails stay; a generation under way that still needs it fails and is refunded. Free. \
        There is nothing to call next.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "inspirationId": "ins_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = DeleteInspirationInput;
    type Output = DeleteInspirationOutput;
}

crate::input! {
    /// Which inspiration to delete.
    pub struct DeleteInspirationInput {
        /// The inspiration's id.
        pub inspiration_id: GivenId<InspirationId>,
    }
}

/// An inspiration that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeleteInspirationOutput {
    /// The id of the deleted inspiration.
    pub inspiration_id: InspirationId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
