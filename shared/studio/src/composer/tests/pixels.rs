//! Draws a hundred pictures, or a thousand if tests are exhaustive, each with and without its words, and searches their
//! pixels for faults: words that are missing, cut off, covered, too small or hard to read.

use super::has_printable_words;
use crate::{
    Brief, ReferencePicture, Role,
    composer::{
        chance::Chance,
        design::Design,
        layout::Layouts,
        paint,
        raster::canvas::{self, Canvas},
        text::typesetting::placed::PlacedWord,
    },
    encode::encode,
};
use bytes::Bytes;
use colour::Rgb;
use contract::{AspectRatio, ImageFormat};
use image::{DynamicImage, ImageFormat as FileFormat, Rgba, RgbaImage};
use sampling::all_or;
use std::{io::Cursor, sync::LazyLock};
use tiny_skia::{Pixmap, Transform};

/// The number of pictures if tests are exhaustive.
const PICTURES: u32 = 1_000;
/// The number of pictures otherwise.
const SAMPLE: u32 = 100;
/// The smallest contrast ratio of a letter to the pixels around it (WCAG 2.2, 1.4.3).
const CONTRAST: f32 = 4.5;
/// The share of the pixels around a word's letters that must have this contrast ratio. It is below 1, because pixels
/// where two edges meet are blends.
const CLEAR: f32 = 0.97;
/// The smallest letter height of a headline, as a share of the picture's shorter side.
const LETTER: f32 = 0.08;
/// The same for long titles, which are printed word for word.
const LETTER_OF_LONG_TITLES: f32 = 0.055;
/// A title with more characters than this is long; ideographs and other wide characters count double.
const LONG_TITLE: usize = 48;
/// A title with a word of more characters than this is long too, because the word is broken over lines.
const LONG_WORD: usize = 16;
/// The smallest share of a word that must be seen in a layout whose subject is in front of the words.
const SEEN: f32 = 0.75;
/// The alpha from which a pixel belongs to a letter.
const SOLID: u8 = 250;

/// Texts in many scripts. Briefs are made of them by joining and cutting.
const TEXTS: &[&str] = &[
    "How I built a rocket in my garage",
    "10 money mistakes everyone makes",
    "iPhone 17 vs Pixel 11: which camera wins?",
    "My room before and after, one week of work",
    "I quit my job to travel the world",
    "You won't believe what happened next",
    "best budget gaming laptop 2026 review",
    "Create a YouTube thumbnail about cooking pasta, cinematic lighting, bold text",
    "A climber on a frozen waterfall, low sun, huge scale",
    "\"NEVER AGAIN\" on a red background, shocked face",
    "$10,000 in 30 days challenge!!!",
    "why 99.9% of startups FAIL",
    "Donaudampfschifffahrtsgesellschaft erklärt",
    "¿Cómo aprender inglés rápido? 7 trucos",
    "Les meilleures recettes de crêpes à Paris",
    "Как собрать компьютер за 300 долларов",
    "Новый год в Москве: что изменилось",
    "Πώς να μάθεις κιθάρα σε 30 μέρες",
    "كيف تتعلم البرمجة في عشرة أيام",
    "מדריך מלא לבישול איטלקי",
    "दिल्ली में सबसे अच्छा खाना",
    "三天学会做菜，零失败！",
    "台灣夜市必吃美食TOP10",
    "最強の節約術を10分で解説！！",
    "서울 맛집 완전정복 3편",
    "🔥🔥🔥 crazy trick 😱",
    "ภาษาไทย",
    "https://example.com/watch?v=abcdefghijkl",
    "%s%n{}<script>",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "iiiiiiiiiiiiiiiiiiii",
    "ÅÄÖgjpqy Ǆǆ ﬁ ß İ",
    "\u{202e}reversed\u{0}\u{1b}[31m",
    "👨‍👩‍👧‍👦 family 👩🏽‍🚀 1️⃣ 2️⃣",
    ".",
];

