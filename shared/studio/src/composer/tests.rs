//! Tests of whole pictures. `pixels` looks for faults in the pixels of a thousand; `golden` compares some with files.

mod changes;
mod checks;
mod fullness;
mod golden;
mod logos;
mod orders;
mod pixels;
mod plates;
mod series;
mod variants;

use super::*;
use crate::composer::{
    headline::Headline,
    layout::{BADGE, MARGIN, overlap},
    text::typeface::{self, Faces, family::Family},
};
use crate::{Original, ReferencePicture, Role, verify};
use bytes::Bytes;
use contract::{AspectRatio, ImageFormat, Resolution, Size};
use proptest::prelude::*;

fn brief(prompt: &str, seed: u32) -> Brief {
    Brief {
        prompt: prompt.to_owned(),
        seed,
        ..Brief::default()
    }
}

fn design(brief: &Brief) -> Design {
    Design::new(brief, &Layouts::All).unwrap()
}

fn drawn(brief: &Brief) -> PaintedPicture {
    compose(brief, &Layouts::All).unwrap()
}

/// The design of the picture of `before` after these changes. The seed and the prompt of the brief are those of the new
/// generation.
fn changed(before: &Brief, title: &str, changes: &[&str]) -> Design {
    design(&Brief {
        prompt: changes.join("\n"),
        title: Some(title.to_owned()),
        original: Some(Original {
            prompt: before.prompt.clone(),
            own_prompt: before.own_prompt.clone(),
            title: before.title.clone(),
            seed: before.seed,
            changes: changes.iter().map(|change| (*change).to_owned()).collect(),
            shown: None,
        }),
        seed: 99,
        ..before.clone()
    })
}

fn pixels(brief: &Brief) -> Vec<u8> {
    paint::picture(&design(brief)).unwrap().pixmap().data().to_vec()
}

/// The mean difference of the channels of two pictures of the same size.
fn difference(one: &image::RgbImage, other: &image::RgbImage) -> f64 {
    let differences = one.iter().zip(other.iter()).map(|(one, other)| one.abs_diff(*other));
    differences.map(f64::from).sum::<f64>() / one.len() as f64
}

#[test]
fn a_higher_resolution_shows_the_same_picture_with_more_detail() {
    let photo = include_bytes!("../../examples/references/cat.jpg");
    let cat = |role| ReferencePicture::new(role, "cat", "cat", Bytes::from_static(photo));
    for (prompt, aspect_ratio, references) in [
        ("how to launch a rocket startup 🚀", AspectRatio::Wide, vec![]),
        ("my cat went viral", AspectRatio::Tall, vec![cat(Role::Person)]),
        (
            "the cat toy 🐱 that never fails",
            AspectRatio::Classic,
            vec![cat(Role::Object)],
        ),
    ] {
        let at = |resolution| {
            let brief = Brief {
                aspect_ratio,
                resolution,
                format: ImageFormat::Webp,
                max_bytes: 50_000_000,
                references: references.clone(),
                ..brief(prompt, 5)
            };
            let picture = drawn(&brief);
            assert_eq!(picture.size, aspect_ratio.size_at(resolution));
            image::load_from_memory(&picture.bytes).unwrap().into_rgb8()
        };
        let usual = at(Resolution::P720);
        for resolution in [Resolution::P1080, Resolution::P2160] {
            let large = at(resolution);
            let (width, height) = usual.dimensions();
            let filter = image::imageops::FilterType::CatmullRom;
            let small = image::imageops::resize(&large, width, height, filter);
            let same = difference(&small, &usual);
            assert!(same < 3.0, "{prompt} {resolution:?}: {same}");
            // The edges of letters are sharper than those of an enlarged picture.
            let enlarged = image::imageops::resize(&usual, large.width(), large.height(), filter);
            let sharper = difference(&enlarged, &large);
            assert!(sharper > 0.2, "{prompt} {resolution:?}: {sharper}");
        }
    }
}

