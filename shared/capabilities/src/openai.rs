//! OpenAI's models that generate pictures.

use contract::{Resolution, Size};

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The defaults for these models.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: [(1536, 1024), (1024, 1536), (1024, 1024)]
                .map(|(width, height)| PictureSize::Pixels(Size { width, height }))
                .to_vec(),
            resolutions: vec![Resolution::P720],
            references: ReferenceLimits::any(16),
            edits: true,
            seed: false,
            max_prompt_chars: 32_000,
        },
        timeout_seconds: 90,
    }
}
