//! Picks headlines from prompts in Chinese, Japanese and Korean.

mod clause;
mod part;
pub(super) mod phrase;
pub(super) mod southeastern;

use self::{
    clause::{announced, clauses, topic, without_introduction},
    phrase::phrases,
};
use super::{
    vocabulary::{Vocabulary, role::Role},
    word::MAX_WORDS,
};
use crate::composer::writing::{Writing, clusters, is_eastern, is_han, is_kana};
use lexicon::Feature;

/// The largest width of a headline in Chinese or Japanese, in halves of an ideograph; viewers do not read more.
pub(super) const MAX_WIDTH: usize = 28;
/// The largest width of a clause that only names the topic, in halves of an ideograph.
const MAX_NAME: usize = 24;
/// The smallest width of a clause behind a space that belongs to a title, in halves of an ideograph.
const MIN_TITLE: usize = 6;
/// The smallest width of a question that says more than "why is that?", in halves of an ideograph.
const MIN_QUESTION: usize = 14;
/// The largest width of each half of a sentence of two halves, in halves of an ideograph.
const MAX_HALF: usize = 12;
/// The largest width of an exclamation that may be left out, such as "必見！" (must see!), in halves of an ideograph.
const MAX_EXCLAMATION: usize = 8;
/// The smallest width of the beginning of a clause that is printed alone, in halves of an ideograph.
const MIN_AHEAD: usize = 10;
/// The largest length of quoted text that is a headline, in ideographs, kana and syllables. Longer text is a quotation.
const MAX_QUOTED: usize = 24;

/// Korean words that cannot begin a headline, because they depend on the word before them.
const DEPENDENT: [&str; 8] = ["위한", "대한", "관한", "통한", "있는", "없는", "하는", "만에"];

/// Whether the text is mostly in Chinese, Japanese or Korean.
pub(crate) fn is_mostly(text: &str) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic());
    let (eastern, others) = letters.fold((0, 0), |(eastern, others), c| {
        let is_eastern = is_eastern(c);
        (eastern + usize::from(is_eastern), others + usize::from(!is_eastern))
    });
    // Three Latin letters say about as much as one character of these scripts.
    eastern > 0 && eastern * 3 >= others
}

/// Whether quoted words are short enough for a headline.
pub(crate) fn is_short(words: &[String]) -> bool {
    let letters = words.iter().flat_map(|word| word.chars()).filter(|c| is_eastern(*c));
    letters.count() <= MAX_QUOTED
}

/// Whether a text that is mostly in one of these scripts is too long to be printed whole, or begins with a title in
/// quotation marks.
pub(crate) fn needs_shortening(text: &str) -> bool {
    is_mostly(text) && (width(text) > 2 * MAX_QUOTED || text.starts_with(['《', '「', '『']))
}

/// Whether the phrase contains a word that is worth emphasis.
pub(crate) fn is_strong(phrase: &str, language: &Vocabulary) -> bool {
    let strong = || language.entries(Role::Strong);
    phrase.chars().any(is_eastern) && strong().iter().any(|word| phrase.contains(word.as_str()))
}

/// The words of a headline, picked from the clause that an announcement names, or else from the first clause that has a
/// topic.
pub(crate) fn picked(prompt: &str, writing: Writing, language: &Vocabulary, noun: &[String]) -> Vec<String> {
    let clauses = clauses(prompt, writing);
    let announced = clauses.iter().find_map(|clause| announced(clause, language));
    if let Some(announced) = announced {
        return shortened(&topic(&announced, language), true, writing, language, noun);
    }
    let clauses = without_introduction(&clauses, language);
    let is_topic = |topic: &String| topic.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
    let is_about_channel = |clause: &String| {
        let has = |role: Role| language.entries(role).iter().any(|word| clause.contains(word.as_str()));
        has(Role::Channel) && !(has(Role::Thumbnail) && width(&topic(clause, language)) > MAX_NAME)
    };
    // "I run a channel about history": if another clause has a topic, that clause is taken.
    let is_told = |clause: &&String| !is_about_channel(clause) && is_topic(&topic(clause, language));
    let skipped = clauses
        .iter()
        .position(|clause| is_told(&clause))
        .filter(|at| clauses.iter().take(*at).any(is_about_channel));
    let clauses = clauses.get(skipped.unwrap_or(0)..).unwrap_or_default();
    let mut topics = clauses.iter().map(|clause| (clause, topic(clause, language)));
    match topics.find(|(_, topic)| is_topic(topic)) {
        Some((clause, topic)) if topic == *clause => {
            let behind = topics.next().filter(|(behind, topic)| topic == *behind);
            let topic = behind.and_then(|(behind, _)| with_point(prompt, clause, behind, noun));
            shortened(topic.as_deref().unwrap_or(clause), false, writing, language, noun)
        }
        Some((_, topic)) => shortened(&topic, true, writing, language, noun),
        None => clauses
            .first()
            .map(|clause| shortened(clause, false, writing, language, noun))
            .unwrap_or_default(),
    }
}

