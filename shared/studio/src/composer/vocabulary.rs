//! What the composer knows about words: which carry the message and which only hold a sentence together.

/// Words that tell a painter what to make, not what to show.
const INSTRUCTIONS: &str = "\
    make create generate design draw thumbnail thumbnails image picture photo video youtube cover style styled \
    cinematic realistic photorealistic 4k 8k hd uhd ultra detailed background text title headline saying says please \
    showing illustration render vibrant colors colours lighting eye-catching clickable";

/// Words that say nothing on their own.
const SMALL: &str = "\
    a an the of for to in on at by with and or but is are was be my your our his her its their this that these those \
    it i we you me us from into as about some very how why what which who when where while will can should would \
    there here has have had i'm it's de la el le les der die das und et y un une ein eine над под и в на с";

/// Words after which a sentence goes on about something else.
const LINKS: &str = "\
    of for in on at by with and or but from into as about that which who when where while without over under every \
    everyone near during after before behind next";

/// Words that carry feeling.
const STRONG: &str = "\
    free best worst never always secret secrets stop now new first last easy fast huge insane crazy ultimate epic \
    truth lie lies mistake mistakes win lose dead broken impossible perfect million billion money rich zero hero \
    wrong finally real hidden quit viral died alone forever banned exposed gone why";

/// Words that a headline does not begin with.
const ARTICLES: &str = "a an the some my your our this that and";

/// Whether the word is about the picture as such.
pub(crate) fn is_instruction(word: &str) -> bool {
    is_among(INSTRUCTIONS, word)
}

/// Whether the word only holds a sentence together.
pub(crate) fn is_small(word: &str) -> bool {
    is_among(SMALL, word)
}

/// Whether a sentence may be cut before the word.
pub(crate) fn is_link(word: &str) -> bool {
    is_among(LINKS, word)
}

/// Whether the word is worth emphasis.
pub(crate) fn is_strong(word: &str) -> bool {
    is_among(STRONG, word)
}

/// Whether the word is dropped from the beginning of a headline.
pub(crate) fn is_article(word: &str) -> bool {
    is_among(ARTICLES, word)
}

fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}
