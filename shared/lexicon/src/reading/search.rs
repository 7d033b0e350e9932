//! Finds the concepts that the words of a text name.

use super::{
    foreign::foreign,
    token::{Elided, Token},
};
use crate::{
    concept::{Class, concept},
    language::{
        Language,
        feature::Feature,
        grammar::any::{is_homonym, is_order_word},
    },
    words::{
        form,
        index::{Entry, Likeness},
        spelling,
    },
};
use std::iter;
use unicode_segmentation::UnicodeSegmentation;

/// The largest number of words in a compound.
const MAX_COMPOUND: usize = 6;

/// A part of the brief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Field {
    Title,
    Prompt,
}

/// How a word of the text was found in the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Whole(Likeness),
    /// By a dictionary form.
    Inflected,
    /// In the English file, although the text has another language.
    Foreign,
    /// As a part of a closed compound: "Kürbissuppe".
    Part,
}

/// A place of the text that names a concept.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) concept: u16,
    pub(crate) entry: Entry,
    pub(crate) word: String,
    pub(crate) field: Field,
    /// The number of words before it in its field.
    pub(crate) at: usize,
    /// The number of its words.
    pub(crate) words: usize,
    pub(crate) clause: usize,
    pub(crate) found: Found,
    /// Whether it is in a line such as "topic: bees".
    pub(crate) is_topic: bool,
    /// Whether it follows a word such as "about".
    pub(crate) is_about: bool,
    /// The concept before it, if a word such as "and" joins both.
    pub(crate) joined_to: Option<u16>,
    pub(crate) is_negated: bool,
    /// Whether it is where something happens: "by the window".
    pub(crate) is_place: bool,
    /// Whether a preposition is before it: "pasta with broccoli".
    pub(crate) is_linked: bool,
    /// Whether the video is for them: "for kids".
    pub(crate) is_audience: bool,
    /// The most words between it and the one who acts on it, if it is the object of a verb: in "a raccoon is stealing a
    /// pizza", three.
    pub(crate) reach: Option<usize>,
    pub(crate) is_order: bool,
    pub(crate) is_aside: bool,
    /// Whether the word is used as a noun. Matters for words that are often verbs.
    pub(crate) is_noun: bool,
    /// Whether its small letter shows that it is no noun, in a language whose nouns have capitals: "Hochzeit planen".
    pub(crate) is_lower_case: bool,
    /// Whether capitals show that the word is the last of a name, as in "Sergio Leone".
    pub(crate) is_in_name: bool,
    /// Whether a number stands before the word, which may then be a unit: "26 metros" is no subway.
    pub(crate) is_counted: bool,
    /// Whether the word lacks accents, although the writer types accents elsewhere.
    pub(crate) lacks_accents: bool,
}

/// Reads the words of a field.
pub(super) struct Reader {
    language: Language,
    field: Field,
    /// Whether capitals mark names in this text: the language capitalises no other nouns, and most words are in lower
    /// case.
    has_capitals_of_names: bool,
    /// Whether the writer types accents.
    has_accents: bool,
}

impl Reader {
    pub(super) fn new(text: &str, language: Language, field: Field) -> Self {
        let words = || text.unicode_words().filter(|word| word.chars().count() >= 4);
        let capitals = words().filter(|word| is_capitalized(word)).count();
        Self {
            language,
            field,
            has_capitals_of_names: !language.has(Feature::CapitalizesNouns) && capitals * 2 < words().count(),
            has_accents: spelling::without_accents(&spelling::key(text)) != spelling::key(text),
        }
    }

