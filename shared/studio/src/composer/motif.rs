//! Motifs: the subjects that the composer can draw. The crate `topic` has the words that request them.

mod machines;
mod nature;
mod places;
pub(crate) mod sketch;
mod things;

use crate::composer::chance::Chance;
use colour::Rgb;
use sketch::Sketch;
use topic::{Reading, Topic};

/// A subject that the composer can draw.
#[derive(Clone, Copy)]
pub(crate) struct Motif {
    /// The name of the subject, as in the word files of `topic`; empty if the motif is abstract.
    name: &'static str,
    /// The motif's main colour. The palette keeps the background different from it.
    pub(crate) hero: Rgb,
    /// The tilt with which it is drawn, in degrees clockwise.
    pub(crate) tilt: f32,
    draw: fn(&mut Sketch),
}

const fn motif(draw: fn(&mut Sketch), hero: u32, tilt: f32, name: &'static str) -> Motif {
    Motif {
        name,
        hero: Rgb::hex(hero),
        tilt,
        draw,
    }
}

const ALL: [Motif; 41] = [
    motif(machines::rocket, 0xe8e4f0, 32.0, "rocket"),
    motif(machines::laptop, 0x3a4a70, -4.0, "laptop"),
    motif(machines::phone, 0x6a5bff, 10.0, "phone"),
    motif(machines::controller, 0x6c4dff, -10.0, "controller"),
    motif(machines::camera, 0x3a4470, -7.0, "camera"),
    motif(machines::robot, 0xe9eefb, 5.0, "robot"),
    motif(machines::gears, 0xd9b070, 0.0, "gear"),
    motif(machines::car, 0xff3f55, -3.0, "car"),
    motif(machines::headphones, 0xff4f81, 4.0, "headphones"),
    motif(machines::microphone, 0xff4f6d, 14.0, "microphone"),
    motif(places::mountain, 0x6070b8, 0.0, "mountain"),
    motif(places::globe, 0x2f8dff, -8.0, "globe"),
    motif(places::planet, 0xff6f9c, 0.0, "planet"),
    motif(places::island, 0xffc93c, 0.0, "island"),
    motif(places::house, 0xf0e0c8, 0.0, "house"),
    motif(places::city, 0x6b78dc, 0.0, "city"),
    motif(nature::cat, 0xff9f43, 4.0, "cat"),
    motif(nature::paw, 0xb9703a, 14.0, "paw"),
    motif(nature::plant, 0x37c76b, 0.0, "plant"),
    motif(nature::fire, 0xff5a1f, 0.0, "fire"),
    motif(nature::lightning, 0xffd52e, 6.0, "lightning"),
    motif(nature::heart, 0xff3b5c, -6.0, "heart"),
    motif(nature::burger, 0xe09a3e, -5.0, "burger"),
    motif(nature::coffee, 0xf4f6ff, -4.0, "coffee"),
    motif(nature::ghost, 0xf3f0ff, -6.0, "ghost"),
    motif(things::money, 0x35c46a, 0.0, "money"),
    motif(things::trophy, 0xffc52e, 6.0, "trophy"),
    motif(things::bulb, 0xffd83d, 8.0, "bulb"),
    motif(things::clock, 0xff5a5f, -6.0, "clock"),
    motif(things::target, 0xff3b4e, 0.0, "target"),
    motif(things::book, 0xe8ecf8, -4.0, "book"),
    motif(things::cap, 0x3d4fa5, -6.0, "graduation"),
    motif(things::dumbbell, 0xc03a48, -28.0, "dumbbell"),
    motif(things::padlock, 0xffc22e, 6.0, "lock"),
    motif(things::gift, 0xff4f7b, -7.0, "gift"),
    motif(things::flask, 0x4fd99a, 8.0, "flask"),
    motif(things::brush, 0xf3dcb8, -6.0, "palette"),
    motif(things::clapper, 0x2c3450, -7.0, "movie"),
    motif(things::ball, 0xff8a2b, 0.0, "basketball"),
    motif(things::bag, 0xff5b93, -6.0, "bag"),
    motif(things::gem, 0x35c8ff, 0.0, "gem"),
];

/// Motifs without a topic, drawn if no word requests a motif and the text has no topic.
const ABSTRACT: [Motif; 4] = [
    motif(things::gem, 0x35c8ff, -8.0, ""),
    motif(things::star_burst, 0xffcf2e, 8.0, ""),
    motif(places::planet, 0xff6f9c, 0.0, ""),
    motif(nature::lightning, 0xffd52e, 6.0, ""),
];

impl Motif {
    /// The drawing, in a square from 0 to 100 units.
    pub(crate) fn sketch(&self) -> Sketch {
        let mut sketch = Sketch::default();
        (self.draw)(&mut sketch);
        sketch
    }

    /// Whether the motif is one of [`ABSTRACT`], which no word requests.
    pub(crate) const fn is_abstract(&self) -> bool {
        self.name.is_empty()
    }
}

