//! Orders in the prompt of a new picture: where a logo stands, that there are no words, and how the picture looks. They
//! are read with the words for changes.

use super::{
    change::{Action, Change},
    clause::{Clause, Context, Outcome},
    cue::{Cue, Meaning, Value},
    dictionary::{Dictionary, Fits, WordId},
    line::Line,
    names::{Extent, Part, Place},
    token::tokens,
    vocabulary::{Vocabulary, expanded},
};
use crate::language::{Language, lists};

/// The longest part that is read, in characters. An order alone is short, and prompts may be long.
const LONGEST: usize = 80;
/// The fewest letters of a word behind which a stop ends a part. Shorter words are abbreviations.
const SHORTEST: usize = 3;
/// The layout whose name is a word for a look. The names of others are everyday words: "number", "product".
const LOOK: &str = "minimal";
/// The signs that separate the parts of a prompt.
const ENDS: [char; 11] = [',', '.', ';', '!', '\n', '،', '、', '。', '，', '；', '！'];

/// An order in a part of a prompt that says nothing else.
#[derive(Clone, Debug, PartialEq)]
pub enum PromptOrder {
    /// The logo stands in this corner; `None` if any corner will do.
    Logo(Option<Place>),
    /// The picture has no words.
    NoWords,
    /// A named part of the picture looks like this: "title in yellow", "text on the left", "no arrows".
    Look(Vec<Change>),
}

impl PromptOrder {
    /// The parts of a prompt, each with the sign at its end. A sign inside a word or a number is no end, nor is the
    /// stop of an abbreviation: "Node.js", "$1,000", "vs."
    pub fn parts(prompt: &str) -> impl Iterator<Item = &str> {
        let mut ends: Vec<usize> = Vec::new();
        for (at, sign) in prompt.match_indices(ENDS) {
            let (before, behind) = (prompt.get(..at).unwrap_or_default(), prompt.get(at + sign.len()..));
            let is_apart =
                !sign.is_ascii() || behind.is_none_or(|behind| !behind.starts_with(|c: char| !c.is_whitespace()));
            let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
            let is_short = word.chars().count() < SHORTEST || word.chars().all(char::is_numeric);
            if is_apart && !(sign == "." && is_short) {
                ends.push(at + sign.len());
            }
        }
        ends.push(prompt.len());
        let starts = std::iter::once(0).chain(ends.clone());
        let parts = starts.zip(ends).filter_map(|(start, end)| prompt.get(start..end));
        parts.filter(|part| !part.is_empty())
    }

    /// The order in a part of a prompt in this language. English orders are known in all languages.
    #[must_use]
    pub fn of(part: &str, language: Language) -> Option<Self> {
        if part.chars().count() > LONGEST {
            return None;
        }
        let order = languages(language).find_map(|language| read_as(part, language, Self::read));
        let is_denied = || {
            let grammar = language.grammar();
            tokens(part).iter().any(|token| grammar.is_negation(&token.key))
        };
        order.filter(|order| !order.names_layout() || !is_denied())
    }

    fn names_layout(&self) -> bool {
        matches!(self, Self::Look(changes) if changes.iter().any(|change| change.part == Part::Layout))
    }

    fn read(mut line: Line<'_>) -> Option<Self> {
        let has_logo = line.cues.iter().any(is_logo);
        // "A small logo in the corner": the size of a logo is fixed. Of another part, a size is a wish.
        let is_alone = line.cues.iter().filter_map(Cue::part).all(|part| part == Part::Logo);
        for cue in line.cues.iter_mut().filter(|_| has_logo && is_alone) {
            if cue.values().any(|value| matches!(value, Value::Size(_))) {
                cue.meanings = vec![Meaning::Filler];
            }
        }
        let line = &line;
        if let Some(layout) = layout_of_look(line) {
            return Some(Self::Look(vec![layout]));
        }
        let is_strange = |cue: &Cue| cue.is_unknown() || cue.is(Meaning::Nothing);
        let clause = Clause::new(line, 0..line.tokens.len(), false);
        if clause.quoted().is_some() || line.cues.iter().any(is_strange) {
            return None;
        }
        let mut made = match clause.read(&mut Context::default()) {
            Outcome::Made(made, 0) => made,
            _ => Vec::new(),
        };
        let is_removal = |change: &Change| change.action == Action::Remove;
        if made.iter().any(|change| change.part == Part::Title) && made.iter().all(is_removal) {
            return Some(Self::NoWords);
        }
        let corner = |change: &Change| match change.action {
            Action::Place(place) if change.part == Part::Logo && place != Place::Middle && place != Place::Other => {
                Some(place)
            }
            _ => None,
        };
        match made.as_slice() {
            [] => {
                let has_value = |cue: &Cue| cue.values().any(|value| !matches!(value, Value::Place(_)));
                (has_logo && !line.cues.iter().any(has_value)).then_some(Self::Logo(None))
            }
            [change] if change.part == Part::Logo => corner(change).map(|corner| Self::Logo(Some(corner))),
            changes => {
                let names_part = line.cues.iter().any(|cue| cue.part().is_some());
                let is_known = |change: &Change| is_look(change) || is_enlargement(change);
                (names_part && changes.iter().all(is_known)).then(|| {
                    made.retain(is_look);
                    Self::Look(made)
                })
            }
        }
    }
}

