//! The facts about each language that the headline's rules need: the roles of its words, and its capitals.

mod capitals;
mod file;
pub(super) mod role;

use file::{SHARED, VOCABULARIES};
use lexicon::{Feature, Language};
use role::Role;
use std::collections::{HashMap, HashSet};

/// The words of a language, from its file `headlines.txt`.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// [`Language::UNKNOWN`] for the words that all languages share.
    pub(super) language: Language,
    /// The roles of each word, as bits.
    roles: HashMap<&'static str, u64>,
    /// For each first word, the phrases of several words with their roles, the longest first.
    phrases: HashMap<&'static str, Vec<(Role, Vec<&'static str>)>>,
    /// Abbreviations of chats, and their long forms.
    spellings: HashMap<&'static str, &'static str>,
    /// Endings of a word that remains alone after its order was removed, and what replaces them.
    suffixes: Vec<(&'static str, &'static str)>,
    /// Endings behind "про", and the endings of the same words without it.
    name_endings: Vec<(&'static str, &'static str)>,
    /// Prepositions that are written as the beginning of their noun.
    link_prefixes: Vec<&'static str>,
    /// Endings of adjectives, which stand before their noun.
    adjective_endings: Vec<&'static str>,
    /// Endings by which a noun shows that it depends on the preposition before it.
    case_endings: Vec<&'static str>,
    /// Endings of verbs. Nouns of the lexicon may have them too.
    verb_endings: Vec<&'static str>,
    /// Endings of plurals.
    plural_endings: Vec<&'static str>,
    /// Endings of participles.
    participle_endings: Vec<&'static str>,
    /// Endings of verbs in the past tense that begin a sentence without a pronoun.
    past_endings: Vec<&'static str>,
    /// Endings of superlatives, such as "est".
    superlative_endings: Vec<&'static str>,
    /// Words with such an ending that are no superlatives, such as "forest".
    no_superlatives: HashSet<&'static str>,
    /// Particles that are written as the end of their noun.
    noun_particles: Vec<&'static str>,
    /// The same, but only behind a syllable without a final consonant.
    open_particles: Vec<&'static str>,
    /// Words for the recipient in an order: "make me a drone race".
    recipients: Vec<&'static str>,
}