#[test]
fn a_word_that_is_broken_counts_once() {
    let title = "Donaudampfschifffahrtsgesellschaftskapitän auf See";
    let words = design(&Brief {
        title: Some(title.to_owned()),
        ..brief("Ein Schiff", 1)
    })
    .words();
    assert!(words.len() > 3, "the title is not broken");
    assert_eq!(words.iter().filter(|word| !word.continues).count(), 3);
}

#[tokio::test]
async fn every_shape_and_format_comes_out_as_asked() {
    for aspect_ratio in AspectRatio::ALL {
        for format in ImageFormat::ALL {
            let brief = Brief {
                aspect_ratio,
                format,
                ..brief("how to launch a rocket startup", 7)
            };
            let picture = Composer::new().paint(&brief).await.unwrap();
            assert_eq!((picture.format, picture.size), (format, aspect_ratio.size()));
            assert_eq!(verify(&picture.bytes, format, aspect_ratio.size()), Ok(()));
            if format != ImageFormat::Webp {
                assert!(
                    picture.bytes.len() < 2_000_000,
                    "{aspect_ratio:?} {format:?}: {}",
                    picture.bytes.len()
                );
            }
        }
    }
}

#[test]
fn the_same_brief_gives_the_same_bytes() {
    for prompt in ["cozy coffee morning", "最強の節約術を10分で解説", "서울 맛집 완전정복"] {
        let brief = Brief {
            title: Some(format!("{prompt} 🔥")),
            ..brief(prompt, 11)
        };
        assert_eq!(drawn(&brief).bytes, drawn(&brief).bytes);
    }
}

#[test]
fn another_seed_gives_a_visibly_different_picture() {
    let pictures: Vec<_> = (0..5).map(|seed| pixels(&brief("best gaming laptop", seed))).collect();
    for (i, a) in pictures.iter().enumerate() {
        for b in pictures.iter().skip(i + 1) {
            let changed = a.iter().zip(b).filter(|(a, b)| a.abs_diff(**b) > 12).count();
            assert!(changed * 4 > a.len(), "only {changed} of {} bytes differ", a.len());
        }
    }
}

#[test]
fn the_file_format_does_not_change_the_drawing() {
    let png = brief("x", 1);
    let jpeg = Brief {
        format: ImageFormat::Jpeg,
        ..png.clone()
    };
    assert_eq!(pixels(&png), pixels(&jpeg));
}

/// Whether the fonts have a character of the headline, so that the picture must have words.
fn has_printable_words(brief: &Brief) -> bool {
    let headline = Headline::new(&brief.prompt, brief.title.as_deref());
    let mut words = headline.words.iter();
    words.any(|word| {
        typeface::letter(
            &word.text,
            false,
            headline.writing,
            &Faces::of(&word.text, Family::Display),
        )
        .is_some()
    })
}

/// Checks that the words are there, within the margins with their outline and plate, and out of the corner that players
/// cover.
fn check_words(brief: &Brief) {
    let Size { width, height } = brief.aspect_ratio.size();
    let (width, height) = (width as f32, height as f32);
    let words = design(brief).headline.map(|headline| headline.bounds);
    assert!(words.is_some() || !has_printable_words(brief), "no words: {brief:?}");
    let Some(words) = words else { return };
    let slack = 1.0;
    assert!(
        words.left() >= width * MARGIN - slack && words.right() <= width * (1.0 - MARGIN) + slack,
        "{words:?}"
    );
    assert!(
        words.top() >= height * MARGIN - slack && words.bottom() <= height * (1.0 - MARGIN) + slack,
        "{words:?}"
    );
    let is_under_badge =
        words.right() > width * (1.0 - BADGE.0) + slack && words.bottom() > height * (1.0 - BADGE.1) + slack;
    assert!(!is_under_badge, "{words:?}");
}

