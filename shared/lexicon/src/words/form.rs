//! The dictionary forms of inflected words.

use crate::language::{Language, grammar::Inflection};

/// The word and the dictionary forms that it may be an inflection of.
pub(crate) fn forms(word: &str, language: Language) -> Vec<String> {
    let mut forms = vec![word.to_owned()];
    match language.grammar().inflection {
        Inflection::English => {
            if let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix('\'')) {
                forms.push(owner.to_owned());
                endings(owner, ENGLISH, &mut forms);
            }
            endings(word, ENGLISH, &mut forms);
        }
        Inflection::German => {
            endings(word, GERMAN, &mut forms);
            let plain: Vec<String> = forms
                .iter()
                .filter(|form| form.contains(['ä', 'ö', 'ü']))
                .map(|form| without_umlaut(form))
                .collect();
            forms.extend(plain);
        }
        Inflection::Dutch => {
            endings(word, DUTCH, &mut forms);
            dutch_stem(word, &mut forms);
        }
        Inflection::Swedish => endings(word, SWEDISH, &mut forms),
        Inflection::French => endings(word, FRENCH, &mut forms),
        Inflection::Iberian => endings(word, IBERIAN, &mut forms),
        Inflection::Italian => endings(word, ITALIAN, &mut forms),
        Inflection::Turkish => turkish(word, &mut forms),
        Inflection::Arabic => arabic(word, &mut forms),
        Inflection::Korean => endings(word, KOREAN, &mut forms),
        Inflection::Bengali => endings(word, BENGALI, &mut forms),
        Inflection::Indonesian => endings(word, INDONESIAN, &mut forms),
        Inflection::Greek => endings(word, GREEK, &mut forms),
        Inflection::Hebrew => hebrew(word, &mut forms),
        Inflection::Stems | Inflection::Unspaced | Inflection::Uninflected => {}
    }
    forms
}

/// An ending of inflected words, and what replaces it in the dictionary form.
type Ending = (&'static str, &'static str);

const ENGLISH: &[Ending] = &[("ies", "y"), ("ves", "f"), ("ves", "fe"), ("es", ""), ("s", "")];
const GERMAN: &[Ending] = &[
    ("s", ""),
    ("es", ""),
    ("e", ""),
    ("en", ""),
    ("n", ""),
    ("er", ""),
    ("ern", ""),
    ("nen", ""),
];
const DUTCH: &[Ending] = &[
    ("s", ""),
    ("'s", ""),
    ("en", ""),
    ("jes", ""),
    ("je", ""),
    ("tjes", ""),
    ("tje", ""),
    ("n", ""),
];
const SWEDISH: &[Ending] = &[
    ("n", ""),
    ("en", ""),
    ("et", ""),
    ("t", ""),
    ("ar", ""),
    ("arna", ""),
    ("or", "a"),
    ("orna", "a"),
    ("er", ""),
    ("erna", ""),
    ("r", ""),
    ("na", ""),
    ("s", ""),
    ("ar", "e"),
    ("an", "a"),
    ("ens", ""),
    ("ets", ""),
];
const FRENCH: &[Ending] = &[("s", ""), ("x", ""), ("aux", "al"), ("es", ""), ("e", "")];
const IBERIAN: &[Ending] = &[
    ("s", ""),
    ("es", ""),
    ("ces", "z"),
    ("ões", "ão"),
    ("ães", "ão"),
    ("ais", "al"),
    ("éis", "el"),
    ("óis", "ol"),
    ("ns", "m"),
    ("as", "o"),
    ("a", "o"),
    ("iones", "ión"),
    ("anes", "án"),
    ("ones", "ón"),
    ("enes", "en"),
];
const ITALIAN: &[Ending] = &[
    ("i", "o"),
    ("i", "e"),
    ("e", "a"),
    ("chi", "co"),
    ("che", "ca"),
    ("ghi", "go"),
    ("ghe", "ga"),
    ("i", "io"),
    ("i", "a"),
    ("ce", "cia"),
    ("ge", "gia"),
];
const KOREAN: &[Ending] = &[
    ("은", ""),
    ("는", ""),
    ("이", ""),
    ("가", ""),
    ("을", ""),
    ("를", ""),
    ("의", ""),
    ("에", ""),
    ("에서", ""),
    ("로", ""),
    ("으로", ""),
    ("와", ""),
    ("과", ""),
    ("도", ""),
    ("만", ""),
    ("까지", ""),
    ("부터", ""),
    ("하고", ""),
    ("이나", ""),
    ("나", ""),
    ("한테", ""),
    ("들", ""),
    ("들은", ""),
    ("들이", ""),
    ("들을", ""),
    ("들의", ""),
    ("랑", ""),
    ("이랑", ""),
    ("에게", ""),
    ("마다", ""),
    ("처럼", ""),
    ("보다", ""),
    ("이란", ""),
    ("란", ""),
    ("용", ""),
];

