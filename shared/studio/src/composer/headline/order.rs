//! Separates the topic of a clause from the order to a designer around it.

mod announcement;

use super::{
    clause::{Token, lower, lowered},
    vocabulary::{Vocabulary, role::Role},
};
use announcement::{behind_announcement, told_from, told_inside, without_lead};
use lexicon::Feature;

/// The largest number of words between the beginning of an order and the medium it asks for.
const REACH: usize = 10;
/// The largest number of words between the medium and the preposition that leads to the topic.
const BRIDGE_REACH: usize = 6;

/// The number of words from which the words between a medium and a preposition name the topic.
const MIN_TOLD: usize = 2;
/// The largest number of words between a medium inside a sentence and "about".
const ABOUT_REACH: usize = 4;

/// The shapes that orders name and that are no result of a match.
const SHAPES: [&str; 3] = ["16:9", "9:16", "21:9"];

/// The words about the topic of a clause.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Topic {
    pub(super) words: Vec<Token>,
    /// Whether the words only name the kind of picture: "a cooking video".
    pub(super) is_bare: bool,
    /// Whether an order or an announcement was around the words.
    pub(super) is_announced: bool,
    /// Whether the order only says what a channel or a podcast is about.
    pub(super) is_of_channel: bool,
    /// Whether the words are the name of a channel: "for my channel Night Sky Club".
    pub(super) is_channel_name: bool,
    /// Whether the words may only describe the picture, because no word such as "about" leads from the order to the
    /// words: "I want a tense cover", "a thumbnail with candles".
    pub(super) is_vague: bool,
}

/// The topic of a clause, without all orders around it: "make a thumbnail for my new video about".
pub(super) fn topic(words: &[Token], language: &Vocabulary) -> Topic {
    let (mut rest, mut is_announced, mut is_of_channel, mut is_channel_name) = (words, false, false, false);
    if let Some(behind) = told_inside(rest, language).or_else(|| behind_announcement(rest, language)) {
        (rest, is_announced) = (behind, true);
    }
    let Ahead {
        words: ahead,
        has_order,
        is_led,
    } = without_trail(rest, language);
    let has_trail = ahead.len() < rest.len();
    rest = ahead;
    let mut is_vague = has_order && !is_announced && !is_led;
    let mut bridge: Option<&Token> = None;
    while let Some(order) = order(rest, is_announced, language) {
        is_vague = order.bridge.is_none_or(is_with) && (is_vague || !is_announced);
        if order.tail.is_empty() {
            return Topic {
                words: order.about.to_vec(),
                is_bare: true,
                ..Topic::default()
            };
        }
        (rest, is_announced, bridge) = (order.tail, true, order.bridge);
        (is_of_channel, is_channel_name) = (order.is_of_channel, order.names_channel);
    }
    if let Some(order) = behind_medium(rest, language).filter(|_| !is_announced) {
        is_vague = false;
        (rest, is_announced, bridge) = (order.tail, true, order.bridge);
        is_of_channel = order.is_of_channel;
    }
    let behind = without_lead(rest, language);
    // Behind "about" is the topic: Italian "mostro" is "I show", but "sul mostro" is "about the monster".
    let is_about = |word: &Token| language.is(&word.lower, Role::About) && language.is(&word.lower, Role::Link);
    let is_told = bridge.is_some_and(is_about);
    let is_ordered = !is_told && is_announced || behind.len() < rest.len();
    let before = bridge.filter(|_| behind.len() == rest.len());
    let told = told_from(behind, before, is_ordered, language)
        .and_then(|(at, about)| Some((behind.get(at - about).filter(|_| about > 0), behind.get(at..)?)))
        .filter(|(_, told)| tells(*told, language));
    let behind = told.map_or(behind, |(_, told)| told);
    bridge = told.map_or(bridge, |(about, _)| about);
    is_announced |= behind.len() < rest.len();
    is_vague &= behind.len() == rest.len();
    is_channel_name |= has_trail && behind.iter().any(|word| language.is(&word.lower, Role::Channel));
    // "A video about how …", "om att …": the conjunction belongs to the order.
    let is_joint = |word: &&Token| {
        is_announced && language.is(&word.lower, Role::Joint) && !language.is(&word.lower, Role::Question)
    };
    let joints = behind.iter().take_while(is_joint).count();
    // "क्या आप … थंबनेल बना सकते हैं?": an order at the end may begin with small words.
    let opening = |word: &&Token| has_trail && language.is(&word.lower, Role::Order);
    let openings = behind.iter().take_while(opening).count();
    let mut topic = behind.get(joints.max(openings)..).unwrap_or_default().to_vec();
    if has_trail
        && let Some(last) = topic.last_mut()
        && let Some(stem) = language.without_suffix(&last.text)
    {
        *last = Token {
            lower: stem.to_lowercase(),
            text: stem,
        };
    }
    let inflects_articles = language.has_feature(Feature::InflectsArticles);
    if bridge.is_some_and(|bridge| inflects_articles && matches!(bridge.lower.as_str(), "zur" | "zum" | "vom" | "von"))
        && let [adjective, noun, ..] = topic.as_slice()
        && adjective.lower.ends_with("en")
        && noun.text.starts_with(char::is_uppercase)
    {
        // The ending of an adjective after "zur" is wrong without "zur".
        topic.remove(0);
    }
    // The case of an article after "über" is wrong without "über".
    let has_case = |word: &Token| matches!(word.lower.as_str(), "den" | "dem" | "einen" | "einem");
    if bridge.is_some() && inflects_articles && topic.len() > 1 && topic.first().is_some_and(has_case) {
        topic.remove(0);
    }
    if let Some(named) = named(bridge, &topic, language) {
        topic = named;
    } else if let Some(bridge) = bridge.filter(|bridge| stays(bridge, &topic, language)) {
        topic.insert(0, bridge.clone());
    }
    Topic {
        words: topic,
        is_bare: false,
        is_announced: is_announced || has_order,
        is_of_channel,
        is_channel_name,
        is_vague,
    }
}

