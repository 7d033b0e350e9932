//! Ranks the concepts that a text names.

use super::{
    findings::Findings,
    search::{Field, Found, Mention},
};
use crate::{
    choice::{Choice, Reason, Subject},
    concept::{Class, Concept, concept, picture_of, shown_by},
    language::{Language, feature::Feature},
    words::{index::Likeness, spelling},
};
use std::collections::BTreeMap;

/// The factor of an emoji of the brief: higher than any word's score.
const EMOJI: f32 = 4.0;
/// The factor of an emoji that only adds a feeling, such as a crying face: lower than the factor of a thing that a word
/// names.
const FELT_EMOJI: f32 = 0.4;
/// The factor of an emoji that only stresses the words, such as a flame at the end: too low to be drawn.
const STRESSING_EMOJI: f32 = 0.15;
/// The emoji that only stress the words.
const STRESSING: &str = "❤♥💕💖💗💙💚💛🧡💜🖤🤍🔥💯✨⚡💥⭐🌟🎉🚨⚠❗❓‼⁉👇👉👆👈☝🙌👏💪🙏👀✅❌📌";
/// The factor of a flag, which only shows where something happens, as the name of a country does.
const FLAG: f32 = 0.6;
/// The weight of further mentions of a concept.
const REPEATED: f32 = 0.15;
/// How much a word's score falls with each word before it.
const LATER: f32 = 0.04;

/// The line of a brief that says what the video is about, as in "topic: bees", counts this much more.
const TOPIC_LINE: f32 = 1.8;
/// A word that only says where something happens counts this much less.
const PLACE: f32 = 0.7;
/// The same, if a person is there: in "a woman by the window", the woman is the subject.
const OCCUPIED_PLACE: f32 = 0.55;
/// The most words between an object and the one who acts on it, in a language whose relative clauses come first.
const RELATIVE_CLAUSE: usize = 2;
/// A word after "about" counts this much more.
const ABOUT: f32 = 1.2;

/// Activities, kinds of videos and symbols that give way to the thing that the video is about: in "restoring a violin",
/// the violin.
const ACTIVITIES: [&str; 25] = [
    "film_title",
    "anime_title",
    "construction",
    "tools",
    "studying",
    "shopping",
    "cash",
    "computer_repair",
    "teacher",
    "palette",
    "chain_break",
    "footprints",
    "waving",
    "interior_design",
    "stethoscope",
    "white_flag",
    "police_light",
    "livestream",
    "crystal_ball",
    "location_pin",
    "night_cityscape",
    "price_tag",
    "exit",
    "hunting",
    "robbery",
];
/// Concepts that give way a little to other things. Their picture suits the prompt, but says less: a pan, notes, a
/// clapperboard.
const HALF_ACTIVITIES: [&str; 51] = [
    "addiction",
    "autumn_leaves",
    "awareness_ribbon",
    "baking",
    "cleaning",
    "cooking",
    "dance",
    "diet",
    "exam",
    "flea_market",
    "food",
    "food_allergy",
    "friend",
    "game_title",
    "garden",
    "gear",
    "gold_medal",
    "graduation",
    "gym",
    "house",
    "houseplant",
    "ice",
    "inflation",
    "interview",
    "law",
    "limescale",
    "local_dish",
    "map",
    "microscope",
    "money",
    "movie",
    "music",
    "notes",
    "package",
    "payslip",
    "plant",
    "puzzle",
    "restaurant",
    "school",
    "scissors",
    "shop",
    "shower",
    "spending",
    "spring_season",
    "storage",
    "summer",
    "trophy",
    "vegetable_garden",
    "video_game",
    "walking",
    "winter",
];
/// Concepts with words that may be units behind a number: "26 metros" are metres and no subway, "-20 डिग्री", "25
/// pièces".
const UNITS: [&str; 11] = [
    "money",
    "cash",
    "euro",
    "yen",
    "pound_sterling",
    "coin",
    "subway",
    "graduation",
    "staircase",
    "calendar",
    "foot",
];
/// Persons who only own the recipe in prompts about food: "my grandmother's soup".
const COOKS: [&str; 3] = ["grandmother", "mother", "grandfather"];

