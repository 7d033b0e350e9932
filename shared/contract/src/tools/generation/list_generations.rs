use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, GenerationStatus, ListView, ToolSpec,
    input::{Integer, Metadata, Raw, Text},
    tools::ListedGenerationView,
};

/// Shows the organization's generations, page by page.
#[derive(Clone, Copy, Debug)]
pub struct ListGenerations;

impl ToolSpec for ListGenerations {
    const NAME: &'static str = "list_generations";
    const TITLE: &'static str = "List generations";
    const CATEGORY: Category = Category::Generation;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Lists your organization's generations with their thumbnails, newest first. Use \
        it to find an earlier generation by words of its prompt or title, by status, or by your `metadata`. To follow one generation \
        whose id you have, use get_generation_status. Free. Pass `nextCursor` as `cursor` for the next page until it \
        is null; a page may be short or empty before that. Pass a `promptId` from here to generate_variation.";
    const EXAMPLES: &'static [&'static str] = &[
        "{}",
        r#"{ "search": "waterfall", "status": "completed", "view": "summary", "limit": 5 }"#,
    ];
    type Input = ListGenerationsInput;
    type Output = ListGenerationsOutput;
}

crate::input! {
    /// Which generations to list.
    pub struct ListGenerationsInput {
        /// Generations whose prompt or title contains each of these words, also inside a longer word. Case is ignored.
        pub search: Option<Text<200>>,
        /// Generations with this status.
        pub status: Option<GenerationStatus>,
        /// Generations whose `metadata` has all these pairs.
        pub metadata: Metadata,
        /// What to show of each generation: `full` shows the same as get_generation_status; `summary` leaves out
        /// `thumbnails`, `imageIds`, `inspirationIds` and `personIds`, and is about a tenth as long.
        pub view: ListView = ListView::Full,
        /// How many to list at most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// The `nextCursor` of an earlier call with the same `search`, `status` and `metadata`, for the page after it.
        pub cursor: Option<Raw>,
    }
}

/// A page of generations.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ListGenerationsOutput {
    /// The generations, newest first.
    pub generations: Vec<ListedGenerationView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