/// Joins the name of a topic with the clause behind it, if that clause makes the point: it is a question, has a number,
/// or ends a title. "The battle of Sekigahara, why did he betray?" says little without the question.
///
/// In "初心者でも釣れる！アジ釣りの基本" (Even beginners catch them! Horse mackerel fishing basics), the topic is behind the
/// exclamation, so both are joined. If they are too long together, a short exclamation is left out.
fn with_point(prompt: &str, name: &str, behind: &str, noun: &[String]) -> Option<String> {
    let (_, after) = prompt.split_once(name)?;
    let (between, rest) = after.split_once(behind)?;
    if matches!(between, "！" | "!") {
        let is_last = !rest.contains(char::is_alphanumeric);
        if is_last && width(name) + width(behind) <= MAX_WIDTH {
            return Some(format!("{name}{between}{behind}"));
        }
        return (width(name) <= MAX_EXCLAMATION).then(|| behind.to_owned());
    }
    let is_question = behind.ends_with(['?', '？', '吗', '嗎', '呢']) || behind.ends_with("のか");
    let is_title = between.trim().is_empty() && width(behind) >= MIN_TITLE && !rest.contains(['，', '、', '。', '\n']);
    let is_point =
        is_question && width(behind) >= MIN_QUESTION || behind.chars().any(|c| c.is_ascii_digit()) || is_title;
    // "唢呐一响，全剧终": two short halves are one sentence.
    let are_short = width(name) <= MAX_HALF && width(behind) <= MAX_HALF && !between.trim().is_empty();
    let is_point = is_point || are_short && is_chinese(name);
    // A question is complete without the next clause.
    let is_point = is_point && !name.ends_with(['?', '？']);
    let is_one_sentence = !between.contains(['。', '！', '？', '!', '?', '\n']) && between.chars().count() <= 2;
    let fits = width(name) <= MAX_NAME && width(name) + width(behind) <= MAX_WIDTH;
    if !fits && is_one_sentence && width(name) <= MAX_EXCLAMATION {
        // "1985年" alone says nothing, but "富士山" is the topic.
        let names_subject = noun.iter().any(|noun| name.contains(noun.as_str()));
        let has_digit = name.chars().any(|c| c.is_ascii_digit());
        return Some(if names_subject && !has_digit {
            format!("{name}{between}{behind}")
        } else {
            behind.to_owned()
        });
    }
    (is_point && is_one_sentence && fits).then(|| format!("{name}{between}{behind}"))
}

/// Whether the text is Chinese, which has no kana.
fn is_chinese(text: &str) -> bool {
    !text.chars().any(is_kana) && text.chars().any(is_han)
}

/// The clause, if it is short; or else its beginning before a conjunction; or else the part of it that says the most.
fn shortened(clause: &str, has_order: bool, writing: Writing, language: &Vocabulary, noun: &[String]) -> Vec<String> {
    let is_korean = writing == Writing::Korean;
    let parts: Vec<String> = if is_korean {
        clause.split_whitespace().map(str::to_owned).collect()
    } else {
        phrases(clause, writing)
    };
    let is_cut = if is_korean {
        parts.len() > MAX_WORDS
    } else {
        width(clause) > MAX_WIDTH
    };
    let mut words: Vec<String> = if !is_cut {
        parts
    } else {
        let joints = language.entries(Role::Joint);
        let begins = |part: &&String| joints.iter().any(|joint| part.starts_with(joint.as_str()));
        let before = parts.iter().position(|part| begins(&part));
        let fits = |part: &&[String]| {
            let width: usize = part.iter().map(|part| width(part)).sum();
            (MIN_AHEAD..=MAX_WIDTH).contains(&width)
        };
        match before.and_then(|at| parts.get(..at)).filter(fits) {
            Some(part) => part.to_vec(),
            None if is_korean => korean_part(&parts, noun, language),
            None => part::best(&parts, noun, writing, language).unwrap_or_else(|| last_phrases(&parts)),
        }
    };
    while words.len() > 1 && words.first().is_some_and(|word| DEPENDENT.contains(&word.as_str())) {
        words.remove(0);
    }
    if let [only] = words.as_mut_slice() {
        let mut so_far = 0;
        let pieces = clusters(only).into_iter().take_while(|piece| {
            so_far += width(piece);
            so_far <= MAX_WIDTH
        });
        *only = pieces.collect();
    }
    if let Some(last) = words.last_mut().filter(|_| is_cut || has_order) {
        *last = without_particle(last, language).to_owned();
    }
    words.retain(|word| word.chars().any(char::is_alphanumeric));
    if is_korean {
        words
    } else {
        // Chinese and Japanese are joined again; the headline segments the text like a title.
        Some(words.concat())
            .filter(|text| !text.is_empty())
            .map(|text| capitalised(&text, language))
            .into_iter()
            .collect()
    }
}

