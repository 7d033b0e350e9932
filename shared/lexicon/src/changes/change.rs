//! A change of a picture.

use super::names::{Case, Extent, Part, Place, Typeface};
use colour::Rgb;
use std::fmt;

/// A change of one part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The part that changes.
    pub part: Part,
    /// What happens to it.
    pub action: Action,
    /// The caller's word for the one of several things that is meant.
    pub target: Option<String>,
}

/// What happens to a part of a picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// The title gets these words.
    Text(String),
    /// The part gets this colour.
    Colour(Rgb),
    /// The part becomes larger or smaller.
    Size(Extent),
    /// The part moves.
    Place(Place),
    /// The title is set in this typeface; `None` for any other one.
    Typeface(Option<Typeface>),
    /// The title is set in capitals, or not.
    Case(Case),
    /// The words of the title that are emphasised.
    Emphasis(String),
    /// The place where the picture plays, one of [`SCENES`](crate::SCENES).
    Scene(&'static str),
    /// The part is added.
    Add,
    /// The part is removed.
    Remove,
    /// A new subject in the caller's words, or a new layout, one of [`LAYOUTS`](crate::LAYOUTS); `None` for any other
    /// layout.
    Replace(Option<String>),
}

impl fmt::Display for Change {
    /// The change as the files of phrases write it: the part, what happens, the value, and the target behind `@`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.part.name(), self.action.name())?;
        match self.value() {
            Some(value) => f.write_str(&value)?,
            None => f.write_str("-")?,
        }
        match &self.target {
            Some(target) => write!(f, " @ {target}"),
            None => Ok(()),
        }
    }
}

impl Change {
    /// The value, as callers see it; `None` if the change has none.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        match (&self.action, self.part) {
            (Action::Add | Action::Remove, Part::Ornament(ornament)) => Some(ornament.name().to_owned()),
            (Action::Add | Action::Remove | Action::Typeface(None), _) => None,
            (Action::Text(text) | Action::Emphasis(text), _) => Some(text.clone()),
            (Action::Colour(colour), _) => Some(colour.to_string()),
            (Action::Size(extent), _) => Some(extent.name().to_owned()),
            (Action::Place(place), _) => Some(place.name().to_owned()),
            (Action::Typeface(Some(typeface)), _) => Some(typeface.name().to_owned()),
            (Action::Case(case), _) => Some(case.name().to_owned()),
            (Action::Scene(scene), _) => Some((*scene).to_owned()),
            (Action::Replace(thing), _) => thing.clone(),
        }
    }
}

impl Action {
    /// The name of the kind of change.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Colour(_) => "colour",
            Self::Size(_) => "size",
            Self::Place(_) => "place",
            Self::Typeface(_) => "typeface",
            Self::Case(_) => "case",
            Self::Emphasis(_) => "emphasis",
            Self::Scene(_) => "scene",
            Self::Add => "add",
            Self::Remove => "remove",
            Self::Replace(_) => "replace",
        }
    }
}

impl Change {
    /// Whether another part can change in the same way.
    pub(super) fn suits(&self, part: Part) -> bool {
        let is_shared = match self.action {
            Action::Colour(_) | Action::Size(_) | Action::Place(_) | Action::Add => true,
            Action::Remove => self.target.is_none(),
            _ => false,
        };
        is_shared && self.part != part && can(part, &self.action)
    }
}

/// Whether the part can change in this way.
pub(super) const fn can(part: Part, action: &Action) -> bool {
    use Part::{Background, Image, Layout, Logo, Ornament, Person, Subject, Title};
    match action {
        Action::Text(_) | Action::Typeface(_) | Action::Case(_) | Action::Emphasis(_) => matches!(part, Title),
        Action::Colour(_) => matches!(part, Title | Background),
        Action::Size(_) => matches!(part, Title | Subject | Person | Image),
        Action::Place(_) => matches!(part, Title | Subject | Person | Image | Logo),
        Action::Scene(_) => matches!(part, Background),
        Action::Add => matches!(part, Ornament(_)),
        Action::Remove => !matches!(part, Background | Layout),
        Action::Replace(_) => matches!(part, Subject | Layout),
    }
}
