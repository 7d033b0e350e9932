//! The words of a picture: which are printed, what kind of headline they are, and which word is emphasised.
//!
//! The words that the rules know are data: the files in `headlines/`, one for each language.

mod choice;
mod clause;
mod eastern;
mod emphasis;
mod fields;
pub(crate) mod kind;
mod label;
mod order;
mod quote;
mod rules;
mod vocabulary;
pub(crate) mod word;

use crate::composer::writing::{Writing, is_closed, is_southeastern, is_unspaced};
use clause::{Clause, Token, clauses, lowered};
use eastern::{phrase::phrases, southeastern};
use fields::Fields;
use kind::Kind;
use lexicon::{Case, Feature, Language, Subject};
use std::{collections::HashSet, ops::Range};
use vocabulary::{Vocabulary, role::Role};
use word::{Break, MAX_WORDS, Word, marked_words_of, ties, unmarked, words_of};

/// The most words of a part that only describes how the picture looks.
const MOST_OF_LOOK: usize = 7;
/// A title in a list of keys that has more words than this is shortened like a topic.
const MAX_TITLE: usize = 8;

/// The words to print, in reading order, with their kind and emphasis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Headline {
    pub(crate) words: Vec<Word>,
    /// The index of the word that means the most. Meaningless without words.
    pub(crate) emphasis: usize,
    /// The words that are emphasised: the word at `emphasis`, with its unit, its noun or the rest of its name. Empty if
    /// no word is emphasised.
    stressed: Range<usize>,
    pub(crate) writing: Writing,
    /// Unknown without words.
    pub(crate) language: Language,
    pub(crate) kind: Kind,
}

impl Headline {
    /// The headline of a brief, without a known subject.
    #[cfg(test)]
    pub(crate) fn new(prompt: &str, title: Option<&str>) -> Self {
        Self::about(prompt, title, None)
    }

    /// The headline of a brief: the title word for word, and no words for a blank title; without a title, the words
    /// that the prompt quotes; otherwise words picked from the prompt, in capitals. If several words could be
    /// emphasised, the word that names the subject is.
    pub(crate) fn about(prompt: &str, title: Option<&str>, subject: Option<&Subject>) -> Self {
        if title.is_some_and(|title| title.trim().is_empty()) {
            return Self::default();
        }
        // Agents write line breaks as two characters.
        let prompt = prompt.replace("\\n", "\n");
        let title = title.filter(|title| !words_of(title).is_empty());
        let language = Vocabulary::of(&title.map_or_else(|| prompt.clone(), |title| unmarked(title).0));
        let clauses = clauses(&prompt, language);
        let names = emphasis::names(&clauses, language);
        let verbatim = |words: Vec<String>| verbatim(&words, &names, language);
        let quoted = || quote::quoted(&prompt, language).or_else(|| quote::demanded(&clauses, language));
        let quoted = if title.is_none() { quoted() } else { None };
        let is_quoted = quoted.is_some();
        let title = title.map(marked_words_of).or(quoted).map(verbatim);
        let noun = noun_of(subject);
        let of_prompt = || {
            let words = picked(&prompt, &clauses, language, &noun);
            if is_of_channel(&noun, &clauses, language) {
                words
            } else {
                with_topic(words, &prompt, &noun, &names, language)
            }
        };
        let words = title.unwrap_or_else(of_prompt);
        let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let writing = Writing::of(&[&text.join(" "), &prompt]);
        let mut words: Vec<Word> = words.iter().flat_map(|word| phrased(word, writing)).collect();
        for word in &mut words {
            word.is_small = emphasis::is_needless(&word.text, language);
        }
        let noun = subject.map(|subject| subject.word.as_str());
        tie(&mut words, noun.unwrap_or_default(), language);
        let (emphasis, stressed) = emphasis::of(&words, &clauses, noun, language);
        Self {
            emphasis,
            stressed,
            kind: Kind::of(&words, &clauses, is_quoted, language),
            words,
            writing,
            language: language.language,
        }
    }

    /// Moves the emphasis to the word that the text names, or to the longest one of several. Returns whether there is
    /// such a word.
    pub(crate) fn emphasise(&mut self, text: &str) -> bool {
        let bare = |word: &str| word.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
        let wanted: Vec<String> = text.split_whitespace().map(bare).collect();
        let named = self
            .words
            .iter()
            .enumerate()
            .filter(|(_, word)| wanted.contains(&bare(&word.text)));
        let Some((at, _)) = named.max_by_key(|(_, word)| word.text.chars().count()) else {
            return false;
        };
        self.emphasis = at;
        self.stressed = emphasis::together(&self.words, at);
        true
    }

