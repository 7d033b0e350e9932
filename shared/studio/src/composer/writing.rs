//! East Asian writing: the language of a text, and the positions where a line may break.

use lexicon::Language;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// The ideographs that distinguish languages: one line per set of national standards (S, T, J) that has them.
static HAN: &str = include_str!("../../dictionaries/han.txt");

/// Characters that may not begin a line: closing punctuation, small kana, iteration and length marks, units.
const NEVER_FIRST: &str = "|｜⋯♪、。，．・：；？！?!,.;:)）]］}｝〉》」』】〕〗〙〟’”ーｰ～〜…‥–—ヽヾゝゞ々〻ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰㇱㇲㇳㇴㇵㇶㇷㇸㇹㇺㇻㇼㇽㇾㇿ%％‰°℃〟｡､｣゛゜";
/// Characters that may not end a line: opening brackets, signs before a number.
const NEVER_LAST: &str = "(（[［{｛〈《「『【〔〖〘〝‘“$＄¥￥£€#＃@＠｢第";

/// Characters after which a reader pauses.
const CLOSING: &str = "|｜。，！？!?♪〜～";

/// The language of a text. It selects the glyphs of ideographs and the way phrases are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Writing {
    /// Neither Chinese nor Japanese nor Korean.
    #[default]
    Other,
    /// Simplified Chinese.
    Simplified,
    /// Traditional Chinese.
    Traditional,
    Japanese,
    Korean,
}

impl Writing {
    /// The language of the first text that reveals one. Kana and hangul reveal it. Ideographs do by the national
    /// standard that has most of them; if all standards have all of them, the text counts as simplified Chinese.
    pub(crate) fn of(texts: &[&str]) -> Self {
        let told = texts.iter().map(|text| Self::told(text));
        let is_han = |text: &&str| text.chars().any(is_han);
        let undecided = || texts.iter().any(is_han).then_some(Self::Simplified);
        told.flatten().next().or_else(undecided).unwrap_or_default()
    }

    fn told(text: &str) -> Option<Self> {
        if text.chars().any(is_kana) {
            return Some(Self::Japanese);
        }
        if text.chars().any(is_hangul) {
            return Some(Self::Korean);
        }
        if text.chars().any(|c| ('\u{3105}'..='\u{312f}').contains(&c)) {
            return Some(Self::Traditional);
        }
        let mut scores = [(Self::Simplified, 0), (Self::Traditional, 0), (Self::Japanese, 0)];
        for c in text.chars().filter(|c| is_han(*c)) {
            let sets = HAN
                .lines()
                .filter_map(|line| line.split_once(' '))
                .find(|(_, members)| members.contains(c))
                .map_or("", |(sets, _)| sets);
            for ((_, score), name) in scores.iter_mut().zip(["S", "T", "J"]) {
                *score += usize::from(sets.contains(name));
            }
        }
        // `max_by_key` takes the last of equal items; reversed, it takes the first.
        let best = scores.into_iter().rev().max_by_key(|(_, score)| *score)?;
        (best.1 > 0).then_some(best.0)
    }

    /// The language; unknown for [`Writing::Other`].
    pub(crate) fn language(self) -> Language {
        let code = self.tag().and_then(|tag| tag.split('-').next());
        code.and_then(Language::named).unwrap_or_default()
    }

    /// The language tag for the shaper (BCP 47).
    pub(crate) const fn tag(self) -> Option<&'static str> {
        match self {
            Self::Other => None,
            Self::Simplified => Some("zh-Hans"),
            Self::Traditional => Some("zh-Hant"),
            Self::Japanese => Some("ja"),
            Self::Korean => Some("ko"),
        }
    }
}

/// Whether the character is a decimal digit of any script.
pub(crate) fn is_digit(c: char) -> bool {
    c.is_numeric() && !is_han(c)
}

/// Whether the character is an ideograph.
pub(crate) const fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' | '々' | '〇')
}

/// The scripts of Japanese text. A change of the script often shows where a word begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    Hiragana,
    Katakana,
    Ideographs,
    /// Digits, Latin letters, punctuation.
    Other,
}

impl Script {
    pub(crate) const fn of(c: char) -> Self {
        match c {
            '\u{3041}'..='\u{309f}' => Self::Hiragana,
            '\u{30a1}'..='\u{30ff}' => Self::Katakana,
            _ if is_han(c) => Self::Ideographs,
            _ => Self::Other,
        }
    }
}

/// Whether the character is hiragana or katakana.
pub(crate) fn is_kana(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9d}')
}

/// Whether the character is a Korean syllable or a part of one.
pub(crate) fn is_hangul(c: char) -> bool {
    matches!(c, '\u{ac00}'..='\u{d7a3}' | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}')
}

/// Whether the character is Thai, Lao, Khmer or Burmese, whose words have no spaces between them.
pub(crate) fn is_southeastern(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e5b}' | '\u{e81}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{a9e0}'..='\u{a9ff}' | '\u{aa60}'..='\u{aa7f}')
}

/// Whether the text has ideographs or kana, between which a line may break.
pub(crate) fn is_unspaced(text: &str) -> bool {
    text.chars().any(|c| is_han(c) || is_kana(c))
}

/// Whether the character is Chinese, Japanese or Korean.
pub(crate) fn is_eastern(c: char) -> bool {
    is_han(c) || is_kana(c) || is_hangul(c)
}

/// Whether the character is full-width, so that a line may break beside it.
fn is_square(c: char) -> bool {
    is_eastern(c)
        || matches!(c, '\u{3000}'..='\u{303f}' | '\u{3200}'..='\u{33ff}' | '\u{ff01}'..='\u{ff60}')
        || is_picture(c)
}