/// The topic behind "про", which may begin it, with the endings that it has without "про": "зимняя рыбалка". `None` if
/// the ending of the first noun does not tell them.
fn named(bridge: Option<&Token>, topic: &[Token], language: &Vocabulary) -> Option<Vec<Token>> {
    let is_accusative = |word: &Token| language.is(&word.lower, Role::AccusativeAbout);
    let behind = match (topic, bridge) {
        ([first, behind @ ..], _) if is_accusative(first) => behind,
        (_, Some(bridge)) if is_accusative(bridge) => topic,
        _ => return None,
    };
    let mut changed: Vec<Token> = behind
        .iter()
        .map_while(|word| {
            let text = language.without_case(&word.text)?;
            Some(Token {
                lower: lower(&text),
                text,
            })
        })
        .collect();
    // "Меню" and "Баку" have such an ending too, but never change. Behind an adjective, a noun does.
    let is_adjective = |word: &&Token| language.is_adjective(&word.lower);
    let adjectives = changed.iter().take_while(is_adjective).count();
    let listed = changed.iter().rposition(|word| language.lists(&word.lower));
    changed.truncate(1 + listed.max((adjectives > 0).then_some(adjectives))?);
    let rest = behind.get(changed.len()..).unwrap_or_default();
    let is_pair = rest.first().is_some_and(|word| language.is(&word.lower, Role::And));
    (!is_pair).then(|| [changed.as_slice(), rest].concat())
}

/// Whether "about" stays before the topic, because the topic's ending depends on it: "про ежей".
fn stays(bridge: &Token, topic: &[Token], language: &Vocabulary) -> bool {
    let is_about = language.has_feature(Feature::KeepsAbout) && language.is(&bridge.lower, Role::About);
    let begins_clause = topic.first().is_none_or(|word| language.is_small(&word.lower));
    let nouns = topic.iter().take_while(|word| !language.is(&word.lower, Role::Link));
    // The accusative after "про" often equals the nominative, which can stand alone.
    is_about
        && !begins_clause
        && (!language.is(&bridge.lower, Role::AccusativeAbout)
            || nouns.into_iter().any(|word| language.has_case(&word.lower)))
}

/// Whether the clause only announces the topic, so that the next clause is the topic: "in this video I explain, …".
pub(super) fn announces_next(words: &[Token], language: &Vocabulary) -> bool {
    let lower = lowered(words);
    let ends_in = |role: Role| language.entry_length_at_end(&lower, role) > 0;
    ends_in(Role::Announcement)
        || ends_in(Role::Lead)
        || told_from(words, None, order(words, false, language).is_some(), language)
            .is_some_and(|(at, _)| at == words.len())
}