/// The words of a long Korean clause that fit: the words up to the noun before "and", or the words before a polite verb
/// and its object marker, or else the part that says the most.
fn korean_part(parts: &[String], noun: &[String], language: &Vocabulary) -> Vec<String> {
    let fits = |part: &[String]| part::fits(part, Writing::Korean);
    for (at, word) in parts.iter().enumerate().rev() {
        let Some(noun) = word.strip_suffix("이랑").filter(|noun| !noun.is_empty()) else {
            continue;
        };
        let mut part = parts.get(..at).unwrap_or_default().to_vec();
        part.push(noun.to_owned());
        if fits(&part) {
            return part;
        }
    }
    if let [start @ .., object, verb] = parts
        && verb.ends_with(['다', '요'])
        && let Some(noun) = object.strip_suffix(['을', '를'])
    {
        let mut part = start.to_vec();
        part.push(noun.to_owned());
        if fits(&part) {
            return part;
        }
    }
    part::best(parts, noun, Writing::Korean, language).unwrap_or_default()
}

/// As many phrases from the end as fit: these languages name the topic there.
fn last_phrases(parts: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut so_far = 0;
    for part in parts.iter().rev() {
        so_far += width(part);
        if !words.is_empty() && so_far > MAX_WIDTH {
            break;
        }
        words.push(part.clone());
    }
    words.reverse();
    words
}

/// The text with a capital at the beginning of each Latin word, because most of them are names. Units after a number,
/// such as `km`, do not change.
fn capitalised(text: &str, language: &Vocabulary) -> String {
    let mut capitalised = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_lowercase()) {
        let (before, behind) = rest.split_at(start);
        let length = behind
            .find(|c: char| !c.is_ascii_alphanumeric())
            .unwrap_or(behind.len());
        let (word, after) = behind.split_at(length);
        capitalised.push_str(before);
        let is_inside = capitalised.ends_with(|c: char| c.is_ascii_alphanumeric());
        let is_unit = language.is(word, Role::Unit);
        // "iPhone" has its capital inside.
        let is_spelled = word.chars().any(char::is_uppercase);
        capitalised.push_str(&if is_inside || is_unit || is_spelled {
            word.to_owned()
        } else {
            language.initial(word)
        });
        rest = after;
    }
    capitalised + rest
}

/// The word without the particle of a noun at its end. A word that the lexicon lists has none: "민주주의".
fn without_particle<'w>(word: &'w str, language: &Vocabulary) -> &'w str {
    // After hiragana, a character may be part of a word, so it stays.
    let is_noun = |rest: &&str| {
        let is_long = rest.chars().count() >= 2 || language.has_feature(Feature::Kana);
        is_long && rest.ends_with(|c| is_katakana(c) || !is_kana(c))
    };
    let noun = language.noun_of(word).filter(|noun| is_noun(noun));
    noun.filter(|_| !language.lists(word)).unwrap_or(word)
}

fn is_katakana(c: char) -> bool {
    ('ァ'..='ー').contains(&c)
}

