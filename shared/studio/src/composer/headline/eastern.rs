//! Picks headlines from prompts in Chinese, Japanese and Korean.

pub(super) mod phrase;
pub(super) mod southeastern;

use self::phrase::phrases;
use super::{
    clause::is_item,
    language::{Language, role::Role},
};
use crate::composer::writing::{Writing, clusters, is_eastern, is_han, is_kana};

/// The largest width of a shortened headline, in halves of an ideograph; viewers do not read more.
const MAX_PICKED: usize = 36;
/// The largest width of a clause that is kept whole, in halves of an ideograph.
const MAX_WHOLE: usize = 44;
/// The same in Korean, which has spaces and is easier to read.
const MAX_KOREAN: usize = 46;
/// The smallest width of the beginning of a clause that is printed alone, in halves of an ideograph.
const MIN_AHEAD: usize = 10;
/// The largest length of quoted text that is a headline, in ideographs, kana and syllables. Longer text is a quotation.
const MAX_QUOTED: usize = 24;

/// Characters that end a clause. In Chinese and Japanese, spaces do as well.
const CLAUSE_ENDS: &str = "。，、！？；：!?,;:\n（）()[]|｜—–~～〜…“”\"";

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

/// Whether the phrase contains a word that is worth emphasis.
pub(crate) fn is_strong(phrase: &str, language: &Language) -> bool {
    let strong = || language.entries(Role::Strong);
    phrase.chars().any(is_eastern) && strong().iter().any(|word| phrase.contains(word.as_str()))
}

/// The words of a headline, picked from the clause that an announcement names, or else from the first clause that has a
/// topic.
pub(crate) fn picked(prompt: &str, writing: Writing, language: &Language) -> Vec<String> {
    let clauses = clauses(prompt, writing);
    let announced = clauses.iter().find_map(|clause| announced(clause, language));
    if let Some(announced) = announced {
        return shortened(&topic(&announced, language), true, writing, language);
    }
    let is_topic = |topic: &String| topic.chars().filter(|c| c.is_alphanumeric()).count() >= 2;
    let mut topics = clauses.iter().map(|clause| (clause, topic(clause, language)));
    match topics.find(|(_, topic)| is_topic(topic)) {
        Some((clause, topic)) => shortened(&topic, topic.len() < clause.len(), writing, language),
        None => clauses
            .first()
            .map(|clause| shortened(clause, false, writing, language))
            .unwrap_or_default(),
    }
}

/// The text behind "the theme of this episode is".
fn announced(clause: &str, language: &Language) -> Option<String> {
    let announcements = language.entries(Role::Announcement);
    let mut behind = announcements.iter().filter_map(|phrase| {
        let (_, behind) = clause.split_once(phrase.as_str())?;
        Some(behind.trim().to_owned()).filter(|behind| behind.chars().count() >= 2)
    });
    behind.next()
}

fn clauses(prompt: &str, writing: Writing) -> Vec<String> {
    let lines: Vec<&str> = prompt.lines().collect();
    let has_text = lines
        .iter()
        .any(|line| !is_item(line) && line.chars().any(char::is_alphabetic));
    let text: Vec<&str> = lines.into_iter().filter(|line| !(has_text && is_item(line))).collect();
    let text = without_tags(&text.join("\n"));
    let mut clauses = vec![String::new()];
    let chars: Vec<char> = text.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    for (index, c) in chars.iter().enumerate() {
        let at = |index: Option<usize>| index.and_then(|index| chars.get(index)).copied();
        let neighbours = (at(index.checked_sub(1)), at(Some(index + 1)));
        let is_in_number = matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit());
        // A space between Latin words separates words, not clauses.
        let is_in_latin =
            matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
        let is_end = CLAUSE_ENDS.contains(*c) || *c == '.';
        let ends = is_end && !is_in_number || c.is_whitespace() && writing != Writing::Korean && !is_in_latin;
        let is_question = matches!(c, '?' | '？');
        match clauses.last_mut() {
            Some(clause) if !ends || is_question => {
                clause.push(*c);
                if is_question {
                    clauses.push(String::new());
                }
            }
            _ => clauses.push(String::new()),
        }
    }
    clauses
        .iter()
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