/// Whether the character is an emoji, as most are in these ranges. Emoji stay with the text before them.
fn is_picture(c: char) -> bool {
    matches!(c, '\u{1f000}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}')
}

/// Whether a reader pauses after this text.
pub(crate) fn is_closed(text: &str) -> bool {
    text.ends_with(|c| CLOSING.contains(c))
}

/// Whether a line may break between two neighbouring graphemes.
fn may_part(before: &str, after: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), after.chars().next()) else {
        return false;
    };
    // In a grapheme of several characters, such as a syllable or an emoji, the first character decides.
    let before = before.chars().next().unwrap_or(last);
    let counts = |c: char| c.is_numeric() && !is_han(c);
    (is_square(before) || is_square(first))
        && !NEVER_FIRST.contains(first)
        && !NEVER_LAST.contains(last)
        && !is_picture(first)
        && !is_picture(before)
        // A number and the unit after it stay together.
        && !(counts(last) && is_square(first))
}

/// The longest word in katakana that no line break splits, in characters.
const LONGEST_KATAKANA: usize = 9;

/// The words in katakana that no line break splits. Japanese has no spaces; such a word ends where another script
/// begins.
fn katakana_words(text: &str) -> Vec<Range<usize>> {
    let is_katakana = |c: char| ('ァ'..='ヺ').contains(&c) || c == 'ー';
    let mut words = Vec::new();
    let mut start = 0;
    for run in text.split_inclusive(|c| !is_katakana(c)) {
        let word = run.trim_end_matches(|c| !is_katakana(c));
        if word.chars().count() <= LONGEST_KATAKANA {
            words.push(start..start + word.len());
        }
        start += run.len();
    }
    words
}

/// The smallest pieces of a text between which a line may break: mostly single characters. Numbers, Latin words and
/// words in katakana stay whole, closing punctuation stays with the text before it, opening brackets with the text
/// after them.
pub(crate) fn clusters(text: &str) -> Vec<&str> {
    let mut clusters = Vec::new();
    let whole = katakana_words(text);
    let is_inside = |at: usize| whole.iter().any(|word| word.start < at && at < word.end);
    let (mut start, mut before) = (0, "");
    for (at, grapheme) in text.grapheme_indices(true) {
        if may_part(before, grapheme) && !is_inside(at) {
            clusters.extend(text.get(start..at));
            start = at;
        }
        before = grapheme;
    }
    clusters.extend(text.get(start..).filter(|rest| !rest.is_empty()));
    clusters
}

/// Composes Korean jamo into syllables. Some systems store file names and titles decomposed.
pub(crate) fn composed(text: &str) -> String {
    let mut composed = String::with_capacity(text.len());
    for c in text.chars() {
        let joined = composed.chars().next_back().and_then(|last| syllable(last, c));
        if joined.is_some() {
            composed.pop();
        }
        composed.push(joined.unwrap_or(c));
    }
    composed
}

/// The syllable of a jamo or syllable and the next jamo (Unicode Standard, section 3.12, Hangul composition).
fn syllable(last: char, c: char) -> Option<char> {
    let (last, c) = (u32::from(last), u32::from(c));
    let code = match (last, c) {
        (0x1100..=0x1112, 0x1161..=0x1175) => 0xac00 + ((last - 0x1100) * 21 + (c - 0x1161)) * 28,
        (0xac00..=0xd7a3, 0x11a8..=0x11c2) if (last - 0xac00) % 28 == 0 => last + (c - 0x11a7),
        _ => return None,
    };
    char::from_u32(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_a_text_is_detected() {
        for (text, writing) in [
            ("hello", Writing::Other),
            ("最強の節約術", Writing::Japanese),
            ("東京駅前食堂", Writing::Japanese),
            ("国際会議", Writing::Japanese),
            ("서울 맛집", Writing::Korean),
            ("三天学会做菜", Writing::Simplified),
            ("这个视频太厉害了", Writing::Simplified),
            ("人工智能", Writing::Simplified),
            ("台灣夜市美食", Writing::Traditional),
            ("這個影片太厲害了", Writing::Traditional),
            ("大人", Writing::Simplified),
        ] {
            assert_eq!(Writing::of(&[text]), writing, "{text}");
        }
        assert_eq!(Writing::of(&["大人", "大人のための料理"]), Writing::Japanese);
    }

    #[test]
    fn line_breaks_follow_the_rules_for_line_starts_and_ends() {
        for (text, pieces) in [
            ("「猫」だ！", "「猫」 だ！"),
            ("ちょっと待って", "ちょっ と 待っ て"),
            ("10分でiPhone15が", "10分 で iPhone15が"),
            ("すごーい！！", "す ごー い！！"),
            ("人々の", "人々 の"),
            ("おすすめスポット7選", "お す す め スポット 7選"),
            ("100%本物", "100% 本 物"),
            ("（新）第3話", "（新） 第3話"),
            ("¥500の店", "¥500の 店"),
            ("神回🔥🔥すぎ", "神 回🔥🔥す ぎ"),
            ("Hello", "Hello"),
            ("", ""),
        ] {
            assert_eq!(clusters(text).join(" "), pieces);
        }
        for first in NEVER_FIRST.chars() {
            let text = format!("猫{first}犬");
            assert!(clusters(&text).iter().all(|piece| !piece.starts_with(first)), "{first}");
        }
        for last in NEVER_LAST.chars() {
            let text = format!("猫{last}犬");
            assert!(clusters(&text).iter().all(|piece| !piece.ends_with(last)), "{last}");
        }
    }

    #[test]
    fn jamo_are_composed_into_syllables() {
        assert_eq!(composed("\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}"), "한글");
        assert_eq!(composed("한글 abc"), "한글 abc");
    }
}
