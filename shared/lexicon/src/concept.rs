//! The concepts of the lexicon, with their pictures.

include!(concat!(env!("OUT_DIR"), "/concepts.rs"));

/// The picture of a concept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Depiction {
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

impl Class {
    /// Whether a picture can show what the words of the class name.
    #[must_use]
    pub const fn is_thing(self) -> bool {
        !matches!(self, Self::Abstract | Self::Feeling)
    }

    /// Whether the words of the class are names.
    pub(crate) const fn is_name(self) -> bool {
        matches!(
            self,
            Self::Brand | Self::Game | Self::City | Self::Country | Self::Landmark | Self::Vehicle | Self::Event
        )
    }
}

/// A line of `concepts.txt`.
#[derive(Debug)]
pub(crate) struct Concept {
    pub(crate) id: &'static str,
    picture: &'static str,
    pub(crate) niche: &'static str,
    pub(crate) class: Class,
}

/// The picture of each concept, in the order of `concepts.txt`.
pub fn pictures() -> impl Iterator<Item = Depiction> {
    CONCEPTS.iter().map(Concept::picture)
}

/// The niches of the concepts.
pub fn niches() -> impl Iterator<Item = &'static str> {
    NICHES.iter().copied()
}

/// The niche of the concept with this id; `None` if there is no such concept.
#[must_use]
pub fn niche_of(id: &str) -> Option<&'static str> {
    let concept = CONCEPTS.iter().find(|concept| concept.id == id)?;
    Some(concept.niche)
}

/// The concept with this index.
pub(crate) fn concept(at: u16) -> Option<&'static Concept> {
    CONCEPTS.get(usize::from(at))
}

/// The first concept that the emoji shows. Presentation selectors and skin tones do not matter, and neither does the
/// gender if no concept shows this gender.
pub(crate) fn shown_by(emoji: &str) -> Option<&'static Concept> {
    let bare = bare_emoji(emoji);
    if is_family(&bare) {
        return CONCEPTS.iter().find(|concept| concept.id == "family");
    }
    let same = CONCEPTS.iter().find(|concept| bare_emoji(concept.picture) == bare);
    let first = |emoji: &str| emoji.chars().next();
    same.or_else(|| CONCEPTS.iter().find(|concept| first(concept.picture) == first(&bare)))
}

/// The picture that an emoji of a prompt asks for: the emoji itself. Families are drawn, because the emoji font has
/// only silhouettes for them.
pub(crate) fn picture_of(emoji: &str) -> Depiction {
    let drawn = shown_by(emoji).filter(|_| is_family(emoji));
    drawn.map_or_else(|| Depiction::Emoji(emoji.to_owned()), Concept::picture)
}

/// Whether the emoji shows a family.
fn is_family(emoji: &str) -> bool {
    emoji.starts_with('👪') || emoji.contains('\u{200d}') && emoji.ends_with(['👦', '👧', '🧒'])
}

impl Concept {
    pub(crate) fn picture(&self) -> Depiction {
        match self.picture.strip_prefix('@') {
            Some(motif) => Depiction::Motif(motif),
            None if self.picture == "-" => Depiction::Nothing,
            None => Depiction::Emoji(self.picture.to_owned()),
        }
    }
}

/// The emoji without presentation selectors and skin tones.
fn bare_emoji(emoji: &str) -> String {
    let is_neutral = |c: &char| !matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}');
    emoji.chars().filter(is_neutral).collect()
}
