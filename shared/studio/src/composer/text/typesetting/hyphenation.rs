//! Where a word that is too long for a line is broken.

use crate::composer::headline::word::Break;
use hypher::{Lang, hyphenate};
use unicode_segmentation::UnicodeSegmentation;

/// The least number of characters of a piece.
const SHORTEST: usize = 3;

/// The breaks of a word into about so many pieces of about the same length: behind syllables of its language, with a
/// hyphen; without rules for its language, between any characters.
pub(super) fn breaks(word: &str, pieces: usize, language: &str) -> Vec<Break> {
    let syllables = ends_of_syllables(word, language);
    let is_hyphenated = !syllables.is_empty();
    let ends: Vec<usize> = word.grapheme_indices(true).map(|(at, _)| at).skip(1).collect();
    let length = ends.len() + 1;
    let allowed = if is_hyphenated { &syllables } else { &ends };
    let mut breaks: Vec<Break> = Vec::new();
    let mut before = 0;
    for piece in 1..pieces {
        let aim = (piece * length).div_ceil(pieces);
        let position = |at: usize| ends.iter().position(|end| *end == at).map(|index| index + 1);
        let fitting = allowed.iter().filter_map(|at| Some((*at, position(*at)?)));
        let fitting = fitting.filter(|(_, count)| *count >= before + SHORTEST && count + SHORTEST <= length);
        let Some((at, count)) = fitting.min_by_key(|(_, count)| count.abs_diff(aim)) else {
            break;
        };
        breaks.push(Break { at, is_hyphenated });
        before = count;
    }
    breaks
}

/// The byte offsets behind the syllables of a word, except the last one; empty without rules for its language, and for
/// addresses and the like, which have no syllables.
fn ends_of_syllables(word: &str, language: &str) -> Vec<usize> {
    let bare = word.trim_matches(|c: char| !c.is_alphabetic());
    if !bare.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\'' | '’')) {
        return Vec::new();
    }
    let code: Option<[u8; 2]> = language.as_bytes().try_into().ok();
    let Some(language) = code.and_then(Lang::from_iso) else {
        return Vec::new();
    };
    let ends = ends_in(word, language);
    // The language of a short title cannot always be detected, and most words that are so long are German.
    let in_german = ends_in(word, Lang::German);
    let common: Vec<usize> = ends.iter().copied().filter(|end| in_german.contains(end)).collect();
    if common.is_empty() { ends } else { common }
}

/// The byte offsets behind the syllables that a word has in a language, except the last one.
fn ends_in(word: &str, language: Lang) -> Vec<usize> {
    // A compound may have hyphens of its own.
    let mut ends = Vec::new();
    let mut start = 0;
    for part in word.split_inclusive(|c: char| !c.is_alphabetic()) {
        let mut end = start;
        for syllable in hyphenate(part, language) {
            end += syllable.len();
            ends.push(end);
        }
        start += part.len();
    }
    ends.retain(|end| {
        let before = word.get(..*end).and_then(|before| before.chars().next_back());
        *end < word.len() && before.is_some_and(char::is_alphabetic)
    });
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn broken(word: &str, pieces: usize, language: &str) -> String {
        let mut shown = word.to_owned();
        for one in breaks(word, pieces, language).iter().rev() {
            shown.insert_str(one.at, if one.is_hyphenated { "-|" } else { "|" });
        }
        shown
    }

    #[test]
    fn a_word_is_broken_behind_syllables_of_its_language() {
        for (word, pieces, language, shown) in [
            (
                "Donaudampfschifffahrtsgesellschaft",
                3,
                "de",
                "Donaudampf-|schifffahrts-|gesellschaft",
            ),
            ("RINDFLEISCHETIKETTIERUNG", 2, "de", "RINDFLEISCH-|ETIKETTIERUNG"),
            ("anticonstitutionnellement", 2, "fr", "anticonstitu-|tionnellement"),
            (
                "превысокомногорассмотрительствующий",
                2,
                "ru",
                "превысокомногорас-|смотрительствующий",
            ),
            ("uncharacteristically", 2, "en", "uncharac-|teristically"),
        ] {
            assert_eq!(broken(word, pieces, language), shown);
        }
    }

    #[test]
    fn a_word_without_rules_is_broken_between_characters() {
        assert_eq!(broken("WWWWWWWWWW", 2, "id"), "WWWWW|WWWWW");
        assert_eq!(broken("WWWWWWWWWW", 2, ""), "WWWWW|WWWWW");
        assert_eq!(broken("https://example.com/", 2, "en"), "https://ex|ample.com/");
        let families = "👩‍👩‍👧‍👦".repeat(6);
        assert_eq!(
            breaks(&families, 2, "en"),
            [Break {
                at: families.len() / 2,
                is_hyphenated: false
            }]
        );
    }

    #[test]
    fn no_piece_is_tiny() {
        for word in ["", "a", "abc", "Donaudampfschifffahrt", "नमस्तेदुनियानमस्ते"]
        {
            for pieces in 0..9 {
                let found = breaks(word, pieces, "de");
                let ends = found.iter().map(|one| one.at).chain([word.len()]);
                let starts = [0].into_iter().chain(found.iter().map(|one| one.at));
                let pieces: Vec<&str> = starts.zip(ends).map(|(start, end)| &word[start..end]).collect();
                assert_eq!(pieces.concat(), word);
                let is_long = |piece: &&str| piece.graphemes(true).count() >= SHORTEST;
                assert!(found.is_empty() || pieces.iter().all(is_long), "{pieces:?}");
            }
        }
    }
}