pub(crate) fn ranked(findings: Findings) -> Choice {
    let niche = niche(&findings);
    let mut subjects: Vec<Subject> = Vec::new();
    for (order, (field, emoji)) in findings.emoji.iter().enumerate() {
        let concept = shown_by(emoji);
        let highest = match emoji.chars().next() {
            Some(first) if STRESSING.contains(first) => STRESSING_EMOJI,
            Some('\u{1f1e6}'..='\u{1f1ff}') => FLAG,
            _ if only_adds_feeling(emoji, concept) => FELT_EMOJI,
            _ => EMOJI,
        };
        let factor = highest / (1.0 + LATER * order as f32) * if *field == Field::Title { 1.1 } else { 1.0 };
        subjects.push(Subject {
            id: concept.map_or_else(|| emoji.clone(), |concept| concept.id.to_owned()),
            picture: picture_of(emoji),
            class: concept.map_or(Class::Thing, |concept| concept.class),
            word: emoji.clone(),
            score: factor,
            reasons: vec![Reason { name: "emoji", factor }],
        });
    }
    let is_counted =
        |mention: &&Mention| (mention.is_noun || !mention.entry.is_often_verb) && is_meant(mention, &findings, niche);
    let mentions: Vec<&Mention> = findings.mentions.iter().filter(is_counted).collect();
    for (at, mention) in mentions.iter().enumerate() {
        let Some(concept) = concept(mention.concept) else {
            continue;
        };
        let next = mentions.get(at + 1..).unwrap_or_default().iter();
        let next = next.filter(|next| next.field == mention.field).find(|next| {
            // In "a cat and a violin", the violin is not the head of a compound.
            next.at == mention.at + mention.words
                && next.clause == mention.clause
                && next.joined_to.is_none()
                && is_head(next.concept)
        });
        // "Cooking for" is listed, too: the word after it is not its head.
        let last = mention.word.rsplit(' ').next().map(spelling::key).unwrap_or_default();
        let is_before_head = next.is_some() && !findings.language.grammar().is_preposition(&last);
        let reasons = reasons(mention, concept, &findings, is_before_head, niche == Some("food"));
        let score = reasons.iter().map(|reason| reason.factor).product();
        merge(
            &mut subjects,
            Subject {
                id: concept.id.to_owned(),
                picture: concept.picture(),
                class: concept.class,
                word: mention.word.clone(),
                score,
                reasons,
            },
        );
    }
    // The sort is stable, so of equal scores the first mentioned wins.
    subjects.sort_by(|one, other| other.score.total_cmp(&one.score));
    let id = |at: u16| concept(at).map(|concept| concept.id.to_owned());
    let joined = mentions
        .iter()
        .filter_map(|mention| Some((mention.joined_to?, mention.concept)));
    let actors = || mentions.iter().filter(|mention| can_be_head(mention.concept));
    let deeds = actors().zip(actors().skip(1));
    let deeds = deeds.filter_map(|(one, other)| deed(one, other, findings.language));
    let pairs = joined.chain(deeds).filter_map(|(one, other)| id(one).zip(id(other)));
    Choice {
        language: findings.language,
        niche,
        pairs: pairs.collect(),
        subjects,
    }
}

/// An animal or a person, and the thing that they act on: "a raccoon stealing a pizza". In some languages, the thing
/// may come first: "偷披萨的浣熊".
fn deed(one: &Mention, other: &Mention, language: Language) -> Option<(u16, u16)> {
    let gap = other.at.checked_sub(one.at + one.words)?;
    let is_apart = gap > 0 || language.has(Feature::Unspaced);
    let is_done = acts(one) && is_thing(other) && other.reach.is_some_and(|reach| gap <= reach);
    let is_near = one.reach.is_some() && gap <= RELATIVE_CLAUSE;
    let is_relative = language.has(Feature::RelativesFirst) && is_thing(one) && is_near && acts(other);
    let is_same_clause = one.field == other.field && one.clause == other.clause;
    let is_deed = is_same_clause && is_apart && !other.is_negated && (is_done || is_relative);
    is_deed.then_some((one.concept, other.concept))
}

/// Whether it is a person or an animal, which can act.
fn acts(mention: &Mention) -> bool {
    matches!(class_of(mention), Some(Class::Animal | Class::Person))
}

fn class_of(mention: &Mention) -> Option<Class> {
    concept(mention.concept).map(|concept| concept.class)
}

fn is_thing(mention: &Mention) -> bool {
    matches!(
        class_of(mention),
        Some(
            Class::Thing
                | Class::Animal
                | Class::Food
                | Class::Drink
                | Class::Plant
                | Class::Instrument
                | Class::Vehicle
                | Class::Tool
        )
    )
}