/// Files of the kinds that people upload, among them broken ones.
static FILES: LazyLock<Vec<Bytes>> = LazyLock::new(|| {
    let file = |picture: DynamicImage, format| {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, format).unwrap();
        Bytes::from(file.into_inner())
    };
    let painted =
        |width, height, paint: fn(u32, u32) -> [u8; 4]| RgbaImage::from_fn(width, height, |x, y| Rgba(paint(x, y)));
    let scene: fn(u32, u32) -> [u8; 4] =
        |x, y| [(x / 3 % 256) as u8, (y / 2 % 256) as u8, ((x + y) / 5 % 256) as u8, 255];
    let disc: fn(u32, u32) -> [u8; 4] = |x, y| {
        let is_inside = x.abs_diff(200).pow(2) + y.abs_diff(150).pow(2) < 140 * 140;
        [20, 22, 30, if is_inside { 255 } else { 0 }]
    };
    let plain: fn(u32, u32) -> [u8; 4] = |_, _| [255, 255, 255, 255];
    let noise: fn(u32, u32) -> [u8; 4] = |x, y| {
        let mixed = x.wrapping_mul(2_654_435_761) ^ y.wrapping_mul(2_246_822_519);
        [(mixed >> 3) as u8, (mixed >> 11) as u8, (mixed >> 19) as u8, 255]
    };
    let rgb = |picture: RgbaImage| DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(picture).into_rgb8());
    vec![
        file(rgb(painted(900, 700, scene)), FileFormat::Jpeg),
        file(painted(400, 300, disc).into(), FileFormat::Png),
        file(painted(600, 400, plain).into(), FileFormat::Png),
        file(painted(300, 300, noise).into(), FileFormat::Png),
        file(painted(1, 1, scene).into(), FileFormat::Png),
        file(painted(1_500, 9, scene).into(), FileFormat::Png),
        file(painted(7, 900, noise).into(), FileFormat::Gif),
        file(
            DynamicImage::ImageRgba8(painted(320, 240, scene)).into_luma8().into(),
            FileFormat::Png,
        ),
        file(painted(260, 390, scene).into(), FileFormat::WebP),
        Bytes::from_static(b"not a picture"),
        Bytes::new(),
    ]
});

/// The brief with this number.
fn brief(number: u32) -> Brief {
    let mut chance = Chance::new("pixels", number);
    let text = |chance: &mut Chance, most: usize| -> String {
        let most_parts = if chance.happens(0.1) { 120 } else { 3 };
        let parts = 1 + chance.below(most_parts);
        let joined: Vec<&str> = (0..parts).filter_map(|_| chance.pick(TEXTS).copied()).collect();
        let separator = chance.pick(&[" ", ". ", ", ", "\n"]).copied().unwrap_or(" ");
        let least = if chance.happens(0.2) {
            1 + chance.below(most)
        } else {
            most
        };
        joined.join(separator).chars().take(least).collect()
    };
    let prompt = text(&mut chance, 4_000);
    let title = chance.happens(0.35).then(|| text(&mut chance, 100));
    let mut references = Vec::new();
    if chance.happens(0.5) {
        for place in 0..=chance.below(5) {
            let roles = [Role::Person, Role::Object, Role::Object, Role::Style];
            let role = *chance.pick(&roles).unwrap();
            let file = chance.pick(&FILES).unwrap().clone();
            references.push(ReferencePicture::new(role, place.to_string(), place.to_string(), file));
        }
    }
    Brief {
        prompt,
        title,
        aspect_ratio: *chance.pick(&AspectRatio::ALL).unwrap(),
        format: *chance.pick(&ImageFormat::ALL).unwrap(),
        seed: number,
        references,
        ..Brief::default()
    }
}

/// The letters and emoji of a word as a mask: white where there is a letter, transparent elsewhere.
fn mask(word: &PlacedWord, turn: Transform, canvas: &Canvas) -> Pixmap {
    let mut mask = Canvas::new(canvas.width() as u32, canvas.height() as u32).unwrap();
    mask.fill(&word.path, canvas::solid(Rgb::WHITE, 1.0), turn);
    for sticker in &word.stickers {
        mask.fill(&Some(sticker.shape.clone()), canvas::solid(Rgb::WHITE, 1.0), turn);
    }
    mask.pixmap().clone()
}

fn colour(picture: &Pixmap, x: u32, y: u32) -> Rgb {
    let pixel = picture.pixel(x, y).unwrap().demultiply();
    Rgb(pixel.red(), pixel.green(), pixel.blue())
}

/// The share of the pixels just outside a word's letters that have enough contrast to the letter beside them. Pixels
/// that are not `seen`, because a subject is in front of them, do not count.
fn clearness(mask: &Pixmap, with: &Pixmap, letter: f32, seen: impl Fn(u32, u32) -> bool) -> f32 {
    let (width, height) = (mask.width(), mask.height());
    let alpha = |x: u32, y: u32| mask.pixel(x, y).map_or(0, |pixel| pixel.alpha());
    // This is outside the letter's soft edge, and inside its outline.
    let reach = (letter * 0.03).clamp(2.0, 4.0) as u32;
    let (mut clear, mut all) = (0_u32, 0_u32);
    for y in reach..height - reach {
        for x in reach..width - reach {
            if alpha(x, y) < SOLID || !seen(x, y) {
                continue;
            }
            for (out_x, out_y) in [(x + reach, y), (x - reach, y), (x, y + reach), (x, y - reach)] {
                if alpha(out_x, out_y) == 0 && seen(out_x, out_y) {
                    all += 1;
                    clear += u32::from(colour(with, x, y).contrast(colour(with, out_x, out_y)) >= CONTRAST);
                }
            }
        }
    }
    clear as f32 / all.max(1) as f32
}

