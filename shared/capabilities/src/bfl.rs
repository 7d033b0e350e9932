//! The FLUX models of Black Forest Labs.

use contract::Resolution;

use crate::{Capabilities, Defaults, PictureSize, ReferenceLimits};

/// The capabilities of `flux-2-pro`: every size up to 4 megapixels, and up to 8 references. A picture of `2160p` has
/// more than 4 megapixels.
pub(crate) fn defaults() -> Defaults {
    Defaults {
        capabilities: Capabilities {
            sizes: vec![PictureSize::Any],
            resolutions: vec![Resolution::P720, Resolution::P1080],
            references: ReferenceLimits::any(8),
            edits: true,
            seed: true,
            max_prompt_chars: 10_000,
        },
        timeout_seconds: 90,
    }
}
