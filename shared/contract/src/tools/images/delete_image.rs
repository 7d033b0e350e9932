use schemars::JsonSchema;
use serde::Serialize;

use crate::{Category, Effect, ImageId, ToolSpec, input::GivenId, tools::True};

/// Deletes an image.
#[derive(Clone, Copy, Debug)]
pub struct DeleteImage;

impl ToolSpec for DeleteImage {
    const NAME: &'static str = "delete_image";
    const TITLE: &'static str = "Delete an image";
    const CATEGORY: Category = Category::Images;
    const EFFECT: Effect = Effect::Removes;
    const DESCRIPTION: &'static str = "Permanently deletes a reference image of your organization. Use it only when \
        the image is not needed any more. Finished thumbnails, inspirations and persons made from it stay; a \
        generation under way that still needs it fails and is refunded. Free. There is nothing to call next.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "imageId": "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = DeleteImageInput;
    type Output = DeleteImageOutput;
}

crate::input! {
    /// Which image to delete.
    pub struct DeleteImageInput {
        /// The image's id.
        pub image_id: GivenId<ImageId>,
    }
}

/// An image that was deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct DeleteImageOutput {
    /// The id of the deleted image.
    pub image_id: ImageId,
    /// Always true: otherwise the call fails.
    pub deleted: True,
}