    /// Sets all words in capitals, or takes capitals from words that have nothing else.
    pub(crate) fn recase(&mut self, case: Case) {
        let text: Vec<&str> = self.words.iter().map(|word| word.text.as_str()).collect();
        let text = text.join(" ");
        let language = Vocabulary::of(&text);
        let is_loud = text == language.capitals(&text);
        for (at, word) in self.words.iter_mut().enumerate() {
            word.text = match case {
                Case::Upper => language.capitals(&word.text),
                Case::Normal if is_loud && at == 0 => language.initial(&clause::lower(&word.text)),
                Case::Normal if is_loud => clause::lower(&word.text),
                Case::Normal => continue,
            };
        }
    }

    /// The same headline without an emphasised word.
    pub(crate) fn without_emphasis(&self) -> Self {
        Self {
            stressed: 0..0,
            ..self.clone()
        }
    }

    /// The same headline with both sides of a comparison emphasised, which are equally important.
    pub(crate) fn with_even_sides(&self) -> Self {
        let mut even = self.clone();
        if let Kind::Versus { .. } = even.kind {
            even.stressed = 0..even.words.len();
        }
        even
    }

    /// Whether the word with this index is emphasised. The word between two sides never is.
    pub(crate) fn emphasises(&self, at: usize) -> bool {
        self.stressed.contains(&at) && self.kind != Kind::Versus { joint: at }
    }

    /// The words as one text.
    pub(crate) fn text(&self) -> String {
        let words = self.words.iter().enumerate();
        let spaced = words.flat_map(|(at, word)| {
            let gap = if at == 0 || word.follows { "" } else { " " };
            [gap, word.text.as_str()]
        });
        spaced.collect()
    }

    /// The number of words in which a number at the beginning is told with what it counts: the words up to the first
    /// pause or the first word that says nothing alone. In scripts without spaces, the first phrase holds all of them.
    pub(crate) fn amount(&self) -> usize {
        let pairs = self.words.windows(2).take_while(|pair| match pair {
            [before, word] => !is_closed(&before.text) && !word.is_small && !word.follows,
            _ => false,
        });
        1 + pairs.count()
    }

    /// Some of the words, for a slot of their own.
    pub(crate) fn part(&self, words: Range<usize>) -> Self {
        Self {
            emphasis: self.emphasis.wrapping_sub(words.start),
            stressed: self.stressed.start.saturating_sub(words.start)..self.stressed.end.saturating_sub(words.start),
            words: self.words.get(words).unwrap_or_default().to_vec(),
            ..*self
        }
    }
}

/// Tells which parts of a prompt are about the picture instead of the topic.
pub(crate) struct Looks {
    language: &'static Vocabulary,
}

impl Looks {
    /// Reads parts of this prompt.
    pub(crate) fn of(prompt: &str) -> Self {
        Self {
            language: Vocabulary::of(prompt),
        }
    }

    /// The two words before, and the word behind, the first word for a thumbnail: "minimalist" in "a minimalist
    /// thumbnail about …".
    pub(crate) fn beside_thumbnail(&self, prompt: &str) -> Vec<String> {
        let words = bare_words(prompt);
        let Some(at) = words.iter().position(|word| self.language.is(word, Role::Thumbnail)) else {
            return Vec::new();
        };
        let before = words.get(at.saturating_sub(2)..at).unwrap_or_default().join(" ");
        std::iter::once(before).chain(words.get(at + 1).cloned()).collect()
    }

    /// Whether a part has a word for looks, such as "lighting".
    pub(crate) fn names_look(&self, part: &str) -> bool {
        bare_words(part).iter().any(|word| self.language.is(word, Role::Look))
    }