    pub(super) fn mentions(&self, tokens: &[Token]) -> Vec<Mention> {
        let mut mentions: Vec<Mention> = Vec::new();
        let mut at = 0;
        while let Some(rest) = tokens.get(at..).filter(|rest| !rest.is_empty()) {
            let longest = rest.iter().skip(1).take_while(|token| !token.is_apart).count() + 1;
            let found = (1..=longest.min(MAX_COMPOUND)).rev().find_map(|words| {
                let found = self.find(rest.get(..words)?);
                (!found.0.is_empty()).then_some((words, found))
            });
            let Some((words, (entries, how))) = found else {
                at += 1;
                continue;
            };
            let joined_to = self.joined_to(tokens, at, mentions.last());
            let next_to = mentions.last().filter(|before| before.at + before.words == at);
            let next_to = next_to.map(|before| before.concept);
            let is_verb = self.is_verb(tokens, at, words);
            for (first, entry) in entries.iter().enumerate() {
                // Several inflected forms of a concept have the same stem.
                let is_known = entries.iter().take(first).any(|other| other == entry);
                if !is_known && !is_verb && !self.is_homonym(tokens, at, words, *entry) {
                    let mention = self.mention(tokens, at, words, *entry, how);
                    mentions.push(Mention {
                        joined_to,
                        is_in_name: mention.is_in_name || is_model(next_to, *entry),
                        ..mention
                    });
                }
            }
            at += words;
        }
        mentions
    }

    /// Whether a pronoun that only verbs follow stands before a word: "cómo se llama" is no llama.
    fn is_verb(&self, tokens: &[Token], at: usize, words: usize) -> bool {
        let before = at
            .checked_sub(1)
            .and_then(|before| tokens.get(before))
            .zip(tokens.get(at));
        let before = before.filter(|(before, here)| words == 1 && before.clause == here.clause);
        before.is_some_and(|(before, _)| self.language.grammar().is_verb_pronoun(&before.key))
    }

    /// The concept of the mention before this place, if a joiner is between them, with at most an article and an
    /// adjective after it.
    fn joined_to(&self, tokens: &[Token], at: usize, before: Option<&Mention>) -> Option<u16> {
        let before = before?;
        let gap = tokens.get(before.at + before.words..at)?;
        let here = tokens.get(at)?;
        let is_near = gap.len() <= 3 && here.clause == before.clause;
        let grammar = self.language.grammar();
        // "고양이와 개", "قط وكلب": a particle joins the words.
        let mut endings = grammar.joining_endings.split_ascii_whitespace();
        let mut prefixes = grammar.joining_prefixes.split_ascii_whitespace();
        let by_particle = endings.any(|particle| before.word.ends_with(particle))
            || prefixes.any(|particle| here.key.starts_with(particle));
        let by_word = gap.iter().any(|token| grammar.is_joiner(&token.key));
        (is_near && (by_word || by_particle && gap.is_empty())).then_some(before.concept)
    }

    /// The entries of these words, read as one compound.
    fn find(&self, tokens: &[Token]) -> (Vec<Entry>, Found) {
        let nothing = (Vec::new(), Found::Inflected);
        let [first, others @ ..] = tokens else {
            return nothing;
        };
        let (grammar, index) = (self.language.grammar(), self.language.words());
        let is_single = others.is_empty();
        if is_single && (first.elided == Elided::Pronoun || grammar.is_small(&first.key)) {
            return nothing;
        }
        let others = others.iter().map(|token| token.whole.as_str());
        let words: Vec<&str> = iter::once(first.key.as_str()).chain(others).collect();
        let key = words.join(" ");
        let whole = |likeness, key: &str| {
            let found = index.find(key, likeness);
            (!found.is_empty()).then_some(found)
        };
        if let Some(entries) = whole(Likeness::Same, &key) {
            return (entries, Found::Whole(Likeness::Same));
        }
        for form in compounds(&words, self.language) {
            if let Some(entries) = whole(Likeness::Same, &form) {
                return (entries, Found::Inflected);
            }
        }
        if let Some(stems) = spelling::stems(&key, grammar.stem_endings)
            && let Some(entries) = whole(Likeness::SameStem, &stems)
        {
            return (entries, Found::Whole(Likeness::SameStem));
        }
        let has_no_accents = spelling::without_accents(&key) == key && (!is_single || key.chars().count() >= 4);
        // "Snacka" is no "snäcka" if the writer types "ä" elsewhere.
        let is_another_word = self.has_accents && self.language.has(Feature::AccentsDistinguish);
        if has_no_accents && !is_another_word {
            for form in iter::once(key.clone()).chain(compounds(&words, self.language)) {
                if let Some(entries) = whole(Likeness::WithoutAccents, &form) {
                    return (entries, Found::Whole(Likeness::WithoutAccents));
                }
            }
        }
        for form in iter::once(key.clone()).chain(compounds(&words, self.language)) {
            if let Some(entries) = whole(Likeness::EmojiName, &form) {
                return (entries, Found::Whole(Likeness::EmojiName));
            }
        }
        if self.language != Language::ENGLISH
            && let Some(entries) = iter::once(key.clone())
                .chain(compounds(&words, self.language))
                .find_map(|form| foreign(&form, is_single, self.language))
        {
            return (entries, Found::Foreign);
        }
        if is_single && let Some(entry) = self.part(first) {
            return (vec![entry], Found::Part);
        }
        nothing
    }

