use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Category, Effect, ToolSpec,
    input::{Integer, Raw},
    tools::ImageView,
};

/// Shows the organization's images.
#[derive(Clone, Copy, Debug)]
pub struct ListImages;

impl ToolSpec for ListImages {
    const NAME: &'static str = "list_images";
    const TITLE: &'static str = "List images";
    const CATEGORY: Category = Category::Images;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Lists all reference images of your organization, newest first, with name, \
        description and download URL. Use it to see which images there are. To find images by words, use \
        search_images. Free. Returns up to 1000 at once; pass `nextCursor` as `cursor` for more until it is null. \
        Pass an `imageId` in `imageIds` to generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &["{}"];
    type Input = ListImagesInput;
    type Output = ListImagesOutput;
}

crate::input! {
    /// Which part of the images to list.
    pub struct ListImagesInput {
        /// How many to list at most.
        pub limit: Integer<1, 1000> = Integer::new(1000),
        /// The `nextCursor` of an earlier call, for the page after it.
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
