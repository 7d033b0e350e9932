//! Nothing is small, nothing is empty, and the corner of the duration stays free. Nothing is painted.

use super::*;
use tiny_skia::Rect;

const PROMPTS: [&str; 16] = [
    "my old red car",
    "a tall lighthouse",
    "restoring a rusty bicycle",
    "the best ramen in Tokyo",
    "5 piano mistakes",
    "why sharks never sleep",
    "Growing a huge pumpkin",
    "How to sharpen a kitchen knife",
    "Ich baue einen Heimserver",
    "Der perfekte Fußball",
    "Una guitarra de segunda mano",
    "Les secrets du croissant",
    "Pendler mit dem Fahrrad",
    "最強のカメラ",
    "Как я чинил мотоцикл",
    "고양이의 비밀",
];

/// The least height of the letters, as a share of the picture's shorter side.
const LETTER: f32 = 0.08;
/// The least share of the picture that the boxes around the words and the subject cover: below a third, it is empty.
const COVERED: f32 = 0.32;
/// The least length of the subject's longer side, as a share of the picture's shorter side.
const SUBJECT: f32 = 0.45;
/// The largest part of the subject's box that is in the corner of the duration.
const IN_CORNER: f32 = 0.06;

fn area(rect: Rect) -> f32 {
    rect.width() * rect.height()
}

#[test]
fn the_words_and_the_subject_fill_the_picture() {
    let mut faults = Vec::new();
    let mut all = 0;
    for prompt in PROMPTS {
        for aspect_ratio in AspectRatio::ALL {
            for seed in 1..=4 {
                let design = design(&Brief {
                    aspect_ratio,
                    ..brief(prompt, seed)
                });
                let (Some(words), [subject, ..]) = (&design.headline, design.drawings.as_slice()) else {
                    continue;
                };
                if design.layout.variant().subjects.len() > 1 {
                    continue;
                }
                all += 1;
                let Size { width, height } = aspect_ratio.size();
                let (width, height) = (width as f32, height as f32);
                let shorter = width.min(height);
                let subject = subject.bounds().unwrap();
                let both = area(words.bounds) + area(subject) - overlap(words.bounds, subject);
                let corner = Rect::from_ltrb(width * (1.0 - BADGE.0), height * (1.0 - BADGE.1), width, height);
                let hidden = overlap(subject, corner.unwrap()) / area(subject);
                let found = [
                    (words.smallest() < LETTER * shorter).then_some("small letters"),
                    (both < COVERED * width * height).then_some("an empty picture"),
                    (subject.width().max(subject.height()) < SUBJECT * shorter).then_some("a small subject"),
                    (hidden > IN_CORNER).then_some("a subject under the duration"),
                ];
                let name = format!("{prompt}, {aspect_ratio:?}, {seed}, {}", design.layout.name());
                faults.extend(found.into_iter().flatten().map(|fault| format!("{name}: {fault}")));
            }
        }
    }
    assert!(all > 100, "{all}");
    assert!(faults.is_empty(), "{} of {all}: {faults:#?}", faults.len());
}
