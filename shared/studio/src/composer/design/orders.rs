//! The orders of a prompt about logos, words and looks, which are no part of what the picture is about.

use crate::{
    brief::{ReferencePicture, Role},
    composer::headline::Looks,
};
use lexicon::{Change, Language, Part, Place, PromptOrder};

/// The orders of a prompt, and the rest of it.
#[derive(Debug, Default)]
pub(super) struct Orders {
    /// The prompt without the parts that are orders.
    pub(super) rest: String,
    /// The corner of the logo.
    pub(super) corner: Option<Place>,
    /// Whether there is an order about the logo, with or without a corner.
    pub(super) has_logo: bool,
    /// How the prompt wants the words, the background and other parts of the picture to look.
    pub(super) looks: Vec<Change>,
}

impl Orders {
    /// Reads a prompt. A prompt that begins with "our logo" may be about the logo. Without a photo, "the picture on the
    /// right" means the drawing.
    pub(super) fn of(prompt: &str, references: &[ReferencePicture]) -> Self {
        let is_there = |part: Part| match part {
            Part::Person => references.iter().any(|reference| reference.role == Role::Person),
            Part::Image => references.iter().any(|reference| reference.role == Role::Object),
            _ => true,
        };
        let shown = |change: Change| Change {
            part: if is_there(change.part) {
                change.part
            } else {
                Part::Subject
            },
            ..change
        };
        let language = Language::of(prompt);
        let mut orders = Self::default();
        for (at, part) in PromptOrder::parts(prompt).enumerate() {
            match PromptOrder::of(part, language) {
                Some(PromptOrder::Logo(place)) if at > 0 || place.is_some() => {
                    orders.has_logo = true;
                    orders.corner = place.or(orders.corner);
                }
                Some(PromptOrder::NoWords) if at > 0 => {}
                Some(PromptOrder::Look(changes)) if at > 0 => orders.looks.extend(changes.into_iter().map(shown)),
                _ => orders.rest.push_str(part),
            }
        }
        let described = Looks::of(prompt).beside_thumbnail(prompt);
        for word in described {
            if let Some(PromptOrder::Look(changes)) = PromptOrder::of(&word, language) {
                orders.looks.extend(changes);
            }
        }
        orders
    }
}

/// Takes the parts out of a prompt that only describe how the picture looks: "dramatic lighting", "4k". Returns the
/// rest, and the parts that name a look, which no picture of the composer follows.
pub(super) fn without_looks(prompt: &str) -> (String, Vec<String>) {
    let looks = Looks::of(prompt);
    let (mut rest, mut taken) = (String::new(), Vec::new());
    for (at, part) in PromptOrder::parts(prompt).enumerate() {
        if at > 0 && looks.describes(part) {
            if looks.names_look(part) {
                let part = part.trim_matches(|c: char| !c.is_alphanumeric());
                taken.push(part.to_owned());
            }
        } else {
            rest.push_str(part);
        }
    }
    (rest, taken)
}