/// The layout of a part that only names a look: "minimalist", "minimalist style".
fn layout_of_look(line: &Line<'_>) -> Option<Change> {
    let is_look = |cue: &Cue| {
        cue.values()
            .any(|value| matches!(value, Value::Layout(name) if name == LOOK))
    };
    let is_alone = line.cues.iter().all(|cue| cue.is_around() || is_look(cue));
    (is_alone && line.cues.iter().any(is_look)).then(|| Change {
        part: Part::Layout,
        action: Action::Replace(Some(LOOK.to_owned())),
        target: None,
    })
}

/// Whether the words become larger. Those of a new picture are as large as they can be.
fn is_enlargement(change: &Change) -> bool {
    change.part == Part::Title && change.action == Action::Size(Extent::Larger)
}

/// Whether a change can be an order about a new picture. What the picture shows and says is read in other ways.
const fn is_look(change: &Change) -> bool {
    match (change.part, &change.action) {
        (Part::Title, action) => matches!(
            action,
            Action::Colour(_)
                | Action::Size(Extent::Smaller)
                | Action::Place(_)
                | Action::Typeface(Some(_))
                | Action::Case(_)
        ),
        (Part::Background, Action::Scene(_) | Action::Colour(_))
        | (Part::Layout, Action::Replace(Some(_)))
        | (Part::Ornament(_), _) => true,
        (Part::Subject | Part::Person | Part::Image, Action::Place(_) | Action::Size(_)) => true,
        _ => false,
    }
}

/// Whether a prompt orders a picture without words.
#[must_use]
pub fn wants_no_words(prompt: &str) -> bool {
    let language = Language::of(prompt);
    PromptOrder::parts(prompt).any(|part| PromptOrder::of(part, language) == Some(PromptOrder::NoWords))
}

/// Whether a text begins with a logo, as in "our logo" or "logo reveal", so that it is about the logo.
#[must_use]
pub fn is_about_logo(text: &str, language: Language) -> bool {
    let begins = |line: Line<'_>| {
        let begins = |cue: &&Cue| !cue.is_around() && !cue.is(Meaning::Another) && !cue.is(Meaning::Add);
        line.cues.iter().find(begins).filter(|cue| is_logo(cue)).map(|_| ())
    };
    languages(language).any(|language| read_as(text, language, begins).is_some())
}

/// Whether a name has a word for a logo, in any language.
#[must_use]
pub fn names_logo(name: &str) -> bool {
    let tokens = tokens(name);
    Language::all().any(|language| {
        let mut dictionary = Dictionary::default();
        let listed = lists(language.change_words()).filter(|(list, _)| *list == "logo");
        let entries = listed.flat_map(|(_, entries)| entries.split(", ")).flat_map(expanded);
        let entries: Vec<Vec<WordId>> = entries.map(|entry| dictionary.words(&entry)).collect();
        let fits: Vec<Fits> = tokens.iter().map(|token| dictionary.fits(token)).collect();
        let is_there = |entry: &Vec<WordId>| {
            let is_entry = |places: &[Fits]| entry.iter().zip(places).all(|(word, fits)| fits.contains_key(word));
            !entry.is_empty() && fits.windows(entry.len()).any(is_entry)
        };
        entries.iter().any(is_there)
    })
}

fn is_logo(cue: &Cue) -> bool {
    cue.part() == Some(Part::Logo)
}

fn languages(language: Language) -> impl Iterator<Item = Language> {
    let english = Some(Language::ENGLISH).filter(|english| *english != language);
    std::iter::once(language).chain(english)
}

