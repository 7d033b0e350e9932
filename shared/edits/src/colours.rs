//! Reads the names of colours.

use crate::words;
use colour::Rgb;
use lexicon::{ColourWord, Language, Shade};

/// The most colours of a phrase: one of the background and one of the emphasis.
const MOST: usize = 2;

/// The words of an order that may stand around the names of colours.
const ORDERS: [&str; 13] = [
    "make", "it", "more", "use", "change", "set", "turn", "paint", "instead", "of", "mach", "mache", "es",
];

/// The colours that a phrase names, at most two. `None` if it names none, or if it has other words.
pub(crate) fn read(phrase: &str) -> Option<Vec<Rgb>> {
    let language = Language::of(phrase);
    let mut colours: Vec<Rgb> = Vec::new();
    // The shade that the word before the next colour names.
    let mut shade: Option<Shade> = None;
    for word in words(phrase) {
        let written = word.parse().ok().map(ColourWord::Colour);
        match written.or_else(|| ColourWord::of(&word, language)) {
            Some(ColourWord::Colour(colour)) => colours.push(shade.take().map_or(colour, |shade| shade.of(colour))),
            Some(ColourWord::Shade(behind)) if behind.is_behind => {
                let last = colours.last_mut()?;
                *last = behind.of(*last);
            }
            Some(ColourWord::Shade(before)) => shade = Some(before),
            Some(ColourWord::Part | ColourWord::Beside) => {}
            None if ORDERS.contains(&word.as_str()) => {}
            None => return None,
        }
    }
    let is_complete = shade.is_none() && (1..=MOST).contains(&colours.len());
    is_complete.then_some(colours)
}
