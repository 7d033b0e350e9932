//! The kinds of headlines.

use super::{
    clause::{Clause, is_count},
    emphasis::bare,
    vocabulary::{Vocabulary, role::Role},
    word::Word,
};

/// The kind of a headline. Layouts are made for kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    #[default]
    Plain,
    /// "X vs Y"; `joint` is the index of the word between both sides.
    Versus { joint: usize },
    /// A headline that begins with a count or an amount: "10 MONEY MISTAKES", "$10,000 IN 30 DAYS".
    Number,
    /// "BEFORE AND AFTER", "from A to B", "0 to 100", "A → B". `joint` is the index of the word between both sides, or
    /// `None` if the words do not contain both sides.
    Change { joint: Option<usize> },
    /// "HOW TO …", "WHY …", "STEP 3: …", "DAY 30", "BEGINNER'S GUIDE …". `opening` is the number of opening words,
    /// which are printed as a kicker above the rest; it is above 0 and below the number of words.
    Steps { opening: usize },
    /// A statement: the prompt quotes it, or it is in the first person ("I QUIT").
    Quote,
    /// Shock, drama, reaction, exposure, danger, disbelief.
    Shock,
    /// A product: a review, an unboxing, "best X", "worth it". A dish is a product too.
    Product,
}

/// Pairs of words for two states, with one word between them.
const OPPOSITES: [(&str, &str); 12] = [
    ("before", "after"),
    ("vorher", "nachher"),
    ("antes", "después"),
    ("antes", "depois"),
    ("avant", "après"),
    ("prima", "dopo"),
    ("до", "после"),
    ("до", "після"),
    ("voor", "na"),
    ("före", "efter"),
    ("przed", "po"),
    ("önce", "sonra"),
];
/// Prepositions of a change: “from” A “to” B.
const FROM_TO: [(&str, &str); 13] = [
    ("from", "to"),
    ("von", "auf"),
    ("de", "a"),
    ("de", "à"),
    ("da", "a"),
    ("от", "до"),
    ("від", "до"),
    ("od", "do"),
    ("från", "till"),
    ("van", "naar"),
    ("desde", "hasta"),
    ("dari", "ke"),
    ("du", "au"),
];
/// The first prepositions of these pairs that mean nothing else.
const FROM: [&str; 7] = ["from", "от", "від", "od", "från", "desde", "dari"];
/// Words that wait for the other: a journey “from” A “to” B, “between” A “and” B, and French “not”. The first ones may
/// mean something else without the other.
const HALVES: [(&str, &str); 21] = [
    ("von", "nach"),
    ("van", "naar"),
    ("z", "do"),
    ("between", "and"),
    ("zwischen", "und"),
    ("tussen", "en"),
    ("mellan", "och"),
    ("entre", "y"),
    ("entre", "e"),
    ("entre", "et"),
    ("tra", "e"),
    ("fra", "e"),
    ("między", "a"),
    ("między", "i"),
    ("между", "и"),
    ("між", "і"),
    ("між", "та"),
    ("antara", "dan"),
    ("ne", "pas"),
    ("ne", "plus"),
    ("ne", "jamais"),
];
/// First states in “X to Y”, such as “zero to hero”.
const BEGINNERS: [&str; 10] = [
    "zero", "noob", "broke", "couch", "rags", "beginner", "poor", "fat", "skinny", "nothing",
];
/// Words that "best" does not make a product of: "best friend".
const TIMES: [&str; 10] = [
    "day", "days", "moments", "way", "ways", "friend", "friends", "time", "year", "goals",
];

impl Kind {
    /// The kind of a headline with these words. If the words do not show the kind, the clauses of the prompt decide.
    pub(super) fn of(words: &[Word], clauses: &[Clause], is_quoted: bool, language: &Vocabulary) -> Self {
        let bare: Vec<String> = words.iter().map(|word| bare(&word.text, language)).collect();
        let words: Vec<&str> = bare.iter().map(String::as_str).collect();
        let prompt: Vec<&str> = clauses
            .iter()
            .flat_map(|clause| &clause.words)
            .map(|word| word.lower.as_str())
            .collect();
        if words.is_empty() {
            return Self::Plain;
        }
        let has = |words: &[&str], role: Role| words.iter().any(|word| language.is(word, role));
        let change_of_prompt = || {
            let is_change = has(&prompt, Role::Change) || joint_of_opposites(&prompt).is_some();
            is_change.then_some(Self::Change { joint: None })
        };
        let first = words.first().copied().unwrap_or_default();
        let is_first_person = words.len() > 1 && language.is(first, Role::First);
        let told = versus(&words, language)
            .or_else(|| change(&words, language))
            .or_else(|| counts(&words, language).then_some(Self::Number))
            .or_else(|| steps(&words, language))
            .or_else(|| names_product(&words, language).then_some(Self::Product))
            .or_else(|| has(&words, Role::Shock).then_some(Self::Shock))
            .or_else(|| is_first_person.then_some(Self::Quote))
            .or_else(change_of_prompt)
            .or_else(|| names_product(&prompt, language).then_some(Self::Product))
            .or_else(|| has(&prompt, Role::Shocked).then_some(Self::Shock));
        told.or(is_quoted.then_some(Self::Quote)).unwrap_or_default()
    }
}

