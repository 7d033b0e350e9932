//! The concepts of the lexicon, with their pictures.

use std::{collections::HashMap, sync::LazyLock};

/// All concepts, in the order of the file. An index into this list identifies a concept.
pub(crate) static CONCEPTS: LazyLock<Concepts> =
    LazyLock::new(|| Concepts::read(include_str!("../../studio/lexicon/concepts.txt")));

/// What shows a concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Picture {
    /// An emoji.
    Emoji(String),
    /// The name of a drawn motif.
    Motif(&'static str),
    /// No picture shows the concept honestly. Another concept's picture must not replace it.
    Nothing,
}

/// The kind of thing that a concept is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the README of the lexicon describes the classes")]
pub enum Class {
    Thing,
    Animal,
    Food,
    Drink,
    Plant,
    Place,
    Landmark,
    Country,
    City,
    Sport,
    Instrument,
    Vehicle,
    Tool,
    Game,
    Brand,
    Profession,
    Feeling,
    Abstract,
    Event,
    Person,
    Body,
    Weather,
}

/// A concept of the file.
#[derive(Debug)]
pub(crate) struct Concept {
    pub(crate) id: &'static str,
    picture: &'static str,
    pub(crate) niche: &'static str,
    pub(crate) class: Class,
}

/// The concepts, found by their index, id or emoji.
#[derive(Debug)]
pub(crate) struct Concepts {
    list: Vec<Concept>,
    by_id: HashMap<&'static str, u16>,
}

impl Concepts {
    fn read(file: &'static str) -> Self {
        let list: Vec<Concept> = file.lines().filter_map(Concept::read).collect();
        let by_id = (0..).zip(&list).map(|(at, concept)| (concept.id, at)).collect();
        Self { list, by_id }
    }

    pub(crate) fn get(&self, at: u16) -> Option<&Concept> {
        self.list.get(usize::from(at))
    }

    pub(crate) fn find(&self, id: &str) -> Option<u16> {
        self.by_id.get(id).copied()
    }

    /// The first concept that the emoji shows. Presentation selectors and skin tones do not matter.
    pub(crate) fn shown_by(&self, emoji: &str) -> Option<&Concept> {
        let bare = bare_emoji(emoji);
        let same = self.list.iter().find(|concept| bare_emoji(concept.picture) == bare);
        // A runner of any gender is a runner.
        let first = |emoji: &str| emoji.chars().next();
        same.or_else(|| self.list.iter().find(|concept| first(concept.picture) == first(&bare)))
    }

    #[cfg(test)]
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Concept> {
        self.list.iter()
    }
}

impl Concept {
    /// Reads a line; `None` if it is malformed. A test finds malformed lines.
    pub(crate) fn read(line: &'static str) -> Option<Self> {
        let mut fields = line.split('\t');
        let (id, picture, niche, class) = (fields.next()?, fields.next()?, fields.next()?, fields.next()?);
        Some(Self {
            id,
            picture,
            niche,
            class: Class::of_name(class)?,
        })
    }

    pub(crate) fn picture(&self) -> Picture {
        match self.picture.strip_prefix('@') {
            Some(motif) => Picture::Motif(motif),
            None if self.picture == "-" => Picture::Nothing,
            None => Picture::Emoji(self.picture.to_owned()),
        }
    }
}

impl Class {
    fn of_name(name: &str) -> Option<Self> {
        Some(match name {
            "thing" => Self::Thing,
            "animal" => Self::Animal,
            "food" => Self::Food,
            "drink" => Self::Drink,
            "plant" => Self::Plant,
            "place" => Self::Place,
            "landmark" => Self::Landmark,
            "country" => Self::Country,
            "city" => Self::City,
            "sport" => Self::Sport,
            "instrument" => Self::Instrument,
            "vehicle" => Self::Vehicle,
            "tool" => Self::Tool,
            "game" => Self::Game,
            "brand" => Self::Brand,
            "profession" => Self::Profession,
            "feeling" => Self::Feeling,
            "abstract" => Self::Abstract,
            "event" => Self::Event,
            "person" => Self::Person,
            "body" => Self::Body,
            "weather" => Self::Weather,
            _ => return None,
        })
    }
}

/// The emoji without presentation selectors and skin tones.
fn bare_emoji(emoji: &str) -> String {
    let is_neutral = |c: &char| !matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
    emoji.chars().filter(is_neutral).collect()
}