    /// The entry of a closed compound's last part, or else of its first part. The other part must be listed too, unless
    /// both parts are long and the word does not begin with the prefix of a verb: "förklaring" is no ring.
    fn part(&self, token: &Token) -> Option<Entry> {
        let word = token.key.as_str();
        let grammar = self.language.grammar();
        let parts = grammar.compounds?;
        // The beginning of a noun is no prefix of a verb.
        let is_noun = self.language.has(Feature::CapitalizesNouns) && is_capitalized(&token.text);
        let (certain, unlisted) = if is_noun {
            (parts.listed, parts.other)
        } else {
            (parts.certain, parts.unlisted)
        };
        let mut prefixes = grammar.verb_prefixes.split_ascii_whitespace();
        let starts_like_verb = !is_noun && prefixes.any(|prefix| word.starts_with(prefix));
        // The longest listed part decides: "Jahresurlaub" (a holiday) is no "Laub" (leaves).
        let find = |part: &str, other: &str| {
            let forms = form::forms(part, self.language);
            let index = self.language.words();
            let (form, entry) = forms
                .iter()
                .find_map(|form| Some((form, index.find(form, Likeness::Same).first().copied()?)))?;
            let class = concept(entry.concept).map(|concept| concept.class);
            let is_vague = matches!(
                class,
                Some(Class::Abstract | Class::Feeling | Class::Body | Class::Country | Class::Person)
            );
            let is_listed = || form::forms(other, self.language).iter().any(|form| index.has(form));
            let is_certain = form.chars().count() >= certain && other.chars().count() >= unlisted && !starts_like_verb;
            let names = !is_vague && !entry.is_often_verb && entry.niche.is_none();
            (is_certain || is_listed()).then_some(names.then_some(entry))
        };
        let cuts = || {
            let count = word.chars().count();
            let cuts = word.char_indices().enumerate();
            cuts.filter(move |(before, _)| *before > 0)
                .map(move |(before, (at, _))| (before, count - before, at))
        };
        let last = cuts().filter(|(before, after, _)| *before >= parts.other && *after >= parts.listed);
        let first = cuts().filter(|(before, after, _)| *after >= parts.other && *before > parts.listed);
        let mut last = last.filter_map(|(.., at)| find(word.get(at..)?, word.get(..at)?));
        let first = first.filter_map(|(.., at)| find(word.get(..at)?, word.get(at..)?));
        last.next().or_else(|| first.last()).flatten()
    }

    /// Whether the word has a small letter in a clause with nouns, which have capitals in this language.
    fn is_lower_case(&self, tokens: &[Token], at: usize, words: usize) -> bool {
        let Some(token) = tokens.get(at).filter(|_| words == 1) else {
            return false;
        };
        let is_small = |token: &Token| token.text.starts_with(char::is_lowercase);
        let is_word = |other: &&Token| !self.language.grammar().is_small(&other.key);
        let mut here = tokens
            .iter()
            .filter(|other| other.clause == token.clause)
            .filter(is_word);
        self.language.has(Feature::CapitalizesNouns) && is_small(token) && here.any(|other| is_capitalized(&other.text))
    }

    /// Whether the word is the last of a name: it has a capital, and so has the word before it, which does not begin
    /// the clause.
    fn is_in_name(&self, tokens: &[Token], at: usize, words: usize) -> bool {
        let (Some(token), Some(first)) = (tokens.get(at), at.checked_sub(1)) else {
            return false;
        };
        let is_mid_clause = |at: usize| {
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            before.is_some_and(|before| before.clause == token.clause)
        };
        let first_is_name = tokens.get(first).is_some_and(|name| {
            is_capitalized(&name.text) && !self.language.grammar().is_small(&name.key) && is_mid_clause(first)
        });
        self.has_capitals_of_names && words == 1 && is_capitalized(&token.text) && first_is_name
    }