/// The order in "I am making a video about …" inside a sentence about the writer.
fn behind_medium<'a>(words: &'a [Token], language: &Vocabulary) -> Option<Order<'a>> {
    let lower = lowered(words);
    let is = |at: usize, role: Role| lower.get(at).is_some_and(|word| language.is(word, role));
    let media = (0..words.len())
        .rev()
        .filter(|at| is(*at, Role::Medium) || is(*at, Role::Thumbnail));
    let mut told = media.filter(|medium| (0..*medium).any(|at| is(at, Role::Order) && !is(at, Role::Article)));
    told.find_map(|medium| {
        (medium + 1..=medium + ABOUT_REACH).find_map(|at| {
            let length = language.entry_length(lower.get(at..)?, Role::About);
            let tail = words.get(at + length..).filter(|rest| length > 0 && !rest.is_empty());
            tail.map(|tail| Order {
                about: &[],
                bridge: words.get(at),
                tail,
                is_of_channel: is(medium, Role::Channel),
                names_channel: false,
            })
        })
    })
}

/// An order at the beginning of a clause.
struct Order<'a> {
    /// The words that describe the requested picture.
    about: &'a [Token],
    /// The preposition before the topic.
    bridge: Option<&'a Token>,
    /// The words after the order.
    tail: &'a [Token],
    /// Whether the medium is a channel or a podcast.
    is_of_channel: bool,
    /// Whether the name of the channel follows, and nothing tells its topic.
    names_channel: bool,
}

fn order<'a>(words: &'a [Token], asked: bool, language: &Vocabulary) -> Option<Order<'a>> {
    let lower = lowered(words);
    let is = |at: usize, role: Role| lower.get(at).is_some_and(|word| language.is(word, role));
    if language.entry_length(&lower, Role::Question) > 0 && !is(0, Role::Order) {
        return None;
    }
    let is_medium = |at: &usize| is(*at, Role::Medium) || is(*at, Role::Thumbnail);
    let start = (0..words.len())
        .take_while(|at| is(*at, Role::Order) && !is_medium(at))
        .count();
    let ordering = lower.get(..start).unwrap_or_default();
    let has_verb = ordering.iter().any(|word| !language.is_small(word));
    let bridge_at = |at: usize| bridge_length(lower.get(at..).unwrap_or_default(), language);
    let reach = (start + REACH).min(words.len());
    let named = (start..reach).take_while(|at| bridge_at(*at) == 0);
    let Some(medium) = named.filter(is_medium).last() else {
        let is_depicted = has_verb && !asked && ordering.iter().any(|word| language.is(word, Role::Depiction));
        let is_wish = has_verb && !asked && start >= 2 && ordering.iter().any(|word| language.is_recipient(word));
        return words
            .get(start..)
            .filter(|tail| (is_depicted || is_wish) && !tail.is_empty())
            .map(|tail| Order {
                about: &[],
                bridge: None,
                tail,
                is_of_channel: false,
                names_channel: false,
            });
    };
    // "Thumbnail for [cover songs]": the word before the noun belongs to the topic.
    let next = words.get(1).filter(|word| !word.text.starts_with(char::is_uppercase));
    if asked && medium == 0 && is(0, Role::Telling) && next.is_some() && bridge_at(1) == 0 {
        return None;
    }
    let about = words.get(start..medium).unwrap_or_default();
    let tail = words.get(medium + 1..).unwrap_or_default();
    // "A photo of a fox" is an order, but "a song of ice" and "a video for beginners" may be titles.
    let about_at = |at: usize| language.entry_length(lower.get(at..).unwrap_or_default(), Role::About) > 0;
    let is_picture = is(medium, Role::Picture) && bridge_at(medium + 1) > 0;
    let has_guest = is(medium, Role::Guest) && tail.first().is_some_and(is_with);
    let leads_on = about_at(medium + 1) || about_at(medium + 2) || is_picture || has_guest;
    let is_plain = medium < 4
        && !about
            .iter()
            .any(|word| word.has_digit() || language.is(&word.lower, Role::Strong));
    let is_duty = medium < 2 && matches!(lower.get(medium + 1), Some(&("should" | "must" | "shows" | "features")));
    let is_thumbnail = is(medium, Role::Thumbnail);
    if !(asked || has_verb || is_thumbnail || is_duty || leads_on && is_plain) {
        return None;
    }
    if is_duty {
        let verb = 1 + usize::from(matches!(lower.get(medium + 1), Some(&("should" | "must"))));
        let tail = tail.get(verb..)?;
        return Some(Order {
            about,
            bridge: None,
            tail,
            is_of_channel: false,
            names_channel: false,
        });
    }
    let is_with = tail.first().is_some_and(is_with);
    let found = (usize::from(is_with)..tail.len().min(BRIDGE_REACH)).find(|at| bridge_at(medium + 1 + at) > 0);
    // The bridge is "of" in "an image with dramatic lighting of a fox", but not "on" in "an episode with a guest on
    // health".
    let before = tail.iter().take(found.unwrap_or(0));
    let is_behind_looks = before.into_iter().any(|word| is_look(&word.lower, language));
    let found = found.filter(|_| !is_with || is_behind_looks);
    // In "a video learning ukulele for beginners", the topic begins behind the medium, and not behind "for".
    let is_topic = |word: &&Token| {
        let is = |role: Role| language.is(&word.lower, role);
        !is_look(&word.lower, language)
            && !language.is_small(&word.lower)
            && ![Role::Order, Role::Medium, Role::Thumbnail, Role::Channel, Role::Name]
                .into_iter()
                .any(is)
    };
    let told = tail.iter().take(found.unwrap_or(0)).filter(is_topic).count();
    // A postposition behind the topic is no bridge to it.
    let leads = |at: usize| about_at(medium + 1 + at) && !language.has_feature(Feature::VerbIsLast);
    let found = found.filter(|at| is_with || leads(*at) || told < MIN_TOLD);
    let (bridge, skipped) = match found {
        Some(at) => (tail.get(at), at + bridge_at(medium + 1 + at)),
        None => (None, usize::from(is_with)),
    };
    let rest = tail.get(skipped..).unwrap_or_default();
    // The rest of "a thumbnail style" or "a thumbnail in 4k" names no topic.
    let rest = if rest.iter().all(|word| is_look(&word.lower, language)) {
        &[]
    } else {
        rest
    };
    let is_about = bridge.is_some_and(|bridge| language.is(&bridge.lower, Role::About));
    let is_name = words
        .get(medium + 1)
        .is_some_and(|word| word.text.starts_with(char::is_uppercase));
    Some(Order {
        about,
        bridge,
        tail: rest,
        is_of_channel: is(medium, Role::Channel),
        names_channel: is(medium, Role::Channel) && is_name && !is_about && !has_guest,
    })
}

