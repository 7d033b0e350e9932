//! Gemini's models that generate pictures.

use contract::Resolution;

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The aspect ratios of `gemini-nano-banana-2.1`.
const SHAPES: [(u32, u32); 14] = [
    (16, 9),
    (9, 16),
    (1, 1),
    (4, 3),
    (3, 4),
    (3, 2),
    (2, 3),
    (5, 4),
    (4, 5),
    (21, 9),
    (4, 1),
    (1, 4),
    (8, 1),
    (1, 8),
];

/// The references of `gemini-nano-banana-2.1`: 14, of which it keeps 4 characters and 10 objects recognizable.
const REFERENCES: ReferenceLimits = ReferenceLimits {
    total: 14,
    person: 4,
    object: 10,
    style: 14,
};

/// The defaults for these models.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: SHAPES.map(|(width, height)| PictureSize::Ratio(width, height)).to_vec(),
            resolutions: Resolution::ALL.to_vec(),
            references: REFERENCES,
            edits: true,
            seed: false,
            max_prompt_chars: 32_000,
        },
        timeout_seconds: 90,
    }
}
