use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Amount, Category, Effect, PresignedUrl, Replayable, ToolSpec,
    input::{Source, Text},
    money::costs,
    tools::ImageView,
};

/// Stores a reference image.
#[derive(Clone, Copy, Debug)]
pub struct UploadImage;

impl ToolSpec for UploadImage {
    const NAME: &'static str = "upload_image";
    const TITLE: &'static str = "Upload an image";
    const CATEGORY: Category = Category::Images;
    const COST: Amount = costs::UPLOAD_IMAGE;
    const EFFECT: Effect = Effect::Creates;
    const REACHES_OUT: bool = true;
    const DESCRIPTION: &'static str = "Stores a reference image, such as a logo, an object or a product, from a URL, \
        and describes it by AI. Use it for things that thumbnails should show. For a style to follow, use \
        create_inspiration; for a person's face, use create_person. Costs 0.05 thumbnails of balance, the description \
        included; a source that cannot be used costs nothing. Pass the `imageId` in `imageIds` to generate_thumbnail \
        or generate_variation next. A repeat with the same idempotency key is not charged again.";
    const EXAMPLES: &'static [&'static str] =
        &[r#"{ "imageUrl": "https://example.com/logo.png", "name": "Our logo" }"#];
    type Input = UploadImageInput;
    type Output = UploadImageOutput;
}

crate::input! {
    /// What to upload.
    pub struct UploadImageInput {
        /// The picture: an `http(s)` URL, at most 10 MB, a `data:` URL, at most 4 MB decoded, or the `upload:` source
        /// of an upload. PNG, JPEG, WebP or GIF; of an animation, the first frame is used.
        pub image_url: Source,
        /// A name for it. Absent: the file name in the URL.
        pub name: Option<Text<100>>,
    }
}

/// An image that was uploaded, and its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct UploadImageOutput {
    /// The image.
    #[serde(flatten)]
    pub image: ImageView,
    /// Thumbnails charged for this call.
    pub cost: Amount,
    /// The balance after the charge.
    pub balance: Amount,
}

impl Replayable for UploadImageOutput {
    fn presigned_urls(&mut self) -> Vec<PresignedUrl<'_>> {
        vec![self.image.presigned_url()]
    }
}