const BENGALI: &[Ending] = &[
    ("ের", ""),
    ("র", ""),
    ("েরা", ""),
    ("কে", ""),
    ("টা", ""),
    ("টি", ""),
    ("টির", ""),
    ("টার", ""),
    ("গুলো", ""),
    ("গুলি", ""),
    ("দের", ""),
    ("রা", ""),
    ("ে", ""),
    ("তে", ""),
    ("য়", ""),
    ("ায়", "া"),
    ("ই", ""),
    ("ও", ""),
    ("টায়", ""),
];

const GREEK: &[Ending] = &[
    ("ες", "α"),
    ("ας", "α"),
    ("ων", "α"),
    ("οι", "ος"),
    ("ου", "ος"),
    ("ους", "ος"),
    ("ο", "ος"),
    ("ς", ""),
    ("α", "ο"),
    ("ια", "ι"),
    ("ιά", "ί"),
];

const INDONESIAN: &[Ending] = &[("nya", ""), ("ku", ""), ("mu", ""), ("kah", ""), ("lah", "")];

/// Adds the word with each ending replaced, if at least three letters remain, or one Korean syllable.
fn endings(word: &str, endings: &[Ending], forms: &mut Vec<String>) {
    for (ending, replacement) in endings {
        let Some(rest) = word.strip_suffix(ending) else {
            continue;
        };
        let is_long = rest.chars().count() >= 3 || rest.starts_with(|c| matches!(c, '가'..='힣'));
        let form = format!("{rest}{replacement}");
        if is_long && !forms.contains(&form) {
            forms.push(form);
        }
    }
}

fn without_umlaut(word: &str) -> String {
    let plain = |c| match c {
        'ä' => 'a',
        'ö' => 'o',
        'ü' => 'u',
        c => c,
    };
    word.chars().map(plain).collect()
}

/// Adds the singular of Dutch plurals whose spelling changes: "katten" (kat), "manen" (maan), "brieven" (brief).
fn dutch_stem(word: &str, forms: &mut Vec<String>) {
    let Some(stem) = word.strip_suffix("en") else { return };
    let mut letters: Vec<char> = stem.chars().collect();
    let [.., before, last] = letters.as_slice() else { return };
    let (before, last) = (*before, *last);
    let is_vowel = |c: char| matches!(c, 'a' | 'e' | 'o' | 'u');
    letters.pop();
    if before == last {
        forms.push(letters.iter().collect());
    } else if is_vowel(before) && !is_vowel(last) {
        letters.push(before);
        letters.push(hard(last));
        forms.push(letters.iter().collect());
    } else if hard(last) != last {
        letters.push(hard(last));
        forms.push(letters.iter().collect());
    }
}

/// The consonant as the Dutch write it at the end of a word.
const fn hard(consonant: char) -> char {
    match consonant {
        'v' => 'f',
        'z' => 's',
        c => c,
    }
}

