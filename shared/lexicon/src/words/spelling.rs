//! The spelling of words in the tables. The build script compiles this file too, so that a word of a prompt and a word
//! of the lexicon are spelled by the same rules.

use icu_normalizer::{
    ComposingNormalizerBorrowed,
    properties::{CanonicalDecompositionBorrowed, Decomposed},
};

/// The spelling under which a word or compound is in the tables: composed (NFC), lower case, one space between words,
/// no hyphens, no invisible characters.
pub(crate) fn key(word: &str) -> String {
    let word = ComposingNormalizerBorrowed::new_nfc().normalize(word);
    let mut key = String::with_capacity(word.len());
    for c in word.chars().flat_map(char::to_lowercase) {
        match c {
            '-' | '‐' | '‑' | '–' => space(&mut key),
            c if c.is_whitespace() => space(&mut key),
            '’' | 'ʼ' | '‘' | '`' | '´' => key.push('\''),
            'ё' => key.push('е'),
            // Persian and Urdu keyboards have letters of their own for Arabic yeh and kaf.
            'ی' => key.push('ي'),
            'ک' => key.push('ك'),
            // Hindi is often typed with an anusvara for a chandrabindu, and without nuktas.
            'ँ' => key.push('ं'),
            c if is_silent(c) => {}
            c => key.push(c),
        }
    }
    key.truncate(key.trim_end().len());
    key
}

/// Whether the character does not distinguish words: the combining dot of "İ" in lower case, the soft hyphen,
/// zero-width characters, direction marks, Arabic vowel marks, and the nukta.
const fn is_silent(c: char) -> bool {
    matches!(
        c,
        '\u{307}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}'
            | '\u{feff}' | '\u{64b}'..='\u{652}' | '\u{640}' | '\u{670}' | '\u{93c}'
    )
}

/// Adds a space, but not at the beginning or after another space.
fn space(key: &mut String) {
    if !key.is_empty() && !key.ends_with(' ') {
        key.push(' ');
    }
}

/// The key with Latin and Greek letters without their accents, and with Arabic letters as they are often typed.
pub(crate) fn without_accents(key: &str) -> String {
    let table = CanonicalDecompositionBorrowed::new();
    key.chars().map(|c| without_accent(c, &table)).collect()
}

fn without_accent(c: char, table: &CanonicalDecompositionBorrowed<'_>) -> char {
    match c {
        c if c.is_ascii() => c,
        'ı' => 'i',
        'ł' => 'l',
        'đ' => 'd',
        'ø' => 'o',
        // Arabic words are often typed without the dots of these letters.
        'ى' => 'ي',
        'ة' => 'ه',
        // Other scripts have letters, not accents: "й" is no "и".
        '\u{80}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{1e00}'..='\u{1fff}' | '\u{622}'..='\u{627}' => {
            match table.decompose(c) {
                Decomposed::Singleton(base) | Decomposed::Expansion(base, _) => without_accent(base, table),
                Decomposed::Default => c,
            }
        }
        c => c,
    }
}

/// The stems of the words of a key. `None` without endings: words of the language have no stems.
pub(crate) fn stems(key: &str, endings: &str) -> Option<String> {
    let stems: Vec<&str> = key.split(' ').map(|word| stem(word, endings)).collect();
    (!endings.is_empty()).then(|| stems.join(" "))
}

/// The word without its longest ending, if at least three letters remain.
fn stem<'a>(word: &'a str, endings: &str) -> &'a str {
    let stems = endings.split(' ').filter_map(|ending| word.strip_suffix(ending));
    let long = stems.filter(|stem| stem.chars().count() >= 3);
    long.min_by_key(|stem| stem.len()).unwrap_or(word)
}

/// The hash of a key: FNV-1a, folded to 32 bits. A word that no table has is mistaken for a listed word about once in
/// 200,000 words.
pub(crate) fn hash(key: &str) -> [u8; 4] {
    let hash = key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let [a, b, c, d, e, f, g, h] = hash.to_be_bytes();
    [a ^ e, b ^ f, c ^ g, d ^ h]
}
