use colour::Rgb;
use contract::{CheckId, CheckResult, Measure};

use super::*;

const SIZE: Size = Size {
    width: 1280,
    height: 720,
};

/// A copy of 640×360 pixels.
fn painted(colour: impl Fn(u32, u32) -> [u8; 3]) -> Pixels {
    let mut rgba = Vec::new();
    for y in 0..360 {
        for x in 0..640 {
            rgba.extend(colour(x, y));
            rgba.push(255);
        }
    }
    Pixels::new(640, 360, rgba).unwrap()
}

fn flat(colour: [u8; 3]) -> Pixels {
    painted(|_, _| colour)
}

/// Noise that is the same each time.
fn noise(x: u32, y: u32) -> [u8; 3] {
    let mut state = (y * 640 + x).wrapping_mul(2_654_435_761) ^ 0x5bd1_e995;
    [(); 3].map(|()| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    })
}

/// Letters of five by seven cells.
const GLYPHS: [(char, [&str; 7]); 7] = [
    ('H', ["#...#", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"]),
    ('E', ["#####", "#....", "#....", "####.", "#....", "#....", "#####"]),
    ('L', ["#....", "#....", "#....", "#....", "#....", "#....", "#####"]),
    ('O', ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"]),
    ('F', ["#####", "#....", "#....", "####.", "#....", "#....", "#...."]),
    ('T', ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."]),
    ('I', ["#####", "..#..", "..#..", "..#..", "..#..", "..#..", "#####"]),
];

/// Whether a pixel is inside this text, whose cells are squares with sides of `cell` pixels.
fn is_in_text(text: &str, cell: u32, (left, top): (u32, u32), x: u32, y: u32) -> bool {
    let (Some(x), Some(y)) = (x.checked_sub(left), y.checked_sub(top)) else {
        return false;
    };
    let (column, row) = (x / cell, y / cell);
    // Letters are six cells apart.
    let letter = text.chars().nth((column / 6) as usize);
    let glyph = GLYPHS.iter().find(|(name, _)| Some(*name) == letter);
    let line = glyph.and_then(|(_, lines)| lines.get(row as usize));
    line.is_some_and(|line| line.as_bytes().get((column % 6) as usize) == Some(&b'#'))
}

fn shown(copy: &Pixels) -> Shown<'_> {
    Shown {
        copy,
        size: SIZE,
        file_bytes: 500_000,
        words: Some(&[]),
    }
}

fn checks(shown: &Shown<'_>) -> Vec<CheckResult> {
    measure(shown).unwrap().checks
}

fn check(checks: &[CheckResult], id: CheckId) -> CheckResult {
    checks.iter().find(|check| check.id == id).unwrap().clone()
}

fn word(x: u32, y: u32, width: u32, letter: u32) -> PrintedWord {
    PrintedWord {
        place: PixelBox {
            x,
            y,
            width,
            height: letter,
        },
        letter,
        continues: false,
    }
}

#[test]
fn the_checks_on_words_are_present_only_where_there_are_words() {
    let copy = painted(|x, _| [if x < 320 { 20 } else { 200 }, 90, 90]);
    let without = checks(&shown(&copy));
    let ids: Vec<CheckId> = without.iter().map(|check| check.id).collect();
    let expected = [
        CheckId::FileSize,
        CheckId::Dimensions,
        CheckId::DurationBadge,
        CheckId::ProgressBar,
        CheckId::LightTheme,
        CheckId::DarkTheme,
        CheckId::Clutter,
    ];
    assert_eq!(ids, expected);
    assert!(
        without.iter().all(|check| check.ok && check.boxes.is_empty()),
        "{without:?}"
    );
    let words = [word(100, 100, 300, 90)];
    let with = Shown {
        words: Some(&words),
        ..shown(&copy)
    };
    assert_eq!(checks(&with).len(), expected.len() + 3);
}

#[test]
fn a_file_may_be_larger_where_the_picture_is_large() {
    let copy = flat([90, 140, 200]);
    for (width, height, file_bytes, ok) in [
        (1280, 720, 2_000_000, true),
        (1280, 720, 2_000_001, false),
        (1920, 1080, 2_000_001, false),
        (3840, 2160, 20_000_000, true),
        (3840, 2160, 50_000_001, false),
    ] {
        let shown = Shown {
            size: Size { width, height },
            file_bytes,
            ..shown(&copy)
        };
        let result = check(&checks(&shown), CheckId::FileSize);
        assert_eq!((result.ok, result.value), (ok, Some(Measure::whole(file_bytes))));
    }
}

#[test]
fn a_small_picture_fails_by_its_shorter_side() {
    let copy = flat([90, 140, 200]);
    for (width, height, ok) in [(1280, 720, true), (720, 1280, true), (1278, 719, false)] {
        let shown = Shown {
            size: Size { width, height },
            ..shown(&copy)
        };
        assert_eq!(check(&checks(&shown), CheckId::Dimensions).ok, ok, "{width}×{height}");
    }
}

#[test]
fn words_under_the_badge_or_the_bar_are_found() {
    let copy = painted(|x, y| {
        if (100..300).contains(&x) && (80..200).contains(&y) {
            [240, 200, 20]
        } else {
            [40, 60, 90]
        }
    });
    for (words, badge, bar) in [
        (vec![word(100, 100, 300, 90)], true, true),
        (vec![word(900, 580, 340, 100)], false, true),
        (vec![word(100, 100, 300, 90), word(200, 650, 300, 60)], true, false),
        (vec![word(1000, 640, 270, 75)], false, false),
    ] {
        let shown = Shown {
            words: Some(&words),
            ..shown(&copy)
        };
        let checks = checks(&shown);
        for (id, ok) in [(CheckId::DurationBadge, badge), (CheckId::ProgressBar, bar)] {
            let result = check(&checks, id);
            assert_eq!((result.ok, result.boxes.is_empty()), (ok, ok), "{words:?} {result:?}");
        }
    }
}

#[test]
fn a_subject_in_the_corner_is_found_without_words() {
    let corner = |x: u32, y: u32| x > 540 && y > 300;
    let copy = painted(|x, y| if corner(x, y) { [250, 230, 40] } else { [30, 50, 80] });
    let result = check(&checks(&shown(&copy)), CheckId::DurationBadge);
    let badge = PixelBox {
        x: 1024,
        y: 612,
        width: 256,
        height: 108,
    };
    assert_eq!((result.ok, result.boxes), (false, vec![badge]));
}

#[test]
fn a_rim_like_the_page_is_found() {
    for (colour, light, dark) in [
        ([255, 255, 255], false, true),
        ([250, 250, 248], false, true),
        ([10, 10, 12], true, false),
        ([120, 30, 160], true, true),
    ] {
        let checks = checks(&shown(&flat(colour)));
        assert_eq!(check(&checks, CheckId::LightTheme).ok, light, "{colour:?}");
        assert_eq!(check(&checks, CheckId::DarkTheme).ok, dark, "{colour:?}");
    }
}

#[test]
fn coarse_noise_is_clutter() {
    let copy = painted(|x, y| noise(x / 4, y / 4));
    assert!(!check(&checks(&shown(&copy)), CheckId::Clutter).ok);
    assert!(check(&checks(&shown(&flat([9, 90, 9]))), CheckId::Clutter).ok);
}

#[test]
fn low_and_faint_words_are_found_with_their_boxes() {
    // The text covers 100..340 × 100..184 pixels of the copy.
    let text = |x, y| is_in_text("HELLO", 8, (100, 100), x, y);
    for (letters, ok) in [([250, 250, 250], true), ([70, 90, 120], false)] {
        let copy = painted(|x, y| if text(x, y) { letters } else { [40, 60, 90] });
        let words = [word(200, 200, 480, 112)];
        let shown = Shown {
            words: Some(&words),
            ..shown(&copy)
        };
        let result = check(&checks(&shown), CheckId::WordContrast);
        assert_eq!((result.ok, result.boxes.is_empty()), (ok, ok), "{result:?}");
    }
    let copy = flat([40, 60, 90]);
    let words = [word(200, 200, 480, 112), word(200, 400, 100, 40)];
    let shown = Shown {
        words: Some(&words),
        ..shown(&copy)
    };
    let result = check(&checks(&shown), CheckId::WordHeight);
    assert_eq!((result.ok, result.boxes), (false, vec![words[1].place]));
}

#[test]
fn more_than_six_words_are_too_many() {
    let copy = flat([40, 60, 90]);
    for (count, ok) in [(6, true), (7, false)] {
        let words = vec![word(200, 200, 480, 112); count];
        let shown = Shown {
            words: Some(&words),
            ..shown(&copy)
        };
        assert_eq!(check(&checks(&shown), CheckId::WordCount).ok, ok);
    }
    let mut words = vec![word(200, 200, 480, 112); 7];
    words[6].continues = true;
    let shown = Shown {
        words: Some(&words),
        ..shown(&copy)
    };
    assert!(
        check(&checks(&shown), CheckId::WordCount).ok,
        "the rest of a word is no word"
    );
}

fn detected(copy: &Pixels) -> Vec<PrintedWord> {
    let shown = Shown {
        words: None,
        ..shown(copy)
    };
    Scene::of(&shown).unwrap().words
}

#[test]
fn words_are_detected_by_their_letters() {
    for (letters, ground) in [([250, 250, 250], [30, 40, 90]), ([20, 20, 20], [240, 220, 60])] {
        let copy = painted(|x, y| {
            let is_text = is_in_text("HELLO FILE", 7, (60, 60), x, y) || is_in_text("TOOL", 10, (200, 200), x, y);
            if is_text { letters } else { ground }
        });
        let words = detected(&copy);
        let expected = [(120, 120, 406, 98), (624, 120, 322, 98), (400, 400, 460, 140)];
        let found: Vec<_> = words
            .iter()
            .map(|word| (word.place.x, word.place.y, word.place.width, word.letter))
            .collect();
        assert_eq!(found, expected, "{letters:?}");
    }
}

/// A copy with this text, drawn as a scaled picture is: pixels at the edges of letters have mixed colours. The letters
/// are `height` pixels of 720 high.
fn with_text(text: &str, height: f32, letters: Rgb, ground: impl Fn(u32, u32) -> Rgb) -> Pixels {
    const SAMPLES: u32 = 4;
    // Seven cells of the glyphs, in samples of the copy, which is half as large as the picture.
    let cell = height / 2.0 / 7.0 * SAMPLES as f32;
    let is_letter = |x: u32, y: u32| {
        let (column, row) = ((x as f32 / cell) as u32, (y as f32 / cell) as u32);
        is_in_text(text, 1, (4, 4), column, row)
    };
    painted(|x, y| {
        let samples = (0..SAMPLES * SAMPLES).map(|sample| (sample % SAMPLES, sample / SAMPLES));
        let inside = samples.filter(|(across, down)| is_letter(x * SAMPLES + across, y * SAMPLES + down));
        let share = inside.count() as f32 / (SAMPLES * SAMPLES) as f32;
        let Rgb(red, green, blue) = ground(x, y).mix(letters, share);
        [red, green, blue]
    })
}

#[test]
fn every_word_is_counted_once_at_every_size() {
    for height in (24..150_u8).step_by(7).map(f32::from) {
        for (letters, ground) in [
            (Rgb::hex(0xFFFFFF), Rgb::hex(0x1E3C6E)),
            (Rgb::hex(0x101010), Rgb::hex(0xF0DC3C)),
        ] {
            let copy = with_text("FILE HOLE", height, letters, |_, _| ground);
            let words = detected(&copy);
            assert_eq!(words.len(), 2, "{height} {words:?}");
            let results = checks(&Shown {
                words: None,
                ..shown(&copy)
            });
            assert!(check(&results, CheckId::WordContrast).ok, "{height} {results:?}");
        }
    }
}

#[test]
fn a_narrow_letter_contrasts_with_the_ground_beside_it() {
    // "I", high and narrow, fills its box.
    let copy = painted(|x, y| {
        let is_letter = (100..110).contains(&x) && (100..180).contains(&y);
        if is_letter { [255, 255, 255] } else { [20, 30, 60] }
    });
    let words = [word(200, 200, 20, 160)];
    let shown = Shown {
        words: Some(&words),
        ..shown(&copy)
    };
    let result = check(&checks(&shown), CheckId::WordContrast);
    assert!(result.ok, "{result:?}");
}

#[test]
fn small_words_are_detected() {
    for height in [22.0, 24.0, 28.0, 34.0] {
        for (letters, ground) in [
            (Rgb::hex(0xFFFFFF), Rgb::hex(0x1E2850)),
            (Rgb::hex(0x101010), Rgb::hex(0xF0DC3C)),
            (Rgb::hex(0xFFE000), Rgb::hex(0x802020)),
        ] {
            let shade = |x: u32, _| ground.darker(x as f32 / 640.0 * 0.3);
            let copy = with_text("THE FILE THE HOLE", height, letters, shade);
            let results = checks(&Shown {
                words: None,
                ..shown(&copy)
            });
            let letters: Vec<u32> = detected(&copy).iter().map(|word| word.letter).collect();
            assert!(!letters.is_empty(), "{height} {letters:?}");
            let differs = |letter: &u32| (*letter as f32 - height).abs() > 5.0;
            assert!(!letters.iter().any(differs), "{height} {letters:?}");
            assert!(!check(&results, CheckId::WordHeight).ok, "{height} {results:?}");
        }
    }
}

#[test]
fn faint_words_are_detected() {
    // Grounds, and letters whose contrast with them is 1.7:1.
    for (ground, letters) in [
        (Rgb::hex(0x646464), Rgb::hex(0x888888)),
        (Rgb::hex(0x888888), Rgb::hex(0x646464)),
        (Rgb::hex(0x1E2850), Rgb::hex(0x394A84)),
        (Rgb::hex(0xF0DC3C), Rgb::hex(0xB9A92C)),
        (Rgb::hex(0x802020), Rgb::hex(0xB83838)),
    ] {
        let ratio = ground.contrast(letters);
        assert!((1.6..1.8).contains(&ratio), "{ratio}");
        for height in [50.0, 70.0, 100.0, 140.0] {
            let copy = with_text("THE HOLE", height, letters, |_, _| ground);
            let results = checks(&Shown {
                words: None,
                ..shown(&copy)
            });
            assert!(!detected(&copy).is_empty(), "{ground:?} {height}");
            assert!(!check(&results, CheckId::WordContrast).ok, "{ground:?} {height}");
        }
    }
}

#[test]
fn windows_noise_and_plain_pictures_have_no_words() {
    let windows = painted(|x, y| {
        if x % 40 < 22 && y % 60 < 34 {
            [250, 240, 150]
        } else {
            [50, 50, 60]
        }
    });
    for copy in [
        windows,
        painted(noise),
        painted(|x, y| noise(x / 3, y / 3)),
        painted(|x, y| noise(x / 9, y / 9)),
        // Grain that is as faint as a film's.
        painted(|x, y| noise(x, y).map(|channel| 120 + channel / 16)),
        flat([1, 2, 3]),
    ] {
        assert_eq!(detected(&copy), []);
    }
}

#[test]
fn the_same_picture_has_the_same_results() {
    let copy = painted(|x, y| {
        if is_in_text("FILE", 9, (80, 80), x, y) {
            [255, 255, 255]
        } else {
            noise(x / 60, y / 60)
        }
    });
    let shown = Shown {
        words: None,
        ..shown(&copy)
    };
    assert_eq!(measure(&shown), measure(&shown));
}

#[test]
fn a_transparent_picture_is_seen_on_white() {
    let clear = Pixels::new(640, 360, vec![0; 640 * 360 * 4]).unwrap();
    let checks = checks(&shown(&clear));
    assert!(!check(&checks, CheckId::LightTheme).ok && check(&checks, CheckId::DarkTheme).ok);
}

#[test]
fn pictures_that_look_the_same_are_found_among_siblings() {
    let of = |copy: &Pixels| measure(&shown(copy)).unwrap().fingerprint;
    let blue = of(&flat([20, 60, 200]));
    let bluish = of(&painted(|x, _| if x < 20 { [60, 60, 200] } else { [20, 60, 200] }));
    let split = of(&painted(|x, _| if x < 320 { [240, 160, 20] } else { [20, 60, 200] }));
    assert_eq!(sameness(&blue, []), None);
    for (others, ok) in [
        (vec![&split], true),
        (vec![&split, &bluish], false),
        (vec![&blue], false),
    ] {
        let result = sameness(&blue, others).unwrap();
        assert_eq!((result.id, result.ok), (CheckId::Sameness, ok), "{result:?}");
    }
    assert_eq!(blue.to_string().parse(), Ok(blue.clone()));
    let text = blue.to_string();
    for wrong in [
        "",
        "AAAA",
        &format!("*{}", &text[1..]),
        &format!("{text}AAAA"),
        &format!("{text}AA"),
    ] {
        assert_eq!(wrong.parse::<Fingerprint>(), Err(fingerprint::InvalidFingerprint));
    }
}

#[test]
fn the_shape_of_a_thumbnail_may_differ_by_one_percent() {
    for (width, height, expected) in [
        (1280, 720, true),
        (1920, 1080, true),
        (1290, 720, true),
        (1300, 720, false),
        (1268, 720, true),
        (1262, 720, false),
        (1440, 1080, false),
        (0, 0, false),
    ] {
        assert_eq!(is_wide(Size { width, height }), expected, "{width}×{height}");
    }
}