/// Adds the beginnings of a Turkish word whose rest is a chain of suffixes. An apostrophe ends a name.
fn turkish(word: &str, forms: &mut Vec<String>) {
    if let Some((name, _)) = word.split_once('\'') {
        forms.push(name.to_owned());
        return;
    }
    for (at, _) in word.char_indices().skip(2) {
        let (base, suffixes) = word.split_at(at);
        if !is_suffix_chain(suffixes) {
            continue;
        }
        forms.push(base.to_owned());
        // The last consonant is soft before a vowel: "kitabı" (kitap), "köpeği" (köpek).
        let hard = base.chars().next_back().and_then(|last| match last {
            'b' => Some('p'),
            'd' => Some('t'),
            'c' => Some('ç'),
            'ğ' => Some('k'),
            _ => None,
        });
        if let Some(hard) = hard {
            let mut letters = base.to_owned();
            letters.pop();
            letters.push(hard);
            forms.push(letters);
        }
    }
    // The longest dictionary form comes first, because the fewest suffixes are the likeliest.
    if let Some(inflected) = forms.get_mut(1..) {
        inflected.reverse();
    }
}

/// The Turkish suffixes of nouns, with their vowels written as I (ı, i, u, ü) and A (a, e).
const TURKISH: &[&str] = &[
    "lAr", "I", "yI", "nI", "sI", "A", "yA", "nA", "dA", "tA", "ndA", "dAn", "tAn", "ndAn", "In", "nIn", "Im", "ImIz",
    "mIz", "InIz", "m", "lA", "ylA", "lI", "lIk", "sIz", "ki", "cI", "çI",
];

fn is_suffix_chain(rest: &str) -> bool {
    let matches = |suffix: &&&str| {
        let mut letters = rest.chars();
        suffix.chars().all(|wanted| {
            letters.next().is_some_and(|letter| match wanted {
                'I' => matches!(letter, 'ı' | 'i' | 'u' | 'ü'),
                'A' => matches!(letter, 'a' | 'e'),
                wanted => letter == wanted,
            })
        })
    };
    let remainder = |suffix: &&str| {
        let length: usize = rest.chars().take(suffix.chars().count()).map(char::len_utf8).sum();
        rest.get(length..)
    };
    let mut fitting = TURKISH.iter().filter(matches).filter_map(remainder);
    fitting.any(|left| left.is_empty() || is_suffix_chain(left))
}

/// Adds the Arabic word without its prefixed article and particles, and without the endings of plurals.
fn arabic(word: &str, forms: &mut Vec<String>) {
    const PREFIXES: [&str; 9] = ["ال", "وال", "بال", "لل", "فال", "كال", "ب", "ل", "و"];
    const SUFFIXES: [&str; 8] = ["ات", "ين", "ون", "ان", "ها", "ه", "ي", "ك"];
    let long = |form: &&str| form.chars().count() >= 3;
    let bare = PREFIXES
        .iter()
        .filter_map(|prefix| word.strip_prefix(prefix))
        .filter(long);
    let bare: Vec<&str> = std::iter::once(word).chain(bare).collect();
    for stem in bare {
        forms.push(stem.to_owned());
        // Some words are listed only with their article.
        forms.push(format!("ال{stem}"));
        for stem in SUFFIXES
            .iter()
            .filter_map(|suffix| stem.strip_suffix(suffix))
            .filter(long)
        {
            forms.push(stem.to_owned());
            forms.push(format!("{stem}ة"));
        }
    }
}

/// Adds the Hebrew word without its prefixed article and particles, and without the endings of plurals.
fn hebrew(word: &str, forms: &mut Vec<String>) {
    let bare = ["ה", "ב", "ל", "מ", "ו", "ש", "כ"]
        .iter()
        .filter_map(|prefix| word.strip_prefix(prefix));
    let bare: Vec<&str> = bare.filter(|form| form.chars().count() >= 2).collect();
    for stem in std::iter::once(word).chain(bare) {
        forms.push(stem.to_owned());
        forms.extend(stem.strip_suffix("ים").map(str::to_owned));
        forms.extend(stem.strip_suffix("ות").map(|stem| format!("{stem}ה")));
    }
}
