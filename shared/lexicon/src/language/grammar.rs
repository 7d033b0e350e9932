//! The grammar of each language: its script, its small words, and its endings.

use super::{feature::Feature, files, lists};
use std::{collections::HashSet, ops::RangeInclusive, sync::LazyLock};

/// The fewest letters of a stem, in languages whose file sets no other number.
const SHORTEST_STEM: usize = 3;

static GRAMMARS: LazyLock<Vec<Grammar>> =
    LazyLock::new(|| files::GRAMMARS.iter().map(|file| Grammar::read(file)).collect());
/// The grammar of an unknown language.
static UNKNOWN: LazyLock<Grammar> = LazyLock::new(|| Grammar::read(""));

/// The contents of a language's `grammar.txt`, whose format `languages/README.md` describes. Lists of words are texts
/// with spaces between the words.
///
/// A small word is never a subject: it blocks false friends such as French "car" (because) and German "war" (was). The
/// small words also tell the language of a text.
#[derive(Debug, Default)]
pub(crate) struct Grammar {
    /// The letters of a script other than the Latin one. Languages with the same ranges share a script.
    pub(crate) script: Vec<RangeInclusive<char>>,
    /// Letters that few other languages have.
    pub(crate) letters: &'static str,
    /// The other letters beside a to z.
    pub(crate) other_letters: &'static str,
    pub(crate) features: Vec<Feature>,
    /// Articles, possessives and quantifiers: words after which a noun follows.
    determiners: &'static str,
    prepositions: &'static str,
    /// Pronouns, conjunctions, question words and auxiliary verbs.
    small_words: &'static str,
    /// The words of these lists and the negations.
    without_meaning: HashSet<&'static str>,
    /// Words after which the topic follows: "a video about cats".
    about: &'static str,
    /// Words between two subjects that belong side by side: "and", "with", "vs".
    pub(crate) joiners: &'static str,
    /// Beginnings and endings of words that join them to the word before or after them: "고양이와 개".
    pub(crate) joining_prefixes: &'static str,
    pub(crate) joining_endings: &'static str,
    /// Words before and behind a word, and its endings, that show where or when something happens: "by the window".
    places: &'static str,
    places_behind: &'static str,
    pub(crate) place_endings: &'static str,
    /// Endings and particles of the object of a verb. Empty if only the order of the words shows it.
    pub(crate) object_endings: &'static str,
    /// Common words that are names too. With a capital, they are names: "my new Galaxy".
    homonyms: &'static str,
    /// Words after which something follows that the picture should not show.
    negations: &'static str,
    /// Pronouns that only verbs follow: Spanish "se".
    verb_pronouns: &'static str,
    /// Prepositions before those whom a video is for: "for kids".
    audiences: &'static str,
    /// Elided articles and prepositions, before a noun: the "l'" of "l'avocat".
    elided_articles: &'static str,
    /// Elided pronouns, before a verb.
    elided_pronouns: &'static str,
    /// Endings of inflected words, and what replaces them in the dictionary form.
    pub(crate) endings: Vec<(&'static str, &'static str)>,
    /// Endings of nouns that have so many that words are compared by their stems.
    pub(crate) stem_endings: &'static str,
    /// Suffixes that follow each other in a word, with the vowels I (ı, i, u, ü) and A (a, e).
    pub(crate) suffix_chain: &'static str,
    /// Last letters of a stem that are soft before a vowel, and what the dictionary form has.
    pub(crate) hard_letters: Vec<(&'static str, &'static str)>,
    /// Letters of inflected forms, and what the dictionary form has.
    pub(crate) plain_letters: Vec<(&'static str, &'static str)>,
    /// Articles and particles that are written as the beginning of the next word.
    pub(crate) particles: &'static str,
    /// The article among them. Some words are listed with it.
    pub(crate) article: &'static str,
    /// The fewest letters that remain of a word without an ending.
    pub(crate) shortest_stem: usize,
    /// How closed compounds are cut; `None` if the language has none.
    pub(crate) compounds: Option<Compounds>,
    /// The prefixes of verbs. The rest of such a verb is no noun: German "versucht" is no compound with "Sucht".
    pub(crate) verb_prefixes: &'static str,
    /// Words of orders in a text without spaces that are skipped, because a listed word is inside.
    pub(crate) skipped_words: &'static str,
    /// Words of orders to a designer. They are no subject beside another one.
    order_words: &'static str,
    /// Words of keys after which a line says how the picture should look or who watches the video: "mood: calm".
    aside_keys: &'static str,
    /// Words of keys before the topic of the video: "topic: bees".
    topic_keys: &'static str,
}

