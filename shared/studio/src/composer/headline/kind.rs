//! The kinds of headlines.

use super::{
    clause::{Clause, is_count, is_step_name},
    emphasis::bare,
    vocabulary::{is_change, is_name, is_product, is_shock, is_shocked},
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

/// The first words of first-person statements.
pub(super) const FIRST_PERSONS: [&str; 18] = [
    "i", "i'm", "i've", "i'll", "we", "we're", "we've", "ich", "wir", "yo", "je", "j'ai", "nous", "eu", "nós", "io",
    "я", "мы",
];
/// Pairs of words for two states, with one word between them.
const OPPOSITES: [(&str, &str); 7] = [
    ("before", "after"),
    ("vorher", "nachher"),
    ("antes", "después"),
    ("antes", "depois"),
    ("avant", "après"),
    ("prima", "dopo"),
    ("до", "после"),
];
/// Prepositions of a change: “from” A “to” B.
const FROM_TO: [(&str, &str); 6] = [
    ("from", "to"),
    ("von", "auf"),
    ("de", "a"),
    ("de", "à"),
    ("da", "a"),
    ("от", "до"),
];
/// First states in “X to Y”, such as “zero to hero”.
const BEGINNERS: [&str; 10] = [
    "zero", "noob", "broke", "couch", "rags", "beginner", "poor", "fat", "skinny", "nothing",
];
/// Second words that belong to the opening after a question word.
const AFTER_QUESTION: [&str; 21] = [
    "i", "we", "you", "they", "is", "are", "do", "does", "did", "can", "should", "to", "if", "ich", "man", "wir", "я",
    "мы", "je", "eu", "yo",
];
const QUESTIONS: [&str; 24] = [
    "how",
    "why",
    "what",
    "wie",
    "warum",
    "wieso",
    "cómo",
    "comment",
    "pourquoi",
    "como",
    "perché",
    "как",
    "почему",
    "зачем",
    "γιατί",
    "πώς",
    "كيف",
    "لماذا",
    "איך",
    "למה",
    "कैसे",
    "क्यों",
    "qué",
    "weshalb",
];
/// Words that "best" does not make a product of: "best friend".
const TIMES: [&str; 10] = [
    "day", "days", "moments", "way", "ways", "friend", "friends", "time", "year", "goals",
];

impl Kind {
    /// The kind of a headline with these words. If the words do not tell the kind, the clauses of the prompt decide.
    pub(super) fn of(words: &[Word], clauses: &[Clause], is_quoted: bool) -> Self {
        let bare: Vec<String> = words.iter().map(|word| bare(&word.text)).collect();
        let words: Vec<&str> = bare.iter().map(String::as_str).collect();
        let prompt: Vec<&str> = clauses
            .iter()
            .flat_map(|clause| &clause.words)
            .map(|word| word.lower.as_str())
            .collect();
        if words.is_empty() {
            return Self::Plain;
        }
        let rules = [
            (|words, _| versus(words)) as fn(&[&str], &[&str]) -> Option<Self>,
            |words, _| change(words),
            |words, _| counts(words).then_some(Self::Number),
            |words, _| steps(words),
            |words, _| names_product(words).then_some(Self::Product),
            |words, _| says_shock(words).then_some(Self::Shock),
            |words, _| is_first_person(words).then_some(Self::Quote),
            |_, prompt| {
                prompt
                    .iter()
                    .any(|word| is_change(word))
                    .then_some(Self::Change { joint: None })
            },
            |_, prompt| joint_of_opposites(prompt).map(|_| Self::Change { joint: None }),
            |_, prompt| names_product(prompt).then_some(Self::Product),
            |_, prompt| prompt.iter().any(|word| is_shocked(word)).then_some(Self::Shock),
        ];
        let told = rules.iter().find_map(|rule| rule(&words, &prompt));
        told.or(is_quoted.then_some(Self::Quote)).unwrap_or_default()
    }
}

/// Whether the word at this index joins two rivals.
pub(super) fn is_joint(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at).filter(|_| at > 0 && at + 1 < words.len()) else {
        return false;
    };
    // In German, "Tipps gegen Stress" (against) has the word of "Bayern gegen Dortmund" but no two rivals.
    let is_match =
        at <= 2 && words.len() - at <= 3 && !words.first().is_some_and(|first| is_count(first) || is_remedy(first));
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

fn versus(words: &[&str]) -> Option<Kind> {
    let joint = (1..words.len()).find(|at| is_joint(words, *at))?;
    Some(Kind::Versus { joint })
}

/// Whether the word at this index joins the state before and the state after.
pub(super) fn joins_change(words: &[&str], at: usize) -> bool {
    let (Some(first), Some(before), Some(word), Some(after)) = (
        words.first(),
        words.get(at.wrapping_sub(1)),
        words.get(at),
        words.get(at + 1),
    ) else {
        return false;
    };
    let is_from_to = at > 1 && at < 4 && FROM_TO.contains(&(first, word));
    let is_rise = at == 1 && *word == "to" && (BEGINNERS.contains(before) || is_count(before) && is_count(after));
    *word == "→" || is_from_to || is_rise || OPPOSITES.contains(&(before, after))
}

fn joint_of_opposites(words: &[&str]) -> Option<usize> {
    let pairs = words
        .windows(3)
        .position(|words| matches!(words, [before, _, after] if OPPOSITES.contains(&(before, after))));
    pairs.map(|at| at + 1)
}

fn change(words: &[&str]) -> Option<Kind> {
    let joint = (1..words.len()).find(|at| joins_change(words, *at));
    if let Some(at) = joint {
        // If there are words around "before and after", the sides are not separate texts.
        let is_alone = joint_of_opposites(words).is_none() || words.len() == 3;
        return Some(Kind::Change {
            joint: Some(at).filter(|_| is_alone),
        });
    }
    words
        .iter()
        .any(|word| is_change(word))
        .then_some(Kind::Change { joint: None })
        .filter(|_| !counts(words))
}

fn counts(words: &[&str]) -> bool {
    let is_year = |word: &str| word.len() == 4 && word.starts_with("20");
    words.len() > 1 && words.first().is_some_and(|first| is_count(first) && !is_year(first))
}

fn steps(words: &[&str]) -> Option<Kind> {
    let opening = match words {
        [
            "beginner's" | "beginners" | "complete" | "ultimate",
            "guide",
            "to" | "for",
            ..,
        ] => 3,
        ["beginner's" | "beginners" | "complete" | "ultimate", "guide", ..] | ["por", "qué" | "que", ..] => 2,
        ["guide", "to", ..] => 2,
        [name, number, ..] if is_step_name(name) && is_count(number) => 2,
        [question, asked, ..] if QUESTIONS.contains(question) => 1 + usize::from(AFTER_QUESTION.contains(asked)),
        ["come", verb, ..] if verb.ends_with("re") || matches!(*verb, "ho" | "si") => 1,
        _ => return None,
    };
    let opening = opening.min(words.len().saturating_sub(1));
    (opening > 0).then_some(Kind::Steps { opening })
}

fn names_product(words: &[&str]) -> bool {
    let is_best = words.first() == Some(&"best") && words.len() > 1 && !words.iter().any(|word| TIMES.contains(word));
    let is_new = words
        .windows(2)
        .any(|pair| matches!(pair, ["new", name] if is_name(name)));
    is_best || is_new || words.iter().any(|word| is_product(word))
}

fn says_shock(words: &[&str]) -> bool {
    words.iter().any(|word| is_shock(word))
}

fn is_first_person(words: &[&str]) -> bool {
    words.len() > 1 && words.first().is_some_and(|first| FIRST_PERSONS.contains(first))
}
