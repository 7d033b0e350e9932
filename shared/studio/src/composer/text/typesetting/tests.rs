use super::*;

fn fit(headline: &Headline, frame: Frame) -> Option<Block> {
    super::fit(headline, frame, &Letterings::default())
}

fn frame() -> Frame {
    let area = Rect::from_xywh(100.0, 60.0, 600.0, 560.0).unwrap();
    Frame {
        area,
        align: Align::Start,
        anchor: Anchor::Middle,
        tilt: -4.0,
        slant: 0.08,
        max_letter: 230.0,
        legible: 57.6,
        family: Family::Display,
    }
}

fn headline(text: &str) -> Headline {
    Headline::new("", Some(text))
}

#[test]
fn words_and_outlines_stay_inside_the_area() {
    let long = "W".repeat(100);
    let many = "a ".repeat(50);
    let stacked = format!("Z{}algo", "\u{301}".repeat(40));
    for text in [
        "GO",
        "I BUILT A ROCKET",
        &long,
        &many,
        &stacked,
        "gjpqy ÅÄÖ",
        "שלום big world 2026",
        "नमस्ते दुनिया",
        "مرحبا بالعالم",
        "$10,000 IN 30 DAYS",
        "最強の節約術を10分で解説！！",
        "三天学会做菜",
        "台灣夜市必吃美食TOP10",
        "서울 맛집 완전정복",
        "스타트업성공전략대공개",
        "🔥🔥🔥",
        "GO🚀 日本🇯🇵へ",
        "「」、。ー",
    ] {
        let frame = frame();
        let block = fit(&headline(text), frame).unwrap();
        let inside = |bounds: Rect| {
            bounds.left() >= frame.area.left() - 0.5
                && bounds.top() >= frame.area.top() - 0.5
                && bounds.right() <= frame.area.right() + 0.5
                && bounds.bottom() <= frame.area.bottom() + 0.5
        };
        assert!(inside(block.bounds), "{text}: {:?}", block.bounds);
        for word in &block.words {
            let outline = OUTLINE * word.letter * block.turn.get_scale().0;
            let stickers = word.stickers.iter().map(|sticker| &sticker.shape);
            for shape in word.path.iter().chain(stickers) {
                let turned = shape.clone().transform(block.turn).unwrap();
                let bounds = turned.bounds().outset(outline, outline).unwrap();
                assert!(inside(bounds), "{text}: {bounds:?}");
            }
        }
    }
}

#[test]
fn text_without_drawable_characters_gives_no_block() {
    assert!(fit(&headline("ᠮᠣᠩᠭᠣᠯ"), frame()).is_none());
    assert!(fit(&Headline::default(), frame()).is_none());
}

#[test]
fn a_short_headline_gets_tall_letters() {
    let block = fit(&headline("I BUILT A ROCKET"), frame()).unwrap();
    assert!(
        block.words.iter().all(|word| word.letter > 100.0),
        "{:?}",
        block.words.iter().map(|w| w.letter).collect::<Vec<_>>()
    );
}

#[test]
fn the_longest_title_stays_legible() {
    let title = "The complete and honest guide to learning a language while working full time and raising kids today";
    let block = fit(&headline(title), frame()).unwrap();
    assert!(
        block.words.iter().all(|word| word.letter > 36.0),
        "{:?}",
        block.words.iter().map(|w| w.letter).collect::<Vec<_>>()
    );
}

/// The number of lines that a headline takes.
fn lines(text: &str) -> usize {
    let block = fit(&headline(text), frame()).unwrap();
    let mut tops: Vec<i32> = block.words.iter().map(|word| word.bounds.bottom() as i32).collect();
    tops.dedup_by(|a, b| a.abs_diff(*b) < 20);
    tops.len()
}

#[test]
fn a_long_word_is_broken_where_the_caller_permits_it() {
    let letter = |text: &str| fit(&headline(text), frame()).unwrap().words[0].letter;
    let whole = "Krankenversicherung";
    for mark in ['\u{ad}', '\u{200b}'] {
        let marked = whole.replace("ver", &format!("{mark}ver"));
        assert!(letter(&marked) > 1.4 * letter(whole), "{mark:?}");
        assert_eq!((lines(whole), lines(&marked)), (1, 2));
        // A short word is not broken.
        let short = format!("Foto{mark}grafie");
        assert_eq!((lines(&short), letter(&short)), (1, letter("Fotografie")));
    }
    let width = |text: &str| fit(&headline(text), frame()).unwrap().words[0].bounds.width();
    let (soft, space) = (width("Kranken\u{ad}versicherung"), width("Kranken\u{200b}versicherung"));
    assert!(soft > 1.05 * space, "only a soft hyphen is drawn: {soft} and {space}");
}

