//! The capabilities of a model in a configuration.

use capabilities::{Capabilities, ReferenceLimits};
use contract::Resolution;
use serde::Deserialize;

/// Capabilities in a configuration. Absent ones have the provider's default.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct GivenCapabilities {
    sizes: Option<Vec<String>>,
    resolutions: Option<Vec<Resolution>>,
    references: Option<GivenLimits>,
    edits: Option<bool>,
    seed: Option<bool>,
    max_prompt_chars: Option<u32>,
}

/// One limit for all kinds together, or limits by kind.
#[derive(Deserialize)]
#[serde(untagged)]
enum GivenLimits {
    Total(u32),
    ByKind(ByKind),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ByKind {
    total: Option<u32>,
    #[serde(default)]
    person: u32,
    #[serde(default)]
    object: u32,
    #[serde(default)]
    style: u32,
}

impl GivenCapabilities {
    /// `defaults` with the configured capabilities, or the problem with these.
    pub(super) fn over(self, defaults: Capabilities) -> Result<Capabilities, String> {
        let sizes = match self.sizes {
            None => defaults.sizes,
            Some(sizes) if sizes.is_empty() => return Err("`sizes` names none".to_owned()),
            Some(sizes) => sizes.iter().map(|size| size.parse()).collect::<Result<_, _>>()?,
        };
        let resolutions = match self.resolutions {
            Some(resolutions) if resolutions.is_empty() => return Err("`resolutions` names none".to_owned()),
            given => given.unwrap_or(defaults.resolutions),
        };
        let references = match self.references {
            None => defaults.references,
            Some(GivenLimits::Total(total)) => ReferenceLimits::any(total),
            Some(GivenLimits::ByKind(given)) => ReferenceLimits {
                total: given.total.unwrap_or(given.person + given.object + given.style),
                person: given.person,
                object: given.object,
                style: given.style,
            },
        };
        let edits = self.edits.unwrap_or(defaults.edits && references.total > 0);
        if edits && references.total == 0 {
            return Err(
                "`edits` is true, but `references` is 0: a model that changes a picture has to receive it".to_owned(),
            );
        }
        let max_prompt_chars = self.max_prompt_chars.unwrap_or(defaults.max_prompt_chars);
        if max_prompt_chars < 200 {
            return Err("`maxPromptChars` is below 200, which leaves no room for a prompt".to_owned());
        }
        Ok(Capabilities {
            sizes,
            resolutions,
            references,
            edits,
            seed: self.seed.unwrap_or(defaults.seed),
            max_prompt_chars,
        })
    }
}