    /// Whether a common word is a name here, because it has a capital inside its clause: "my new Galaxy".
    fn is_homonym(&self, tokens: &[Token], at: usize, words: usize, entry: Entry) -> bool {
        let Some(token) = tokens.get(at) else { return false };
        let before = at.checked_sub(1).and_then(|before| tokens.get(before));
        let is_mid_clause = before.is_some_and(|before| before.clause == token.clause);
        let mut forms = form::forms(&token.key, self.language).into_iter();
        self.has_capitals_of_names
            && words == 1
            && is_mid_clause
            && is_capitalized(&token.text)
            && !concept(entry.concept).is_some_and(|concept| concept.class.is_name())
            && forms.any(|form| is_homonym(&form))
    }

    /// Whether the words around a word, or its ending, show that it is where something happens.
    fn is_place(&self, tokens: &[Token], end: usize, before: &[&Token], found: Found) -> bool {
        let grammar = self.language.grammar();
        let last = end.checked_sub(1).and_then(|last| tokens.get(last));
        let next = tokens
            .get(end)
            .zip(last)
            .filter(|(next, last)| next.clause == last.clause);
        // "By the old window": an article and an adjective may stand between.
        let at = before.iter().take(3).position(|token| grammar.is_place(&token.key));
        let is_near = |at: usize| {
            let next = at.checked_sub(1).and_then(|next| before.get(next));
            next.is_none_or(|next| grammar.is_determiner(&next.key))
        };
        let ends = |last: &Token| is_inflected(found) && ends_with_any(&last.key, grammar.place_endings);
        at.is_some_and(is_near)
            || next.is_some_and(|(next, _)| grammar.is_behind_place(&next.key))
            || last.is_some_and(ends)
    }

    /// The most words between the object of a verb and the one who acts on it; `None` if it is no object.
    fn reach(&self, tokens: &[Token], end: usize, before: &[&Token], found: Found) -> Option<usize> {
        let grammar = self.language.grammar();
        let last = end.checked_sub(1).and_then(|last| tokens.get(last))?;
        let is_free = |token: &Token| !grammar.is_preposition(&token.key) && !grammar.is_joiner(&token.key);
        let next = tokens.get(end).filter(|next| next.clause == last.clause);
        let is_object = if !grammar.object_endings.is_empty() {
            is_inflected(found) && ends_with_any(&last.key, grammar.object_endings)
        } else if self.language.has(Feature::VerbIsLast) {
            next.is_some_and(is_free)
        } else {
            true
        };
        is_object.then(|| before.iter().take_while(|token| is_free(token)).count())
    }

    fn mention(&self, tokens: &[Token], at: usize, words: usize, entry: Entry, found: Found) -> Mention {
        let grammar = self.language.grammar();
        let named: &[Token] = tokens.get(at..at + words).unwrap_or_default();
        let clause = named.first().map_or(0, |token| token.clause);
        let before: Vec<&Token> = tokens
            .get(..at)
            .unwrap_or_default()
            .iter()
            .rev()
            .take_while(|token| token.clause == clause)
            .take(4)
            .collect();
        let is_before = |test: &dyn Fn(&str) -> bool| before.iter().any(|token| test(&token.key));
        // "For the kids": an article may stand between.
        let is_next = |test: &dyn Fn(&str) -> bool| {
            let mut next = before.iter().skip_while(|token| grammar.is_determiner(&token.key));
            next.next().is_some_and(|token| test(&token.key))
        };
        let is_place = self.is_place(tokens, at + words, &before, found);
        Mention {
            concept: entry.concept,
            entry,
            word: named
                .iter()
                .map(|token| token.text.as_str())
                .collect::<Vec<_>>()
                .join(" "),
            field: self.field,
            at,
            words,
            clause,
            found,
            is_topic: named.iter().any(|token| token.is_topic),
            is_about: before.iter().take(3).any(|token| grammar.is_about(&token.key)),
            joined_to: None,
            is_negated: is_before(&|word| grammar.is_negation(word)),
            is_place,
            is_linked: is_next(&|word| grammar.is_preposition(word)),
            is_audience: is_next(&|word| grammar.is_audience(word)),
            reach: self.reach(tokens, at + words, &before, found).filter(|_| !is_place),
            is_order: named.iter().all(|token| is_order_word(&token.key)),
            is_aside: named.iter().any(|token| token.is_aside),
            is_noun: self.is_noun(tokens, at, words, &before),
            is_lower_case: self.is_lower_case(tokens, at, words),
            is_in_name: self.is_in_name(tokens, at, words),
            is_counted: before
                .first()
                .is_some_and(|token| token.key.starts_with(char::is_numeric)),
            lacks_accents: self.has_accents && found == Found::Whole(Likeness::WithoutAccents),
        }
    }

