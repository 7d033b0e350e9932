use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Amount, AspectRatio, Category, Effect, GenerationId, GenerationStatus, ImageFormat, InspirationId, Lettering,
    PersonId, PictureChange, PictureId, PromptId, Replayable, Resolution, ToolSpec,
    input::{BodyFields, IdList, Integer, Issues, Metadata, Prose, Source, Text},
    money::costs,
};

/// The limits of `maxBytes`.
pub(crate) type MaxBytes = Integer<100_000, 50_000_000>;

/// Starts a generation of one to ten thumbnails.
#[derive(Clone, Copy, Debug)]
pub struct GenerateThumbnail;

impl ToolSpec for GenerateThumbnail {
    const NAME: &'static str = "generate_thumbnail";
    const TITLE: &'static str = "Generate thumbnails";
    const CATEGORY: Category = Category::Generation;
    const COST: Amount = costs::GENERATE_THUMBNAIL;
    const RATE_LIMIT: Option<u32> = Some(10);
    const EFFECT: Effect = Effect::Creates;
    const REACHES_OUT: bool = true;
    const DESCRIPTION: &'static str = "Makes new AI thumbnails for a video from a text prompt, reference images, \
        style inspirations, reference persons, or any mix of them. Use it for a new idea. To change or repeat an \
        earlier one, use generate_variation instead. Costs 1 thumbnail of balance per picture (`count`), and 0.1 more \
        per call with `enhancePrompt`; a picture that fails is refunded. Returns ids at once, while the pictures are \
        made in the background: call get_generation_status with the `generationId` next. A repeat with the same \
        idempotency key is not charged again.";
    const EXAMPLES: &'static [&'static str] = &[
        r#"{ "prompt": "A climber on a frozen waterfall, low sun, huge scale", "title": "I almost fell", "count": 2 }"#,
        r#"{
            "prompt": "Unboxing on a desk, bright studio light",
            "imageIds": ["img_0193e5a0b1c27d3e8f4a5b6c7d8e9f00"],
            "personIds": ["per_0193e5a0b1c27d3e8f4a5b6c7d8e9f01"],
            "aspectRatio": "9:16",
            "format": "jpeg",
            "enhancePrompt": true
        }"#,
    ];
    type Input = GenerateThumbnailInput;
    type Output = GenerateThumbnailOutput;
}

crate::input! {
    /// What to draw. A prompt or at least one reference must be given.
    pub struct GenerateThumbnailInput {
        /// What the thumbnail shows. May be absent when an image, an inspiration or a person is given.
        pub prompt: Option<Prose<4000>>,
        /// How many thumbnails to make; each is charged.
        pub count: Integer<1, 10> = Integer::new(1),
        /// Pictures that the thumbnails show, by id: uploaded images (logos, objects, products), and completed
        /// thumbnails of your organization.
        pub image_ids: IdList<PictureId, 8>,
        /// Inspirations whose style the pictures follow, by id: your own, or public ones. One with `recipe`
        /// true makes the thumbnails a series.
        pub inspiration_ids: IdList<InspirationId, 4>,
        /// Persons whose faces the pictures show, by id. The prompt need not mention them.
        pub person_ids: IdList<PersonId, 3>,
        /// The AI model. Absent: the service's default. An unknown model is refused, and the error lists the models.
        pub model: Option<Text<100>>,
        /// Words to print on the picture.
        pub title: Option<Text<100>>,
        /// Who puts the words on the picture: `composer`, letter by letter on a picture painted without words, or
        /// `model`. Absent: the model's default.
        pub lettering: Option<Lettering>,
        /// The shape: `16:9` is 1280×720 pixels, `9:16` 720×1280, `1:1` 1080×1080, `4:3` 1440×1080; more at a higher
        /// `resolution`.
        pub aspect_ratio: AspectRatio = AspectRatio::Wide,
        /// The file format.
        pub format: ImageFormat = ImageFormat::Png,
        /// How many pixels the picture has, at the same price: `720p` has the sizes of `aspectRatio`, `1080p` 1.5 times
        /// the width and height, `2160p` 3 times.
        pub resolution: Resolution = Resolution::P720,
        /// The largest file in bytes. The quality of the picture is lowered until the file fits, but never its size in
        /// pixels. Absent: 2,000,000, and 20,000,000 for `2160p`.
        pub max_bytes: Option<MaxBytes>,
        /// A number that makes a picture repeatable: if the model supports seeds, the same model, inputs and seed give
        /// the same picture. Each further thumbnail takes the next number. Absent: a random number, which the response
        /// contains.
        pub seed: Option<Integer<0, 4_294_967_295>>,
        /// Whether to rewrite the prompt in more detail first, for 0.1 thumbnails per call. Nothing is charged if this
        /// fails, or if there is no prompt.
        pub enhance_prompt: bool = false,
        /// An https URL to which the events of this generation are posted, signed with the organization's own secret
        /// for webhooks.
        pub webhook_url: Option<Source>,
        /// Your own data, such as the id of a video: at most 16 pairs of a key (1 to 40 letters, digits, `_` and `-`)
        /// and a text of at most 200 characters. It is shown with the generation, and no model gets it.
        pub metadata: Metadata,
    }
    check = something_to_draw;
}

fn something_to_draw(fields: &BodyFields<'_>, issues: &mut Issues) {
    if !["prompt", "imageIds", "inspirationIds", "personIds"]
        .into_iter()
        .any(|name| fields.has(name))
    {
        issues.add("prompt", "is required when no image, inspiration or person is given");
    }
}

/// A generation that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GenerateThumbnailOutput {
    /// The id of the prompt, which `generate_variation` takes. Each call has a new one.
    pub prompt_id: PromptId,
    /// The id of the generation, which `get_generation_status` takes.
    pub generation_id: GenerationId,
    /// How many thumbnails are being generated.
    pub count: u32,
    /// A sentence about what happens now and which tool to call next.
    pub message: String,
    /// The state of the generation.
    pub status: GenerationStatus,
    /// Thumbnails charged for this call, including the fee for a rewritten prompt.
    pub cost: Amount,
    /// The balance after the charge.
    pub balance: Amount,
    /// The model that draws.
    pub model: String,
    /// The seed of the first thumbnail, given or random.
    pub seed: u32,
    /// The rewritten prompt, which the model gets instead of yours; null if the prompt was not rewritten.
    pub enhanced_prompt: Option<String>,
    /// Each text names something in your request that the service cannot do. More may become known while the pictures
    /// are made; the status has all.
    #[serde(default)]
    pub notes: Vec<String>,
    /// The changes of a finished picture that the composer understood.
    #[serde(default)]
    pub changes: Vec<PictureChange>,
}

impl GenerateThumbnailOutput {
    /// The `message` for this number of thumbnails.
    pub fn message(count: u32) -> String {
        let noun = if count == 1 { "thumbnail" } else { "thumbnails" };
        format!("Generating {count} {noun}. Call get_generation_status with the generationId to follow the progress.")
    }
}

impl Replayable for GenerateThumbnailOutput {}