/// The faults of the picture of a brief.
fn faults(brief: &Brief) -> Vec<String> {
    let mut faults = Vec::new();
    let design = Design::new(brief, &Layouts::All).unwrap();
    let without = paint::scene(&design).unwrap();
    let with = paint::picture(&design).unwrap();
    let size = brief.aspect_ratio.size();
    let file = encode(&with.to_rgb(), size, brief.format, brief.max_bytes, design.source()).unwrap();
    if file.len() > 2_000_000 {
        faults.push(format!("{} bytes of {:?}", file.len(), brief.format));
    }
    let Some(text) = &design.headline else {
        if has_printable_words(brief) {
            faults.push(format!(
                "{} {:?}: the words are missing",
                design.layout.name(),
                brief.aspect_ratio
            ));
        }
        return faults;
    };
    let (width, height) = (size.width, size.height);
    // Words that change no pixel at the picture's border are not cut off there.
    let changed = |x: u32, y: u32| without.pixmap().pixel(x, y) != with.pixmap().pixel(x, y);
    let edge = (0..width).flat_map(|x| [(x, 0), (x, height - 1)]);
    if edge
        .chain((0..height).flat_map(|y| [(0, y), (width - 1, y)]))
        .any(|(x, y)| changed(x, y))
    {
        faults.push("words reach the edge".to_owned());
    }
    let in_front = design.layout.look().subject_in_front;
    let mut taken = vec![false; (width * height) as usize];
    let length = |text: &str| {
        text.chars()
            .map(|c| if c as u32 > 0x2e80 { 2 } else { 1 })
            .sum::<usize>()
    };
    // A prompt has no title of its author, and its headline may have nine words.
    let long = brief.title.as_ref().is_none_or(|title| {
        length(title) > LONG_TITLE || title.split_whitespace().any(|word| length(word) > LONG_WORD)
    });
    let share = if long { LETTER_OF_LONG_TITLES } else { LETTER };
    let least = share * width.min(height) as f32;
    if text.smallest() < least {
        faults.push(format!(
            "letters of {:.0} px, {:.3}",
            text.smallest(),
            text.smallest() / width.min(height) as f32
        ));
    }
    for part in &text.parts {
        for word in &part.block.words {
            let mask = mask(word, part.block.turn, &with);
            let (mut solid, mut seen) = (0, 0);
            let mut overlaps = 0;
            for (index, pixel) in mask.pixels().iter().enumerate() {
                if pixel.alpha() >= SOLID {
                    let (x, y) = (index as u32 % width, index as u32 / width);
                    solid += 1;
                    seen += u32::from(changed(x, y));
                    overlaps += u32::from(std::mem::replace(&mut taken[index], true));
                }
            }
            if seen == 0 || (in_front && seen as f32 / (solid as f32) < SEEN) {
                faults.push(format!("{seen} of {solid} pixels of a word are seen"));
            }
            if overlaps > 0 {
                faults.push(format!("{overlaps} pixels of two words"));
            }
            let clearness = clearness(&mask, with.pixmap(), word.letter, |x, y| !in_front || changed(x, y));
            // Emoji have colours of their own and a rim that separates them from the background.
            if word.stickers.is_empty() && clearness < CLEAR {
                faults.push(format!("contrast at {:.0} % of a word", clearness * 100.0));
            }
        }
    }
    faults
        .into_iter()
        .map(|fault| format!("{} {:?}: {fault}", design.layout.name(), brief.aspect_ratio))
        .collect()
}

/// Checks every `parts`-th picture, beginning with `part`, so that tests can run side by side.
fn check(part: u32, parts: u32) {
    let pictures = all_or(PICTURES, SAMPLE);
    let numbers = (0..pictures).filter(|number| number % parts == part);
    let found: Vec<String> = numbers
        .flat_map(|number| {
            let brief = brief(number);
            let about = format!(
                "{number} {:?} {:?}",
                brief.title,
                brief.prompt.chars().take(60).collect::<String>()
            );
            faults(&brief)
                .into_iter()
                .map(move |fault| format!("{fault} ({about})"))
        })
        .collect();
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.join("\n"));
}

#[test]
fn the_even_of_many_pictures_are_legible() {
    check(0, 2);
}

#[test]
fn the_odd_of_many_pictures_are_legible() {
    check(1, 2);
}
