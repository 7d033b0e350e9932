use schemars::JsonSchema;
use serde::Serialize;

use crate::{Amount, money::costs};

/// What one unit of each paid operation costs, in thumbnails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Costs {
    /// Thumbnails for each picture of `generate_thumbnail`.
    pub generate_thumbnail: Amount,
    /// Thumbnails for each picture of `generate_variation`.
    pub generate_variation: Amount,
    /// Thumbnails for each `create_inspiration`.
    pub create_inspiration: Amount,
    /// Thumbnails for each `upload_image`.
    pub upload_image: Amount,
    /// Thumbnails for `enhancePrompt: true`, once per call.
    pub enhance_prompt: Amount,
}

impl Costs {
    /// The prices in force.
    pub const CURRENT: Self = Self {
        generate_thumbnail: costs::GENERATE_THUMBNAIL,
        generate_variation: costs::GENERATE_VARIATION,
        create_inspiration: costs::CREATE_INSPIRATION,
        upload_image: costs::UPLOAD_IMAGE,
        enhance_prompt: costs::ENHANCE_PROMPT,
    };
}

/// The unit of a balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// One picture of the generate tools.
    #[default]
    Thumbnail,
}