fn read_as<T>(text: &str, language: Language, read: impl Fn(Line<'_>) -> Option<T>) -> Option<T> {
    let tokens = tokens(text);
    read(Line::new(text, &tokens, Vocabulary::of(language)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(part: &str) -> Option<PromptOrder> {
        PromptOrder::of(part, Language::of(part))
    }

    #[test]
    fn a_part_of_a_prompt_may_place_the_logo() {
        for (part, place) in [
            ("logo in the top left corner", Some(Place::TopLeft)),
            ("our logo at the bottom right", Some(Place::BottomRight)),
            ("watermark top right", Some(Place::TopRight)),
            (
                "put the logo in the bottom left corner of the picture",
                Some(Place::BottomLeft),
            ),
            ("with our logo in the corner", None),
            ("with a watermark", None),
            ("Logo in die Ecke oben rechts", Some(Place::TopRight)),
            ("el logo abajo a la izquierda", Some(Place::BottomLeft)),
            ("логотип в правом верхнем углу", Some(Place::TopRight)),
            ("ロゴは左上に", Some(Place::TopLeft)),
            ("logo as a watermark in the corner", None),
            (
                "put our logo as a watermark in the top left corner",
                Some(Place::TopLeft),
            ),
            ("small logo in the bottom right corner", Some(Place::BottomRight)),
            ("with a big logo top right", Some(Place::TopRight)),
            ("großes Logo unten links", Some(Place::BottomLeft)),
            ("Logo als Wasserzeichen oben rechts", Some(Place::TopRight)),
        ] {
            assert_eq!(order(part), Some(PromptOrder::Logo(place)), "{part}");
        }
    }

    #[test]
    fn a_part_of_a_prompt_may_ask_for_no_words() {
        for part in [
            "no text",
            "without any text",
            "no words",
            "No text please",
            "ohne Text",
            "sin texto",
            "без текста",
            "文字なし",
        ] {
            assert_eq!(order(part), Some(PromptOrder::NoWords), "{part}");
        }
        assert!(wants_no_words("a rocket over the sea, no text, dramatic light"));
        assert!(wants_no_words("Eine Rakete über dem Meer, no text"));
        for prompt in [
            "how to write text without mistakes",
            "no title won this season",
            "a rocket over the sea",
        ] {
            assert!(!wants_no_words(prompt), "{prompt}");
        }
    }

    #[test]
    fn a_part_of_a_prompt_may_say_how_a_part_of_the_picture_looks() {
        for (part, looks) in [
            ("text on the left", "title place left"),
            ("big bold white text", "title typeface display; title colour #f5f5f5"),
            ("picture on the right", "image place right"),
            ("no arrows", "ornament remove arrow"),
            ("minimalist", "layout replace minimal"),
            ("minimalist style", "layout replace minimal"),
            ("red background", "background colour #dc2626"),
            ("背景は赤", "background colour #dc2626"),
            ("文字は左", "title place left"),
        ] {
            let Some(PromptOrder::Look(changes)) = order(part) else {
                panic!("{part} orders nothing");
            };
            let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
            assert_eq!(changes.join("; "), looks, "{part}");
        }
    }

    #[test]
    fn a_part_that_says_something_else_orders_nothing() {
        for part in [
            "a rocket launch",
            "our new logo is a fox",
            "the red logo of the shop",
            "top left",
            "number 10",
            "the best product",
            "my photo of the left wing",
            "not minimalist",
            "not a minimalist style",
            "how to draw a logo",
            "a huge logo in the middle",
            "big title and logo top left",
        ] {
            assert_eq!(order(part), None, "{part}");
        }
    }

    #[test]
    fn a_sign_inside_a_word_or_a_number_ends_no_part() {
        for (prompt, parts) in [
            ("Canon vs. Nikon lighting", vec!["Canon vs. Nikon lighting"]),
            ("How to learn Node.js layout", vec!["How to learn Node.js layout"]),
            (
                "My $1,000 studio lighting, no text",
                vec!["My $1,000 studio lighting,", " no text"],
            ),
            ("1. Lighting for portraits", vec!["1. Lighting for portraits"]),
            ("Rot. Kein Text.", vec!["Rot.", " Kein Text."]),
            ("火箭，没有文字。", vec!["火箭，", "没有文字。"]),
        ] {
            assert_eq!(PromptOrder::parts(prompt).collect::<Vec<_>>(), parts, "{prompt}");
        }
    }

    #[test]
    fn a_text_may_be_about_a_logo() {
        for text in [
            "our logo",
            "Logo reveal for a bakery",
            "Our new logo explained",
            "unser neues Logo",
            "ロゴ公開",
        ] {
            assert!(is_about_logo(text, Language::of(text)), "{text}");
        }
        for text in ["rocket launch with our logo", "", "the best bread"] {
            assert!(!is_about_logo(text, Language::of(text)), "{text}");
        }
    }

    #[test]
    fn a_name_may_have_a_word_for_a_logo() {
        for name in [
            "Our logo",
            "ACME-Logo",
            "logotipo de la empresa",
            "Логотип канала",
            "会社のロゴ",
            "로고",
        ] {
            assert!(names_logo(name), "{name}");
        }
        for name in ["Prologue", "Coffee cup", "Image", "Apologies", "My dog"] {
            assert!(!names_logo(name), "{name}");
        }
    }
}
