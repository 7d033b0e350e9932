//! The built-in composer.

use contract::Resolution;

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The defaults for these models.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: [(16, 9), (9, 16), (1, 1), (4, 3)]
                .map(|(width, height)| PictureSize::Ratio(width, height))
                .to_vec(),
            resolutions: Resolution::ALL.to_vec(),
            references: ReferenceLimits::any(64),
            edits: true,
            seed: true,
            max_prompt_chars: 4_000,
        },
        timeout_seconds: 20,
    }
}
