//! The words of a language for changes: its `changes.txt`, and the names of colours.

use super::{
    cue::{Cue, Meaning, Value},
    dictionary::{Dictionary, Fits, WordId},
    names::LAYOUTS,
    template::{Purpose, Template},
    token::Token,
};
use crate::{
    colours::{ColourWord, Shade, words_of},
    language::{Language, feature::Feature, grammar::Grammar, lists},
    words::{form, spelling},
};
use std::{
    collections::HashMap,
    sync::{LazyLock, OnceLock},
};

/// The vocabularies of all languages, in their order. Each is read when it is first needed.
static ALL: LazyLock<Vec<OnceLock<Vocabulary>>> = LazyLock::new(|| Language::all().map(|_| OnceLock::new()).collect());

/// Words with a meaning.
#[derive(Debug)]
struct Entry {
    words: Vec<WordId>,
    /// The number of letters of the words.
    letters: usize,
    meaning: Meaning,
    /// Whether it is of `changes.txt`, which wins over the table of colours.
    is_own: bool,
}

/// The words of a language.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) language: Language,
    grammar: &'static Grammar,
    dictionary: Dictionary,
    /// The entries, by their first word.
    entries: HashMap<WordId, Vec<Entry>>,
    colours: HashMap<&'static str, ColourWord>,
    pub(super) templates: Vec<Template>,
    /// Beginnings and endings of nouns that are an article or a particle: Indonesian "roketnya".
    articles: Vec<&'static str>,
    /// Letters, and how they are written otherwise: German "ä" as "ae", simplified signs as traditional ones.
    spellings: Vec<(&'static str, &'static str)>,
}