    /// Whether a part only describes how the picture looks: it is short, has a word such as "lighting", with nothing
    /// but adjectives beside it or a preposition before it, and neither labels nor quotes what the picture could say.
    pub(crate) fn describes(&self, part: &str) -> bool {
        let bare = part.trim_matches(|c: char| !c.is_alphanumeric());
        if order::is_quality(bare, self.language) {
            return true;
        }
        let words = bare_words(part);
        let is = |word: &String, role: Role| self.language.is(word, role);
        let says = || words.iter().any(|word| is(word, Role::Says)) || part.contains([':', '：']) || quote::is_in(part);
        if words.len() > MOST_OF_LOOK || says() {
            return false;
        }
        if is_unspaced(bare) {
            let is_look = |entry: &String| bare.starts_with(entry.as_str()) || bare.ends_with(entry.as_str());
            return self.language.entries(Role::Look).iter().any(is_look);
        }
        let is_look = |word: &String| is(word, Role::Look);
        let describes = |word: &String| {
            let is_direction = is(word, Role::Direction) || self.language.is_adjective(word);
            is_look(word) || is_direction || order::is_quality(word, self.language)
        };
        let content: Vec<&String> = words.iter().filter(|word| !self.language.is_small(word)).collect();
        let is_led = words.first().is_some_and(|word| is(word, Role::Link));
        let is_description = content.iter().all(|word| describes(word)) && words.len() > 1;
        let begins = is_led && content.first().is_some_and(|word| is_look(word));
        content.iter().any(|word| is_look(word)) && (is_description || begins)
    }
}

/// The words of a text in lower case, without the punctuation around them.
fn bare_words(text: &str) -> Vec<String> {
    let bare = |word: &String| clause::lower(word.trim_matches(|c: char| !c.is_alphanumeric()));
    words_of(text).iter().map(bare).collect()
}

/// The words that name a subject, in lower case; none for an abstract subject, which a headline need not name.
fn noun_of(subject: Option<&Subject>) -> Vec<String> {
    let is_thing = |subject: &&Subject| subject.class.is_thing();
    let words = subject.filter(is_thing).map_or("", |subject| subject.word.as_str());
    words.split_whitespace().map(clause::lower).collect()
}

/// Ties the words of a noun, such as "living room".
fn tie(words: &mut [Word], noun: &str, language: &Vocabulary) {
    let noun: Vec<String> = noun
        .split_whitespace()
        .map(|part| emphasis::bare(part, language))
        .collect();
    if noun.len() < 2 {
        return;
    }
    let bare: Vec<String> = words.iter().map(|word| emphasis::bare(&word.text, language)).collect();
    let found = bare.windows(noun.len()).position(|part| part == noun);
    let parts = found.and_then(|at| words.get_mut(at..at + noun.len()));
    let Some([first, rest @ ..]) = parts else { return };
    if !first.is_small && rest.iter().all(|word| !word.is_small) {
        for word in rest {
            word.is_tied = true;
        }
    }
}

/// The words of a title or a quotation, with their spelling and capitals unchanged.
fn verbatim(words: &[String], names: &HashSet<String>, language: &Vocabulary) -> Vec<Word> {
    let words: Vec<(String, Vec<Break>)> = words.iter().map(|word| unmarked(word)).collect();
    let texts: Vec<&str> = words.iter().map(|(text, _)| text.as_str()).collect();
    let ties = ties(&texts, names, language);
    words
        .into_iter()
        .zip(ties)
        .map(|((text, breaks), is_tied)| Word {
            text,
            follows: false,
            is_tied,
            is_small: false,
            breaks,
        })
        .collect()
}

/// The words picked from a prompt: from the values of its keys, from a long quotation, or from its sentences.
fn picked(prompt: &str, clauses: &[Clause], language: &'static Vocabulary, noun: &[String]) -> Vec<Word> {
    let names = emphasis::names(clauses, language);
    let verbatim = |words: &[String]| verbatim(words, &names, language);
    let from = |text: &str| {
        if eastern::is_mostly(text) {
            verbatim(&eastern::picked(text, Writing::of(&[text, prompt]), language, noun))
        } else if southeastern::is_mostly(text) {
            verbatim(&southeastern::picked(text))
        } else {
            choice::picked(text, language, noun)
        }
    };
    if let Some(title) = quote::long(prompt, language) {
        return from(title);
    }
    let found = match fields::read(prompt, language) {
        Some(Fields::Title(title)) if words_of(title).len() <= MAX_TITLE && !eastern::needs_shortening(title) => {
            verbatim(&quote::without_stop(words_of(title)))
        }
        Some(Fields::Title(title)) => from(title),
        Some(Fields::Topic { topic, work }) => about(topic, work, &from),
        None => Vec::new(),
    };
    if found.is_empty() && !clauses.is_empty() || eastern::is_mostly(prompt) && found.is_empty() {
        from(prompt)
    } else {
        found
    }
}