/// The largest number of motifs in a picture.
const MAX_SUBJECTS: usize = 2;

/// The motifs that the text names; or else the emblem of its topic, which is recognized in more languages; or else an
/// abstract motif.
pub(crate) fn asked_for(text: &str, reading: Reading, chance: &mut Chance) -> Vec<Motif> {
    let named = named(text);
    if !named.is_empty() {
        return named;
    }
    let emblem = reading.topic.and_then(emblem).and_then(of_name);
    emblem.or_else(|| chance.pick(&ABSTRACT).copied()).into_iter().collect()
}

/// The motifs that the text names, in the order in which it mentions them, at most [`MAX_SUBJECTS`].
pub(crate) fn named(text: &str) -> Vec<Motif> {
    topic::subjects(text)
        .into_iter()
        .filter_map(of_name)
        .take(MAX_SUBJECTS)
        .collect()
}

fn of_name(name: &str) -> Option<Motif> {
    ALL.into_iter().find(|motif| motif.name == name)
}

/// The name of the motif that stands for a topic.
const fn emblem(topic: Topic) -> Option<&'static str> {
    match topic {
        Topic::Gaming => Some("controller"),
        Topic::Tech => Some("robot"),
        Topic::Code => Some("laptop"),
        Topic::Money => Some("money"),
        Topic::Food => Some("burger"),
        Topic::Travel => Some("island"),
        Topic::Fitness => Some("dumbbell"),
        Topic::Beauty => Some("bag"),
        Topic::Science => Some("flask"),
        Topic::Space => Some("planet"),
        Topic::Music => Some("headphones"),
        Topic::Film => Some("movie"),
        Topic::Horror => Some("ghost"),
        Topic::Nature => Some("plant"),
        Topic::Pets => Some("paw"),
        Topic::Cars => Some("car"),
        Topic::History => Some("book"),
        Topic::News => Some("microphone"),
        Topic::Kids => Some("gift"),
        Topic::Home => Some("house"),
        Topic::Growth => Some("target"),
        Topic::Love => Some("heart"),
        Topic::Winter => Some("mountain"),
        Topic::Sport
        | Topic::Fashion
        | Topic::Education
        | Topic::Business
        | Topic::Art
        | Topic::Comedy
        | Topic::Vlog
        | Topic::Lifestyle
        | Topic::Photography => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn names(text: &str) -> Vec<&'static str> {
        let motifs = asked_for(text, Reading::of(text), &mut Chance::new("", 0));
        let named = |motif: &Motif| if motif.is_abstract() { "abstract" } else { motif.name };
        motifs.iter().map(named).collect()
    }

    #[test]
    fn words_select_the_motifs() {
        assert_eq!(names("Painting ROCKETS"), ["palette", "rocket"]);
        assert_eq!(names("How I earned $5,000"), ["money"]);
        assert_eq!(names("the best burger ever"), ["burger"]);
        assert_eq!(names("24 hours"), ["clock"]);
        assert_eq!(names("the seasonal scarf"), ["abstract"]);
        assert_eq!(names("Les meilleures recettes"), ["burger"]);
        assert_eq!(names(""), ["abstract"]);
        assert_eq!(names("猫がピアノを弾いた"), ["cat", "headphones"]);
        assert_eq!(names("서울 맛집 TOP 10"), ["burger", "city"]);
        assert_eq!(names("三天学会做菜"), ["burger"]);
        assert_eq!(names("cats, cats and a cat"), ["cat"]);
    }

    #[test]
    fn every_topic_with_colours_has_an_emblem() {
        for topic in Topic::ALL {
            let has_colours = topic.colours() == Some(topic);
            assert_eq!(emblem(topic).is_some(), has_colours, "{topic:?}");
            assert_eq!(emblem(topic).and_then(of_name).is_some(), has_colours, "{topic:?}");
        }
    }

    #[test]
    fn every_subject_has_a_motif() {
        let drawn: BTreeSet<&str> = ALL.iter().map(|motif| motif.name).collect();
        let named: BTreeSet<&str> = topic::subject_names().collect();
        assert_eq!(drawn, named);
    }

    #[test]
    fn every_motif_draws_its_parts_in_or_near_its_square() {
        for motif in ALL.iter().chain(&ABSTRACT) {
            let sketch = motif.sketch();
            assert!(sketch.parts().iter().any(|part| part.is_body));
            for part in sketch.parts() {
                let bounds = part.shape.as_ref().expect("every path parses").bounds();
                let near = -20.0..=120.0;
                assert!(
                    near.contains(&bounds.left()) && near.contains(&bounds.right()),
                    "{:?}: {bounds:?}",
                    motif.name
                );
                assert!(
                    near.contains(&bounds.top()) && near.contains(&bounds.bottom()),
                    "{:?}: {bounds:?}",
                    motif.name
                );
            }
        }
    }
}
