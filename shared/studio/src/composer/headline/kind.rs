//! What a headline says.

use super::{
    super::vocabulary::{is_change, is_name, is_product, is_shock, is_shocked},
    Word,
    clause::{Clause, is_count, is_step_name},
    emphasis::bare,
};

/// What a headline says; layouts are made for kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Kind {
    #[default]
    Plain,
    /// "X vs Y"; the joining word's place among the words.
    Versus { joint: usize },
    /// A count or an amount leads: "10 MONEY MISTAKES", "$10,000 IN 30 DAYS"; its place is 0.
    Number,
    /// "BEFORE AND AFTER", "from A to B", "0 to 100", "A → B": `joint` is the place of the word that parts both sides,
    /// `None` when the two sides are not both in the words.
    Change { joint: Option<usize> },
    /// "HOW TO …", "WHY …", "STEP 3: …", "DAY 30", "BEGINNER'S GUIDE …": so many words open it (a kicker above the rest);
    /// always less than the number of words.
    Steps { opening: usize },
    /// Somebody says it: the prompt quotes it, or it is a first-person statement ("I QUIT").
    Quote,
    /// Shock, drama, reaction, exposure, danger, disbelief.
    Shock,
    /// Something to have: a review, an unboxing, "best X", "worth it"; a dish is a product too.
    Product,
}

/// What a first person says first.
pub(super) const FIRST_PERSONS: [&str; 18] = [
    "i", "i'm", "i've", "i'll", "we", "we're", "we've", "ich", "wir", "yo", "je", "j'ai", "nous", "eu", "nós", "io",
    "я", "мы",
];
/// The first of two states, what joins them, and the second.
const OPPOSITES: [(&str, &str); 7] = [
    ("before", "after"),
    ("vorher", "nachher"),
    ("antes", "después"),
    ("antes", "depois"),
    ("avant", "après"),
    ("prima", "dopo"),
    ("до", "после"),
];
/// From what, to what.
const WAYS: [(&str, &str); 6] = [
    ("from", "to"),
    ("von", "auf"),
    ("de", "a"),
    ("de", "à"),
    ("da", "a"),
    ("от", "до"),
];
/// Beginnings of whom "X to Y" tells how they became another.
const BEGINNERS: [&str; 10] = [
    "zero", "noob", "broke", "couch", "rags", "beginner", "poor", "fat", "skinny", "nothing",
];
/// Openings of two words whose second may be any of these.
const ASKED: [&str; 21] = [
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
/// What "best" makes no product of.
const TIMES: [&str; 10] = [
    "day", "days", "moments", "way", "ways", "friend", "friends", "time", "year", "goals",
];

impl Kind {
    /// What these words of a prompt, or its title, say. The prompt tells where they do not.
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

/// Whether the word at this place stands between two rivals.
pub(super) fn is_joint(words: &[&str], at: usize) -> bool {
    let Some(word) = words.get(at).filter(|_| at > 0 && at + 1 < words.len()) else {
        return false;
    };
    // "Tips against stress" has the same word as "Bayern against Dortmund", but is no match.
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

/// Whether the word at this place stands between what was and what is.
pub(super) fn joins_change(words: &[&str], at: usize) -> bool {
    let (Some(first), Some(before), Some(word), Some(after)) = (
        words.first(),
        words.get(at.wrapping_sub(1)),
        words.get(at),
        words.get(at + 1),
    ) else {
        return false;
    };
    let is_way = at > 1 && at < 4 && WAYS.contains(&(first, word));
    let is_rise = at == 1 && *word == "to" && (BEGINNERS.contains(before) || is_count(before) && is_count(after));
    *word == "→" || is_way || is_rise || OPPOSITES.contains(&(before, after))
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
        // Words around "before and after" belong to neither side.
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
        [question, asked, ..] if QUESTIONS.contains(question) => 1 + usize::from(ASKED.contains(asked)),
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
