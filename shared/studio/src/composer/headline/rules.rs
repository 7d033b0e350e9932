//! Which words of a clause are printed: a list of rules, of which the first that finds something decides.

use super::{
    super::vocabulary::{is_faint, is_filler, is_measure, is_opener, joins_closely},
    clause::{Token, is_step_name},
    kind::{is_joint, joins_change},
    language::Language,
};

/// A thumbnail is read in a fraction of a second: more words than this are not read at all.
pub(super) const MAX_WORDS: usize = 6;
/// Characters of a picked headline, spaces not counted. Fewer characters mean taller letters.
pub(super) const MAX_CHARS: usize = 25;
/// The most characters of a whole clause of [`MAX_WORDS`] words without a number: so many small words want to be short.
const MAX_CHARS_OF_MANY: usize = 23;
/// Each side of "X vs Y" has at most so many words.
const MAX_SIDE: usize = 3;

/// The words of a clause from which a headline is made.
pub(super) struct Sentence<'a, 't> {
    pub(super) words: &'a [&'t Token],
    pub(super) language: &'static Language,
}

type Rule = for<'a, 't> fn(&Sentence<'a, 't>) -> Option<Vec<&'t Token>>;

/// The first of these that finds something decides.
const RULES: [Rule; 12] = [
    versus,
    change,
    whole,
    whole_without_filler,
    without_frame,
    behind_but,
    amount_in_time,
    list,
    behind_ways,
    up_to_a_link,
    without_beginning,
    as_much_as_fits,
];

/// The words of a clause that are printed.
pub(super) fn headline<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    RULES.iter().find_map(|rule| rule(sentence))
}

/// "iPhone 17 Pro vs Pixel 10 Pro camera comparison": both names, as long as they are alike.
fn versus<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let lower: Vec<&str> = sentence.words.iter().map(|word| word.lower.as_str()).collect();
    let at = (1..lower.len()).find(|at| is_joint(&lower, *at))?;
    let (left, right) = (sentence.words.get(..at)?, sentence.words.get(at + 1..)?);
    let ends = |word: &&&Token| sentence.language.is_link(&word.lower) || sentence.language.is_article(&word.lower);
    let reach = left
        .iter()
        .rev()
        .take_while(|word| !ends(word))
        .count()
        .clamp(1, MAX_SIDE);
    let mut left = left.get(left.len().saturating_sub(reach)..)?;
    let right = without_articles(right, sentence.language);
    let reach = right.iter().take_while(|word| !ends(word)).count();
    let mut right = right.get(..reach)?;
    if sentence.told(left) == 0 || sentence.told(right) == 0 {
        return None;
    }
    while right.len() > 1
        && right
            .last()
            .is_some_and(|word| is_faint(&word.lower) || is_filler(&word.lower))
    {
        right = right.get(..right.len() - 1)?;
    }
    if right.len() > MAX_SIDE {
        right = right.get(..left.len())?;
    }
    if right.first()?.is_count()
        && let Some(number) = left.iter().rposition(|word| word.is_count())
    {
        left = left.get(number..)?;
    }
    while !fits(left.iter().chain(right), 1, lower.get(at)?.len()) && (left.len() > 1 || right.len() > 1) {
        let longer = left.len().max(right.len());
        let shortened = |side: &'_ [&'t Token]| if side.len() == longer { longer - 1 } else { side.len() };
        (left, right) = (left.get(..shortened(left))?, right.get(..shortened(right))?);
    }
    let joint = sentence.words.get(at)?;
    let words: Vec<&Token> = left.iter().chain([joint]).chain(right).copied().collect();
    fits(words.iter(), 0, 0).then_some(words)
}

/// "Before and after" and "from zero to hero": both sides, if the clause begins with them.
fn change<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let lower: Vec<&str> = sentence.words.iter().map(|word| word.lower.as_str()).collect();
    let joint = (1..lower.len()).find(|at| joins_change(&lower, *at))?;
    let whole = whole(sentence);
    let end = if is_opposite(lower.first()?) {
        joint + 2
    } else if whole.is_some() {
        return whole;
    } else {
        let behind = sentence.words.iter().skip(joint + 2);
        joint
            + 2
            + behind
                .take_while(|word| !sentence.language.is_link(&word.lower))
                .count()
    };
    let words = sentence.words.get(..end)?;
    fits(words.iter(), 0, 0).then(|| words.to_vec())
}