/// Removes tags such as "【…】" at the beginning.
fn without_tags(text: &str) -> String {
    let mut rest = text.trim_start_matches(|c: char| !c.is_alphanumeric() && !"【「『《〈¥￥$".contains(c));
    while let Some((_, behind)) = rest.strip_prefix('【').and_then(|inside| inside.split_once('】')) {
        if behind.trim().is_empty() {
            break;
        }
        rest = behind.trim_start();
    }
    rest.to_owned()
}

/// The clause without the phrases of the order around its topic.
fn topic(clause: &str, language: &Language) -> String {
    let leads = language.entries(Role::Lead);
    let trails = language.entries(Role::Trail);
    let mut rest = clause.trim();
    let mut has_trail = false;
    loop {
        let before = rest;
        for lead in &leads {
            rest = rest.strip_prefix(lead.as_str()).unwrap_or(rest).trim_start();
        }
        for trail in &trails {
            // "Could you make a thumbnail?": the mark belongs to the order.
            let bare = rest.trim_end_matches(['?', '？']);
            if let Some(ahead) = bare.strip_suffix(trail.as_str()).filter(|ahead| !ahead.is_empty()) {
                rest = ahead.trim_end();
                has_trail |= trail.ends_with("위한");
            }
        }
        if let Some(latin) = rest.get(..7).filter(|start| start.eq_ignore_ascii_case("youtube")) {
            rest = rest
                .get(latin.len()..)
                .unwrap_or_default()
                .trim_start()
                .trim_start_matches('の');
        }
        if rest == before {
            let stem = language.without_suffix(rest).filter(|_| has_trail);
            let is_order = language.entries(Role::Order).iter().any(|order| order == rest)
                || language.is(rest, Role::Medium)
                || language.is(rest, Role::Thumbnail);
            return if is_order {
                String::new()
            } else {
                stem.unwrap_or_else(|| rest.to_owned())
            };
        }
    }
}

/// The clause, if it is short; or else its beginning before a conjunction; or else as many phrases from its end as fit.
fn shortened(clause: &str, has_order: bool, writing: Writing, language: &Language) -> Vec<String> {
    let is_korean = writing == Writing::Korean;
    let parts: Vec<String> = if is_korean {
        clause.split_whitespace().map(str::to_owned).collect()
    } else {
        phrases(clause, writing)
    };
    let limit = if is_korean { MAX_KOREAN } else { MAX_WHOLE };
    let is_cut = width(clause) > limit;
    let mut words: Vec<String> = if !is_cut {
        parts
    } else {
        let joints = language.entries(Role::Joint);
        let begins = |part: &&String| joints.iter().any(|joint| part.starts_with(joint.as_str()));
        let ends = |part: &&String| {
            joints
                .iter()
                .any(|joint| joint.chars().all(is_kana) && part.ends_with(joint.as_str()))
        };
        let before = parts.iter().position(|part| begins(&part));
        let behind = parts.iter().position(|part| ends(&part)).map(|at| at + 1);
        let cuts = [before, behind].into_iter().flatten();
        let ahead = cuts.filter_map(|at| parts.get(..at)).find(|ahead| {
            let width: usize = ahead.iter().map(|part| width(part)).sum();
            (MIN_AHEAD..=MAX_WHOLE).contains(&width)
        });
        match ahead {
            Some(ahead) => ahead.to_vec(),
            None => last_phrases(&parts, if is_korean { MAX_KOREAN } else { MAX_PICKED }),
        }
    };
    while words.len() > 1 && words.first().is_some_and(|word| DEPENDENT.contains(&word.as_str())) {
        words.remove(0);
    }
    if let [only] = words.as_mut_slice() {
        let mut so_far = 0;
        let pieces = clusters(only).into_iter().take_while(|piece| {
            so_far += width(piece);
            so_far <= MAX_WHOLE
        });
        *only = pieces.collect();
    }
    if let Some(last) = words.last_mut().filter(|_| is_cut || has_order) {
        *last = without_particle(last, writing).to_owned();
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

/// As many phrases from the end as fit: these languages name the topic there.
fn last_phrases(parts: &[String], limit: usize) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut so_far = 0;
    for part in parts.iter().rev() {
        so_far += width(part);
        if !words.is_empty() && so_far > limit {
            break;
        }
        words.push(part.clone());
    }
    words.reverse();
    words
}

/// The text with a capital at the beginning of each Latin word, because most of them are names. Units after a number, such
/// as `km`, do not change.
fn capitalised(text: &str, language: &Language) -> String {
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
        capitalised.push_str(&if is_inside || is_unit {
            word.to_owned()
        } else {
            language.initial(word)
        });
        rest = after;
    }
    capitalised + rest
}

