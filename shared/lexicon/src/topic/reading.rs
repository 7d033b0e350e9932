//! Reads the topic and the temper of a text from its words.

use super::{
    Temper, Topic,
    text::{Lists, Text},
    words::{Section, WORDS, Words},
};
use std::collections::BTreeSet;

/// The mark of a word that names its topic but does not choose colours.
const NO_COLOURS: char = '~';

/// The topic and the temper of a text, which colours and fonts should suit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// A topic that has colours of its own; `None` if no word shows one.
    pub topic: Option<Topic>,
    /// The temper; neutral if no word shows one.
    pub temper: Temper,
}

impl Reading {
    /// The topic and the temper with the most words in the text; if several tie, those that are mentioned first.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let text = Text::new(text);
        // The words of a topic without own colours count for the topic whose colours it has.
        let topics = Topic::ALL.into_iter().filter(|topic| topic.colours() == Some(*topic));
        let groups: Vec<(Topic, Vec<&str>)> = topics
            .map(|topic| {
                let members = Topic::ALL.into_iter().filter(|member| member.colours() == Some(topic));
                (topic, members.map(Topic::name).collect())
            })
            .collect();
        let tempers = Temper::TOLD.map(|temper| (temper, vec![temper.name()]));
        Self {
            topic: strongest(&groups, &text, |words| &words.topics, false),
            temper: strongest(&tempers, &text, |words| &words.tempers, false).unwrap_or_default(),
        }
    }
}

/// The topic with the most words in the text. Of topics with equally many words, the first mentioned one wins. `None`
/// if the text has no word of any topic.
#[must_use]
pub fn topic_of(text: &str) -> Option<Topic> {
    let topics = Topic::ALL.map(|topic| (topic, vec![topic.name()]));
    strongest(&topics, &Text::new(text), |words| &words.topics, true)
}

/// The meaning whose sections have the most words in the text. `with_all` also counts words that choose no colours.
fn strongest<T: Copy>(
    meanings: &[(T, Vec<&str>)],
    text: &Text,
    sections: fn(&Words) -> &Vec<Section>,
    with_all: bool,
) -> Option<T> {
    let tokens = text.tokens();
    let told = |lists: Lists| {
        let counted = meanings.iter().filter_map(|(meaning, names)| {
            let mut words: BTreeSet<&str> = BTreeSet::new();
            for known in WORDS.iter() {
                let named = sections(known).iter().filter(|section| names.contains(&section.name));
                let listed = named.flat_map(|section| section.words.iter().copied());
                let counts = listed.filter_map(|word| match word.strip_prefix(NO_COLOURS) {
                    Some(word) => with_all.then_some(word),
                    None => Some(word),
                });
                let possible = counts.filter(|word| text.may_have(word, known, lists));
                words.extend(possible.filter(|word| text.mentions(word, &tokens).next().is_some()));
            }
            let found: Vec<usize> = words.iter().flat_map(|word| text.mentions(word, &tokens)).collect();
            Some((*meaning, found.len(), *found.iter().min()?))
        });
        let strongest = counted.min_by_key(|(_, count, first)| (usize::MAX - count, *first));
        strongest.map(|(meaning, ..)| meaning)
    };
    text.searches().iter().find_map(|lists| told(*lists))
}
