//! Picks headlines from prompts in Chinese, Japanese and Korean.

pub(super) mod phrase;

use self::phrase::phrases;
use crate::composer::writing::{Writing, clusters, is_eastern, is_han, is_kana};

/// The largest length of a shortened headline, in characters; viewers do not read more.
const MAX_PICKED: usize = 12;
/// The largest length of a clause that is kept whole, in characters.
const MAX_WHOLE: usize = 14;
/// The largest length of quoted text that is a headline, in ideographs, kana and syllables. Longer text is a quotation.
const MAX_QUOTED: usize = 24;

/// Characters that end a clause. In Chinese and Japanese, spaces do as well.
const CLAUSE_ENDS: &str = "。，、！？；：!?,;:\n（）()「」『』【】《》〈〉[]|｜—–~～〜…・“”\"";

/// Phrases before the subject of a request: measure words, "the theme is", "about", "please".
const OPENINGS: [&str; 31] = [
    "一只",
    "一隻",
    "一名",
    "一位",
    "一群",
    "一条",
    "一條",
    "主题为",
    "主题是",
    "主題為",
    "主題是",
    "标题是",
    "標題是",
    "内容是",
    "內容是",
    "关于",
    "關於",
    "有关",
    "有關",
    "以下の",
    "タイトルは",
    "テーマは",
    "제목은",
    "주제는",
    "请",
    "請",
    "帮我",
    "幫我",
    "给我",
    "給我",
    "我想要",
];
/// Verbs that begin a request in Chinese, before one of [`ARTICLES`].
const VERBS: [&str; 16] = [
    "制作", "製作", "生成", "设计", "設計", "创建", "創建", "创作", "創作", "做", "画", "畫", "来", "來", "要", "",
];
const ARTICLES: [&str; 7] = ["一个", "一個", "一张", "一張", "一幅", "一份", "一部"];
/// Phrases that end a request: the medium, and "please make".
const ENDINGS: [&str; 66] = [
    "的缩略图",
    "的縮圖",
    "的縮略圖",
    "的封面图",
    "的封面圖",
    "的封面",
    "的视频",
    "的影片",
    "的視頻",
    "的图片",
    "的圖片",
    "的海报",
    "的海報",
    "视频封面",
    "影片封面",
    "视频缩略图",
    "影片縮圖",
    "缩略图",
    "縮圖",
    "縮略圖",
    "封面图",
    "封面圖",
    "封面",
    "を作ってください",
    "を作って下さい",
    "を作って",
    "を作成してください",
    "を作成して",
    "を作成",
    "をお願いします",
    "をお願い",
    "を生成してください",
    "を生成して",
    "を描いてください",
    "を描いて",
    "をデザインしてください",
    "をデザインして",
    "のサムネイル画像",
    "のサムネイル",
    "のサムネ",
    "サムネイル",
    "サムネ",
    "の動画用",
    "の動画",
    "の画像",
    "のイラスト",
    "についての",
    "について",
    "に関する",
    "の紹介",
    "썸네일을",
    "썸네일",
    "만들어줘",
    "만들어주세요",
    "만들어",
    "그려줘",
    "그려주세요",
    "디자인해줘",
    "생성해줘",
    "제작해줘",
    "주세요",
    "줘",
    "유튜브",
    "동영상",
    "이미지를",
    "영상",
];
/// Particles between the subject and the end of a request in Korean.
const LINKS: [&str; 5] = ["에 대한", "에 관한", "에 대해", "을 위한", "를 위한"];

/// Korean words that cannot begin a headline, because they depend on the word before them.
const DEPENDENT: [&str; 8] = ["위한", "대한", "관한", "통한", "있는", "없는", "하는", "만에"];

/// Emotional words, which are worth emphasis.
const STRONG: &str = "\
    最强 最強 最好 最高 最新 最后 最後 无敌 無敵 必看 必吃 必買 必买 必学 必學 免费 免費 绝对 絕對 秘密 揭秘 真相 震惊 震驚 完美 神器 逆袭 挑战 挑戰 \
    超 神 絶対 衝撃 無料 激安 必見 禁断 閲覧注意 完全 簡単 裏技 大失敗 爆笑 驚愕 ヤバ 충격 최강 최고 무료 절대 비밀 진짜 완벽 필수 대박 역대급 실화 꿀팁";

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
pub(crate) fn is_strong(phrase: &str) -> bool {
    phrase.chars().any(is_eastern) && STRONG.split_whitespace().any(|word| phrase.contains(word))
}

/// The words of a headline, picked from the first clause that has a subject. The end of the clause is kept, because
/// these languages name the topic there.
pub(crate) fn picked(prompt: &str, writing: Writing) -> Vec<String> {
    let clauses = clauses(prompt, writing);
    let mut picked = clauses.iter().map(|clause| telling(subject(clause), writing));
    let found = picked.find(|words| length(words) >= 2);
    found
        .or_else(|| clauses.first().map(|clause| telling(clause, writing)))
        .unwrap_or_default()
}

fn clauses(prompt: &str, writing: Writing) -> Vec<String> {
    let mut clauses = vec![String::new()];
    let chars: Vec<char> = prompt.chars().filter(|c| !c.is_control() || *c == '\n').collect();
    for (index, c) in chars.iter().enumerate() {
        let at = |index: Option<usize>| index.and_then(|index| chars.get(index)).copied();
        let neighbours = (at(index.checked_sub(1)), at(Some(index + 1)));
        let is_in_number = matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_digit() && b.is_ascii_digit());
        // A space between Latin words separates words, not clauses.
        let is_in_latin =
            matches!(neighbours, (Some(a), Some(b)) if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
        let is_end = CLAUSE_ENDS.contains(*c) || *c == '.';
        let ends = is_end && !is_in_number || c.is_whitespace() && writing != Writing::Korean && !is_in_latin;
        match clauses.last_mut() {
            Some(clause) if !ends => clause.push(*c),
            _ => clauses.push(String::new()),
        }
    }
    clauses
        .iter()
        .map(|clause| clause.trim().to_owned())
        .filter(|clause| !clause.is_empty())
        .collect()
}

