//! The dictionary forms of inflected words.

use crate::language::{Language, feature::Feature, grammar::Grammar};

/// The word and the dictionary forms that it may be an inflection of.
pub(crate) fn forms(word: &str, language: Language) -> Vec<String> {
    let grammar = language.grammar();
    let mut forms = vec![word.to_owned()];
    if language.has(Feature::PossessiveS)
        && let Some(owner) = word.strip_suffix("'s").or_else(|| word.strip_suffix('\''))
    {
        forms.push(owner.to_owned());
        endings(owner, grammar, &mut forms);
    }
    if grammar.particles.is_empty() {
        endings(word, grammar, &mut forms);
    } else {
        without_particles(word, grammar, &mut forms);
    }
    plain_letters(grammar, &mut forms);
    if language.has(Feature::DoublesLetters) {
        single_letters(word, &mut forms);
    }
    if !grammar.suffix_chain.is_empty() {
        without_suffixes(word, grammar, &mut forms);
    }
    forms
}

/// Adds the word with each ending replaced, if enough letters remain.
fn endings(word: &str, grammar: &Grammar, forms: &mut Vec<String>) {
    for (ending, replacement) in &grammar.endings {
        let Some(rest) = word.strip_suffix(ending) else {
            continue;
        };
        let form = format!("{rest}{replacement}");
        if rest.chars().count() >= grammar.shortest_stem && !forms.contains(&form) {
            forms.push(form);
        }
    }
}

/// Adds each form with its inflected letters replaced by plain ones: "hände" also gives "hande".
fn plain_letters(grammar: &Grammar, forms: &mut Vec<String>) {
    let letters = &grammar.plain_letters;
    let inflected = forms
        .iter()
        .filter(|form| letters.iter().any(|(letter, _)| form.contains(letter)));
    let plain = inflected.map(|form| {
        let replaced = |form: String, (letter, plain): &(&str, &str)| form.replace(letter, plain);
        letters.iter().fold(form.clone(), replaced)
    });
    let plain: Vec<String> = plain.collect();
    forms.extend(plain);
}

/// Adds the singular of Dutch plurals whose spelling changes: "katten" (kat), "manen" (maan), "brieven" (brief).
fn single_letters(word: &str, forms: &mut Vec<String>) {
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

/// Adds the beginnings of a word whose rest is a chain of suffixes. An apostrophe ends a name.
fn without_suffixes(word: &str, grammar: &Grammar, forms: &mut Vec<String>) {
    if let Some((name, _)) = word.split_once('\'') {
        forms.push(name.to_owned());
        return;
    }
    for (at, _) in word.char_indices().skip(2) {
        let (base, suffixes) = word.split_at(at);
        if !is_suffix_chain(suffixes, grammar.suffix_chain) {
            continue;
        }
        forms.push(base.to_owned());
        // The last consonant is soft before a vowel: "kitabı" (kitap), "köpeği" (köpek).
        let mut hard = grammar.hard_letters.iter();
        forms.extend(hard.find_map(|(soft, hard)| Some(format!("{}{hard}", base.strip_suffix(soft)?))));
    }
    // The longest dictionary form comes first, because the fewest suffixes are the likeliest.
    if let Some(inflected) = forms.get_mut(1..) {
        inflected.reverse();
    }
}

fn is_suffix_chain(rest: &str, suffixes: &str) -> bool {
    let matches = |suffix: &&str| {
        let mut letters = rest.chars();
        suffix.chars().all(|wanted| {
            letters.next().is_some_and(|letter| match wanted {
                'I' => matches!(letter, 'ı' | 'i' | 'u' | 'ü'),
                'A' => matches!(letter, 'a' | 'e'),
                wanted => letter == wanted,
            })
        })
    };
    let remainder = |suffix: &str| {
        let length: usize = rest.chars().take(suffix.chars().count()).map(char::len_utf8).sum();
        rest.get(length..)
    };
    let mut fitting = suffixes.split(' ').filter(matches).filter_map(remainder);
    fitting.any(|left| left.is_empty() || is_suffix_chain(left, suffixes))
}

/// Adds the word without its prefixed article and particles, and without endings.
fn without_particles(word: &str, grammar: &Grammar, forms: &mut Vec<String>) {
    let bare = grammar
        .particles
        .split(' ')
        .filter_map(|particle| word.strip_prefix(particle));
    let bare = bare.filter(|form| form.chars().count() >= grammar.shortest_stem);
    for stem in std::iter::once(word).chain(bare) {
        forms.push(stem.to_owned());
        // Some words are listed only with their article.
        if !grammar.article.is_empty() {
            forms.push(format!("{}{stem}", grammar.article));
        }
        endings(stem, grammar, forms);
    }
}