/// The number of words of a preposition between a medium and its topic.
fn bridge_length(words: &[&str], language: &Vocabulary) -> usize {
    let about = language.entry_length(words, Role::About);
    about.max(language.entry_length(words, Role::Link))
}

/// Whether the words have a meaning of their own.
pub(super) fn tells<'a>(words: impl IntoIterator<Item = &'a Token>, language: &Vocabulary) -> bool {
    words.into_iter().any(|word| !language.is_small(&word.lower))
}

/// Whether the word is about the picture itself, so that it is printed only if the prompt asks for it.
pub(super) fn is_look(word: &str, language: &Vocabulary) -> bool {
    is_quality(word, language) || language.is(word, Role::Look) || language.is(word, Role::Thumbnail)
}

/// Whether the word is about the picture's quality or shape, so that a sentence is complete without it.
pub(super) fn is_quality(word: &str, language: &Vocabulary) -> bool {
    is_shape(word) || word.starts_with("--") || language.is(word, Role::Quality)
}

/// Whether the word is the shape of a picture: "16:9", "1280x720". "2:3" is the result of a match, "05:00" is a time,
/// and "2x3" is the size of a room.
fn is_shape(word: &str) -> bool {
    let is_side = |side: &str| (3..=4).contains(&side.len()) && side.bytes().all(|byte| byte.is_ascii_digit());
    let is_resolution = |(width, height): (&str, &str)| is_side(width) && is_side(height);
    SHAPES.contains(&word) || word.split_once(['x', '×']).is_some_and(is_resolution)
}