#[test]
fn words_stay_in_their_place_whatever_they_are() {
    let long = "Antidisestablishmentarianism".repeat(4);
    let nasty = [
        "",
        " ",
        "\u{0}\u{1b}[31m",
        "🚀🔥💯",
        "日本語のタイトル",
        "مرحبا بالعالم 2026",
        "שלום world",
        "नमस्ते दुनिया",
        "Zalgo Z̷̡̛͉a̸l̵g̶o̴",
        "a",
        ".",
        "%s%n{}",
        "\u{202e}reversed",
        "W W W W W W W W W W W W W W W W W W W W W W W W W W W W W W",
        &long,
        "Γειά σου Κόσμε",
        "ПРИВЕТ МИР",
        "e\u{301}\u{301}\u{301}",
        "﷽",
        "1️⃣ 2️⃣",
        "👩‍👩‍👧‍👦 family",
        "Ǆǆ ﬁ ß İ",
    ];
    for (seed, text) in (0..).zip(nasty) {
        for aspect_ratio in AspectRatio::ALL {
            check_words(&Brief {
                title: Some(text.chars().take(100).collect()),
                aspect_ratio,
                ..brief(text, seed)
            });
        }
        let untitled = brief(text, u32::MAX - seed);
        check_words(&untitled);
        assert!(compose(&untitled, &Layouts::All).is_ok(), "{text:?}");
    }
}

