//! Stability's models on Bedrock.

use contract::Resolution;

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The defaults for these models.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: [(16, 9), (9, 16), (1, 1), (5, 4), (3, 2)]
                .map(|(width, height)| PictureSize::Ratio(width, height))
                .to_vec(),
            resolutions: vec![Resolution::P720],
            references: ReferenceLimits::any(0),
            edits: false,
            seed: true,
            max_prompt_chars: 10_000,
        },
        timeout_seconds: 90,
    }
}
