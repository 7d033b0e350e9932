use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, LibraryFilter, ToolSpec,
    input::{Integer, Raw, Text},
    tools::InspirationView,
};

/// Shows inspirations, page by page.
#[derive(Clone, Copy, Debug)]
pub struct ListInspirations;

impl ToolSpec for ListInspirations {
    const NAME: &'static str = "list_inspirations";
    const TITLE: &'static str = "List inspirations";
    const CATEGORY: Category = Category::Inspirations;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Lists style inspirations, newest first: your organization's own (`filter` \
        `mine`) or the public library (`filter` `all`). Use it to choose a style before generating, at no cost. To \
        store a style of your own, use create_inspiration. Free. Pass `nextCursor` as `cursor` for the next page \
        until it is null; a page may be short or empty before that. Pass an `inspirationId` in `inspirationIds` to \
        generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &["{}", r#"{ "filter": "all", "category": "gaming", "search": "neon" }"#];
    type Input = ListInspirationsInput;
    type Output = ListInspirationsOutput;
}

crate::input! {
    /// Which inspirations to list.
    pub struct ListInspirationsInput {
        /// `mine`: your organization's own. `all`: the public library, your own public ones included.
        pub filter: LibraryFilter = LibraryFilter::Mine,
        /// Inspirations with exactly this category. Case is ignored.
        pub category: Option<Text<50>>,
        /// Inspirations whose name or description contains each of these words, also inside a longer word. Case is
        /// ignored.
        pub search: Option<Text<200>>,
        /// How many to list at most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// The `nextCursor` of an earlier call with the same `filter`, `category` and `search`, for the page after it.
        pub cursor: Option<Raw>,
    }
}

/// A page of inspirations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ListInspirationsOutput {
    /// The inspirations, newest first.
    pub inspirations: Vec<InspirationView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
