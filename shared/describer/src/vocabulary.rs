//! The vocabulary of the enhancer: settings, light and colours, selected by words of the prompt.

use crate::words::most_used;

/// Setting, light and colours that suit a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scene {
    /// The words that select this scene, in the format of [`most_used`].
    words: &'static str,
    pub(crate) setting: &'static str,
    pub(crate) light: &'static str,
    pub(crate) colours: &'static str,
}

const SCENES: [Scene; 13] = [
    Scene {
        words: "game gaming gamer minecraft fortnite esport speedrun controller console",
        setting: "a dark gaming room with glowing screens far out of focus",
        light: "coloured rim light from both sides, a bright key light on the subject",
        colours: "deep violet and blue with one electric accent in lime or cyan",
    },
    Scene {
        words: "code coding programming programmer developer software rust python javascript ai robot tech \
            technology laptop computer data app",
        setting: "a clean dark workspace with a softly blurred screen glow",
        light: "cool screen light from the front, a warm rim light from behind",
        colours: "navy and graphite with one bright accent in cyan or amber",
    },
    Scene {
        words: "food cook cooking recipe burger pizza restaurant chef eat eating bake baking coffee meal",
        setting: "a rustic kitchen counter, steam rising, the background far out of focus",
        light: "warm window light from the upper left, glossy highlights",
        colours: "warm browns and oranges with fresh green as the accent",
    },
    Scene {
        words: "money business invest investing finance stock crypto bitcoin income rich salary market startup",
        setting: "an uncluttered studio with a rising chart suggested in the background",
        light: "hard key light from the upper left, golden reflections",
        colours: "deep green with gold as the accent",
    },
    Scene {
        words: "travel trip beach island vacation holiday ocean sea summer flight city street",
        setting: "a wide vista of the place with a clear horizon in the upper third",
        light: "low golden sun with long shadows",
        colours: "turquoise and sand with a coral accent",
    },
    Scene {
        words: "mountain hike hiking climb climbing adventure survival camping snow forest nature wild",
        setting: "a dramatic landscape, layered by haze into near, middle and far",
        light: "low sun breaking through clouds, a rim of light on the subject",
        colours: "cold blues with one warm orange accent",
    },
    Scene {
        words: "horror scary ghost haunted mystery crime dark creepy halloween night",
        setting: "a foggy night scene with a single source of light in the distance",
        light: "hard light from below or behind, deep shadows",
        colours: "near-black teal with one sickly green or blood-orange accent",
    },
    Scene {
        words: "fitness gym workout muscle run running sport football soccer basketball training athlete",
        setting: "a dark arena or gym with haze in the air",
        light: "strong rim lights from both sides, sweat and texture visible",
        colours: "charcoal with a saturated orange or yellow accent",
    },
    Scene {
        words: "space rocket planet galaxy astronaut universe moon mars science physic",
        setting: "deep space with a large curved horizon and sparse stars",
        light: "one hard sun from the side, a thin rim of light",
        colours: "deep blue and violet with a glowing orange accent",
    },
    Scene {
        words: "music song guitar piano dj concert singer beat podcast interview microphone",
        setting: "a stage or studio with soft lamps out of focus",
        light: "a warm spotlight on the subject, coloured haze behind",
        colours: "magenta and indigo with a yellow accent",
    },
    Scene {
        words: "car race racing drive driving motorcycle truck engine",
        setting: "an open road or a garage with speed streaks in the background",
        light: "a low sun from the side, crisp reflections on the metal",
        colours: "steel blue with a bright orange accent",
    },
    Scene {
        words: "cat dog pet puppy kitten animal bird horse",
        setting: "a simple, softly blurred place that fits the animal",
        light: "soft daylight from the upper left, a catch light in the eyes",
        colours: "a calm complementary background with one cheerful accent",
    },
    Scene {
        words: "learn study school exam book tutorial course lesson teacher student tip guide explained",
        setting: "a tidy desk or plain studio backdrop with much empty space",
        light: "bright, even key light with a soft shadow",
        colours: "clear blue with yellow as the accent",
    },
];

/// The scene for a text without any word of the vocabulary.
const DEFAULT_SCENE: Scene = Scene {
    words: "",
    setting: "a simple, uncluttered place that fits the subject, far out of focus",
    light: "one key light from the upper left and a rim of light that lifts the subject off the background",
    colours: "one dominant dark colour, one bright accent far from it in hue, one neutral",
};

/// The scene whose words the text uses most. If several scenes tie, the first in the list wins.
pub(crate) fn scene_for(text: &str) -> Scene {
    most_used(&SCENES, text, |scene| scene.words)
        .copied()
        .unwrap_or(DEFAULT_SCENE)
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
    fn the_scene_with_the_most_words_wins() {
        assert!(
            scene_for("coding a game in rust on my laptop")
                .setting
                .contains("workspace")
        );
    }
}
