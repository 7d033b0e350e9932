//! Who and what is shown: the references that can be seen, decoded.

mod backing;
mod crop;
mod face;
mod grid;
mod hanging;
mod mount;
mod photo;
mod salience;
mod shelf;
mod stage;

pub use shelf::Decoded;
pub(crate) use {hanging::Hanging, stage::Stage};

use super::layout::Side;
use crate::brief::{Content, Reference, Role};
use colour::Swatch;
use photo::Photo;

/// More persons than this make none of them recognizable.
const MAX_PERSONS: usize = 3;
/// More objects than this make none of them legible.
const MAX_OBJECTS: usize = 8;

/// The persons and objects of a picture, the most important first.
#[derive(Debug, Default)]
pub(crate) struct Cast {
    pub(super) persons: Vec<Photo>,
    pub(super) objects: Vec<Photo>,
}

impl Cast {
    /// Decodes what is to be shown. Photos of the same name show the same person, so the first that can be decoded
    /// stands for them all.
    pub(crate) fn of(references: &[Reference]) -> Self {
        let of = |role| references.iter().filter(move |reference| reference.role == role);
        let mut names: Vec<&str> = Vec::new();
        for person in of(Role::Person) {
            if !names.contains(&person.name.as_str()) {
                names.push(&person.name);
            }
        }
        let photo = |name: &&str| {
            of(Role::Person)
                .filter(|person| person.name == *name)
                .find_map(shelf::photo)
        };
        Self {
            persons: names.iter().filter_map(photo).take(MAX_PERSONS).collect(),
            objects: of(Role::Object).filter_map(shelf::photo).take(MAX_OBJECTS).collect(),
        }
    }

    /// Whether there is nothing to show.
    pub(crate) fn is_empty(&self) -> bool {
        self.persons.is_empty() && self.objects.is_empty()
    }

    /// Whether somebody is cut out, and so stands on the picture's lower edge.
    pub(super) fn has_standing_person(&self) -> bool {
        self.persons.iter().any(|person| person.kind() == photo::Kind::CutOut)
    }
}

/// Whether [`Cast::of`] would show the picture at this place or [`styles`] would follow it, when the pictures before it
/// have been decoded.
pub(crate) fn is_needed(references: &[Reference], at: usize) -> bool {
    let Some((reference, before)) = references.get(at).zip(references.get(..at)) else {
        return false;
    };
    let of_role = |other: &&Reference| other.role == reference.role;
    let is_decoded = |other: &&Reference| matches!(other.content, Content::Decoded(_));
    let decoded = before.iter().filter(of_role).filter(is_decoded);
    match reference.role {
        Role::Person => {
            let names: Vec<&str> = decoded.map(|person| person.name.as_str()).collect();
            names.len() < MAX_PERSONS && !names.contains(&reference.name.as_str())
        }
        Role::Object => decoded.count() < MAX_OBJECTS,
        Role::Style => true,
    }
}

/// The look of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Style {
    pub(crate) swatches: Vec<Swatch>,
    /// On which side the subject is.
    pub(crate) side: Option<Side>,
}

/// The looks of the inspirations that can be decoded, in their order.
pub(crate) fn styles(references: &[Reference]) -> Vec<Style> {
    let styles = references.iter().filter(|reference| reference.role == Role::Style);
    styles.filter_map(shelf::style).collect()
}

#[cfg(test)]
mod tests;
