//! The words of a language, as the build script has compiled them.

use super::spelling::hash;
use crate::concept::NICHES;

/// The tables of all languages, by the language's code.
static INDEXES: &[(&str, Index)] = include!(concat!(env!("OUT_DIR"), "/words.rs"));

/// The words of a language.
#[derive(Debug)]
pub(crate) struct Index {
    words: Table,
    /// Words with accents, under their letters without accents.
    unaccented: Table,
    /// The stems of the words, in languages whose nouns have many endings.
    stems: Table,
    /// The names of emoji in CLDR that the lexicon does not list.
    names: Table,
}

/// Rows of seven bytes in ascending order: the hash of a word, the concept's index with the mark of verbs, and the
/// number of the niche. They are stored column by column.
#[derive(Debug)]
struct Table {
    hash: [&'static [u8]; 4],
    concept: [&'static [u8]; 2],
    niche: &'static [u8],
}

/// An entry of the lexicon for a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) concept: u16,
    /// Whether the word is often a verb, and then no noun.
    pub(crate) is_often_verb: bool,
    /// The niche in which alone the word counts.
    pub(crate) niche: Option<&'static str>,
}

/// How a word of a text matches a word of the lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Likeness {
    /// Letter by letter.
    Same,
    /// It lacks the accents.
    WithoutAccents,
    /// It has the same stem.
    SameStem,
    /// It is the name of an emoji.
    EmojiName,
}

impl Index {
    /// The words of a language without a file.
    pub(crate) const EMPTY: Self = Self {
        words: Table::new(&[]),
        unaccented: Table::new(&[]),
        stems: Table::new(&[]),
        names: Table::new(&[]),
    };

    /// The words of the language with this code; empty if the lexicon has no file for the language.
    pub(crate) fn of(code: &str) -> &'static Self {
        static EMPTY: Index = Index::EMPTY;
        let known = INDEXES.iter().find(|(known, _)| *known == code);
        known.map_or(&EMPTY, |(_, index)| index)
    }

    /// Whether the word is listed letter by letter.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.words.find(key).next().is_some()
    }

    /// The entries of the word; empty if the lexicon does not list it, or if an inexact likeness fits several concepts.
    pub(crate) fn find(&self, key: &str, likeness: Likeness) -> Vec<Entry> {
        let table = match likeness {
            Likeness::Same => &self.words,
            Likeness::WithoutAccents => &self.unaccented,
            Likeness::SameStem => &self.stems,
            Likeness::EmojiName => &self.names,
        };
        let found: Vec<Entry> = table.find(key).collect();
        let mut concepts = found.iter().map(|entry| entry.concept);
        let first = concepts.next();
        if likeness != Likeness::Same && concepts.any(|concept| Some(concept) != first) {
            return Vec::new();
        }
        found
    }

    /// The number of words and names, and the bytes that they take.
    #[cfg(test)]
    pub(crate) fn size(&self) -> (usize, usize) {
        let [words, unaccented, stems, names] =
            [&self.words, &self.unaccented, &self.stems, &self.names].map(|table| table.niche.len());
        (words + names, (words + unaccented + stems + names) * 7)
    }
}

impl Table {
    /// The table of a file.
    const fn new(file: &'static [u8]) -> Self {
        let rows = file.len() / 7;
        let (first, rest) = file.split_at(rows);
        let (second, rest) = rest.split_at(rows);
        let (third, rest) = rest.split_at(rows);
        let (fourth, rest) = rest.split_at(rows);
        let (high, rest) = rest.split_at(rows);
        let (low, niche) = rest.split_at(rows);
        Self {
            hash: [first, second, third, fourth],
            concept: [high, low],
            niche,
        }
    }

    fn find(&self, key: &str) -> impl Iterator<Item = Entry> {
        // Among rows with the same first bytes, the next byte ascends.
        let mut rows = 0..self.niche.len();
        for (column, byte) in self.hash.iter().zip(hash(key)) {
            let column = column.get(rows.clone()).unwrap_or_default();
            let before = |others: fn(u8, u8) -> bool| rows.start + column.partition_point(|other| others(*other, byte));
            rows = before(|other, byte| other < byte)..before(|other, byte| other <= byte);
        }
        let [high, low] = self.concept;
        rows.filter_map(move |row| {
            let concept = u16::from_be_bytes([*high.get(row)?, *low.get(row)?]);
            Some(Entry {
                concept: concept & 0x7fff,
                is_often_verb: concept >> 15 == 1,
                niche: usize::from(*self.niche.get(row)?)
                    .checked_sub(1)
                    .and_then(|at| NICHES.get(at).copied()),
            })
        })
    }
}