fn is_with(word: &Token) -> bool {
    matches!(
        word.lower.as_str(),
        "with" | "mit" | "con" | "avec" | "com" | "с" | "met" | "med" | "z" | "з" | "із" | "dengan" | "với"
    )
}

/// The largest number of words that describe the picture before its name: "a scary thumbnail".
const MAX_DESCRIBED: usize = 2;

/// The number of words of the topic in "bees about my new video a scary thumbnail make", as languages with the verb at
/// the end order the words. `None` if the words behind the topic are not all part of an order.
fn topic_end(words: &[&str], language: &Vocabulary) -> Option<usize> {
    if !language.has_feature(Feature::VerbIsLast) {
        return None;
    }
    let is = |at: usize, role: Role| words.get(at).is_some_and(|word| language.is(word, role));
    let thumbnail = (0..words.len()).rfind(|at| is(*at, Role::Thumbnail))?;
    let is_of_order = |at: usize| {
        let roles = [
            Role::Order,
            Role::Thumbnail,
            Role::Medium,
            Role::Channel,
            Role::About,
            Role::Determiner,
            Role::Look,
            Role::Quality,
        ];
        roles.into_iter().any(|role| is(at, role)) || words.get(at).is_some_and(|word| language.is_small(word))
    };
    let described = (0..thumbnail).rev().take_while(|at| !is_of_order(*at)).count();
    if described > MAX_DESCRIBED {
        return None;
    }
    let ends = (1..thumbnail - described).filter_map(|at| {
        let length = language.entry_length(words.get(at..)?, Role::About);
        let is_close = length == 1 && is(at, Role::Close);
        // "[Bees] explaining a video for a thumbnail", "[why Bengal lost] that about a thumbnail".
        let is_of_medium = |at: &usize| {
            [
                Role::Pronoun,
                Role::Determiner,
                Role::Article,
                Role::Medium,
                Role::Telling,
            ]
            .into_iter()
            .any(|role| is(*at, role))
        };
        let end = at - (1..at).rev().take_while(is_of_medium).count();
        let mut behind = (at + length..words.len()).filter(|at| !(thumbnail - described..thumbnail).contains(at));
        (length > 0 && !is_close && behind.all(is_of_order) && !is_of_order(end - 1)).then_some(end)
    });
    ends.min()
}

/// A clause without the order at its end.
struct Ahead<'a> {
    /// The words before the order.
    words: &'a [Token],
    /// Whether there is an order, and not only a closing phrase such as "please".
    has_order: bool,
    /// Whether a word such as "about" joins the words and the order.
    is_led: bool,
}

/// Removes an order at the end of a clause: "… için thumbnail yap".
fn without_trail<'a>(words: &'a [Token], language: &Vocabulary) -> Ahead<'a> {
    let lower = lowered(words);
    let is = |at: usize, role: Role| lower.get(at).is_some_and(|word| language.is(word, role));
    let mut end = words.len();
    let (mut has_order, mut is_led) = (false, false);
    let shorten = |end: usize, role: Role| {
        let length = language.entry_length_at_end(lower.get(..end).unwrap_or_default(), role);
        if length < end { end - length } else { end }
    };
    let belongs = |at: &usize| {
        [Role::Order, Role::Thumbnail, Role::Medium, Role::Article]
            .iter()
            .any(|role| is(*at, *role))
    };
    if let Some(topic) = topic_end(&lower, language) {
        return Ahead {
            words: words.get(..topic).unwrap_or_default(),
            has_order: true,
            is_led: true,
        };
    }
    let run = (0..end).rev().take_while(belongs).count();
    let orders = |role: Role| (end - run..end).any(|at| is(at, role));
    let is_verb = |at: usize| is(at, Role::Order) && lower.get(at).is_some_and(|word| !language.is_small(word));
    let has_verb = (end - run..end).any(is_verb);
    if run < end
        && (orders(Role::Thumbnail) && language.has_feature(Feature::VerbIsLast)
            || orders(Role::Medium) && has_verb && language.has_feature(Feature::VerbIsLast))
    {
        end = shorten(end - run, Role::About);
        has_order = true;
        is_led = end < words.len() - run;
    }
    loop {
        let shorter = shorten(end, Role::Trail);
        if shorter == end {
            break;
        }
        end = shorter;
    }
    Ahead {
        words: words.get(..end).unwrap_or_default(),
        has_order,
        is_led,
    }
}
