use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Amount, AspectRatio, Category, Effect, ImageFormat, InspirationId, Lettering, PersonId, PictureId, PromptId,
    Replayable, Resolution, ThumbnailId, ToolSpec,
    input::{BodyFields, GivenId, IdList, Integer, Issues, Metadata, Prose, Replacement, Source, Text},
    money::costs,
    tools::{GenerateThumbnailOutput, ReferenceId, generation::generate_thumbnail::MaxBytes},
};

/// Starts a generation that varies an earlier one.
#[derive(Clone, Copy, Debug)]
pub struct GenerateVariation;

impl ToolSpec for GenerateVariation {
    const NAME: &'static str = "generate_variation";
    const TITLE: &'static str = "Generate variations";
    const CATEGORY: Category = Category::Generation;
    const COST: Amount = costs::GENERATE_VARIATION;
    const RATE_LIMIT: Option<u32> = Some(10);
    const EFFECT: Effect = Effect::Creates;
    const REACHES_OUT: bool = true;
    const DESCRIPTION: &'static str = "Makes new thumbnails from an earlier prompt, or changes one finished thumbnail \
        (`thumbnailId`). What you leave out (prompt, title, references, shape, format) is taken from that prompt; the \
        seed is new. Use it to change, refine or repeat earlier thumbnails. To begin a new idea, use \
        generate_thumbnail. Costs 1 thumbnail of balance per picture (`count`), and 0.1 more per call with \
        `enhancePrompt`; a picture that fails is refunded. Returns ids at once, while the pictures are made in the \
        background: call get_generation_status with the `generationId` next. A repeat with the same idempotency key is \
        not charged again.";
    const EXAMPLES: &'static [&'static str] = &[
        r#"{ "promptId": "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00" }"#,
        r#"{ "thumbnailId": "thm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "newPrompt": "title: NEVER AGAIN" }"#,
        r#"{ "promptId": "prm_0193e5a0b1c27d3e8f4a5b6c7d8e9f00", "newPrompt": "The same scene at night", "count": 3 }"#,
    ];
    type Input = GenerateVariationInput;
    type Output = GenerateVariationOutput;
}

crate::input! {
    /// What to vary, and what to change in it.
    pub struct GenerateVariationInput {
        /// The prompt to vary, by id. Absent: your organization's latest prompt, or with `thumbnailId` the prompt of
        /// the thumbnail.
        pub prompt_id: Option<GivenId<PromptId>>,
        /// The completed thumbnail to change, by id, instead of `promptId`. `newPrompt` says what to change, such as
        /// `title: NEVER AGAIN`, `make the title yellow`, `put it on a beach` or `another layout`, in any language. It
        /// may be absent if another parameter changes the picture.
        pub thumbnail_id: Option<GivenId<ThumbnailId>>,
        /// The new prompt; with `thumbnailId`, what to change in the picture. Absent: the original's prompt.
        pub new_prompt: Option<Prose<4000>>,
        /// The AI model. Absent: the service's default. An unknown model is refused, and the error lists the models.
        pub model: Option<Text<100>>,
        /// How many thumbnails to make; each is charged.
        pub count: Integer<1, 10> = Integer::new(1),
        /// Uploaded images, and completed thumbnails of your organization, to show instead, by id. Absent: the
        /// original's. Empty: none.
        pub image_ids: Option<IdList<PictureId, 8>>,
        /// Inspirations to follow instead, by id. Absent: the original's. Empty: none.
        pub inspiration_ids: Option<IdList<InspirationId, 4>>,
        /// Persons to show instead, by id. Absent: the original's. Empty: none.
        pub person_ids: Option<IdList<PersonId, 3>>,
        /// Words to print on the picture instead. Absent: the original's. Blank: none. Alone with `thumbnailId`: only
        /// the words change.
        pub title: Option<Replacement<100>>,
        /// As in `generate_thumbnail`. Absent: the original's, if its call gave one; else the model's default.
        pub lettering: Option<Lettering>,
        /// The shape: `16:9` is 1280×720 pixels, `9:16` 720×1280, `1:1` 1080×1080, `4:3` 1440×1080; more at a higher
        /// `resolution`. Absent: the original's.
        pub aspect_ratio: Option<AspectRatio>,
        /// The file format. Absent: the original's.
        pub format: Option<ImageFormat>,
        /// How many pixels the picture has, at the same price: `720p` has the sizes of `aspectRatio`, `1080p` 1.5 times
        /// the width and height, `2160p` 3 times. Absent: the original's.
        pub resolution: Option<Resolution>,
        /// The largest file in bytes. The quality of the picture is lowered until the file fits, but never its size in
        /// pixels. Absent: the original's; if that had none, 2,000,000, and 20,000,000 for `2160p`.
        pub max_bytes: Option<MaxBytes>,
        /// A number that makes a picture repeatable: if the model supports seeds, the same model, inputs and seed give
        /// the same picture. Each further thumbnail takes the next number. Absent: a random number, which the response
        /// contains.
        pub seed: Option<Integer<0, 4_294_967_295>>,
        /// Whether to rewrite the prompt in more detail first, for 0.1 thumbnails per call. Nothing is charged if this
        /// fails, or if there is no prompt.
        pub enhance_prompt: bool = false,
        /// An https URL to which the events of this generation are posted, signed with the organization's own secret
        /// for webhooks. It is not taken from the original.
        pub webhook_url: Option<Source>,
        /// Your own data, such as the id of a video: at most 16 pairs of a key (1 to 40 letters, digits, `_` and `-`)
        /// and a text of at most 200 characters. It is shown with the generation, and no model gets it. It is not taken
        /// from the original.
        pub metadata: Metadata,
    }
    check = one_original;
}

fn one_original(fields: &BodyFields<'_>, issues: &mut Issues) {
    if !fields.has("thumbnailId") {
        return;
    }
    if fields.has("promptId") {
        issues.add(
            "promptId",
            "must not be given together with `thumbnailId`; leave one of them out",
        );
    }
    const CHANGES: [&str; 10] = [
        "newPrompt",
        "title",
        "lettering",
        "aspectRatio",
        "resolution",
        "format",
        "maxBytes",
        "imageIds",
        "inspirationIds",
        "personIds",
    ];
    // A blank title takes the words away.
    if !CHANGES.iter().any(|change| fields.has(change)) && !fields.is_blank("title") {
        issues.add(
            "newPrompt",
            "is required when `thumbnailId` is given and no other parameter says what to change",
        );
    }
}

/// A variation that was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GenerateVariationOutput {
    /// The new generation, under a prompt id of its own.
    #[serde(flatten)]
    pub generation: GenerateThumbnailOutput,
    /// The id of the prompt that was varied.
    pub source_prompt_id: PromptId,
    /// References of the original that were deleted since and are therefore left out.
    pub omitted_references: Vec<ReferenceId>,
}

impl Replayable for GenerateVariationOutput {}