/// Whether the word at this index joins two rivals.
pub(super) fn is_joint(words: &[&str], at: usize, language: &Vocabulary) -> bool {
    let Some(word) = words.get(at).filter(|_| at > 0 && at + 1 < words.len()) else {
        return false;
    };
    // In German, "Tipps gegen Stress" (against) has the word of "Bayern gegen Dortmund" but no two rivals.
    let is_match = at <= 2
        && words.len() - at <= 3
        && !words
            .first()
            .is_some_and(|first| is_count(first, language) || is_remedy(first));
    match *word {
        "vs" | "vs." | "versus" | "v" => true,
        "gegen" | "contra" | "contre" | "contro" | "против" => is_match,
        "or" | "oder" => words.len() == 3,
        _ => false,
    }
}

fn is_remedy(word: &str) -> bool {
    matches!(
        word,
        "tipps"
            | "hilfe"
            | "mittel"
            | "übungen"
            | "remedios"
            | "consejos"
            | "remèdes"
            | "astuces"
            | "rimedi"
            | "средства"
            | "средство"
    )
}

fn versus(words: &[&str], language: &Vocabulary) -> Option<Kind> {
    let joint = (1..words.len()).find(|at| is_joint(words, *at, language))?;
    Some(Kind::Versus { joint })
}

/// Whether the word at this index joins the state before and the state after.
pub(super) fn joins_change(words: &[&str], at: usize, language: &Vocabulary) -> bool {
    let (Some(first), Some(before), Some(word), Some(after)) = (
        words.first(),
        words.get(at.wrapping_sub(1)),
        words.get(at),
        words.get(at + 1),
    ) else {
        return false;
    };
    let is_from_to = at > 1 && at < 4 && FROM_TO.contains(&(first, word));
    let is_rise = at == 1
        && *word == "to"
        && (BEGINNERS.contains(before) || is_count(before, language) && is_count(after, language));
    *word == "→" || is_from_to || is_rise || OPPOSITES.contains(&(before, after))
}

/// Whether the words have a preposition such as "from", whose other half is the next word.
pub(super) fn leads_from(words: &[&str], next: &str) -> bool {
    let mut near = words.iter().rev().take(4).skip(1);
    near.any(|from| FROM.contains(from) && FROM_TO.contains(&(from, next)) || HALVES.contains(&(from, next)))
}

/// Whether the word is the first of a pair like "before and after".
pub(super) fn begins_opposites(word: &str) -> bool {
    OPPOSITES.iter().any(|(before, _)| *before == word)
}

fn joint_of_opposites(words: &[&str]) -> Option<usize> {
    let pairs = words
        .windows(3)
        .position(|words| matches!(words, [before, _, after] if OPPOSITES.contains(&(before, after))));
    pairs.map(|at| at + 1)
}

fn change(words: &[&str], language: &Vocabulary) -> Option<Kind> {
    let joint = (1..words.len()).find(|at| joins_change(words, *at, language));
    if let Some(at) = joint {
        // If there are words around "before and after", the sides are not separate texts.
        let is_alone = joint_of_opposites(words).is_none() || words.len() == 3;
        return Some(Kind::Change {
            joint: Some(at).filter(|_| is_alone),
        });
    }
    words
        .iter()
        .any(|word| language.is(word, Role::Change))
        .then_some(Kind::Change { joint: None })
        .filter(|_| !counts(words, language))
}

fn counts(words: &[&str], language: &Vocabulary) -> bool {
    let is_year = |word: &str| word.len() == 4 && word.starts_with("20");
    words.len() > 1
        && words
            .first()
            .is_some_and(|first| is_count(first, language) && !is_year(first))
}

fn steps(words: &[&str], language: &Vocabulary) -> Option<Kind> {
    let opening = match words {
        [
            "beginner's" | "beginners" | "complete" | "ultimate",
            "guide",
            "to" | "for",
            ..,
        ] => 3,
        ["beginner's" | "beginners" | "complete" | "ultimate", "guide", ..] | ["por", "qué" | "que", ..] => 2,
        ["guide", "to", ..] => 2,
        [name, number, ..] if language.is(name, Role::Step) && is_count(number, language) => 2,
        [question, asked, ..] if opens_question(question, language) => {
            let belongs = language.is_small(asked) && !language.is(asked, Role::Article);
            1 + usize::from(belongs && !is_count(asked, language))
        }
        _ => return None,
    };
    let opening = opening.min(words.len().saturating_sub(1));
    (opening > 0).then_some(Kind::Steps { opening })
}

/// Whether the word begins a question or an explanation: "how", "why". A verb such as "is" begins one too, but says
/// nothing alone.
fn opens_question(word: &str, language: &Vocabulary) -> bool {
    language.is(word, Role::Question) && !language.is(word, Role::Helper)
}

fn names_product(words: &[&str], language: &Vocabulary) -> bool {
    let is_best = words.first() == Some(&"best") && words.len() > 1 && !words.iter().any(|word| TIMES.contains(word));
    let is_new = words
        .windows(2)
        .any(|pair| matches!(pair, ["new", name] if language.is(name, Role::Name)));
    is_best || is_new || words.iter().any(|word| language.is(word, Role::Product))
}
