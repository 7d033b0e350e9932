//! The concepts that a text names, with scores and reasons.

use crate::{
    concept::{Class, Depiction},
    language::Language,
    reading::{findings, rank},
};
use std::fmt;

/// The score from which a subject is certain enough to be drawn.
const CONFIDENT: f32 = 0.2;
/// The share of the first subject's score from which another subject is drawn beside it.
const STRONG: f32 = 0.4;

/// The concepts that a title and a prompt name, ranked.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The language that the text was read in.
    pub language: Language,
    /// The niche that most words belong to.
    pub niche: Option<&'static str>,
    /// The concepts, the best first.
    pub subjects: Vec<Subject>,
    /// The ids of concepts that a word such as "and" joins.
    pub pairs: Vec<(String, String)>,
}

/// A concept that a text names.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// The concept's id; an emoji that the lexicon lacks is its own id.
    pub id: String,
    /// What shows the concept.
    pub picture: Depiction,
    /// The kind of thing that the concept is.
    pub class: Class,
    /// The word that names it, as it is in the text.
    pub word: String,
    /// How well it suits as the subject: the product of its reasons' factors.
    pub score: f32,
    /// Why it has its score.
    pub reasons: Vec<Reason>,
}

/// A factor of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// What the factor judges.
    pub name: &'static str,
    /// The factor.
    pub factor: f32,
}

impl Choice {
    /// Reads a prompt and its title.
    #[must_use]
    pub fn of(prompt: &str, title: Option<&str>) -> Self {
        rank::ranked(findings::search(prompt, title, None))
    }

    /// Reads a part of a brief whose language is known.
    #[must_use]
    pub fn of_part(text: &str, language: Language) -> Self {
        rank::ranked(findings::search(text, None, Some(language)))
    }

    /// The subject to draw large; `None` if no word names one with confidence. Its picture may be
    /// [`Depiction::Nothing`].
    #[must_use]
    pub fn main(&self) -> Option<&Subject> {
        self.subjects.first().filter(|subject| subject.score >= CONFIDENT)
    }

    /// The subject to draw beside the main one. A word joins the two, as in "a cat and a violin". `None` if no joined
    /// subject has a high score and a different picture.
    #[must_use]
    pub fn second(&self) -> Option<&Subject> {
        let main = self.main()?;
        let is_joined = |subject: &&Subject| {
            let is_pair = |(one, other): &(String, String)| {
                (one == &main.id && other == &subject.id) || (one == &subject.id && other == &main.id)
            };
            self.pairs.iter().any(is_pair) && subject.picture != main.picture && subject.picture != Depiction::Nothing
        };
        let second = self.subjects.iter().skip(1).find(is_joined)?;
        (second.score >= CONFIDENT.max(main.score * STRONG)).then_some(second)
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:.2} ({:?}", self.id, self.score, self.word)?;
        for reason in &self.reasons {
            write!(f, ", {} × {:.2}", reason.name, reason.factor)?;
        }
        f.write_str(")")
    }
}
