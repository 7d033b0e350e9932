//! Gemini's models that generate pictures.

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The defaults for these models.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: [(16, 9), (9, 16), (1, 1), (4, 3)]
                .map(|(width, height)| PictureSize::Ratio(width, height))
                .to_vec(),
            references: ReferenceLimits::any(14),
            seed: false,
            max_prompt_chars: 32_000,
        },
        timeout_seconds: 90,
    }
}