#[test]
fn every_script_is_printed_whole() {
    use unicode_segmentation::UnicodeSegmentation;
    let titles = [
        // Simplified Chinese.
        "三天学会做菜",
        "新手必看的理财指南！",
        "这个视频太厉害了，一定要看到最后",
        "人工智能将如何改变世界？",
        "北京胡同里最好吃的炸酱面",
        "月薪3000到年入百万，我做对了什么",
        "《原神》全角色强度排行榜 2026版",
        "减肥30天：从200斤到150斤的逆袭之路",
        "别再买了！这10款手机千万不要碰",
        // Traditional Chinese, of Taiwan and of Hong Kong.
        "台灣夜市必吃美食TOP10",
        "這個影片太厲害了",
        "日本東京自由行攻略｜五天四夜怎麼玩？",
        "香港必去景點：2026最新攻略",
        "我辭職環遊世界一年後⋯⋯的真心話",
        "為什麼臺灣的珍珠奶茶這麼好喝？",
        "超簡單！零失敗蛋糕食譜",
        "學會這招，讓你的英文進步神速",
        "佢哋嘅故仔真係好正",
        // Japanese.
        "最強の節約術を10分で解説！！",
        "【衝撃】iPhone17を3ヶ月使った正直な感想",
        "猫がピアノを弾いた",
        "初心者でもできる簡単カレーの作り方",
        "「もう限界…」一人暮らしの本音を語ります。",
        "ヴァイオリニストが弾いてみた♪〜神回〜",
        "絶対に失敗しない！東京ひとり旅のコツ",
        "ﾊﾝｶｸｶﾅ と ＡＢＣ１２３",
        "鬱・躁・鷹・鰯・龜・靈",
        // Korean, among it syllables that few fonts have.
        "서울 맛집 완전정복",
        "3개월 만에 10kg 감량한 방법 대공개",
        "충격 반전 실화",
        "초보자를 위한 완벽한 김치찌개 만들기",
        "스타트업성공전략대공개",
        "이 영상을 보면 인생이 바뀝니다",
        "뷁쀍 쑛뛟 펲시맨",
        "ㅋㅋㅋㅋ 진짜 대박ㅠㅠ",
        "美 대통령, 韓·日 방문",
        "\u{1112}\u{1161}\u{11ab}\u{1100}\u{1173}\u{11af}",
        // Bengali.
        "সুন্দরবনে তিন দিন",
        "জোনাকি কীভাবে আলো জ্বালায়?",
        "শীতের পিঠা ও ক্ষীর, ৫০০ টাকায়",
        // The other scripts of India and Sri Lanka.
        "ఇంట్లో బిర్యానీ ఎలా చేయాలి",
        "வீட்டில் பிரியாணி செய்வது எப்படி",
        "ઘરે બેઠા પૈસા કમાવાની રીત",
        "ಮನೆಯಲ್ಲಿ ಹಣ ಉಳಿಸುವ ವಿಧಾನ",
        "ଘରେ ଓଡ଼ିଆ ରୋଷେଇ ଶିଖନ୍ତୁ",
        "കേരളത്തിലെ ഏറ്റവും നല്ല ഭക്ഷണം",
        "ਪੰਜਾਬੀ ਖਾਣਾ ਬਣਾਉਣਾ ਸਿੱਖੋ",
        "ශ්\u{200d}රී ලංකාවේ රසවත් කෑම",
        "ދިވެހި ކެއުން ކައްކާނެ ގޮތް",
        // Thai, Lao, Khmer, Burmese, Tibetan.
        "วิธีทำต้มยำกุ้งแบบง่ายที่บ้านใน 10 นาที",
        "ວິທີເຮັດອາຫານລາວແຊບໆຢູ່ເຮືອນ",
        "របៀបធ្វើម្ហូបខ្មែរឆ្ងាញ់នៅផ្ទះ",
        "မြန်မာ့ရိုးရာ အစားအစာ ချက်ပြုတ်နည်း",
        "བོད་ཀྱི་ཟ་མ་བཟོ་སྟངས།",
        // Ethiopic, Armenian, Georgian, and letters that few languages have.
        "የኢትዮጵያ ምግብ አሰራር",
        "Ինչպես պատրաստել հայկական խորոված",
        "როგორ მოვამზადოთ ხაჭაპური სახლში",
        "د پښتو ژبې زده کړه په لس ورځو کې",
        "چۆنیەتی دروستکردنی خواردنی کوردی",
        "سنڌي ٻولي سکو ڏهن ڏينهن ۾",
        "ئۇيغۇرچە تاماق ئېتىش ئۇسۇلى",
        "Татар телен ничек өйрәнергә җиңел",
        // Emoji and mixtures.
        "WE WON 🏆🎉",
        "神回🔥🔥すぎ😱",
        "🇯🇵日本 vs 🇰🇷한국 vs 🇨🇳中国",
        "👨‍👩‍👧‍👦 family 👩🏽‍🚀 1️⃣ 2️⃣ ❤️ ☺️",
        "★おすすめ★①②③→㊙",
    ];
    for title in titles {
        let writing = writing::Writing::of(&[title]);
        for grapheme in title.graphemes(true).filter(|grapheme| !grapheme.trim().is_empty()) {
            let letter = typeface::letter(grapheme, false, writing, &Faces::of(grapheme, Family::Display));
            assert!(
                letter
                    .is_some_and(|letter| letter.bounds.width() * letter.bounds.height() > 0.0 && letter.advance > 0.1),
                "{grapheme} of {title}"
            );
        }
        for aspect_ratio in AspectRatio::ALL {
            let brief = Brief {
                title: Some(title.to_owned()),
                aspect_ratio,
                ..brief("", 5)
            };
            check_words(&brief);
            let smallest = design(&brief).headline.unwrap().smallest();
            let Size { width, height } = aspect_ratio.size();
            assert!(
                smallest > 0.06 * width.min(height) as f32,
                "{title} in {aspect_ratio:?}: {smallest}"
            );
        }
    }
}

#[test]
fn every_layout_keeps_its_words_in_place() {
    for aspect_ratio in AspectRatio::ALL {
        for seed in 0..16 {
            check_words(&Brief {
                aspect_ratio,
                ..brief("10 mistakes every beginner makes", seed)
            });
        }
    }
}

#[test]
fn png_and_jpeg_stay_below_two_megabytes_on_every_background() {
    for seed in 0..9 {
        for format in [ImageFormat::Png, ImageFormat::Jpeg] {
            let brief = Brief {
                aspect_ratio: AspectRatio::Classic,
                format,
                ..brief("epic mountain city at night", seed)
            };
            let bytes = drawn(&brief).bytes;
            assert!(bytes.len() < 2_000_000, "seed {seed} {format:?}: {}", bytes.len());
        }
    }
}