/// Whether an emoji only adds a feeling to the words: a yellow face, or the symbol of a feeling.
fn only_adds_feeling(emoji: &str, concept: Option<&Concept>) -> bool {
    let is_face =
        |c: char| matches!(c, '\u{1f600}'..='\u{1f637}' | '\u{1f641}'..='\u{1f644}' | '\u{1f970}'..='\u{1f97a}');
    emoji.chars().next().is_some_and(is_face)
        || emoji == "🥹"
        || concept.is_some_and(|concept| !concept.class.is_thing())
}

/// Adds a subject. Of several mentions of a concept the best counts, and the others raise its score a little.
fn merge(subjects: &mut Vec<Subject>, subject: Subject) {
    let Some(known) = subjects.iter_mut().find(|known| known.id == subject.id) else {
        subjects.push(subject);
        return;
    };
    let (mut better, other) = if subject.score > known.score {
        (subject, known.score)
    } else {
        (known.clone(), subject.score)
    };
    let factor = 1.0 + REPEATED * other / better.score.max(f32::EPSILON);
    better.score *= factor;
    better.reasons.push(Reason {
        name: "mentioned again",
        factor,
    });
    *known = better;
}

/// The niche of most words that count in every prompt, or else the topic of the text.
fn niche(findings: &Findings) -> Option<&'static str> {
    let mut votes: BTreeMap<&'static str, usize> = BTreeMap::new();
    let counted = findings
        .mentions
        .iter()
        .filter(|mention| mention.entry.niche.is_none() && !mention.is_order);
    for concept in counted.filter_map(|mention| concept(mention.concept)) {
        if concept.niche != "abstract" {
            *votes.entry(concept.niche).or_default() += 1;
        }
    }
    if let Some(topic) = findings.topic {
        *votes.entry(topic).or_default() += 1;
    }
    let most = votes.values().max().copied()?;
    let of_topic = findings.topic.filter(|topic| votes.get(topic) == Some(&most));
    of_topic.or_else(|| votes.iter().find(|(_, count)| **count == most).map(|(niche, _)| *niche))
}

/// Whether a word means this concept. A meaning with the mark of a niche applies only if the prompt has the niche. A
/// meaning without a mark applies only if no marked meaning of the word does.
fn is_meant(mention: &Mention, findings: &Findings, niche: Option<&str>) -> bool {
    let here = |other: &&Mention| (other.field, other.at) == (mention.field, mention.at);
    match mention.entry.niche {
        Some(wanted) => agrees(wanted, mention, findings, niche),
        None => !findings.mentions.iter().filter(here).any(|other| {
            let wanted = other.entry.niche;
            wanted.is_some_and(|wanted| agrees(wanted, other, findings, niche))
        }),
    }
}

/// Whether the prompt has the niche that a word's mark demands: by its topic, or by another word.
fn agrees(wanted: &str, mention: &Mention, findings: &Findings, niche: Option<&str>) -> bool {
    let is_other =
        |other: &&Mention| other.entry.niche.is_none() && (other.field, other.at) != (mention.field, mention.at);
    let others = findings.mentions.iter().filter(is_other);
    let mut concepts = others.filter_map(|other| concept(other.concept));
    niche == Some(wanted) || findings.topic == Some(wanted) || concepts.any(|concept| concept.niche == wanted)
}

