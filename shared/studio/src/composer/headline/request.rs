//! Separates the subject of a clause from the request for a picture.

use super::{
    clause::Token,
    vocabulary::{
        is_bridge, is_depiction, is_instruction, is_medium, is_opener, is_polite, is_quality, is_request_verb,
        is_strong, is_thumbnail,
    },
};

/// The largest number of words between the verb of a request and the medium it asks for.
const REACH: usize = 10;
/// The largest number of words between the medium and the preposition that leads to the subject.
const BRIDGE_REACH: usize = 6;

/// Phrases that introduce a topic and say nothing about it.
const LEADS: [&[&str]; 14] = [
    &["in", "this", "video"],
    &["in", "today's", "video"],
    &["i", "will", "show", "you"],
    &["i'll", "show", "you"],
    &["i", "show", "you"],
    &["i'm", "going", "to", "show", "you"],
    &["we", "talk", "about"],
    &["i", "talk", "about"],
    &["let's", "talk", "about"],
    &["here", "is"],
    &["here's"],
    &["this", "is"],
    &["guys"],
    &["something", "about"],
];

/// The words about the subject of a clause.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subject<'a> {
    pub(super) words: &'a [Token],
    /// Whether the words only name the kind of picture: "a cooking video".
    pub(super) is_bare: bool,
}

/// Removes all requests at the start of a clause, one after the other: "make a thumbnail for my new video about".
pub(super) fn subject(words: &[Token]) -> Subject<'_> {
    let (mut rest, mut asked) = (words, false);
    while let Some((request, tail)) = request(rest, asked) {
        if tail.is_empty() {
            return Subject {
                words: request,
                is_bare: true,
            };
        }
        (rest, asked) = (tail, true);
    }
    Subject {
        words: without_lead(rest),
        is_bare: false,
    }
}

/// Splits off a request: returns the words that describe the requested picture, and the words after the request.
fn request(words: &[Token], asked: bool) -> Option<(&[Token], &[Token])> {
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    if is_opener(lower(0)) && !is_polite(lower(0)) {
        return None;
    }
    let polite = words.iter().take_while(|word| is_polite(&word.lower)).count();
    let has_request_verb = is_request_verb(lower(polite));
    let start = if has_request_verb { polite + 1 } else { 0 };
    let behind = words.get(start..).unwrap_or_default();
    let named = behind
        .iter()
        .take(REACH)
        .take_while(|word| !is_bridge(&word.lower) && !is_with(word));
    let Some(medium) = named.enumerate().filter(|(_, word)| is_medium(&word.lower)).last() else {
        let is_depicted =
            has_request_verb && is_depiction(lower(polite)) || has_request_verb && lower(start) == "me" && !asked;
        let rest = words.get(start + usize::from(lower(start) == "me")..);
        return rest
            .filter(|rest| is_depicted && !rest.is_empty())
            .map(|rest| (&[] as &[Token], rest));
    };
    let at = start + medium.0;
    let about = behind.get(..medium.0).unwrap_or_default();
    let is_direct = is_bridge(lower(at + 1)) && !is_for(lower(at + 1))
        || lower(at + 2) == "about"
        || words.get(at + 1).is_some_and(is_with);
    let is_plain = at < 4 && !about.iter().any(|word| word.has_digit() || is_strong(&word.lower));
    let is_should = at < 2 && matches!(lower(at + 1), "should" | "must" | "shows" | "features");
    if !(asked || has_request_verb || is_thumbnail(lower(at)) || is_should || is_direct && is_plain) {
        return None;
    }
    let tail = words.get(at + 1..).unwrap_or_default();
    if is_should {
        let verb = if matches!(lower(at + 1), "should" | "must") {
            2
        } else {
            1
        };
        return tail.get(verb..).map(|rest| (about, rest));
    }
    let bridge = tail.iter().take(BRIDGE_REACH).position(|word| is_bridge(&word.lower));
    let with = tail.first().filter(|word| is_with(word)).map(|_| 1);
    // The bridge is "of" in "an image with dramatic lighting of a fox", but not "on" in "an episode with a guest on
    // health".
    let is_behind_looks = tail
        .iter()
        .take(bridge.unwrap_or(0))
        .any(|word| is_instruction(&word.lower));
    let bridge = bridge
        .map(|bridge| bridge + 1)
        .filter(|_| with.is_none() || is_behind_looks);
    let skipped = bridge.or(with);
    let rest = tail.get(skipped.unwrap_or(0)..).unwrap_or_default();
    // The rest of "a thumbnail style" or "a thumbnail in 4k" names no subject.
    let rest = if rest.iter().all(|word| is_quality(&word.lower)) {
        &[]
    } else {
        rest
    };
    Some((about, rest))
}

/// Whether the preposition does not show a request by itself: "a photo of" is a request, "a tutorial for" may be a
/// topic.
fn is_for(lower: &str) -> bool {
    matches!(lower, "for" | "für" | "para" | "pour" | "per" | "для")
}

fn is_with(word: &Token) -> bool {
    matches!(word.lower.as_str(), "with" | "mit" | "con" | "avec" | "com" | "с")
}

fn without_lead(words: &[Token]) -> &[Token] {
    let mut rest = words;
    while let Some(lead) = LEADS
        .iter()
        .find(|lead| lead.len() < rest.len() && lead.iter().zip(rest).all(|(lead, word)| *lead == word.lower))
    {
        rest = rest.get(lead.len()..).unwrap_or_default();
    }
    rest
}