/// Whether the word names the first of two states, and the word behind the next one the second.
fn is_opposite(lower: &str) -> bool {
    matches!(lower, "before" | "vorher" | "antes" | "avant" | "prima" | "до")
}

/// A clause that is short enough.
fn whole<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let is_calm = sentence.words.len() < MAX_WORDS
        || sentence.words.iter().any(|word| word.has_digit())
        || length(sentence.words.iter()) <= MAX_CHARS_OF_MANY;
    (is_calm && fits(sentence.words.iter(), 0, 0)).then(|| sentence.words.to_vec())
}

/// A clause that is short enough without "right now" and "part 4" at its end.
fn whole_without_filler<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let words = without_filler(sentence.words);
    let language = sentence.language;
    whole(&Sentence { words, language }).filter(|_| words.len() < sentence.words.len())
}

fn without_filler<'a, 't>(words: &'a [&'t Token]) -> &'a [&'t Token] {
    match words {
        [rest @ .., name, number] if is_step_name(&name.lower) && number.is_count() => without_filler(rest),
        [rest @ .., last] if is_filler(&last.lower) => without_filler(rest),
        _ => words,
    }
}

/// "Wie man einen Kuchen ohne Zucker backt": without the opening, and the verb that completes it.
fn without_frame<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let [question, who, rest @ ..] = sentence.words else {
        return None;
    };
    if !language.ends_in_verb
        || !is_opener(&question.lower)
        || !matches!(who.lower.as_str(), "man" | "ich" | "wir" | "du")
    {
        return None;
    }
    let words = match (who.lower.as_str(), rest) {
        ("man" | "du", [rest @ .., _verb]) => rest,
        (_, [rest @ .., last]) if language.leans(&last.lower) => rest,
        _ => rest,
    };
    let words = without_articles(words, language);
    let begins = words.first().is_some_and(|word| !language.leans(&word.lower));
    whole(&Sentence { words, language }).filter(|_| begins)
}

/// "Minecraft but every block is lava": the twist.
fn behind_but<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let at = sentence.words.iter().position(|word| word.lower == "but")?;
    let words = sentence.words.get(at + 1..).filter(|_| (1..3).contains(&at))?;
    let language = sentence.language;
    whole(&Sentence { words, language })
}

/// "$10,000 in 30 days" says more than who made them, and how.
fn amount_in_time<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let found = sentence.words.windows(4).find(|words| {
        matches!(words, [amount, link, time, _]
            if amount.is_count() && amount.lower.contains(['$', '€', '£']) && sentence.language.is_link(&link.lower)
                && time.is_count())
    });
    found.filter(|words| fits(words.iter(), 0, 0)).map(<[_]>::to_vec)
}

/// "The complete list of 10 money mistakes": from the number on.
fn list<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let at = sentence.words.windows(2).position(|words| {
        matches!(words, [before, number]
            if matches!(before.lower.as_str(), "of" | "about" | "these" | "following") && number.is_count())
    })?;
    let words = sentence.words.get(at + 1..).filter(|words| words.len() > 1)?;
    let language = sentence.language;
    let rest = Sentence { words, language };
    whole(&rest).or_else(|| up_to_a_link(&rest))
}

/// "10 ways to cut your electricity bill": what there are ways to do, if the number does not fit too.
fn behind_ways<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let [number, ways, to, words @ ..] = sentence.words else {
        return None;
    };
    let is_list = number.is_count() && is_faint(&ways.lower) && to.lower == "to" && words.len() > 2;
    let language = sentence.language;
    whole(&Sentence { words, language }).filter(|_| is_list)
}

/// As far as the first word behind which the sentence goes on about something else; further if a number is there.
fn up_to_a_link<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let cut = sentence.cut(1)?;
    let next = sentence.cut(cut + 1).unwrap_or(sentence.words.len());
    let (near, far) = (sentence.words.get(..cut)?, sentence.words.get(..next)?);
    let has_number = far.iter().skip(cut).any(|word| word.has_digit());
    [Some(far).filter(|_| has_number), Some(near)]
        .into_iter()
        .flatten()
        .find(|words| fits(words.iter(), 0, 0))
        .map(<[_]>::to_vec)
}