/// How many letters the parts of a closed compound, such as "Kürbissuppe", must have at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Compounds {
    /// The fewest letters of a part that the lexicon lists.
    pub(crate) listed: usize,
    /// The fewest letters of the other part, if the lexicon lists it, too.
    pub(crate) other: usize,
    /// The fewest letters of a listed part, if the other part is not listed.
    pub(crate) certain: usize,
    /// The fewest letters of the unlisted part.
    pub(crate) unlisted: usize,
}

impl Grammar {
    /// The grammar of the language at this place of the list.
    pub(super) fn of(at: usize) -> &'static Self {
        GRAMMARS.get(at).unwrap_or_else(|| &*UNKNOWN)
    }

    fn read(file: &'static str) -> Self {
        let mut grammar = Self {
            shortest_stem: SHORTEST_STEM,
            ..Self::default()
        };
        for (list, entries) in lists(file) {
            // A test finds lists and entries that mean nothing.
            grammar.set(list, entries);
        }
        let lists = [
            grammar.determiners,
            grammar.prepositions,
            grammar.small_words,
            grammar.negations,
        ];
        grammar.without_meaning = lists.iter().flat_map(|list| list.split_ascii_whitespace()).collect();
        grammar
    }

    /// `None` if there is no such list, or if an entry of it means nothing.
    fn set(&mut self, list: &str, entries: &'static str) -> Option<()> {
        let words = || entries.split(' ');
        let pairs = || words().map(|entry| entry.split_once('=')).collect::<Option<Vec<_>>>();
        match list {
            "script" => self.script = words().map(range).collect::<Option<_>>()?,
            "letters" => self.letters = entries,
            "other_letters" => self.other_letters = entries,
            "features" => self.features = words().map(Feature::named).collect::<Option<_>>()?,
            "determiners" => self.determiners = entries,
            "prepositions" => self.prepositions = entries,
            "small_words" => self.small_words = entries,
            "about" => self.about = entries,
            "joiners" => self.joiners = entries,
            "joining_prefixes" => self.joining_prefixes = entries,
            "joining_endings" => self.joining_endings = entries,
            "places" => self.places = entries,
            "places_behind" => self.places_behind = entries,
            "place_endings" => self.place_endings = entries,
            "object_endings" => self.object_endings = entries,
            "homonyms" => self.homonyms = entries,
            "negations" => self.negations = entries,
            "verb_pronouns" => self.verb_pronouns = entries,
            "audiences" => self.audiences = entries,
            "elided_articles" => self.elided_articles = entries,
            "elided_pronouns" => self.elided_pronouns = entries,
            "endings" => self.endings = pairs()?,
            "stem_endings" => self.stem_endings = entries,
            "suffix_chain" => self.suffix_chain = entries,
            "hard_letters" => self.hard_letters = pairs()?,
            "plain_letters" => self.plain_letters = pairs()?,
            "particles" => self.particles = entries,
            "article" => self.article = entries,
            "shortest_stem" => self.shortest_stem = entries.parse().ok()?,
            "compound_parts" => self.compounds = Some(Compounds::read(entries)?),
            "verb_prefixes" => self.verb_prefixes = entries,
            "skipped_words" => self.skipped_words = entries,
            "order_words" => self.order_words = entries,
            "aside_keys" => self.aside_keys = entries,
            "topic_keys" => self.topic_keys = entries,
            _ => return None,
        }
        Some(())
    }

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

    /// Whether the place where something happens follows this word.
    pub(crate) fn is_place(&self, word: &str) -> bool {
        has(self.places, word)
    }

    /// Whether the place where something happens stands before this word.
    pub(crate) fn is_behind_place(&self, word: &str) -> bool {
        has(self.places_behind, word)
    }

    pub(crate) fn is_negation(&self, word: &str) -> bool {
        has(self.negations, word)
    }

    /// Whether only a verb can follow this pronoun.
    pub(crate) fn is_verb_pronoun(&self, word: &str) -> bool {
        has(self.verb_pronouns, word)
    }

    /// Whether the persons whom a video is for follow this word.
    pub(crate) fn is_audience(&self, word: &str) -> bool {
        has(self.audiences, word)
    }

    /// Whether the word has no meaning of its own.
    pub(crate) fn is_small(&self, word: &str) -> bool {
        self.without_meaning.contains(word)
    }
}

