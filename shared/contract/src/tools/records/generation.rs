use schemars::JsonSchema;
use serde::Serialize;

use super::ThumbnailView;
use crate::{
    Amount, AspectRatio, GenerationId, GenerationStatus, ImageFormat, InspirationId, PersonId, PictureId, PromptId,
    Resolution, Timestamp, input::Metadata,
};

/// A generation without its thumbnails and without the ids of its references.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GenerationSummaryView {
    /// The generation's id.
    pub generation_id: GenerationId,
    /// The id of its prompt, which `generate_variation` takes.
    pub prompt_id: PromptId,
    /// The prompt as it was given; null when references alone were.
    pub prompt: Option<String>,
    /// The prompt that the model was given instead; null when it was not rewritten.
    pub enhanced_prompt: Option<String>,
    /// The words to print on the pictures; null when there are none.
    pub title: Option<String>,
    /// The model that was asked for; `thumbnails[].reproducibility.model` tells who made each picture.
    pub model: String,
    /// The seed of the thumbnail with index 0; each next one has the next number, and 0 follows
    /// the largest.
    pub seed: u32,
    /// The shape of the pictures.
    pub aspect_ratio: AspectRatio,
    /// The file format of the pictures.
    pub format: ImageFormat,
    /// How many pixels the pictures have.
    pub resolution: Resolution,
    /// The largest file of a picture in bytes.
    pub max_bytes: u32,
    /// The caller's own data; empty when the call had none.
    pub metadata: Metadata,
    /// How far the generation is as a whole.
    pub status: GenerationStatus,
    /// How many thumbnails it has.
    pub count: u32,
    /// How many of them wait for their first attempt.
    pub pending: u32,
    /// How many are being made.
    pub processing: u32,
    /// How many are done.
    pub completed: u32,
    /// How many failed; each of them is refunded.
    pub failed: u32,
    /// How many were cancelled; each of them is refunded.
    pub cancelled: u32,
    /// The share of thumbnails that have ended in whatever way, from 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    /// Thumbnails charged, the fee for a rewritten prompt included.
    pub cost: Amount,
    /// Thumbnails refunded so far.
    pub refunded: Amount,
    /// When it was asked for.
    pub created_at: Timestamp,
    /// When it last changed.
    pub updated_at: Timestamp,
    /// What callers should know of how the pictures were made, such as references that a model has no room for.
    pub notes: Vec<String>,
}

/// A generation with its thumbnails.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(deny_unknown_fields)]
pub struct GenerationView {
    /// Everything but the thumbnails and the references.
    #[serde(flatten)]
    pub summary: GenerationSummaryView,
    /// The reference images, and the thumbnails of other generations that it shows.
    pub image_ids: Vec<PictureId>,
    /// The style inspirations.
    pub inspiration_ids: Vec<InspirationId>,
    /// The reference persons.
    pub person_ids: Vec<PersonId>,
    /// Its thumbnails, by index.
    pub thumbnails: Vec<ThumbnailView>,
}

/// A generation in a list, as the parameter `view` asks for it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ListedGenerationView {
    /// The whole generation.
    Full(GenerationView),
    /// The generation without its thumbnails and without the ids of its references.
    Summary(GenerationSummaryView),
}
