use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, ToolSpec,
    input::{Integer, Raw},
    tools::ImageView,
};

/// Shows the organization's images.
#[derive(Clone, Copy, Debug)]
pub struct ListImages;

impl ToolSpec for ListImages {
    const NAME: &'static str = "list_images";
    const CATEGORY: Category = Category::Images;
    const DESCRIPTION: &'static str = "List the reference images of your organization, newest first, each with its \
        name, description and URL. Free. Returns all of them, up to 1000; pass `nextCursor` as `cursor` for more, \
        until it is null. search_images finds images by words.";
    const EXAMPLES: &'static [&'static str] = &["{}"];
    type Input = ListImagesInput;
    type Output = ListImagesOutput;
}

crate::input! {
    /// Which part of the images to list.
    pub struct ListImagesInput {
        /// How many to list at the most.
        pub limit: Integer<1, 1000> = Integer::new(1000),
        /// Where to go on: `nextCursor` of an earlier call.
        pub cursor: Option<Raw>,
    }
}

/// A page of images.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct ListImagesOutput {
    /// The images, newest first.
    pub images: Vec<ImageView>,
    /// The `cursor` of the next page; null on the last.
    pub next_cursor: Option<String>,
}
