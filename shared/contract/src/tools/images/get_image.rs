use crate::{Category, ImageId, ToolSpec, input::GivenId, tools::ImageView};

/// Shows an image.
#[derive(Clone, Copy, Debug)]
pub struct GetImage;

impl ToolSpec for GetImage {
    const NAME: &'static str = "get_image";
    const CATEGORY: Category = Category::Images;
    const DESCRIPTION: &'static str = "Get one reference image: its name, description and URL. Free.";
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