#[test]
fn marks_of_breaks_do_not_change_a_word() {
    for mark in ["\u{ad}", "\u{200b}"] {
        let marked = headline(&format!("I lo{mark}ve {mark} Paris{mark}"));
        let texts: Vec<&str> = marked.words.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(texts, ["I", "love", "Paris"]);
        assert_eq!(marked.emphasis, headline("I love Paris").emphasis);
    }
    // Between Thai words, zero-width spaces are what spaces are elsewhere.
    let thai = headline("ตา\u{200b}กลม");
    let texts: Vec<&str> = thai.words.iter().map(|word| word.text.as_str()).collect();
    assert_eq!(texts, ["ตา", "กลม"]);
}

#[test]
fn a_long_compound_is_broken_behind_a_syllable_with_a_hyphen() {
    let text = "Das Donaudampfschifffahrtsgesellschaftsmuseum ist offen";
    let headline = headline(text);
    assert_eq!(headline.language.code(), "de");
    let block = fit(&headline, frame()).unwrap();
    assert!(block.words.len() > headline.words.len());
    let letters: Vec<f32> = block.words.iter().map(|word| word.letter).collect();
    assert!(letters.iter().all(|letter| *letter > 50.0), "{letters:?}");
}

#[test]
fn words_that_say_nothing_alone_are_never_the_largest() {
    for text in [
        "LA SINDROME DI STOCCOLMA",
        "THE DYATLOV PASS INCIDENT",
        "A HISTORY OF PAPER",
        "LE SECRET DE LA TOUR",
    ] {
        let headline = headline(text);
        let block = fit(&headline, frame()).unwrap();
        let letter = |is_meant: &dyn Fn(usize) -> bool| {
            let words = block.words.iter().enumerate().filter(|(at, _)| is_meant(*at));
            words.map(|(_, word)| word.letter).fold(0.0, f32::max)
        };
        let emphasised = letter(&|at| headline.emphasises(at));
        let needless = block
            .words
            .iter()
            .enumerate()
            .filter(|(at, word)| word.alone && headline.words[*at].is_small);
        for (at, word) in needless {
            assert!(
                word.letter <= emphasised + 0.1,
                "{text}: word {at} of {} px",
                word.letter
            );
        }
        let others = letter(&|at| !headline.emphasises(at));
        assert!(
            others <= emphasised * 1.13,
            "{text}: {others} px beside {emphasised} px"
        );
    }
}

#[test]
fn a_number_is_emphasised_with_its_unit_and_a_name_as_a_whole() {
    for (text, emphasised) in [
        ("Lost 12 kg in spring", vec!["12", "kg"]),
        ("Windows 11 tips", vec!["Windows", "11"]),
        ("a quiet garden", vec!["garden"]),
    ] {
        let headline = headline(text);
        let found = (0..headline.words.len()).filter(|at| headline.emphasises(*at));
        let found: Vec<&str> = found.map(|at| headline.words[at].text.as_str()).collect();
        assert_eq!(found, emphasised, "{text}");
    }
}

/// Sets the text into a rectangle of this size, and returns the words of each line.
fn lines_in(text: &str, width: f32, height: f32) -> Vec<Vec<String>> {
    let headline = headline(text);
    let area = Rect::from_xywh(0.0, 0.0, width, height).unwrap();
    let block = fit(&headline, Frame { area, ..frame() }).unwrap();
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut bottom = f32::MIN;
    for (word, placed) in headline.words.iter().zip(&block.words) {
        if (placed.bounds.top() + placed.bounds.bottom()) / 2.0 > bottom {
            lines.push(Vec::new());
        }
        bottom = placed.bounds.bottom();
        lines.last_mut().unwrap().push(word.text.clone());
    }
    lines
}

#[test]
fn a_number_stays_with_its_noun_and_no_small_word_is_alone() {
    for text in [
        "I met 100 strangers",
        "My 5 candidates today",
        "Why 20,000 people left",
        "Lisbon with a baby",
        "Growing a huge pumpkin",
    ] {
        for (width, height) in [(536.0, 576.0), (536.0, 300.0), (660.0, 400.0), (900.0, 380.0)] {
            let lines = lines_in(text, width, height);
            for line in &lines {
                let is_counting = line.last().unwrap().starts_with(char::is_numeric);
                assert!(!is_counting || line.len() == 1, "{text}: {lines:?}");
                assert!(
                    line.len() > 1 || !matches!(line[0].as_str(), "a" | "with"),
                    "{text}: {lines:?}"
                );
            }
        }
    }
}

#[test]
fn words_that_all_say_nothing_alone_fill_the_frame() {
    let area = Rect::from_xywh(100.0, 60.0, 1075.0, 550.0).unwrap();
    let words = fit(&headline("Die oder das?"), Frame { area, ..frame() })
        .unwrap()
        .words;
    let (first, last) = (&words[0], &words[2]);
    assert!(last.bounds.top() > first.bounds.bottom());
}
