//! The pieces of words that may be broken over lines.

use crate::composer::{
    headline::word::Word,
    writing::{Script, clusters, is_hangul, is_unspaced},
};

/// The factor of a layout's score for each line break inside a phrase.
const PHRASE_BROKEN: f32 = 0.3;
/// The same inside a phrase of more than [`MAX_PIECES`] pieces, which would make all letters small if it stayed whole.
const LONG_PHRASE_BROKEN: f32 = 0.55;
/// The largest number of pieces of a phrase that should stay whole.
const MAX_PIECES: usize = 6;
/// The same inside a Korean word, because Korean can break at its spaces.
const WORD_BROKEN: f32 = 0.55;
/// The largest number of syllables of a Korean word that is never broken.
const MAX_SYLLABLES: usize = 5;

/// The pieces between which a word may be broken, and the factor of the score for a break.
pub(super) fn breakable(word: &Word) -> (Vec<&str>, f32) {
    let text = word.text.as_str();
    if is_unspaced(text) || word.follows {
        let pieces = clusters(text);
        let is_long = pieces.len() > MAX_PIECES;
        (
            words_of(text, pieces),
            if is_long { LONG_PHRASE_BROKEN } else { PHRASE_BROKEN },
        )
    } else if text.chars().filter(|c| is_hangul(*c)).count() > MAX_SYLLABLES {
        (clusters(text), WORD_BROKEN)
    } else {
        (vec![text], 1.0)
    }
}

/// The words of a phrase without spaces, as far as the scripts show them: a word begins where katakana, ideographs or
/// digits follow another script, as in "おすすめ・スポット・7選". `pieces` are the smallest pieces between which a line may break.
/// They are returned if the scripts show no words.
fn words_of<'a>(phrase: &'a str, pieces: Vec<&'a str>) -> Vec<&'a str> {
    let script = |c: Option<char>| c.map(Script::of);
    let mut words: Vec<&str> = Vec::new();
    let (mut start, mut end, mut before) = (0, 0, None);
    for piece in &pieces {
        let first = script(piece.chars().next());
        if end > start && first != before && first != Some(Script::Hiragana) {
            words.extend(phrase.get(start..end));
            start = end;
        }
        end += piece.len();
        before = script(piece.chars().next_back());
    }
    words.extend(phrase.get(start..end));
    if words.len() > 1 { words } else { pieces }
}