    /// Whether the words before a word, its capital or its place show that it is a noun.
    fn is_noun(&self, tokens: &[Token], at: usize, words: usize, before: &[&Token]) -> bool {
        let grammar = self.language.grammar();
        let introduces = |token: &Token| {
            grammar.is_determiner(&token.key)
                || (grammar.is_preposition(&token.key) && token.key != "to")
                || token.key.starts_with(|c: char| c.is_numeric())
        };
        let Some(token) = tokens.get(at) else { return false };
        if token.elided == Elided::Article || words > 1 {
            return true;
        }
        if self.language.has(Feature::CapitalizesNouns) {
            return token.text.starts_with(char::is_uppercase) && !before.is_empty()
                || before.first().is_some_and(|token| introduces(token));
        }
        if !self.language.has(Feature::ArticlesShowNouns) {
            return true;
        }
        if token.text == token.text.to_uppercase() && before.is_empty() && tokens.len() == 1 {
            return true;
        }
        match before {
            [last, ..] if introduces(last) => true,
            [last, article, ..] if !grammar.is_small(&last.key) && introduces(article) => true,
            [last, ..] => {
                // The head noun of a title is its last word, unless a pronoun before it makes it a verb.
                let ends = tokens
                    .get(at + words)
                    .is_none_or(|next| next.clause != token.clause || grammar.is_preposition(&next.key));
                ends && self.language.has(Feature::HeadIsLast) && !grammar.is_small(&last.key)
            }
            [] => false,
        }
    }
}

/// Whether a word next to the concept before it names the model of a car: "BYD Dolphin", "Fiat Panda".
pub(super) fn is_model(next_to: Option<u16>, entry: Entry) -> bool {
    let is_car = next_to.and_then(concept).is_some_and(|concept| concept.niche == "cars");
    let class = concept(entry.concept).map(|concept| concept.class);
    is_car && matches!(class, Some(Class::Animal | Class::Plant | Class::Weather))
}

/// Whether the word has one of the endings, and at least two letters before it.
fn ends_with_any(word: &str, endings: &str) -> bool {
    let mut stems = endings
        .split_ascii_whitespace()
        .filter_map(|ending| word.strip_suffix(ending))
        .map(str::chars);
    stems.any(|stem| stem.count() >= 2)
}

/// Whether the word has an ending that the lexicon does not list.
fn is_inflected(found: Found) -> bool {
    found != Found::Whole(Likeness::Same)
}

/// Whether the word begins with a capital and goes on in lower case.
fn is_capitalized(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
}

/// The dictionary forms of a compound: its last word, its first word, or both may be inflected.
fn compounds(words: &[&str], language: Language) -> Vec<String> {
    match words {
        [] => Vec::new(),
        [word] => form::forms(word, language).into_iter().skip(1).collect(),
        [first, middle @ .., last] => {
            let (firsts, lasts) = (form::forms(first, language), form::forms(last, language));
            let middle: String = middle.iter().flat_map(|word| [word, " "]).collect();
            let pairs = firsts
                .iter()
                .flat_map(|first| lasts.iter().map(move |last| (first, last)));
            pairs
                .skip(1)
                .take(60)
                .map(|(first, last)| format!("{first} {middle}{last}"))
                .collect()
        }
    }
}