impl Vocabulary {
    /// The words of the language of a text; English if the language cannot be detected.
    pub(super) fn of(text: &str) -> &'static Self {
        Self::in_language(Language::of(text))
    }

    /// The words of a language; those of English if the language is unknown.
    pub(super) fn in_language(language: Language) -> &'static Self {
        let mut vocabularies = VOCABULARIES.iter();
        vocabularies
            .find(|vocabulary| vocabulary.language == language)
            .unwrap_or_else(|| Self::english())
    }

    /// The English words. Some roles use them in all languages.
    fn english() -> &'static Self {
        VOCABULARIES.first().unwrap_or(&*SHARED)
    }

    /// Whether the language has this feature.
    pub(super) fn has_feature(&self, feature: Feature) -> bool {
        self.language.has(feature)
    }

    /// Whether a lower-case word has a role in this language, in all languages, or, for some roles, in English.
    pub(super) fn is(&self, word: &str, role: Role) -> bool {
        // A word of the language's own lists is not the English word: French "font" is no typeface.
        let is_english = role.is_shared() && !self.roles.contains_key(word);
        self.has(word, role) || SHARED.has(word, role) || is_english && Self::english().has(word, role)
    }

    /// Whether a word has a role in this language's own file.
    fn has(&self, word: &str, role: Role) -> bool {
        let has = |word: &str| self.roles.get(word).is_some_and(|roles| roles & role.bit() != 0);
        let is_medium = matches!(role, Role::Medium | Role::Channel | Role::Thumbnail);
        let behind_and = word
            .strip_prefix('و')
            .filter(|_| is_medium && self.has_feature(Feature::PrefixesAnd));
        has(word) || behind_and.is_some_and(has)
    }

    /// The number of words at the beginning of `words` that are an entry of the role; 0 if none is.
    pub(super) fn entry_length(&self, words: &[&str], role: Role) -> usize {
        let shared = role.is_shared().then(Self::english);
        let first = words.first().copied().unwrap_or_default();
        let phrases = [Some(self), shared]
            .into_iter()
            .flatten()
            .filter_map(|language| language.phrases.get(first));
        let phrase = phrases
            .flatten()
            .filter(|(of, _)| *of == role)
            .find(|(_, phrase)| words.len() >= phrase.len() && phrase.iter().zip(words).all(|(a, b)| a == b));
        let single = || words.first().is_some_and(|word| self.is(word, role));
        phrase.map_or_else(|| usize::from(single()), |(_, phrase)| phrase.len())
    }

    /// Whether the words are an entry of the role in any language.
    pub(super) fn any_has_entry(words: &[&str], role: Role) -> bool {
        let mut all = VOCABULARIES.iter().chain([&*SHARED]);
        all.any(|vocabulary| vocabulary.entry_length(words, role) == words.len())
    }

    /// The number of words at the end of `words` that are an entry of the role; 0 if none is.
    pub(super) fn entry_length_at_end(&self, words: &[&str], role: Role) -> usize {
        let lengths = (1..=words.len().min(6)).rev();
        let mut found = lengths.filter(|length| {
            words
                .get(words.len() - length..)
                .is_some_and(|tail| self.entry_length(tail, role) == *length)
        });
        found.next().unwrap_or(0)
    }

    /// The entries of the role, with spaces in phrases.
    pub(super) fn entries(&self, role: Role) -> Vec<String> {
        let words = self.roles.iter().filter(|(_, roles)| *roles & role.bit() != 0);
        let words = words.map(|(word, _)| (*word).to_owned());
        let phrases = self.phrases.values().flatten().filter(|(of, _)| *of == role);
        let mut entries: Vec<String> = words.chain(phrases.map(|(_, words)| words.join(" "))).collect();
        // The longest entry counts. Equal lengths are sorted, because the order of a hash map differs between runs.
        entries.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
        entries
    }

    /// The words that an abbreviation stands for, or the word itself.
    pub(super) fn spelled(&self, word: &str) -> Option<String> {
        self.spellings.get(word).map(|words| words.replace('_', " "))
    }

    /// The word without an ending that only made sense before the order: "শেখার" becomes "শেখা".
    pub(super) fn without_suffix(&self, word: &str) -> Option<String> {
        let mut found = self.suffixes.iter();
        found.find_map(|(suffix, replacement)| {
            let stem = word.strip_suffix(suffix).filter(|stem| !stem.is_empty())?;
            Some(format!("{stem}{replacement}"))
        })
    }

    /// Whether the word has no meaning of its own.
    pub(super) fn is_small(&self, word: &str) -> bool {
        const SMALL: u64 = Role::Article.bit()
            | Role::Determiner.bit()
            | Role::Link.bit()
            | Role::Joint.bit()
            | Role::Helper.bit()
            | Role::Pronoun.bit()
            | Role::First.bit()
            | Role::Question.bit();
        self.roles.get(word).is_some_and(|roles| roles & SMALL != 0)
    }

    /// Whether a part of a sentence must not end with the word.
    pub(super) fn cannot_end(&self, word: &str) -> bool {
        const OPEN: u64 = Role::Article.bit()
            | Role::Determiner.bit()
            | Role::Link.bit()
            | Role::Joint.bit()
            | Role::Helper.bit()
            | Role::Waiting.bit();
        let open = self
            .roles
            .get(word)
            .map_or(0, |roles| roles & (OPEN | Role::Pronoun.bit()));
        // Postpositions follow their noun, so they may end a part.
        let is_postposition = self.has_feature(Feature::VerbIsLast) && open == Role::Link.bit();
        open != 0 && open & Role::Pronoun.bit() == 0 && !is_postposition
    }

    /// Whether a whole sentence loses the word at its end: a preposition, in languages in which no sentence ends so.
    pub(super) fn is_loose_end(&self, word: &str) -> bool {
        let may_end = self.has_feature(Feature::StrandsPrepositions) || self.has_feature(Feature::VerbIsLast);
        !may_end && self.cannot_end(word) && self.has(word, Role::Link)
    }

    /// Whether the word joins two clauses of the same kind.
    pub(super) fn joins_clauses(&self, word: &str) -> bool {
        let is_prefix = self.has_feature(Feature::PrefixesAnd) && word.starts_with('و') && word.chars().count() > 4;
        is_prefix || self.has(word, Role::And)
    }

    /// Whether a part of a sentence may begin at the word, so that the sentence may be cut before it.
    pub(super) fn begins_part(&self, word: &str) -> bool {
        let begins = |word: &str| self.has(word, Role::Link) || self.has(word, Role::Joint);
        let has_prefix = |prefix: &&str| word.strip_prefix(prefix).is_some_and(|noun| noun.chars().count() > 2);
        self.joins_clauses(word)
            || begins(word)
            || elided(word).is_some_and(begins)
            || self.link_prefixes.iter().any(has_prefix)
    }

    /// Whether the word joins two nouns closely.
    pub(super) fn joins_closely(&self, word: &str) -> bool {
        self.has(word, Role::Close) || elided(word).is_some_and(|prefix| self.has(prefix, Role::Close))
    }

    /// Whether the language has articles. Where it has none, a noun shows its case by its ending.
    pub(super) fn has_articles(&self) -> bool {
        self.roles.values().any(|roles| roles & Role::Article.bit() != 0)
    }

    /// Whether the word may follow a number as its unit, or as a unit of time.
    pub(super) fn is_measure(&self, word: &str) -> bool {
        self.is(word, Role::Unit) || self.is(word, Role::Span)
    }

    /// Whether the word is an adjective that waits for its noun.
    pub(super) fn is_adjective(&self, word: &str) -> bool {
        let has_ending = |ending: &str| word.strip_suffix(ending).is_some_and(|stem| stem.chars().count() >= 3);
        self.has(word, Role::Adjective) || self.adjective_endings.iter().any(|ending| has_ending(ending))
    }

    /// Whether the word has the ending of a verb, and the lexicon does not list it as a noun.
    pub(super) fn is_verb(&self, word: &str) -> bool {
        let has_ending = |ending: &&str| word.strip_suffix(*ending).is_some_and(|stem| stem.chars().count() >= 2);
        self.verb_endings.iter().any(has_ending) && !self.lists(word)
    }

    /// Whether the word has the ending of a plural. "Glass" has none.
    pub(super) fn is_plural(&self, word: &str) -> bool {
        self.plural_endings.iter().any(|ending| word.ends_with(ending)) && !word.ends_with("ss")
    }

    /// Whether the word is a participle, given the word behind it.
    pub(super) fn is_participle(&self, word: &str, next: Option<&str>) -> bool {
        let is_sure = || {
            let is_small = next.is_some_and(|next| self.is_small(next) && !self.is(next, Role::Joint));
            is_small || !self.has_feature(Feature::NounsEndLikeParticiples)
        };
        self.participle_endings.iter().any(|ending| word.ends_with(ending)) && is_sure()
    }

    /// Whether the word has the ending of a verb in the past tense that needs no pronoun.
    pub(super) fn is_past(&self, word: &str) -> bool {
        self.past_endings.iter().any(|ending| word.ends_with(ending))
    }

    /// Whether the word is a superlative.
    pub(super) fn is_superlative(&self, word: &str) -> bool {
        let mut endings = self.superlative_endings.iter();
        let has_ending = |ending: &&str| word.strip_suffix(*ending).is_some_and(|stem| stem.chars().count() >= 3);
        endings.any(has_ending) && !self.no_superlatives.contains(word)
    }

    /// Whether the word says for whom something is ordered.
    pub(super) fn is_recipient(&self, word: &str) -> bool {
        self.recipients.contains(&word)
    }

    /// Whether the lexicon lists the word, so that it names a thing.
    pub(super) fn lists(&self, word: &str) -> bool {
        self.language.lists(word)
    }

    /// The word without the particle at its end; `None` if it has none.
    pub(super) fn noun_of<'w>(&self, word: &'w str) -> Option<&'w str> {
        let noun = |particle: &&str| word.strip_suffix(*particle);
        let open = || self.open_particles.iter().find_map(noun);
        let noun = self.noun_particles.iter().find_map(noun);
        noun.or_else(|| open().filter(|noun| noun.ends_with(is_open_syllable)))
    }

    /// The word with the ending that it has without "про" before it; `None` if its ending does not tell.
    pub(super) fn without_case(&self, word: &str) -> Option<String> {
        let mut endings = self.name_endings.iter();
        endings.find_map(|(ending, name)| Some(format!("{}{name}", word.strip_suffix(ending)?)))
    }

    /// Whether the word shows by its ending that it depends on the preposition before it.
    pub(super) fn has_case(&self, word: &str) -> bool {
        self.case_endings.iter().any(|ending| word.ends_with(ending))
    }
}

/// The elided word at the beginning of a word: "d'" of "d'abord".
fn elided(word: &str) -> Option<&str> {
    let (elided, rest) = word.split_once('\'')?;
    word.get(..=elided.len()).filter(|_| !rest.is_empty())
}

/// Whether the character is a Korean syllable that ends in a vowel. Unicode lists the syllables in groups of 28. The
/// first of each group ends in a vowel, and the other 27 end in a consonant.
fn is_open_syllable(c: char) -> bool {
    matches!(c, '가'..='힣') && (c as u32 - '가' as u32).is_multiple_of(28)
}
