//! Headlines in Thai, Lao, Khmer and Burmese, which have spaces between phrases and none between words.

use crate::composer::writing::is_southeastern;
use icu_segmenter::{WordSegmenter, WordSegmenterBorrowed, options::WordBreakInvariantOptions};
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation;

/// The largest length of a headline that is picked from a prompt, in graphemes; viewers do not read more.
const MAX_PICKED: usize = 30;
/// The largest length of a clause that is kept whole, in graphemes.
const MAX_WHOLE: usize = 40;
/// The smallest length of a word that stands alone, in graphemes. A shorter one is joined to the word before it.
const MIN_WORD: usize = 2;
/// Characters that may not begin a line: signs of repetition and abbreviation, full stops.
const NEVER_FIRST: &str = "ๆฯ๚๛ໆຯ។៕៖ៗ៘៚၊။";

static SEGMENTER: LazyLock<WordSegmenterBorrowed<'static>> =
    LazyLock::new(|| WordSegmenter::new_lstm(WordBreakInvariantOptions::default()));

/// Whether the text is mostly in one of these scripts.
pub(crate) fn is_mostly(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (here, others) = letters.fold((0, 0), |(here, others), c| {
        let is_here = is_southeastern(c);
        (here + usize::from(is_here), others + usize::from(!is_here))
    });
    here > others
}

/// The words of a text without spaces.
pub(crate) fn words(text: &str) -> Vec<String> {
    let graphemes: Vec<usize> = text.grapheme_indices(true).map(|(at, _)| at).collect();
    let mut words: Vec<String> = Vec::new();
    let mut start = 0;
    for end in SEGMENTER.segment_str(text).chain([text.len()]).filter(|end| *end > 0) {
        let begins = text.get(end..).and_then(|rest| rest.chars().next());
        let may_end = begins.is_none_or(|c| is_southeastern(c) && !NEVER_FIRST.contains(c) && graphemes.contains(&end));
        let Some(word) = text.get(start..end).filter(|word| may_end && !word.is_empty()) else {
            continue;
        };
        start = end;
        let is_short = word.graphemes(true).count() < MIN_WORD;
        match words.last_mut() {
            Some(last) if is_short => last.push_str(word),
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// The phrases of a headline, picked from the beginning of a prompt: these languages name the topic first.
pub(crate) fn picked(prompt: &str) -> Vec<String> {
    let is_end = |c: char| c.is_whitespace() || "។៕၊။!?,;:()[]\"“”".contains(c);
    let has_text = |phrase: &&str| phrase.chars().any(char::is_alphanumeric);
    let mut picked: Vec<String> = Vec::new();
    let mut length = 0;
    for phrase in prompt.split(is_end).filter(has_text) {
        length += phrase.graphemes(true).count();
        if length <= MAX_WHOLE {
            picked.push(phrase.to_owned());
            continue;
        }
        if picked.is_empty() {
            picked.push(beginning(phrase));
        }
        break;
    }
    picked
}

/// As many words of a long phrase as fit.
fn beginning(phrase: &str) -> String {
    let mut length = 0;
    let words = words(phrase).into_iter().take_while(|word| {
        length += word.graphemes(true).count();
        length <= MAX_PICKED
    });
    let words: String = words.collect();
    if words.is_empty() {
        phrase.graphemes(true).take(MAX_PICKED).collect()
    } else {
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_spaces_is_split_into_words() {
        assert_eq!(words("ทุกสองสัปดาห์"), ["ทุก", "สอง", "สัปดาห์"]);
        for text in [
            "",
            "Hello",
            "สวัสดีHello",
            "กรุงเทพฯเก่า",
            "เด็กๆเล่น",
            "ကျွန်ုပ်တို့၏ခရီးစဉ်",
            "ວິທີເຮັດອາຫານລາວ",
            "របៀបធ្វើម្ហូបខ្មែរ",
        ] {
            let words = words(text);
            assert_eq!(words.concat(), text);
            assert!(
                words.iter().all(|word| !word.starts_with(|c| NEVER_FIRST.contains(c))),
                "{words:?}"
            );
        }
    }

    #[test]
    fn a_headline_is_the_short_beginning_of_a_prompt() {
        assert_eq!(picked("เที่ยวทะเล 10 ครั้ง"), ["เที่ยวทะเล", "10", "ครั้ง"]);
        let long = "วิธีทำต้มยำกุ้งแบบง่ายที่บ้านสำหรับมือใหม่หัดทำอาหารครั้งแรกในชีวิต";
        let found = picked(long).concat();
        assert!(long.starts_with(&found), "{found}");
        assert!((10..=MAX_PICKED).contains(&found.graphemes(true).count()), "{found}");
    }
}
