//! Chooses the words of a clause to print, by a list of rules; the first rule that finds words decides.

use super::{
    clause::{Token, is_step_name},
    kind::{is_joint, joins_change},
    language::Language,
    vocabulary::{is_faint, is_filler, is_measure, is_opener, joins_closely},
};

/// The largest number of words of a headline. Viewers look at a thumbnail for a fraction of a second and would not read
/// more.
pub(super) const MAX_WORDS: usize = 6;
/// The largest number of characters of a picked headline, without spaces. Fewer characters allow taller letters.
pub(super) const MAX_CHARS: usize = 25;
/// The same for a whole clause of [`MAX_WORDS`] words without a number, because many words need to be short.
const MAX_CHARS_OF_MANY: usize = 23;
/// The largest number of words on each side of "X vs Y".
const MAX_SIDE: usize = 3;

/// The words of a clause from which a headline is made.
pub(super) struct Sentence<'a, 't> {
    pub(super) words: &'a [&'t Token],
    pub(super) language: &'static Language,
}

type Rule = for<'a, 't> fn(&Sentence<'a, 't>) -> Option<Vec<&'t Token>>;

/// The rules in the order in which they are tried.
const RULES: [Rule; 12] = [
    versus,
    change,
    whole,
    whole_without_filler,
    without_frame,
    twist_after_but,
    amount_in_time,
    list,
    goal_of_ways,
    cut_at_link,
    without_beginning,
    longest_prefix,
];

/// The words of a clause to print; `None` if no rule finds any.
pub(super) fn headline<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    RULES.iter().find_map(|rule| rule(sentence))
}

/// "iPhone 17 Pro vs Pixel 10 Pro camera comparison": keeps both names, at about equal lengths.
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
    if sentence.content_words(left) == 0 || sentence.content_words(right) == 0 {
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

/// "Before and after" and "from zero to hero": keeps both sides, if the clause begins with them.
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

/// Whether the word is the first of a pair like "before and after", in which the second comes after the joining word.
fn is_opposite(lower: &str) -> bool {
    matches!(lower, "before" | "vorher" | "antes" | "avant" | "prima" | "до")
}

/// Keeps the whole clause, if it is short enough.
fn whole<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let is_short = sentence.words.len() < MAX_WORDS
        || sentence.words.iter().any(|word| word.has_digit())
        || length(sentence.words.iter()) <= MAX_CHARS_OF_MANY;
    (is_short && fits(sentence.words.iter(), 0, 0)).then(|| sentence.words.to_vec())
}

/// Keeps the clause without fillers such as "right now" and "part 4" at its end, if that makes it short enough.
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

/// "Wie man einen Kuchen ohne Zucker backt": removes the opening, and the verb at the end that belongs to it.
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
        (_, [rest @ .., last]) if language.cannot_end(&last.lower) => rest,
        _ => rest,
    };
    let words = without_articles(words, language);
    let begins = words.first().is_some_and(|word| !language.cannot_end(&word.lower));
    whole(&Sentence { words, language }).filter(|_| begins)
}

/// "Minecraft but every block is lava": keeps the twist.
fn twist_after_but<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let at = sentence.words.iter().position(|word| word.lower == "but")?;
    let words = sentence.words.get(at + 1..).filter(|_| (1..3).contains(&at))?;
    let language = sentence.language;
    whole(&Sentence { words, language })
}

/// "$10,000 in 30 days": keeps the amount and the time, which say more than the rest of the clause.
fn amount_in_time<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let found = sentence.words.windows(4).find(|words| {
        matches!(words, [amount, link, time, _]
            if amount.is_count() && amount.lower.contains(['$', '€', '£']) && sentence.language.is_link(&link.lower)
                && time.is_count())
    });
    found.filter(|words| fits(words.iter(), 0, 0)).map(<[_]>::to_vec)
}

/// "The complete list of 10 money mistakes": keeps the words from the number on.
fn list<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let at = sentence.words.windows(2).position(|words| {
        matches!(words, [before, number]
            if matches!(before.lower.as_str(), "of" | "about" | "these" | "following") && number.is_count())
    })?;
    let words = sentence.words.get(at + 1..).filter(|words| words.len() > 1)?;
    let language = sentence.language;
    let rest = Sentence { words, language };
    whole(&rest).or_else(|| cut_at_link(&rest))
}

/// "10 ways to cut your electricity bill": keeps the words after "to". With the number, the clause was too long for the
/// rule [`whole`].
fn goal_of_ways<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let [number, ways, to, words @ ..] = sentence.words else {
        return None;
    };
    let is_list = number.is_count() && is_faint(&ways.lower) && to.lower == "to" && words.len() > 2;
    let language = sentence.language;
    whole(&Sentence { words, language }).filter(|_| is_list)
}