impl Compounds {
    fn read(entries: &str) -> Option<Self> {
        let numbers: Vec<usize> = entries
            .split(' ')
            .map(|number| number.parse().ok())
            .collect::<Option<_>>()?;
        let [listed, other, certain, unlisted] = *numbers else {
            return None;
        };
        Some(Self {
            listed,
            other,
            certain,
            unlisted,
        })
    }
}

/// The meaning of a word in a text of any language: callers mix languages in their orders.
pub(crate) mod any {
    use super::{GRAMMARS, has};

    /// Whether the word belongs to an order to a designer.
    pub(crate) fn is_order_word(word: &str) -> bool {
        GRAMMARS.iter().any(|grammar| has(grammar.order_words, word))
    }

    /// Whether this common word is a name too.
    pub(crate) fn is_homonym(word: &str) -> bool {
        GRAMMARS.iter().any(|grammar| has(grammar.homonyms, word))
    }

    /// Whether the text after this key is not about the video's topic.
    pub(crate) fn is_aside_key(key: &str) -> bool {
        is_key(key, |word| GRAMMARS.iter().any(|grammar| has(grammar.aside_keys, word)))
    }

    /// Whether the text after this key is the video's topic.
    pub(crate) fn is_topic_key(key: &str) -> bool {
        is_key(key, |word| GRAMMARS.iter().any(|grammar| has(grammar.topic_keys, word)))
    }

    /// Whether this is an article or a preposition without its last vowel.
    pub(crate) fn is_elided_article(word: &str) -> bool {
        GRAMMARS.iter().any(|grammar| has(grammar.elided_articles, word))
    }

    /// Whether this is a pronoun without its last vowel.
    pub(crate) fn is_elided_pronoun(word: &str) -> bool {
        GRAMMARS.iter().any(|grammar| has(grammar.elided_pronouns, word))
    }

    fn is_key(key: &str, is_listed: impl Fn(&str) -> bool) -> bool {
        !key.is_empty() && key.split(' ').all(is_listed)
    }
}

/// A range of letters: `400-52f`.
fn range(entry: &str) -> Option<RangeInclusive<char>> {
    let letter = |code: &str| char::from_u32(u32::from_str_radix(code, 16).ok()?);
    let (first, last) = entry.split_once('-')?;
    Some(letter(first)?..=letter(last)?)
}

/// Whether a list of words with spaces between them has the word.
fn has(list: &str, word: &str) -> bool {
    list.split_ascii_whitespace().any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Language, words::spelling};

    #[test]
    fn every_line_of_the_files_means_something() {
        for (language, file) in Language::all().zip(files::GRAMMARS) {
            for line in file.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
                let known = line
                    .split_once(": ")
                    .and_then(|(list, entries)| Grammar::default().set(list, entries));
                assert!(known.is_some(), "{language:?}: {line}");
            }
        }
    }

    #[test]
    fn words_are_spelled_as_they_are_looked_up() {
        // Entries of these lists are letters, pairs, ranges, or forms from which words are made.
        let others = [
            "script",
            "letters",
            "other_letters",
            "features",
            "endings",
            "suffix_chain",
            "hard_letters",
            "plain_letters",
            "shortest_stem",
            "compound_parts",
            "verb_prefixes",
            "skipped_words",
        ];
        for (language, file) in Language::all().zip(files::GRAMMARS) {
            for (list, entries) in lists(file).filter(|(list, _)| !others.contains(list)) {
                for entry in entries.split(' ') {
                    assert_eq!(spelling::key(entry).replace(' ', "-"), entry, "{language:?}: {list}");
                }
            }
        }
    }

    #[test]
    fn every_feature_has_a_language() {
        for &(name, feature) in Feature::NAMES {
            assert!(
                Language::all().any(|language| language.has(feature)),
                "no language has {name}"
            );
        }
    }
}
