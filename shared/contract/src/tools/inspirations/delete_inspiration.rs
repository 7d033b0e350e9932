use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, InspirationId, ToolSpec, input::GivenId, tools::True};

/// Deletes an inspiration.
#[derive(Clone, Copy, Debug)]
pub struct DeleteInspiration;

impl ToolSpec for DeleteInspiration {
    const NAME: &'static str = "delete_inspiration";
    const CATEGORY: Category = Category::Inspirations;
    const DESCRIPTION: &'static str = "Delete a style inspiration of your organization; public ones of others cannot \
        be deleted. Free, and cannot be undone. What was made from it stays as it is; a generation under way that \
        still needs it fails and is refunded.";
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
    /// The id of what was deleted.
    pub inspiration_id: InspirationId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