#[test]
fn references_are_shown_and_broken_ones_left_out() {
    let mut file = std::io::Cursor::new(Vec::new());
    image::RgbaImage::from_pixel(30, 90, image::Rgba([10, 200, 30, 128]))
        .write_to(&mut file, image::ImageFormat::Png)
        .unwrap();
    let reference = |role, bytes: Vec<u8>| ReferencePicture::new(role, "", "r", Bytes::from(bytes));
    let plain = brief("a cat", 3);
    let with = |references| {
        pixels(&Brief {
            references,
            ..plain.clone()
        })
    };
    assert_ne!(
        with(vec![reference(Role::Person, file.get_ref().clone())]),
        pixels(&plain)
    );
    assert_eq!(
        with(vec![reference(Role::Object, b"not a picture".to_vec())]),
        pixels(&plain)
    );
    assert_eq!(
        with(vec![reference(Role::Style, b"not a picture".to_vec())]),
        pixels(&plain)
    );
    let shown = with(vec![reference(Role::Person, file.get_ref().clone())]);
    assert_eq!(shown, with(vec![reference(Role::Person, file.into_inner())]));
}

#[test]
fn a_thumbnail_is_as_dark_or_bright_as_its_inspiration() {
    let median = |hex: u32| {
        let [_, red, green, blue] = hex.to_be_bytes();
        let mut file = std::io::Cursor::new(Vec::new());
        image::RgbImage::from_pixel(40, 30, image::Rgb([red, green, blue]))
            .write_to(&mut file, image::ImageFormat::Png)
            .unwrap();
        let bytes = pixels(&Brief {
            references: vec![ReferencePicture::new(
                Role::Style,
                "",
                "s",
                Bytes::from(file.into_inner()),
            )],
            ..brief("a cat", 5)
        });
        // Most of the upper edge shows the background, whatever the subject and the words are.
        let mut edge = bytes[..bytes.len() / 20].to_vec();
        edge.sort_unstable();
        u64::from(edge[edge.len() / 2])
    };
    let (dark, middle, bright) = (median(0x0a1020), median(0x4070a0), median(0xe0f0ff));
    assert!(dark + 20 < middle && middle + 20 < bright, "{dark} {middle} {bright}");
}

/// Ideographs, kana, syllables, punctuation, emoji and what holds their sequences together.
const EASTERN: &str = "[\u{4e00}-\u{9fff}あ-んァ-ヶ가-힣、。「」（）！？ー…\u{200d}\u{fe0f}\u{20e3}\u{1f1e6}-\u{1f1ff}\u{1f300}-\u{1faff}0-9a-zA-Z ]{0,100}";

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_eastern_text_gives_a_picture_with_its_words_in_place(
        prompt in EASTERN,
        title in proptest::option::of(EASTERN),
        seed in any::<u32>(),
        shape in 0..4_usize,
    ) {
        let aspect_ratio = AspectRatio::ALL[shape];
        let brief = Brief { title, aspect_ratio, format: ImageFormat::Jpeg, ..brief(&prompt, seed) };
        check_words(&brief);
        prop_assert_eq!(verify(&drawn(&brief).bytes, brief.format, brief.aspect_ratio.size()), Ok(()));
    }

    #[test]
    fn any_text_gives_a_picture_with_its_words_in_place(
        prompt in any::<String>(),
        title in proptest::option::of("\\PC{0,100}"),
        seed in any::<u32>(),
        shape in 0..4_usize,
    ) {
        let aspect_ratio = AspectRatio::ALL[shape];
        let brief = Brief { title, aspect_ratio, format: ImageFormat::Jpeg, ..brief(&prompt, seed) };
        check_words(&brief);
        prop_assert_eq!(verify(&drawn(&brief).bytes, brief.format, brief.aspect_ratio.size()), Ok(()));
    }
}
