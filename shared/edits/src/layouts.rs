//! Reads the names of layouts.

use crate::{Layout, words};

/// The names of the composer's layouts.
pub const NAMES: [&str; 27] = [
    "alone",
    "aside",
    "banner",
    "behind",
    "below",
    "beside",
    "change",
    "company",
    "crown",
    "face",
    "gathering",
    "giant",
    "halves",
    "lean",
    "ledger",
    "manuscript",
    "minimal",
    "number",
    "overlap",
    "poster",
    "product",
    "quote",
    "reaction",
    "split",
    "stack",
    "step",
    "versus",
];

/// The words for a layout.
const LAYOUT: &[&str] = &[
    "layout",
    "composition",
    "arrangement",
    "anordnung",
    "disposition",
    "diseño",
    "disposizione",
];

/// The words for another layout.
const OTHER: &[&str] = &[
    "another",
    "other",
    "different",
    "new",
    "anderes",
    "andere",
    "neues",
    "autre",
    "nouvelle",
    "otro",
    "otra",
    "altro",
    "altra",
];

/// The words around a layout that add nothing.
const FILLERS: &[&str] = &[
    "the", "a", "an", "use", "try", "make", "it", "with", "please", "in", "to", "set", "un", "une",
];

/// The layout that a phrase asks for, as in "another layout" or "use the split layout". A name alone is enough, because
/// the phrase may follow a label. `None` if the phrase asks for none, or has other words.
pub(crate) fn read(phrase: &str) -> Option<Layout> {
    let words = words(phrase);
    let known = |word: &&String| !FILLERS.contains(&word.as_str());
    let rest: Vec<&str> = words.iter().filter(known).map(String::as_str).collect();
    let name = |word: &str| NAMES.into_iter().find(|name| *name == word).map(Layout::Named);
    match rest.as_slice() {
        [one] if OTHER.contains(one) => Some(Layout::Another(1)),
        ["change", layout] if LAYOUT.contains(layout) => Some(Layout::Another(1)),
        [one, layout] | [layout, one] if LAYOUT.contains(layout) && OTHER.contains(one) => Some(Layout::Another(1)),
        [one, layout] | [layout, one] if LAYOUT.contains(layout) => name(one),
        [one] => name(one),
        _ => None,
    }
}
