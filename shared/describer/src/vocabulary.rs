//! The vocabulary of the enhancer: colours that suit a topic.

use lexicon::{Topic, topic_of};

/// The colours for a topic without its own.
const DEFAULT_COLOURS: &str = "one dominant dark colour, one bright accent far from it in hue, one neutral";

/// The colours for the topic of a text.
pub(crate) fn colours_for(text: &str) -> &'static str {
    topic_of(text).map_or(DEFAULT_COLOURS, colours)
}

const fn colours(topic: Topic) -> &'static str {
    match topic {
        Topic::Gaming => "deep violet and blue with one electric accent in lime or cyan",
        Topic::Tech | Topic::Code => "navy and graphite with one bright accent in cyan or amber",
        Topic::Food => "warm browns and oranges with fresh green as the accent",
        Topic::Money | Topic::Business => "deep green with gold as the accent",
        Topic::Travel => "turquoise and sand with a coral accent",
        Topic::Nature | Topic::Winter => "cold blues with one warm orange accent",
        Topic::Horror => "near-black teal with one sickly green or blood-orange accent",
        Topic::Fitness | Topic::Sport => "charcoal with a saturated orange or yellow accent",
        Topic::Space | Topic::Science => "deep blue and violet with a glowing orange accent",
        Topic::Music => "magenta and indigo with a yellow accent",
        Topic::Cars => "steel blue with a bright orange accent",
        Topic::Pets => "a calm complementary background with one cheerful accent",
        Topic::Education | Topic::Growth => "clear blue with yellow as the accent",
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
        | Topic::Photography => DEFAULT_COLOURS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_select_its_colours() {
        assert!(colours_for("Best GAMES of the year").contains("violet"));
        assert!(colours_for("a rocket to mars").contains("deep blue"));
        assert_eq!(colours_for("qwertz"), DEFAULT_COLOURS);
        assert_eq!(colours_for(""), DEFAULT_COLOURS);
    }

    #[test]
    fn the_topic_with_the_most_words_selects_the_colours() {
        assert!(colours_for("coding a game in rust on my laptop").contains("graphite"));
    }
}
