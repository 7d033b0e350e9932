//! The words of a language in a compact, searchable form.

use crate::{concept::CONCEPTS, form, grammar::Grammar};

/// A word or compound of a language, without its letters: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// The hash of the word's [key](form::key).
    hash: u64,
    pub(crate) concept: u16,
    /// Whether the word is often a verb, and then no noun.
    pub(crate) is_often_verb: bool,
    /// The niche in which alone the word counts, as an index into [`NICHES`].
    niche: Option<u8>,
}

/// The niches that a mark can name.
const NICHES: [&str; 38] = [
    "gaming",
    "tech",
    "code",
    "money",
    "food",
    "travel",
    "fitness",
    "sport",
    "beauty",
    "science",
    "space",
    "music",
    "film",
    "horror",
    "nature",
    "pets",
    "cars",
    "history",
    "news",
    "kids",
    "home",
    "growth",
    "love",
    "winter",
    "fashion",
    "health",
    "diy",
    "education",
    "law",
    "politics",
    "religion",
    "art",
    "books",
    "outdoors",
    "business",
    "work",
    "weather",
    "abstract",
];

/// How a word of a text equals a word of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// Letter by letter.
    Same,
    /// It lacks the accents.
    WithoutAccents,
    /// It has the same stem.
    SameStem,
}

/// The words of a language, sorted by hash.
#[derive(Debug)]
pub(crate) struct Index {
    words: Vec<Entry>,
    /// Words with accents, under their letters without accents.
    unaccented: Vec<Entry>,
    /// The stems of the words, in languages that inflect by many endings.
    stems: Vec<Entry>,
}

impl Entry {
    /// The niche in which alone the word counts.
    pub(crate) fn niche(&self) -> Option<&'static str> {
        NICHES.get(usize::from(self.niche?)).copied()
    }
}

impl Index {
    /// Reads a language's file. Lines with an unknown id and words with an unknown mark are left out; a test finds them.
    pub(crate) fn read(file: &str, grammar: &Grammar) -> Self {
        let mut index = Self {
            words: Vec::new(),
            unaccented: Vec::new(),
            stems: Vec::new(),
        };
        for (id, words) in file.lines().filter_map(|line| line.split_once(':')) {
            let Some(concept) = CONCEPTS.find(id.trim()) else {
                continue;
            };
            for word in words.split(',') {
                index.add(word.trim(), concept, grammar);
            }
        }
        for list in [&mut index.words, &mut index.unaccented, &mut index.stems] {
            list.sort_by_key(|entry| entry.hash);
            list.shrink_to_fit();
        }
        index
    }

    fn add(&mut self, marked: &str, concept: u16, grammar: &Grammar) {
        let Some((word, is_often_verb, niche)) = unmarked(marked) else {
            return;
        };
        let key = form::key(word);
        if key.is_empty() {
            return;
        }
        let entry = |key: &str| Entry {
            hash: hash(key),
            concept,
            is_often_verb,
            niche,
        };
        self.words.push(entry(&key));
        if !form::is_unaccented(&key) {
            self.unaccented.push(entry(&form::without_accents(&key)));
        }
        if grammar.has_stems() {
            self.stems.push(entry(&form::stems(&key, grammar)));
        }
    }

    /// The entries of the word; empty if the lexicon does not list it, or if an inexact likeness fits several concepts.
    pub(crate) fn find(&self, key: &str, likeness: Likeness) -> &[Entry] {
        let list = match likeness {
            Likeness::Same => &self.words,
            Likeness::WithoutAccents => &self.unaccented,
            Likeness::SameStem => &self.stems,
        };
        let hash = hash(key);
        let from = list.partition_point(|entry| entry.hash < hash);
        let rest = list.get(from..).unwrap_or_default();
        let found = rest
            .get(..rest.partition_point(|entry| entry.hash == hash))
            .unwrap_or_default();
        let is_ambiguous = likeness != Likeness::Same
            && found
                .iter()
                .any(|entry| Some(entry.concept) != found.first().map(|first| first.concept));
        if is_ambiguous { &[] } else { found }
    }

    /// The number of words, and the bytes that they take in memory.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        let entries = self.words.len() + self.unaccented.len() + self.stems.len();
        (self.words.len(), entries * size_of::<Entry>())
    }
}

/// The word without its marks; whether it is often a verb; and its niche. `None` if a mark is unknown.
pub(crate) fn unmarked(marked: &str) -> Option<(&str, bool, Option<u8>)> {
    let (mut word, mut is_often_verb, mut niche) = (marked, false, None);
    while let Some((rest, mark)) = word.rsplit_once(' ') {
        if mark == "!verb" {
            is_often_verb = true;
        } else if let Some(name) = mark.strip_prefix('~') {
            let at = NICHES.iter().position(|known| *known == name)?;
            niche = Some(u8::try_from(at).ok()?);
        } else {
            break;
        }
        word = rest.trim_end();
    }
    Some((word, is_often_verb, niche))
}

/// The FNV-1a hash. With 64 bits, two of a language's words have the same hash once in some ten billion files.
fn hash(key: &str) -> u64 {
    key.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
