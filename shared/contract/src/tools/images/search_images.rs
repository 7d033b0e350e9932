use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, ToolSpec,
    input::{Integer, Raw, Text},
    tools::ImageView,
};

/// Finds images by words.
#[derive(Clone, Copy, Debug)]
pub struct SearchImages;

impl ToolSpec for SearchImages {
    const NAME: &'static str = "search_images";
    const TITLE: &'static str = "Search images";
    const CATEGORY: Category = Category::Images;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Finds reference images of your organization by words of their names and \
        descriptions, newest first. Use it before upload_image, to see whether an image is there already. To see all \
        images, use list_images. Free. Pass `nextCursor` as `cursor` for the next page until it is null; a page may \
        be short or empty before that. Pass an `imageId` in `imageIds` to generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "query": "red logo" }"#, r#"{ "query": "phone", "limit": 5 }"#];
    type Input = SearchImagesInput;
    type Output = SearchImagesOutput;
}

crate::input! {
    /// What to search for.
    pub struct SearchImagesInput {
        /// Images whose name or description contains each of these words, also inside a longer word. Case is ignored.
        /// Absent: all.
        pub query: Option<Text<200>>,
        /// How many to list at most.
        pub limit: Integer<1, 100> = Integer::new(20),
        /// The `nextCursor` of an earlier call with the same `query`, for the page after it.
        pub cursor: Option<Raw>,
    }
}

/// A page of images.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct SearchImagesOutput {
    /// The images, newest first.
    pub images: Vec<ImageView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
