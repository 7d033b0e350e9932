//! Compares texts as their readers do: without differences of case and of Unicode's composition.

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizerBorrowed;

/// The words to search for.
#[derive(Clone, Debug)]
pub struct Search(Vec<String>);

impl Search {
    /// Looks for every word of `text`.
    pub fn new(text: &str) -> Self {
        Self(folded(text).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether each of the words occurs in one of these texts, as a word or inside one.
    pub fn matches(&self, texts: &[&str]) -> bool {
        let texts: Vec<String> = texts.iter().map(|text| folded(text)).collect();
        self.0.iter().all(|word| texts.iter().any(|text| text.contains(word)))
    }
}

/// The text for comparisons: by Unicode's full case folding, in normalization form C. `STRASSE` and `straße` give the
/// same.
pub fn folded(text: &str) -> String {
    let normalizer = ComposingNormalizerBorrowed::new_nfc();
    let folded = CaseMapper::new().fold_string(&normalizer.normalize(text)).into_owned();
    normalizer.normalize(&folded).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_must_occur_somewhere_in_whatever_case() {
        let search = Search::new("  WASSER  fall");
        assert!(search.matches(&["Frozen waterFALL", "Eiswasser"]));
        assert!(!search.matches(&["waterfall"]));
        assert!(Search::new("ÜBER").matches(&["über alles"]));
        assert!(Search::new("").matches(&[]));
        assert!(Search::new("ΑΣ").matches(&["Άστρο, αστροναύτης"]));
        assert!(Search::new("ας").matches(&["ΑΣΤΡΟ"]));
    }

    #[test]
    fn spellings_of_one_text_are_found_by_one_another() {
        for (one, other) in [
            ("Caf\u{e9}", "CAFE\u{301}"),
            ("STRASSE", "straße"),
            ("ŒUVRE", "œuvre"),
            ("\u{1100}\u{1161}", "\u{ac00}"),
        ] {
            assert!(Search::new(one).matches(&[other]), "{one} in {other}");
            assert!(Search::new(other).matches(&[one]), "{other} in {one}");
        }
        assert!(!Search::new("cafe").matches(&["Café"]));
    }
}