/// Cuts before the first word that begins a new part of the sentence, or before the second if a number is between them.
fn cut_at_link<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
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

/// Removes words at the beginning. A noun phrase ends in its head: "(golden) retriever puppy first day home". A
/// sentence may lose one word with a meaning.
fn without_beginning<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let language = sentence.language;
    let end = sentence.cut(1).unwrap_or(sentence.words.len());
    let words = without_filler(sentence.words.get(..end)?);
    let first = words.first().filter(|_| language.ends_in_head)?.lower.as_str();
    let is_kept = is_opener(first) && !matches!(first, "i" | "we" | "i've" | "you");
    let is_name = !words.iter().any(|word| language.is_function_word(&word.lower));
    let most = if is_name { words.len() } else { 1 };
    let starts = 1..words.len();
    let mut rests = starts.filter_map(|start| Some((words.get(..start)?, words.get(start..)?)));
    let (_, rest) = rests.find(|(dropped, rest)| {
        let begins = rest
            .first()
            .is_some_and(|word| !language.is_function_word(&word.lower) && (is_name || !word.lower.ends_with("ing")));
        // "[I quit my] job to travel the world" would lose the event.
        let is_whole = !is_opener(first) || dropped.len() == 1 || sentence.content_words(rest) == rest.len();
        begins
            && is_whole
            && sentence.content_words(dropped) <= most
            && sentence.content_words(rest) >= 2
            && fits(rest.iter(), 0, 0)
    })?;
    (!is_kept).then(|| rest.to_vec())
}

/// Cuts before the first function word that does not join closely, so that phrases stay whole; else at the limits.
fn longest_prefix<'t>(sentence: &Sentence<'_, 't>) -> Option<Vec<&'t Token>> {
    let prefixes = || (1..=sentence.words.len()).filter_map(|end| sentence.words.get(..end));
    let language = sentence.language;
    let is_opener = sentence.words.first().is_some_and(|word| is_opener(&word.lower));
    let before_small = prefixes().filter(|_| !is_opener).find(|words| {
        let next = sentence.words.get(words.len()).map_or("", |word| word.lower.as_str());
        let is_pause = match language.is_link(next) {
            true => !joins_closely(next) && sentence.content_words(words) > 0,
            false => language.cannot_end(next) && !language.is_article(next) && sentence.content_words(words) > 1,
        };
        is_pause && words.last().is_some_and(|word| !language.is_function_word(&word.lower)) && fits(words.iter(), 0, 0)
    });
    let longest = || prefixes().rev().find(|words| fits(words.iter(), 0, 0));
    before_small.or_else(longest).map(<[_]>::to_vec)
}

impl Sentence<'_, '_> {
    /// The number of words that are not function words.
    pub(super) fn content_words(&self, words: &[&Token]) -> usize {
        words
            .iter()
            .filter(|word| !self.language.is_function_word(&word.lower))
            .count()
    }

    /// The first index from `from` on before which the sentence may be cut.
    fn cut(&self, from: usize) -> Option<usize> {
        let lower = |at: usize| self.words.get(at).map_or("", |word| word.lower.as_str());
        let asks = usize::from(matches!(lower(0), "how" | "why" | "what"));
        (from..self.words.len()).find(|at| {
            let told = self.content_words(self.words.get(..*at).unwrap_or_default()) + asks;
            let before = lower(at.saturating_sub(1));
            let is_link = self.language.is_link(lower(*at)) && !(lower(*at) == "of" && is_measure(before));
            // Cut "[an old keeper] staring at the sea", but not "[the best] running shoes".
            let is_participle = lower(*at).ends_with("ing")
                && self.language.cannot_end(lower(at + 1))
                && !matches!(lower(at + 1), "and" | "or")
                && !self.language.cannot_end(before);
            (is_link || is_participle) && told >= 2 || matches!(lower(*at), "to" | "no") && told >= 3
        })
    }
}

pub(super) fn without_articles<'a, 't>(words: &'a [&'t Token], language: &Language) -> &'a [&'t Token] {
    let articles = words.iter().take_while(|word| language.is_article(&word.lower)).count();
    words.get(articles..).unwrap_or_default()
}

/// Whether a headline may consist of these words and of `more_words` words with `more_chars` characters.
fn fits<'a, 't: 'a>(words: impl Iterator<Item = &'a &'t Token> + Clone, more_words: usize, more_chars: usize) -> bool {
    let count = words.clone().count() + more_words;
    count <= MAX_WORDS && (length(words) + more_chars <= MAX_CHARS || count == 1)
}

fn length<'a, 't: 'a>(words: impl Iterator<Item = &'a &'t Token>) -> usize {
    words.map(|word| capitals(&word.text).chars().count()).sum()
}

/// The word in capitals. Greek capitals lose their accents.
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