/// The width of a text in halves of an ideograph.
pub(super) fn width(text: &str) -> usize {
    let wide = |c: char| {
        if is_eastern(c) {
            2
        } else {
            usize::from(c.is_alphanumeric())
        }
    };
    text.chars().map(wide).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::composer::writing::is_hangul;

    fn joined(prompt: &str) -> String {
        picked(prompt, Writing::of(&[prompt]), Vocabulary::of(prompt), &[]).join(" ")
    }

    #[test]
    fn the_order_around_the_topic_is_removed() {
        for (prompt, words) in [
            ("请帮我做一张关于三天学会做菜的视频封面", "三天学会做菜"),
            ("在北京胡同里寻找最好吃的炸酱面", "胡同里寻找最好吃的炸酱面"),
            ("人工智能将如何改变世界，赛博朋克风格", "人工智能将如何改变世界"),
            ("幫我設計一張台灣夜市美食的縮圖", "台灣夜市美食"),
            ("东方明珠塔前的猫在弹钢琴", "东方明珠塔前的猫在弹钢琴"),
            ("東京タワーの前で猫がピアノを弾いている", "猫がピアノを弾いている"),
            (
                "初心者でもできる簡単カレーの作り方についての動画のサムネイルを作ってください",
                "簡単カレーの作り方",
            ),
            ("10分で作れる簡単レシピ", "10分で作れる簡単レシピ"),
            ("YouTubeの料理動画のサムネイル", "料理動画"),
            ("【検証】毎日走ったら痩せる？", "毎日走ったら痩せる？"),
            (
                "こんにちは。次回は三億円事件を取り上げるので、サムネをお願いします",
                "三億円事件",
            ),
            ("你好，这一期说的是长城的历史，画面要暗", "长城的历史"),
            ("고양이에 대한 유튜브 영상 썸네일 만들어줘", "고양이"),
            ("요가 배우는 사람들을 위한 영상 썸네일 만들어 주세요", "요가 배우기"),
            (
                "초보자를 위한 완벽한 김치찌개 만들기",
                "초보자를 위한 완벽한 김치찌개 만들기",
            ),
            ("서울 맛집 TOP 10", "서울 맛집 TOP 10"),
            ("pythonで家計簿", "Pythonで家計簿"),
            (
                "サムネ作ってください。「君の名は。」の聖地巡礼、飛騨の旅です",
                "「君の名は。」の聖地巡礼",
            ),
            (
                "次の動画のサムネイルをお願いします。内容は、Fコードを押さえるコツです。",
                "Fコードを押さえるコツ",
            ),
            ("给我设计缩略图 主题：哈尔滨一日游", "哈尔滨一日游"),
            ("帮我做一张B站封面：智能马桶只花了800块", "智能马桶只花了800块"),
            ("섬네일: 편의점 알바생의 하루", "편의점 알바생의 하루"),
            (
                "肩こりが1分で治るストレッチを整体師が教えます",
                "肩こりが1分で治るストレッチ",
            ),
            // A particle of Chinese, but the beginning of a Japanese noun.
            (
                "俺が作った最強のロボットを地球に落ちてくる隕石と戦わせてみた結果がやばい",
                "俺が作った最強のロボット",
            ),
            // Nouns that end like a particle.
            (
                "전 세계 최고의 요리 전문가 다섯 명이 인정한 김치찌개를 만들어 봤습니다",
                "다섯 명이 인정한 김치찌개를 만들어 봤습니다",
            ),
        ] {
            assert!(is_mostly(prompt), "{prompt}");
            assert_eq!(joined(prompt), words);
        }
    }

    #[test]
    fn a_long_clause_keeps_its_beginning_and_its_end() {
        let prompt = "青春18きっぷで東京から鹿児島まで鈍行だけで行ってみた結果";
        assert_eq!(joined(prompt), "青春18きっぷで行ってみた結果");
    }

    #[test]
    fn every_prompt_gives_a_short_headline() {
        for (text, count) in [
            ("猫", 300),
            ("あ", 300),
            ("가나다 ", 100),
            ("、。", 50),
            // Prompts may be this long, and no mark ends a clause.
            ("猫が犬を見て魚が海で泳ぎ", 330),
            ("猫看着狗在海里游泳的鱼", 360),
            ("고양이가 개를 보고 물고기가 바다에서 ", 200),
        ] {
            let headline = joined(&text.repeat(count));
            let is_short = if text.starts_with(is_hangul) {
                headline.split(' ').count() <= MAX_WORDS
            } else {
                width(&headline) <= MAX_WIDTH
            };
            assert!(is_short, "{text}: {headline}");
        }
    }

    #[test]
    fn latin_prompts_with_a_foreign_word_count_as_latin() {
        assert!(!is_mostly("how I learned 日本語 in a year"));
        assert!(is_mostly("ChatGPTで副業"));
        assert!(!is_mostly("2026 🚀"));
    }
}
