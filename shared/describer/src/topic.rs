//! Finds the topic of a title.

use crate::words::most_used;

struct Topic {
    name: &'static str,
    /// The words of the topic, in the format of [`most_used`].
    words: &'static str,
}

const TOPICS: [Topic; 20] = [
    Topic {
        name: "gaming",
        words: "game gaming gamer gameplay minecraft fortnite roblox gta valorant esport speedrun playthrough \
            walkthrough xbox playstation nintendo pokemon zelda twitch",
    },
    Topic {
        name: "music",
        words: "music song album guitar piano drum dj concert singer band beat remix lyric lyrics playlist lofi jazz \
            hiphop rap orchestra karaoke acoustic",
    },
    Topic {
        name: "cooking",
        words: "food cook cooking recipe burger pizza pasta restaurant chef eat eating bake baking bread cake coffee \
            meal kitchen dinner breakfast vegan bbq dessert",
    },
    Topic {
        name: "travel",
        words: "travel traveling travelling trip beach island vacation holiday flight hotel backpacking itinerary \
            roadtrip cruise tourist passport",
    },
    Topic {
        name: "technology",
        words: "code coding programming programmer developer software rust python javascript ai robot tech technology \
            laptop computer phone smartphone iphone android gadget unboxing gpu linux startup cybersecurity",
    },
    Topic {
        name: "education",
        words: "learn learning study school exam homework tutorial course lesson lecture teacher student university \
            explained grammar classroom",
    },
    Topic {
        name: "sports",
        words: "sport football soccer basketball baseball tennis golf hockey rugby cricket boxing wrestling skateboard \
            surfing ski skiing athlete nba nfl fifa olympic olympics championship marathon",
    },
    Topic {
        name: "finance",
        words: "money invest investing investment finance financial stock crypto bitcoin ethereum income dividend budget \
            tax mortgage trading inflation savings wealth",
    },
    Topic {
        name: "fitness",
        words: "fitness gym workout muscle exercise yoga pilates cardio abs squat bodybuilding calisthenic \
            calisthenics hiit stretching",
    },
    Topic {
        name: "beauty",
        words: "beauty makeup skincare skin lipstick eyeliner eyeshadow hair hairstyle nail manicure cosmetic perfume \
            foundation mascara",
    },
    Topic {
        name: "news",
        words: "news breaking election president parliament politics political headline journalist war minister",
    },
    Topic {
        name: "comedy",
        words: "comedy comedian funny joke prank meme sketch parody hilarious standup laugh blooper",
    },
    Topic {
        name: "nature",
        words: "nature wildlife animal forest mountain ocean river waterfall bird cat dog puppy kitten horse garden \
            flower plant hike hiking camping landscape sunset wilderness safari",
    },
    Topic {
        name: "cars",
        words: "car supercar racing motorcycle motorbike truck engine tesla bmw ferrari porsche mustang drift garage \
            horsepower automotive",
    },
    Topic {
        name: "science",
        words: "science scientist physics chemistry biology space rocket planet galaxy astronaut universe moon mars \
            experiment laboratory quantum nasa astronomy dinosaur",
    },
    Topic {
        name: "art",
        words: "art artist drawing painting paint watercolor watercolour sculpture illustration sketchbook procreate \
            calligraphy pottery museum",
    },
    Topic {
        name: "fashion",
        words: "fashion outfit dress clothes clothing sneaker shoe jewelry jewellery handbag streetwear runway lookbook \
            wardrobe",
    },
    Topic {
        name: "kids",
        words: "kid child children baby toddler nursery toy lego preschool cartoon fairytale rhyme",
    },
    Topic {
        name: "business",
        words: "business entrepreneur marketing sale sales ecommerce dropshipping company ceo branding productivity \
            leadership negotiation freelance career interview",
    },
    Topic {
        name: "vlog",
        words: "vlog vlogger vlogmas grwm routine storytime daily lifestyle",
    },
];

/// The topic whose words the title uses most. If several topics tie, the first in the list wins.
pub(crate) fn topic(title: &str) -> Option<&'static str> {
    most_used(&TOPICS, title, |topic| topic.words).map(|topic| topic.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_title_select_its_topic() {
        for (title, expected) in [
            ("Minecraft gameplay #3", Some("gaming")),
            ("Easy pasta recipes", Some("cooking")),
            ("I built a GPU cluster", Some("technology")),
            ("Stocks I am investing in", Some("finance")),
            ("My morning routine VLOG", Some("vlog")),
            ("Summer makeup tutorial: lipstick", Some("beauty")),
            ("qwertz", None),
            ("", None),
        ] {
            assert_eq!(topic(title), expected, "{title}");
        }
    }
}