/// Whether the prompt first names these words behind "my channel", without "about" between them.
fn is_of_channel(noun: &[String], clauses: &[Clause], language: &Vocabulary) -> bool {
    let place = |clause: &Clause| {
        let lower = lowered(&clause.words);
        lower.windows(noun.len().max(1)).position(|part| part == noun)
    };
    let told = clauses.iter().find_map(|clause| Some((&clause.words, place(clause)?)));
    told.is_some_and(|(words, at)| {
        let before = words.get(..=at).unwrap_or_default();
        let is = |word: &Token, role: Role| language.is(&word.lower, role);
        let channel = before.iter().position(|word| is(word, Role::Channel));
        let behind = channel.and_then(|channel| before.get(channel..));
        behind.is_some_and(|name| !name.iter().any(|word| is(word, Role::About) || is(word, Role::Telling)))
    })
}

/// The words behind the name of what the picture shows, if that stands before them in the prompt and they lack it, and
/// if there is room: "Kedarnath: never make these mistakes". A count of one noun, such as "5 mistakes", needs the name
/// from behind it as well. An inflected word is no name.
fn with_topic(
    words: Vec<Word>,
    prompt: &str,
    noun: &[String],
    names: &HashSet<String>,
    language: &Vocabulary,
) -> Vec<Word> {
    let name = noun.join(" ");
    let text: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let (text, told) = (text.join(" "), bare_words(prompt));
    let shown = bare_words(&text);
    let of_order = [Role::Order, Role::Medium, Role::Channel, Role::Thumbnail, Role::Look];
    let is_name = language.lists(&name) && !of_order.into_iter().any(|role| language.is(&name, role));
    let is_there = noun
        .iter()
        .any(|part| shown.iter().any(|word| word.split('-').any(|word| word == part)));
    let has_room = !words.is_empty() && words.len() + noun.len() <= MAX_WORDS;
    let at = told.windows(noun.len().max(1)).position(|part| part == noun);
    let first = shown
        .first()
        .and_then(|first| told.iter().position(|word| word == first));
    let says_little = matches!(shown.as_slice(), [count, _] if clause::is_count(count, language));
    let is_before = at.zip(first).is_some_and(|(at, first)| at < first || says_little);
    if is_there || !is_name || !has_room || !is_before || is_unspaced(&text) || text.contains(':') {
        return words;
    }
    let space = if language.has_feature(Feature::SpacesMarks) {
        "\u{a0}"
    } else {
        ""
    };
    let name: Vec<String> = format!("{}{space}:", language.capitals(&name))
        .split(' ')
        .map(str::to_owned)
        .collect();
    let mut named = verbatim(&name, names, language);
    named.extend(words);
    named
}

/// The name of a game, book or film with its topic, or the topic alone if both are too long.
fn about(topic: Option<&str>, work: Option<&str>, from: &dyn Fn(&str) -> Vec<Word>) -> Vec<Word> {
    let alone = topic.or(work).map(from).unwrap_or_default();
    let both = topic.zip(work).map(|(topic, work)| {
        let work = work.trim_matches(|c: char| !c.is_alphanumeric());
        from(&format!("{work}: {topic}"))
    });
    let is_whole = |words: &Vec<Word>| words.len() > alone.len() && words.ends_with(&alone);
    both.filter(is_whole).unwrap_or(alone)
}

/// Splits text without spaces into its phrases or words. Zero-width spaces are between words there.
fn phrased(word: &Word, writing: Writing) -> Vec<Word> {
    let split = |text: &str| {
        if is_unspaced(text) {
            phrases(text, writing)
        } else {
            southeastern::words(text)
        }
    };
    if !is_unspaced(&word.text) && !word.text.contains(is_southeastern) {
        return vec![word.clone()];
    }
    let ends = word.breaks.iter().map(|one| one.at).chain([word.text.len()]);
    let parts = ends.scan(0, |start, end| word.text.get(std::mem::replace(start, end)..end));
    parts
        .flat_map(split)
        .enumerate()
        .map(|(index, text)| Word {
            text,
            follows: index > 0,
            is_tied: word.is_tied && index == 0,
            is_small: false,
            breaks: Vec::new(),
        })
        .collect()
}

#[cfg(test)]
mod tests;