fn without_particle(word: &str, writing: Writing) -> &str {
    let stripped = match writing {
        Writing::Japanese => word.strip_suffix(['は', 'が', 'を', 'に', 'で', 'と', 'も', 'へ', 'や', 'の']),
        Writing::Simplified | Writing::Traditional => word.strip_suffix(['的', '和', '与', '與', '是', '在', '把']),
        Writing::Korean => ["에서", "에게", "으로", "를", "의"]
            .iter()
            .find_map(|particle| word.strip_suffix(particle)),
        Writing::Other => None,
    };
    // After hiragana the same character may be part of a word, so it stays.
    stripped
        .filter(|rest| {
            rest.chars()
                .next_back()
                .is_some_and(|c| is_han(c) || !is_kana(c) || ('ァ'..='ー').contains(&c))
        })
        .filter(|rest| rest.chars().count() >= 2 || writing == Writing::Japanese)
        .unwrap_or(word)
}

/// The width of a text in halves of an ideograph.
fn width(text: &str) -> usize {
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

    fn joined(prompt: &str) -> String {
        picked(prompt, Writing::of(&[prompt]), Language::of(prompt)).join(" ")
    }

    #[test]
    fn the_order_around_the_topic_is_removed() {
        for (prompt, words) in [
            ("请帮我做一张关于三天学会做菜的视频封面", "三天学会做菜"),
            ("在北京胡同里寻找最好吃的炸酱面", "在北京胡同里寻找最好吃的炸酱面"),
            ("人工智能将如何改变世界，赛博朋克风格", "人工智能将如何改变世界"),
            ("幫我設計一張台灣夜市美食的縮圖", "台灣夜市美食"),
            ("东方明珠塔前的猫在弹钢琴", "东方明珠塔前的猫在弹钢琴"),
            (
                "東京タワーの前で猫がピアノを弾いている",
                "東京タワーの前で猫がピアノを弾いている",
            ),
            (
                "初心者でもできる簡単カレーの作り方についての動画のサムネイルを作ってください",
                "初心者でもできる簡単カレーの作り方",
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
        ] {
            assert!(is_mostly(prompt), "{prompt}");
            assert_eq!(joined(prompt), words);
        }
    }

    #[test]
    fn a_long_clause_is_cut_at_a_phrase() {
        let prompt = "为什么昨天晚上在北京胡同里的那只小猫没有牙齿却能吃硬骨头还能跑得飞快";
        assert_eq!(joined(prompt), "为什么昨天晚上在北京胡同里的那只小猫没有牙齿");
    }

    #[test]
    fn every_prompt_gives_a_short_headline() {
        for prompt in [
            "猫".repeat(300),
            "あ".repeat(300),
            "가나다 ".repeat(100),
            "、。".repeat(50),
        ] {
            assert!(width(&joined(&prompt)) <= MAX_KOREAN);
        }
    }

    #[test]
    fn latin_prompts_with_a_foreign_word_count_as_latin() {
        assert!(!is_mostly("how I learned 日本語 in a year"));
        assert!(is_mostly("ChatGPTで副業"));
        assert!(!is_mostly("2026 🚀"));
    }
}
