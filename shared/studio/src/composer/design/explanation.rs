//! Explains a picture: what was read in its brief, and what was chosen.

use super::Design;
use crate::composer::headline::Headline;
use lexicon::{Choice, Reading};
use std::fmt;

/// The most subjects that are listed.
const MAX_SUBJECTS: usize = 6;

/// What was read in a brief.
#[derive(Debug)]
pub(in crate::composer) struct Story {
    pub(in crate::composer) choice: Choice,
    /// Whether the words name a subject that a picture can show.
    pub(in crate::composer) is_named: bool,
    pub(in crate::composer) reading: Reading,
    pub(in crate::composer) words: Headline,
    /// The layouts that were tried before the chosen one. Their letters or their subject would have been too small.
    pub(in crate::composer) refused: Vec<String>,
}

/// What the composer has read in a brief and chosen for its picture, a line for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation(Vec<(&'static str, String)>);

impl Explanation {
    pub(in crate::composer) fn of(design: &Design) -> Self {
        let Story {
            choice,
            is_named,
            reading,
            words,
            refused,
        } = &design.story;
        let mut lines = vec![
            ("language", format!("{:?}", choice.language)),
            ("niche", choice.niche.unwrap_or("unknown").to_owned()),
            ("topic of the colours", format!("{:?}", reading.topic)),
            ("temper", format!("{:?}", reading.temper)),
            ("headline", headline(words)),
            ("kind of headline", format!("{:?}", words.kind)),
            ("head noun", head(choice)),
        ];
        let subjects = choice.subjects.iter().take(MAX_SUBJECTS);
        lines.extend(subjects.map(|subject| ("subject", format!("{subject}, shown by {:?}", subject.picture))));
        let shown = if *is_named {
            "the words name the subject"
        } else {
            "nothing: no word names a subject with a picture"
        };
        lines.push(("shown", shown.to_owned()));
        let tried = match refused.as_slice() {
            [] => "the first that suits the headline and the subjects".to_owned(),
            refused => format!("the letters or the subject are too small in {}", refused.join(", ")),
        };
        lines.push(("layout", format!("{} ({tried})", design.layout.name())));
        let palette = design.palette;
        lines.push((
            "palette",
            format!(
                "deep {}, ground {}, glow {}, accent {}, paper {}, ink {}",
                palette.deep, palette.ground, palette.glow, palette.accent, palette.paper, palette.ink
            ),
        ));
        lines.push(("background", format!("{:?}", design.background)));
        Self(lines)
    }
}

/// The words to print, with the emphasised ones between asterisks.
fn headline(words: &Headline) -> String {
    let marked = words.words.iter().enumerate().map(|(at, word)| {
        let gap = if at == 0 || word.follows { "" } else { " " };
        let mark = if words.emphasises(at) { "*" } else { "" };
        format!("{gap}{mark}{}{mark}", word.text)
    });
    marked.collect()
}

/// The word that names the best subject.
fn head(choice: &Choice) -> String {
    let main = choice.main().map(|subject| subject.word.clone());
    main.unwrap_or_else(|| "none".to_owned())
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.0 {
            writeln!(f, "{name}: {value}")?;
        }
        Ok(())
    }
}