/// Names of things end in what they are: "(golden) retriever puppy first day home". Of a sentence its first word may go.
fn without_beginning<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let end = sentence.cut(1).unwrap_or(sentence.words.len());
    let words = without_filler(sentence.words.get(..end)?);
    let first = words.first().filter(|_| language.ends_in_head)?.lower.as_str();
    let is_kept = is_opener(first) && !matches!(first, "i" | "we" | "i've" | "you");
    let is_name = !words.iter().any(|word| language.is_small(&word.lower));
    let most = if is_name { words.len() } else { 1 };
    let starts = 1..words.len();
    let mut rests = starts.filter_map(|start| Some((words.get(..start)?, words.get(start..)?)));
    let (_, rest) = rests.find(|(dropped, rest)| {
        let begins = rest
            .first()
            .is_some_and(|word| !language.is_small(&word.lower) && (is_name || !word.lower.ends_with("ing")));
        // "[I quit my] job to travel the world" has lost what happened.
        let is_whole = !is_opener(first) || dropped.len() == 1 || sentence.told(rest) == rest.len();
        begins && is_whole && sentence.told(dropped) <= most && sentence.told(rest) >= 2 && fits(rest.iter(), 0, 0)
    })?;
    (!is_kept).then(|| rest.to_vec())
}

/// Up to the first small word that joins nothing closely, so that what belongs together stays so; else up to the limit.
fn as_much_as_fits<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let prefixes = || (1..=sentence.words.len()).filter_map(|end| sentence.words.get(..end));
    let language = sentence.language;
    let is_opener = sentence.words.first().is_some_and(|word| is_opener(&word.lower));
    let before_small = prefixes().filter(|_| !is_opener).find(|words| {
        let next = sentence.words.get(words.len()).map_or("", |word| word.lower.as_str());
        let is_pause = match language.is_link(next) {
            true => !joins_closely(next) && sentence.told(words) > 0,
            false => language.leans(next) && !language.is_article(next) && sentence.told(words) > 1,
        };
        is_pause && words.last().is_some_and(|word| !language.is_small(&word.lower)) && fits(words.iter(), 0, 0)
    });
    let longest = || prefixes().rev().find(|words| fits(words.iter(), 0, 0));
    before_small.or_else(longest).map(<[_]>::to_vec)
}

impl Sentence<'_, '_> {
    /// Words that say something.
    pub(super) fn told(&self, words: &[&Token]) -> usize {
        words.iter().filter(|word| !self.language.is_small(&word.lower)).count()
    }

    /// The first place from `from` on before which the sentence may end.
    fn cut(&self, from: usize) -> Option<usize> {
        let lower = |at: usize| self.words.get(at).map_or("", |word| word.lower.as_str());
        let asks = usize::from(matches!(lower(0), "how" | "why" | "what"));
        (from..self.words.len()).find(|at| {
            let told = self.told(self.words.get(..*at).unwrap_or_default()) + asks;
            let before = lower(at.saturating_sub(1));
            let is_link = self.language.is_link(lower(*at)) && !(lower(*at) == "of" && is_measure(before));
            // "[an old keeper] staring at the sea", but "[the best] running shoes".
            let is_deed = lower(*at).ends_with("ing")
                && self.language.leans(lower(at + 1))
                && !matches!(lower(at + 1), "and" | "or")
                && !self.language.leans(before);
            (is_link || is_deed) && told >= 2 || matches!(lower(*at), "to" | "no") && told >= 3
        })
    }
}

pub(super) fn without_articles<'a, 't>(words: &'a [&'t Token], language: &Language) -> &'a [&'t Token] {
    let articles = words.iter().take_while(|word| language.is_article(&word.lower)).count();
    words.get(articles..).unwrap_or_default()
}

/// Whether the words, and so many more of so many characters, are a headline.
fn fits<'a, 't: 'a>(words: impl Iterator<Item = &'a &'t Token> + Clone, more_words: usize, more_chars: usize) -> bool {
    let count = words.clone().count() + more_words;
    count <= MAX_WORDS && (length(words) + more_chars <= MAX_CHARS || count == 1)
}

fn length<'a, 't: 'a>(words: impl Iterator<Item = &'a &'t Token>) -> usize {
    words.map(|word| capitals(&word.text).chars().count()).sum()
}

/// In capitals, which in Greek have no accents.
pub(super) fn capitals(word: &str) -> String {
    let bare = |c| match c {
        'Ά' => 'Α',
        'Έ' => 'Ε',
        'Ή' => 'Η',
        'Ί' => 'Ι',
        'Ό' => 'Ο',
        'Ύ' => 'Υ',
        'Ώ' => 'Ω',
        c => c,
    };
    word.to_uppercase().chars().map(bare).collect()
}
