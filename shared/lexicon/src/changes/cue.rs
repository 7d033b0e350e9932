//! What the words of an order mean.

use super::names::{Case, Extent, LAYOUTS, Part, Place, SCENES, Typeface};
use crate::colours::{ColourWord, Shade, colours};
use colour::Rgb;

/// The meaning of words in an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A part of the picture.
    Part(Part),
    /// A value that a part can get.
    Value(Value),
    /// "Typeface".
    TypefaceWord,
    /// "Another".
    Another,
    /// "Change", "set": something happens to the part, and a value says what.
    Set,
    Add,
    Remove,
    /// "Colour", "size": what a value is about. A label with such a word is not the title's.
    Aspect,
    /// "And": a clause may begin behind it.
    And,
    /// A word without a meaning of its own: "make", "it".
    Filler,
    /// The same, also inside a gap of a template: "please".
    Polite,
    /// The clause orders nothing: "I love", "how do I".
    Nothing,
}

/// A value that a part can get.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Value {
    Colour(Rgb),
    Shade(Shade),
    Size(Extent),
    Place(Place),
    Typeface(Typeface),
    Case(Case),
    Scene(&'static str),
    Layout(&'static str),
}

/// A word or several words of a clause with one of their meanings, or one word that has none.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cue {
    /// The first token.
    pub(super) start: usize,
    /// The token behind the last one.
    pub(super) end: usize,
    /// Empty if the word is unknown.
    pub(super) meanings: Vec<Meaning>,
    /// Whether the words lack accents of the entry that they fit.
    pub(super) lacks_accents: bool,
}

impl Cue {
    pub(super) fn is(&self, meaning: Meaning) -> bool {
        self.meanings.contains(&meaning)
    }

    pub(super) fn is_unknown(&self) -> bool {
        self.meanings.is_empty()
    }

    /// Whether the words only connect others, as "make it" and "please" do.
    pub(super) fn is_around(&self) -> bool {
        let around = [Meaning::Filler, Meaning::Polite, Meaning::And, Meaning::Aspect];
        around.into_iter().any(|meaning| self.is(meaning))
    }

    /// Whether the words show that an order begins.
    pub(super) fn is_telling(&self) -> bool {
        !self.is_unknown() && !self.is_around()
    }

    pub(super) fn part(&self) -> Option<Part> {
        self.meanings.iter().find_map(|meaning| match meaning {
            Meaning::Part(part) => Some(*part),
            _ => None,
        })
    }

    pub(super) fn values(&self) -> impl Iterator<Item = Value> {
        self.meanings.iter().filter_map(|meaning| match meaning {
            Meaning::Value(value) => Some(*value),
            _ => None,
        })
    }
}

impl Meaning {
    /// The meaning of the entries of a list in `changes.txt`; `None` if there is no such list.
    pub(super) fn of_list(list: &str) -> Option<Self> {
        Some(match list {
            "typeface" => Self::TypefaceWord,
            "another" => Self::Another,
            "set" => Self::Set,
            "add" => Self::Add,
            "remove" => Self::Remove,
            "aspects" => Self::Aspect,
            "and" => Self::And,
            "fillers" => Self::Filler,
            "polite" => Self::Polite,
            "nothing" => Self::Nothing,
            list => match Part::of_list(list) {
                Some(part) => Self::Part(part),
                None => Self::Value(Value::of_list(list)?),
            },
        })
    }

    /// The meaning of a word of the colour table; `None` if it is no value.
    pub(super) const fn of_colour(word: ColourWord) -> Option<Self> {
        match word {
            ColourWord::Colour(colour) => Some(Self::Value(Value::Colour(colour))),
            ColourWord::Shade(shade) => Some(Self::Value(Value::Shade(shade))),
            ColourWord::Part | ColourWord::Beside => None,
        }
    }
}

impl Value {
    fn of_list(list: &str) -> Option<Self> {
        let named = |names: &[&'static str], name: &str| names.iter().find(|known| **known == name).copied();
        if let Some(name) = list.strip_prefix("scene_") {
            return named(&SCENES, name).map(Self::Scene);
        }
        if let Some(name) = list.strip_prefix("layout_") {
            return named(&LAYOUTS, name).map(Self::Layout);
        }
        let shaded = |shade: Shade, name: &str| {
            let (_, colour) = colours().find(|(known, _)| *known == name)?;
            Some(Self::Colour(shade.of(colour)))
        };
        if let Some(name) = list.strip_prefix("colour_") {
            let (_, colour) = colours().find(|(known, _)| *known == name)?;
            return Some(Self::Colour(colour));
        }
        if let Some(name) = list.strip_prefix("light_") {
            return shaded(Shade::LIGHT, name);
        }
        if let Some(name) = list.strip_prefix("dark_") {
            return shaded(Shade::DARK, name);
        }
        let place = || Place::named(&list.replace('_', "-"));
        Extent::named(list)
            .map(Self::Size)
            .or_else(|| place().map(Self::Place))
            .or_else(|| Typeface::named(list).map(Self::Typeface))
            .or_else(|| Case::named(list).map(Self::Case))
    }
}
