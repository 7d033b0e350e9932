use schemars::JsonSchema;
use serde::Serialize;

use super::ThumbnailView;
use crate::{
    Amount, AspectRatio, GenerationId, GenerationStatus, ImageFormat, InspirationId, Lettering, PersonId,
    PictureChange, PictureId, PromptId, Resolution, Timestamp, input::Metadata,
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
    /// The prompt of the request, unchanged; null if the request had no prompt.
    pub prompt: Option<String>,
    /// The rewritten prompt, which the model received; null if the prompt was not rewritten.
    pub enhanced_prompt: Option<String>,
    /// The words to print on the pictures; null when there are none.
    pub title: Option<String>,
    /// The requested model; `thumbnails[].reproducibility.model` names the model that made each picture.
    pub model: String,
    /// Who puts the words on the pictures: the built-in composer or the model.
    pub lettering: Lettering,
    /// The seed of the thumbnail with index 0. The seed of each further thumbnail is one larger; 0 follows 4294967295.
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
    /// The state of the whole generation.
    pub status: GenerationStatus,
    /// How many thumbnails it has.
    pub count: u32,
    /// How many thumbnails wait for their first attempt.
    pub pending: u32,
    /// How many thumbnails are being made.
    pub processing: u32,
    /// How many thumbnails are completed.
    pub completed: u32,
    /// How many thumbnails failed; each of them is refunded.
    pub failed: u32,
    /// How many thumbnails were cancelled; each of them is refunded.
    pub cancelled: u32,
    /// The share of thumbnails that are completed, failed or cancelled, from 0 to 1.
    #[schemars(range(min = 0, max = 1))]
    pub progress: f64,
    /// Thumbnails charged, including the fee for a rewritten prompt.
    pub cost: Amount,
    /// Thumbnails refunded so far.
    pub refunded: Amount,
    /// When the generation was created.
    pub created_at: Timestamp,
    /// When a thumbnail last changed its state.
    pub updated_at: Timestamp,
    /// Each text names something in your request that the service could not do. More may be added when a picture is
    /// made.
    pub notes: Vec<String>,
    /// The changes of a finished picture that the composer understood.
    pub changes: Vec<PictureChange>,
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
