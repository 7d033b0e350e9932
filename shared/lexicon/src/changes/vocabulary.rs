//! The words of a language for changes: its `changes.txt`, and the names of colours.

use super::{
    cue::{Cue, Meaning, Value},
    names::LAYOUTS,
    template::{Purpose, Template},
    token::{Token, TokenKind, tokens},
};
use crate::{
    colours::{ColourWord, Shade, words_of},
    language::{Language, feature::Feature, grammar::Grammar, lists},
    words::{form, spelling},
};
use std::{collections::HashMap, sync::LazyLock};

/// The vocabularies of all languages, in their order.
static ALL: LazyLock<Vec<Vocabulary>> = LazyLock::new(|| Language::all().map(Vocabulary::read).collect());

/// A word as a file writes it, perhaps with a star for its beginning or its ending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    key: String,
    bare: String,
    has_open_start: bool,
    has_open_end: bool,
}

/// Words with a meaning.
#[derive(Debug)]
struct Entry {
    words: Vec<Pattern>,
    meaning: Meaning,
    /// Whether it is of `changes.txt`, which wins over the table of colours.
    is_own: bool,
}

/// The words of a language.
#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) language: Language,
    grammar: &'static Grammar,
    /// The entries whose first word is written without a star, by this word without accents.
    exact: HashMap<String, Vec<Entry>>,
    open: Vec<Entry>,
    colours: HashMap<&'static str, ColourWord>,
    pub(super) templates: Vec<Template>,
    /// Beginnings and endings of nouns that are an article or a particle: Indonesian "roketnya".
    articles: Vec<&'static str>,
    /// Letters, and how they are written otherwise: German "ä" as "ae", simplified signs as traditional ones.
    spellings: Vec<(&'static str, &'static str)>,
}

impl Pattern {
    /// The words of an entry.
    pub(super) fn all(entry: &str) -> Vec<Self> {
        tokens(entry).into_iter().map(|token| Self::new(entry, token)).collect()
    }

    /// The word of an entry at a token.
    pub(super) fn new(entry: &str, token: Token) -> Self {
        Self {
            has_open_start: entry.get(..token.start).is_some_and(|before| before.ends_with('*')),
            has_open_end: entry.get(token.end..).is_some_and(|after| after.starts_with('*')),
            key: token.key,
            bare: token.bare,
        }
    }

    /// Whether the token is this word. A word without any accents may lack those of the pattern.
    pub(super) fn fits(&self, token: &Token) -> bool {
        self.fits_exactly(token) || token.key == token.bare && self.is(token, &token.bare, &self.bare)
    }

    /// Whether the token is this word, with its accents.
    fn fits_exactly(&self, token: &Token) -> bool {
        self.is(token, &token.key, &self.key)
    }

    fn is(&self, token: &Token, word: &str, pattern: &str) -> bool {
        let fits = match (self.has_open_start, self.has_open_end) {
            (false, false) => word == pattern,
            (false, true) => word.starts_with(pattern),
            (true, false) => word.ends_with(pattern),
            (true, true) => word.contains(pattern),
        };
        fits && token.is_word()
    }

    /// How much of a text the pattern determines.
    pub(super) fn weight(&self) -> usize {
        self.key.chars().count()
    }

    const fn is_open(&self) -> bool {
        self.has_open_start || self.has_open_end
    }
}

impl Vocabulary {
    /// The vocabularies of all languages.
    pub(super) fn all() -> &'static [Self] {
        &ALL
    }

    pub(super) fn read(language: Language) -> Self {
        let mut vocabulary = Self {
            language,
            grammar: language.grammar(),
            exact: HashMap::new(),
            open: Vec::new(),
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
            vocabulary.add_words(Pattern::all(name), Meaning::Value(Value::Layout(name)), true);
        }
        let colours: Vec<(&str, Meaning)> = vocabulary
            .colours
            .iter()
            .filter_map(|(word, meaning)| Some((*word, Meaning::of_colour(*meaning)?)))
            .collect();
        for (word, meaning) in colours {
            vocabulary.add_words(Pattern::all(word), meaning, false);
        }
        // Of templates that fit, the one that determines most of the text counts.
        vocabulary
            .templates
            .sort_by_key(|template| std::cmp::Reverse(template.weight()));
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
            self.templates.push(Template::read(purpose, entry)?);
            return Some(());
        }
        let words = Pattern::all(entry);
        let meaning = Meaning::of_list(list)?;
        (!words.is_empty()).then(|| self.add_words(words, meaning, true))
    }

    fn add_words(&mut self, words: Vec<Pattern>, meaning: Meaning, is_own: bool) {
        let Some(first) = words.first() else { return };
        let entries = if first.is_open() {
            &mut self.open
        } else {
            self.exact.entry(first.bare.clone()).or_default()
        };
        entries.push(Entry { words, meaning, is_own });
    }

    /// The name of a thing without an article or a particle that is written as its beginning or its ending. A word of the
    /// lexicon is whole.
    pub(super) fn without_article<'b>(&self, name: &'b str) -> &'b str {
        let bare = self.articles.iter().filter_map(|article| {
            let begins = article.strip_suffix('*').and_then(|article| name.strip_prefix(article));
            begins.or_else(|| name.strip_suffix(article.strip_prefix('*')?))
        });
        let bare: Vec<&str> = bare.filter(|bare| !bare.is_empty()).collect();
        let is_listed = |name: &str| self.language.lists(&spelling::key(name));
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

    /// The meanings of all words of the tokens. Of entries that fit at a place, those with the most letters count.
    pub(super) fn cues(&self, tokens: &[Token]) -> Vec<Cue> {
        let mut cues = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let cue = self.cue(tokens, at);
            at = cue.as_ref().map_or(at + 1, |cue| cue.end);
            if let Some(cue) = cue {
                cues.push(cue);
            } else if token.kind == TokenKind::Word {
                cues.push(Cue {
                    start: at - 1,
                    end: at,
                    meanings: self.meanings(token),
                });
            }
        }
        cues
    }

    /// The words at a place that an entry has.
    fn cue(&self, tokens: &[Token], at: usize) -> Option<Cue> {
        let rest = tokens.get(at..)?;
        let exact = rest.first().and_then(|token| self.exact.get(&token.bare));
        // More words count more, then more letters, then the right accents.
        let mut best = (0, 0, false, false);
        let mut meanings = Vec::new();
        for entry in exact.into_iter().flatten().chain(&self.open) {
            let Some(words) = rest.get(..entry.words.len()) else {
                continue;
            };
            if !entry
                .words
                .iter()
                .zip(words)
                .all(|(pattern, token)| pattern.fits(token))
            {
                continue;
            }
            let letters: usize = entry.words.iter().map(Pattern::weight).sum();
            let has_accents = entry
                .words
                .iter()
                .zip(words)
                .all(|(word, token)| word.fits_exactly(token));
            let weight = (entry.words.len(), letters, has_accents, entry.is_own);
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
fn expanded(entry: &str) -> Vec<String> {
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
