//! What is known of each language besides its nouns: small words, and the kind of its endings.

pub(crate) mod germanic;
pub(crate) mod others;
pub(crate) mod romance;
pub(crate) mod slavic;

/// The small words of a language, separated by spaces, and its way to inflect.
///
/// A small word is never a subject: it blocks false friends such as French "car" (because) and German "war" (was). The
/// small words also tell the language of a text.
#[derive(Debug)]
pub(crate) struct Grammar {
    pub(crate) inflection: Inflection,
    /// Whether the last noun of a compound is its head: "guitar case".
    pub(crate) head_is_last: bool,
    /// Articles, possessives and quantifiers: words after which a noun follows.
    pub(crate) determiners: &'static str,
    pub(crate) prepositions: &'static str,
    /// Pronouns, conjunctions, question words and auxiliary verbs.
    pub(crate) others: &'static str,
    /// Words after which the topic follows: "a video about cats".
    pub(crate) about: &'static str,
    /// Words between two subjects that belong side by side: "and", "with", "vs".
    pub(crate) joiners: &'static str,
    /// Words after which something follows that the picture should not show.
    pub(crate) negations: &'static str,
    /// Letters that few other languages have.
    pub(crate) letters: &'static str,
    /// The prefixes of verbs. The rest of such a verb is no noun: German "versucht" is no compound with "Sucht".
    pub(crate) prefixes: &'static str,
}

/// How a language changes the endings of its nouns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inflection {
    English,
    German,
    Dutch,
    Swedish,
    French,
    Iberian,
    Italian,
    Turkish,
    Arabic,
    Korean,
    Bengali,
    Indonesian,
    Greek,
    Hebrew,
    /// Many endings: words are compared by their stems.
    Stems,
    /// No endings of nouns, or none that are known.
    Uninflected,
    /// Chinese and Japanese, which have no spaces and no endings of nouns.
    Unspaced,
}

impl Grammar {
    /// A language of which nothing is known.
    pub(crate) const UNKNOWN: Self = Self {
        inflection: Inflection::Uninflected,
        head_is_last: false,
        determiners: "",
        prepositions: "",
        others: "",
        about: "",
        joiners: "",
        negations: "",
        letters: "",
        prefixes: "",
    };

    pub(crate) fn is_determiner(&self, word: &str) -> bool {
        has(self.determiners, word)
    }

    pub(crate) fn is_preposition(&self, word: &str) -> bool {
        has(self.prepositions, word)
    }

    pub(crate) fn is_about(&self, word: &str) -> bool {
        has(self.about, word)
    }

    pub(crate) fn is_joiner(&self, word: &str) -> bool {
        has(self.joiners, word)
    }

    pub(crate) fn is_negation(&self, word: &str) -> bool {
        has(self.negations, word)
    }

    /// Whether the word has no meaning of its own.
    pub(crate) fn is_small(&self, word: &str) -> bool {
        [self.determiners, self.prepositions, self.others, self.negations]
            .iter()
            .any(|list| has(list, word))
    }
}

/// Whether a list of words with spaces between them has the word.
pub(super) fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}