impl Vocabulary {
    /// The vocabulary of a language; `None` if the lexicon does not know the language.
    pub(super) fn of(language: Language) -> Option<&'static Self> {
        let at = Language::all().position(|known| known == language)?;
        Some(ALL.get(at)?.get_or_init(|| Self::read(language)))
    }

    pub(super) fn read(language: Language) -> Self {
        let mut vocabulary = Self {
            language,
            grammar: language.grammar(),
            dictionary: Dictionary::default(),
            entries: HashMap::new(),
            colours: words_of(language),
            templates: Vec::new(),
            articles: Vec::new(),
            spellings: Vec::new(),
        };
        for (list, entries) in lists(language.change_words()) {
            // A test finds entries that mean nothing.
            vocabulary.add_all(list, entries);
        }
        for name in LAYOUTS {
            vocabulary.add_words(name, Meaning::Value(Value::Layout(name)), true);
        }
        let colours: Vec<(&str, Meaning)> = vocabulary
            .colours
            .iter()
            .filter_map(|(word, meaning)| Some((*word, Meaning::of_colour(*meaning)?)))
            .collect();
        for (word, meaning) in colours {
            vocabulary.add_words(word, meaning, false);
        }
        // Several templates may fit. The first one counts, so those with the most letters come first.
        vocabulary
            .templates
            .sort_by_key(|template| std::cmp::Reverse(template.weight));
        vocabulary
    }

    /// Adds the entries of a list. `None` if one of them means nothing.
    pub(super) fn add_all(&mut self, list: &str, entries: &'static str) -> Option<()> {
        match list {
            "articles" => {
                self.articles = entries.split(", ").collect();
                return self.articles.iter().all(|article| article.contains('*')).then_some(());
            }
            // Read by `examples` alone.
            "examples" => {}
            "spellings" => {
                self.spellings = entries
                    .split(' ')
                    .map(|pair| pair.split_once('='))
                    .collect::<Option<_>>()?;
            }
            _ => {
                for entry in entries.split(',').flat_map(expanded) {
                    self.add(list, entry.trim())?;
                    let respelled = self.respelled(&entry);
                    if respelled != entry {
                        self.add(list, respelled.trim())?;
                    }
                }
            }
        }
        Some(())
    }

    /// The entry in the language's other spelling.
    fn respelled(&self, entry: &str) -> String {
        let spellings = self.spellings.iter();
        spellings.fold(entry.to_owned(), |entry, (usual, other)| entry.replace(usual, other))
    }

    /// Adds an entry of a list. `None` if it means nothing.
    fn add(&mut self, list: &str, entry: &str) -> Option<()> {
        if let Some(purpose) = Purpose::of_list(list) {
            self.templates
                .push(Template::read(purpose, entry, &mut self.dictionary)?);
            return Some(());
        }
        self.add_words(entry, Meaning::of_list(list)?, true)
    }

    /// Adds words with a meaning. `None` if there is no word.
    fn add_words(&mut self, entry: &str, meaning: Meaning, is_own: bool) -> Option<()> {
        let words = self.dictionary.words(entry);
        let letters = words.iter().map(|word| self.dictionary.weight(*word)).sum();
        let entries = self.entries.entry(*words.first()?).or_default();
        entries.push(Entry {
            words,
            letters,
            meaning,
            is_own,
        });
        Some(())
    }

    /// The name of a thing without an article or a particle that is written as its beginning or its ending. A word of
    /// the lexicon is whole.
    pub(super) fn without_article<'b>(&self, name: &'b str) -> &'b str {
        self.without(name, |article| {
            let begins = article.strip_suffix('*').and_then(|article| name.strip_prefix(article));
            begins.or_else(|| name.strip_suffix(article.strip_prefix('*')?))
        })
    }

    /// The word without a particle that is written as its ending.
    pub(super) fn without_particle<'b>(&self, word: &'b str) -> &'b str {
        self.without(word, |article| word.strip_suffix(article.strip_prefix('*')?))
    }

    fn without<'b>(&self, name: &'b str, bare: impl Fn(&str) -> Option<&'b str>) -> &'b str {
        let is_listed = |name: &str| self.language.lists(&spelling::key(name));
        let bare = self.articles.iter().filter_map(|article| bare(article));
        let bare: Vec<&str> = bare.filter(|bare| !bare.is_empty()).collect();
        let listed = bare.iter().find(|bare| is_listed(bare));
        let long = || bare.iter().find(|bare| bare.chars().count() > 1 && !is_listed(name));
        listed.or_else(long).copied().unwrap_or(name)
    }

    /// Whether "and" is written as the beginning of this word.
    pub(super) fn joins(&self, token: &Token) -> bool {
        let prefixes = self.grammar.joining_prefixes.split_ascii_whitespace();
        let mut rest = prefixes.filter_map(|prefix| token.key.strip_prefix(prefix));
        self.language.has(Feature::PrefixesAnd) && rest.any(|rest| rest.chars().count() > 1)
    }

    /// The words of the entries that fit each token.
    pub(super) fn fits(&self, tokens: &[Token]) -> Vec<Fits> {
        tokens.iter().map(|token| self.dictionary.fits(token)).collect()
    }

    /// The meanings of all words of the tokens. Of entries that fit at a place, those with the most letters count.
    pub(super) fn cues(&self, tokens: &[Token], fits: &[Fits]) -> Vec<Cue> {
        let mut cues = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let cue = self.cue(fits, at);
            let end = cue.as_ref().map_or(at + 1, |cue| cue.end);
            if let Some(cue) = cue {
                cues.push(cue);
            } else if token.is_word() {
                cues.push(Cue {
                    start: at,
                    end,
                    meanings: self.meanings(token),
                    lacks_accents: false,
                });
            }
            at = end;
        }
        cues
    }

    /// The words at a place that an entry has.
    fn cue(&self, fits: &[Fits], at: usize) -> Option<Cue> {
        let rest = fits.get(at..)?;
        let entries = rest.first()?.keys().filter_map(|word| self.entries.get(word)).flatten();
        // More words count more, then more letters, then the right accents.
        let mut best = (0, 0, false, false);
        let mut meanings = Vec::new();
        for entry in entries {
            let Some(places) = rest.get(..entry.words.len()) else {
                continue;
            };
            let mut lacking = entry
                .words
                .iter()
                .zip(places)
                .map(|(word, fits)| fits.get(word).copied());
            let Some(lacks_accents) = lacking.try_fold(false, |any, one| Some(any | one?)) else {
                continue;
            };
            let weight = (entry.words.len(), entry.letters, !lacks_accents, entry.is_own);
            if weight > best {
                best = weight;
                meanings.clear();
            }
            if weight == best && !meanings.contains(&entry.meaning) {
                meanings.push(entry.meaning);
            }
        }
        (best.0 > 0).then(|| Cue {
            start: at,
            end: at + best.0,
            meanings,
            lacks_accents: !best.2,
        })
    }

    /// The meanings of a word that no entry has: an inflected or shaded colour, or a small word.
    fn meanings(&self, token: &Token) -> Vec<Meaning> {
        if let Ok(colour) = token.key.parse() {
            return vec![Meaning::Value(Value::Colour(colour))];
        }
        if let Some(meaning) = self.colour(&token.key) {
            return vec![meaning];
        }
        if self.grammar.is_small(&token.key) {
            return vec![Meaning::Filler];
        }
        Vec::new()
    }

    fn colour(&self, word: &str) -> Option<Meaning> {
        let inflected = |word: &str| {
            let forms = form::forms(word, self.language);
            forms.iter().find_map(|form| self.colours.get(form.as_str())).copied()
        };
        if let Some(meaning) = inflected(word) {
            return Meaning::of_colour(meaning);
        }
        // "Hellblau" is light and blue.
        self.shades()
            .find_map(|(prefix, shade)| match inflected(word.strip_prefix(prefix)?)? {
                ColourWord::Colour(colour) => Some(Meaning::Value(Value::Colour(shade.of(colour)))),
                _ => None,
            })
    }

    fn shades(&self) -> impl Iterator<Item = (&'static str, Shade)> {
        self.colours.iter().filter_map(|(word, meaning)| match meaning {
            ColourWord::Shade(shade) => Some((*word, *shade)),
            _ => None,
        })
    }
}

/// The entries that an entry with groups stands for: "(make|let) it" is "make it" and "let it".
pub(super) fn expanded(entry: &str) -> Vec<String> {
    let group = entry.find('(').and_then(|open| {
        let close = open + entry.get(open..)?.find(')')?;
        Some((entry.get(..open)?, entry.get(open + 1..close)?, entry.get(close + 1..)?))
    });
    let Some((before, choices, after)) = group else {
        return vec![entry.to_owned()];
    };
    let rest = expanded(after);
    let choices = choices.split('|');
    choices
        .flat_map(|choice| rest.iter().map(move |rest| format!("{before}{choice}{rest}")))
        .collect()
}
