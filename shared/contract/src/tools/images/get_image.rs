use crate::{Category, Effect, ImageId, ToolSpec, input::GivenId, tools::ImageView};

/// Shows an image.
#[derive(Clone, Copy, Debug)]
pub struct GetImage;

impl ToolSpec for GetImage {
    const NAME: &'static str = "get_image";
    const TITLE: &'static str = "Get an image";
    const CATEGORY: Category = Category::Images;
    const EFFECT: Effect = Effect::Reads;
    const DESCRIPTION: &'static str = "Shows one reference image: name, description, size and a fresh download URL. \
        Use it when you have an `imageId`, for example because a URL has expired. To find an id, use search_images or \
        list_images. Free. Pass the `imageId` in `imageIds` to generate_thumbnail or generate_variation.";
    const EXAMPLES: &'static [&'static str] = &[r#"{ "imageId": "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#];
    type Input = GetImageInput;
    type Output = ImageView;
}

crate::input! {
    /// Which image to show.
    pub struct GetImageInput {
        /// The image's id.
        pub image_id: GivenId<ImageId>,
    }
}