fn reasons(
    mention: &Mention,
    concept: &Concept,
    findings: &Findings,
    is_before_head: bool,
    is_about_food: bool,
) -> Vec<Reason> {
    let words = mention.words.min(4) as f32;
    let field = match mention.field {
        Field::Prompt if findings.has_title => 0.6,
        Field::Title | Field::Prompt => 1.0,
    };
    let found = match mention.found {
        Found::Whole(Likeness::Same) => 1.0,
        Found::Inflected => 0.98,
        Found::Whole(Likeness::SameStem) => 0.9,
        Found::Whole(Likeness::WithoutAccents) => 0.85,
        Found::Whole(Likeness::EmojiName) => 0.8,
        // Games and brands have the same name in all languages.
        Found::Foreign if matches!(concept.class, Class::Game | Class::Brand) => 1.0,
        Found::Foreign => 0.8,
        Found::Part => 0.7,
    };
    let judged = [
        ("class", class(concept.class)),
        ("activity", activity(concept.id)),
        (
            "unit of a number",
            if_applies(mention.is_counted && UNITS.contains(&concept.id), 0.5),
        ),
        (
            "whose recipe it is",
            if_applies(is_about_food && COOKS.contains(&concept.id), 0.3),
        ),
        ("in the prompt, not the title", field),
        ("place in the text", 1.0 / (1.0 + LATER * mention.at as f32)),
        (
            "later sentence",
            if mention.is_topic {
                1.0
            } else {
                0.85_f32.powi(i32::try_from(mention.clause.min(6)).unwrap_or(6))
            },
        ),
        // In "pasta with white beans", the pasta is the dish.
        ("compound", if_applies(!mention.is_linked, 1.0 + 0.15 * (words - 1.0))),
        ("likeness of the word", found),
        ("topic", if_applies(mention.is_topic, TOPIC_LINE)),
        ("about", if_applies(mention.is_about, ABOUT)),
        (
            "before the head noun",
            if_applies(is_before_head && findings.language.has(Feature::HeadIsLast), 0.85),
        ),
        (
            "where it happens",
            if_applies(
                mention.is_place && can_be_place(concept.class),
                place(mention, findings),
            ),
        ),
        (
            "whom it is for",
            if_applies(mention.is_audience && concept.class == Class::Person, 0.3),
        ),
        ("negated", if_applies(mention.is_negated, 0.5)),
        ("no noun", if_applies(mention.is_lower_case, 0.7)),
        ("part of a name", if_applies(names_by_chance(mention, concept), 0.4)),
        (
            "lacks the accents that the writer types",
            if_applies(mention.lacks_accents, 0.6),
        ),
        ("order to a designer", if_applies(mention.is_order, 0.1)),
        ("says how the picture looks", if_applies(mention.is_aside, 0.2)),
    ];
    let told = judged
        .into_iter()
        .filter(|(_, factor)| (factor - 1.0).abs() > f32::EPSILON);
    told.map(|(name, factor)| Reason { name, factor }).collect()
}

/// The factor of a reason, or 1 if the reason does not apply.
const fn if_applies(applies: bool, factor: f32) -> f32 {
    if applies { factor } else { 1.0 }
}

/// Whether a word in a name names the concept only by chance: "Leone" in "Sergio Leone" is no lion.
const fn names_by_chance(mention: &Mention, concept: &Concept) -> bool {
    mention.is_in_name && !concept.class.is_name()
}

/// The factor of a place.
fn place(mention: &Mention, findings: &Findings) -> f32 {
    let here = |other: &&Mention| (other.field, other.clause) == (mention.field, mention.clause);
    let mut others = findings.mentions.iter().filter(here);
    let is_person = |mention: &Mention| class_of(mention) == Some(Class::Person);
    if others.any(is_person) { OCCUPIED_PLACE } else { PLACE }
}

/// Whether things happen in, on or at things of this class. "On the harp" is about the harp.
const fn can_be_place(class: Class) -> bool {
    let is_used = matches!(class, Class::Instrument | Class::Sport | Class::Tool);
    !is_used && !class.is_name() && !matches!(class, Class::Animal | Class::Person | Class::Profession)
}

/// Whether a concept can be the head of a compound. An activity cannot, nor a feeling: in "cat shopping", the cat is
/// the thing.
fn can_be_head(at: u16) -> bool {
    concept(at).is_some_and(|concept| !ACTIVITIES.contains(&concept.id) && concept.class.is_thing())
}

/// Whether a concept counts as the head of a compound: nothing that gives way to other things.
fn is_head(at: u16) -> bool {
    can_be_head(at) && concept(at).is_some_and(|concept| !HALF_ACTIVITIES.contains(&concept.id))
}

/// The rank of an activity.
fn activity(id: &str) -> f32 {
    if ACTIVITIES.contains(&id) {
        0.45
    } else if HALF_ACTIVITIES.contains(&id) {
        0.7
    } else {
        1.0
    }
}

/// The rank of a class.
const fn class(class: Class) -> f32 {
    match class {
        Class::Thing
        | Class::Animal
        | Class::Food
        | Class::Drink
        | Class::Plant
        | Class::Landmark
        | Class::Instrument
        | Class::Vehicle
        | Class::Tool
        | Class::Game
        | Class::Sport => 1.0,
        Class::Place | Class::Brand | Class::Event | Class::Weather => 0.85,
        Class::Profession => 0.8,
        Class::Body => 0.8,
        Class::City | Class::Person => 0.65,
        Class::Country => 0.5,
        Class::Feeling => 0.35,
        Class::Abstract => 0.25,
    }
}
