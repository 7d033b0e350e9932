use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Amount, Category, Effect, ImageId, PresignedUrl, Replayable, ThumbnailId, ToolSpec, Visibility,
    input::{BodyFields, GivenId, Issues, Prose, Source, Text},
    money::costs,
    tools::InspirationView,
};

/// Stores a style inspiration.
#[derive(Clone, Copy, Debug)]
pub struct CreateInspiration;

impl ToolSpec for CreateInspiration {
    const NAME: &'static str = "create_inspiration";
    const TITLE: &'static str = "Create an inspiration";
    const CATEGORY: Category = Category::Inspirations;
    const COST: Amount = costs::CREATE_INSPIRATION;
    const EFFECT: Effect = Effect::Creates;
    const REACHES_OUT: bool = true;
    const DESCRIPTION: &'static str = "Stores a style inspiration from a video, a picture's URL, an uploaded image or \
        a finished thumbnail, and describes its style by AI. Use it when thumbnails should look like an example. For a \
        thing that thumbnails should show, use upload_image. A thumbnail that the built-in model drew gives a recipe \
        (`recipe` true): thumbnails with it look like a series. Costs 0.1 thumbnails of balance; a source that cannot be \
        used costs nothing. Pass the `inspirationId` in `inspirationIds` to generate_thumbnail or generate_variation \
        next. A repeat with the same idempotency key is not charged again.";
    const EXAMPLES: &'static [&'static str] = &[
        r#"{ "videoUrl": "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "category": "music" }"#,
        r#"{ "imageId": "img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "name": "Neon", "visibility": "public" }"#,
    ];
    type Input = CreateInspirationInput;
    type Output = CreateInspirationOutput;
}

crate::input! {
    /// What to make the inspiration from: exactly one of `videoUrl`, `imageUrl`, `imageId` and `thumbnailId`.
    pub struct CreateInspirationInput {
        /// The page of a video, on YouTube, Vimeo or any site that names a preview picture; that picture is taken.
        pub video_url: Option<Source>,
        /// A picture: an `http(s)` URL, at most 10 MB, a `data:` URL, at most 4 MB decoded, or the `upload:` source of
        /// an upload. PNG, JPEG, WebP or GIF; of an animation, the first frame is used.
        pub image_url: Option<Source>,
        /// An uploaded image, by id. It is copied: deleting the image later changes nothing.
        pub image_id: Option<GivenId<ImageId>>,
        /// A completed thumbnail of your organization, by id. It is copied.
        pub thumbnail_id: Option<GivenId<ThumbnailId>>,
        /// A name for it. Absent: made from the picture.
        pub name: Option<Text<100>>,
        /// The style in words. Absent: made from the picture.
        pub description: Option<Prose<500>>,
        /// A category, stored in lower case. Absent: made from the picture.
        pub category: Option<Text<50>>,
        /// Who may use it: `private` is your organization alone, `public` everybody.
        pub visibility: Visibility = Visibility::Private,
    }
    check = one_source;
}

fn one_source(fields: &BodyFields<'_>, issues: &mut Issues) {
    let named: Vec<&str> = [
        ("videoUrl", fields.has("videoUrl")),
        ("imageUrl", fields.has("imageUrl")),
        ("imageId", fields.has("imageId")),
        ("thumbnailId", fields.has("thumbnailId")),
    ]
    .into_iter()
    .filter_map(|(name, is_given)| is_given.then_some(name))
    .collect();
    match named.as_slice() {
        [] => issues.add(
            "videoUrl",
            "is required, unless `imageUrl`, `imageId` or `thumbnailId` is given",
        ),
        [first, rest @ ..] => {
            for name in rest {
                issues.add(
                    *name,
                    format!("must not be given together with `{first}`; leave one of them out"),
                );
            }
        }
    }
}

/// An inspiration that was created, and its price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct CreateInspirationOutput {
    /// The inspiration.
    #[serde(flatten)]
    pub inspiration: InspirationView,
    /// Thumbnails charged for this call.
    pub cost: Amount,
    /// The balance after the charge.
    pub balance: Amount,
}

impl Replayable for CreateInspirationOutput {
    fn presigned_urls(&mut self) -> Vec<PresignedUrl<'_>> {
        vec![self.inspiration.presigned_url()]
    }
}