/// The clause without the phrases of the request around its subject.
fn subject(clause: &str) -> &str {
    let mut rest = clause.trim();
    loop {
        let before = rest;
        for opening in OPENINGS {
            rest = rest.strip_prefix(opening).unwrap_or(rest).trim_start();
        }
        for verb in VERBS {
            let article = rest.strip_prefix(verb).map(str::trim_start);
            let behind = article.and_then(|rest| ARTICLES.iter().find_map(|article| rest.strip_prefix(article)));
            rest = behind.unwrap_or(rest);
        }
        for ending in ENDINGS {
            rest = rest.strip_suffix(ending).unwrap_or(rest).trim_end();
        }
        for link in LINKS {
            rest = rest.strip_suffix(link).unwrap_or(rest);
        }
        if let Some(latin) = rest.get(..7).filter(|start| start.eq_ignore_ascii_case("youtube")) {
            rest = rest
                .get(latin.len()..)
                .unwrap_or_default()
                .trim_start()
                .trim_start_matches('の');
        }
        if rest == before {
            return rest;
        }
    }
}

/// As many phrases from the end of the clause as fit a headline, without dependent words at its start and particles at
/// its end.
fn telling(clause: &str, writing: Writing) -> Vec<String> {
    let parts: Vec<String> = if writing == Writing::Korean {
        clause.split_whitespace().map(str::to_owned).collect()
    } else {
        phrases(clause, writing)
    };
    let has_number = parts
        .first()
        .is_some_and(|part| part.chars().any(|c| c.is_ascii_digit()));
    let limit = if length(&parts) <= MAX_WHOLE + usize::from(has_number) * 2 {
        usize::MAX
    } else {
        MAX_PICKED
    };
    let mut words: Vec<String> = Vec::new();
    for part in parts.iter().rev() {
        if !words.is_empty() && length(&words) + part.chars().count() > limit {
            break;
        }
        words.push(part.clone());
    }
    words.reverse();
    while words.len() > 1 && words.first().is_some_and(|word| DEPENDENT.contains(&word.as_str())) {
        words.remove(0);
    }
    if let [only] = words.as_mut_slice() {
        let mut count = 0;
        let pieces = clusters(only).into_iter().take_while(|piece| {
            count += piece.chars().count();
            count <= MAX_WHOLE
        });
        *only = pieces.collect();
    }
    if let Some(last) = words.last_mut() {
        *last = without_particle(last, writing).to_owned();
    }
    words.retain(|word| word.chars().any(char::is_alphanumeric));
    if writing == Writing::Korean {
        words
    } else {
        // Chinese and Japanese are joined again; the headline segments the text like a title.
        Some(words.concat())
            .filter(|text| !text.is_empty())
            .into_iter()
            .collect()
    }
}

fn without_particle(word: &str, writing: Writing) -> &str {
    let stripped = match writing {
        Writing::Japanese => word.strip_suffix(['は', 'が', 'を', 'に', 'で', 'と', 'も', 'へ', 'や', 'の']),
        Writing::Simplified | Writing::Traditional => word.strip_suffix(['的', '和', '与', '與', '是', '在', '把']),
        Writing::Korean => ["에서", "에게", "으로", "를"]
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

fn length(words: &[String]) -> usize {
    words.iter().map(|word| word.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_request_around_the_subject_is_removed() {
        for (prompt, words) in [
            ("请帮我做一张关于三天学会做菜的视频封面", "三天学会做菜"),
            ("在北京胡同里寻找最好吃的炸酱面", "胡同里寻找最好吃的炸酱面"),
            ("人工智能将如何改变世界，赛博朋克风格", "人工智能将如何改变世界"),
            ("幫我設計一張台灣夜市美食的縮圖", "台灣夜市美食"),
            ("東京タワーの前で猫がピアノを弾いている", "猫がピアノを弾いている"),
            (
                "初心者でもできる簡単カレーの作り方についての動画のサムネイルを作ってください",
                "できる簡単カレーの作り方",
            ),
            ("10分で作れる簡単レシピ", "10分で作れる簡単レシピ"),
            ("YouTubeの料理動画のサムネイル", "料理動画"),
            ("猫の動画", "猫の動画"),
            ("고양이에 대한 유튜브 영상 썸네일 만들어줘", "고양이"),
            ("초보자를 위한 완벽한 김치찌개 만들기", "완벽한 김치찌개 만들기"),
            ("서울 맛집 TOP 10", "서울 맛집 TOP 10"),
            ("iPhone 17を3ヶ月使った感想", "3ヶ月使った感想"),
        ] {
            let writing = Writing::of(&[prompt]);
            assert!(is_mostly(prompt));
            assert_eq!(picked(prompt, writing).join(" "), words);
        }
    }

    #[test]
    fn every_prompt_gives_a_short_headline() {
        for prompt in [
            "猫".repeat(300),
            "あ".repeat(300),
            "가나다 ".repeat(100),
            "、。".repeat(50),
        ] {
            assert!(length(&picked(&prompt, Writing::of(&[&prompt]))) <= MAX_WHOLE + 2);
        }
    }

    #[test]
    fn latin_prompts_with_a_foreign_word_count_as_latin() {
        assert!(!is_mostly("how I learned 日本語 in a year"));
        assert!(is_mostly("ChatGPTで副業"));
        assert!(!is_mostly("2026 🚀"));
    }
}
