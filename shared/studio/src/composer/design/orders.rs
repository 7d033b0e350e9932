//! The orders of a prompt about logos and words, which are no part of what the picture is about.

use lexicon::{Language, Place, PromptOrder};
use std::borrow::Cow;

/// The orders of a prompt, and the rest of it.
#[derive(Debug)]
pub(super) struct Orders<'a> {
    /// The prompt without the parts that are orders.
    pub(super) rest: Cow<'a, str>,
    /// The corner of the logo.
    pub(super) corner: Option<Place>,
    /// Whether there is an order about the logo, with or without a corner.
    pub(super) has_logo: bool,
}

impl<'a> Orders<'a> {
    /// The whole prompt, without a look for orders.
    pub(super) const fn none(prompt: &'a str) -> Self {
        Self {
            rest: Cow::Borrowed(prompt),
            corner: None,
            has_logo: false,
        }
    }

    /// Reads a prompt. What it begins with may be what the picture is about: "our logo".
    pub(super) fn of(prompt: &str) -> Self {
        let language = Language::of(prompt);
        let (mut rest, mut corner, mut has_logo) = (String::new(), None, false);
        for (at, part) in PromptOrder::parts(prompt).enumerate() {
            match PromptOrder::of(part, language) {
                Some(PromptOrder::Logo(place)) if at > 0 || place.is_some() => {
                    has_logo = true;
                    corner = place.or(corner);
                }
                Some(PromptOrder::NoWords) if at > 0 => {}
                _ => rest.push_str(part),
            }
        }
        Self {
            rest: Cow::Owned(rest),
            corner,
            has_logo,
        }
    }
}
