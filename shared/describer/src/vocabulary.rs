//! The vocabulary of the enhancer: settings, light and colours that suit a topic.

use lexicon::{Topic, topic_of};

/// Setting, light and colours that suit a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    pub(crate) setting: &'static str,
    pub(crate) light: &'static str,
    pub(crate) colours: &'static str,
}

/// The scene for a topic without one of its own.
const DEFAULT_SCENE: Scene = Scene {
    setting: "a simple, uncluttered place that fits the subject, far out of focus",
    light: "one key light from the upper left and a rim of light that lifts the subject off the background",
    colours: "one dominant dark colour, one bright accent far from it in hue, one neutral",
};

/// The scene for the topic of a text.
pub(crate) fn scene_for(text: &str) -> Scene {
    topic_of(text).map_or(DEFAULT_SCENE, scene)
}

const fn scene(topic: Topic) -> Scene {
    match topic {
        Topic::Gaming => Scene {
            setting: "a dark gaming room with glowing screens far out of focus",
            light: "coloured rim light from both sides, a bright key light on the subject",
            colours: "deep violet and blue with one electric accent in lime or cyan",
        },
        Topic::Tech | Topic::Code => Scene {
            setting: "a clean dark workspace with a softly blurred screen glow",
            light: "cool screen light from the front, a warm rim light from behind",
            colours: "navy and graphite with one bright accent in cyan or amber",
        },
        Topic::Food => Scene {
            setting: "a rustic kitchen counter, steam rising, the background far out of focus",
            light: "warm window light from the upper left, glossy highlights",
            colours: "warm browns and oranges with fresh green as the accent",
        },
        Topic::Money | Topic::Business => Scene {
            setting: "an uncluttered studio with a rising chart suggested in the background",
            light: "hard key light from the upper left, golden reflections",
            colours: "deep green with gold as the accent",
        },
        Topic::Travel => Scene {
            setting: "a wide vista of the place with a clear horizon in the upper third",
            light: "low golden sun with long shadows",
            colours: "turquoise and sand with a coral accent",
        },
        Topic::Nature | Topic::Winter => Scene {
            setting: "a dramatic landscape, layered by haze into near, middle and far",
            light: "low sun breaking through clouds, a rim of light on the subject",
            colours: "cold blues with one warm orange accent",
        },
        Topic::Horror => Scene {
            setting: "a foggy night scene with a single source of light in the distance",
            light: "hard light from below or behind, deep shadows",
            colours: "near-black teal with one sickly green or blood-orange accent",
        },
        Topic::Fitness | Topic::Sport => Scene {
            setting: "a dark arena or gym with haze in the air",
            light: "strong rim lights from both sides, sweat and texture visible",
            colours: "charcoal with a saturated orange or yellow accent",
        },
        Topic::Space | Topic::Science => Scene {
            setting: "deep space with a large curved horizon and sparse stars",
            light: "one hard sun from the side, a thin rim of light",
            colours: "deep blue and violet with a glowing orange accent",
        },
        Topic::Music => Scene {
            setting: "a stage or studio with soft lamps out of focus",
            light: "a warm spotlight on the subject, coloured haze behind",
            colours: "magenta and indigo with a yellow accent",
        },
        Topic::Cars => Scene {
            setting: "an open road or a garage with speed streaks in the background",
            light: "a low sun from the side, crisp reflections on the metal",
            colours: "steel blue with a bright orange accent",
        },
        Topic::Pets => Scene {
            setting: "a simple, softly blurred place that fits the animal",
            light: "soft daylight from the upper left, a catch light in the eyes",
            colours: "a calm complementary background with one cheerful accent",
        },
        Topic::Education | Topic::Growth => Scene {
            setting: "a tidy desk or plain studio backdrop with much empty space",
            light: "bright, even key light with a soft shadow",
            colours: "clear blue with yellow as the accent",
        },
        Topic::Beauty
        | Topic::Film
        | Topic::History
        | Topic::News
        | Topic::Kids
        | Topic::Home
        | Topic::Love
        | Topic::Fashion
        | Topic::Art
        | Topic::Comedy
        | Topic::Vlog
        | Topic::Lifestyle
        | Topic::Photography => DEFAULT_SCENE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_select_its_scene() {
        assert!(scene_for("Best GAMES of the year").setting.contains("gaming"));
        assert!(scene_for("a rocket to mars").setting.contains("space"));
        assert_eq!(scene_for("qwertz"), DEFAULT_SCENE);
        assert_eq!(scene_for(""), DEFAULT_SCENE);
    }

    #[test]
    fn the_topic_with_the_most_words_selects_the_scene() {
        assert!(
            scene_for("coding a game in rust on my laptop")
                .setting
                .contains("workspace")
        );
    }
}
