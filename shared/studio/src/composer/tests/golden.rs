//! Compares pictures of all kinds with the files in `shared/studio/golden`, so that a review shows what a change does.
//!
//! The README of that folder says how to renew the files.

use super::{brief, drawn};
use crate::{Brief, ReferencePicture, Role};
use contract::{AspectRatio, ImageFormat};
use image::{RgbImage, codecs::webp::WebPEncoder, imageops};
use std::{env, fs, path::Path};

/// The folder with the files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/golden");
/// The folder to which a picture that differs is written.
const DIFFERENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/golden");
/// The folder with the photos that the pictures show.
const REFERENCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/references");
/// The longer side of a file, in pixels.
const SIDE: u32 = 240;
/// The largest difference of a channel. Processors round differently, but no change of the composer is this small.
const TOLERANCE: u8 = 4;

/// A picture: the file's name, prompt, title, shape, seed and references.
type Case = (
    &'static str,
    &'static str,
    Option<&'static str>,
    AspectRatio,
    u32,
    &'static [(Role, &'static str)],
);

const CASES: [Case; 12] = [
    (
        "drawn-subjects",
        "How I built a rocket in my garage",
        None,
        AspectRatio::Wide,
        1,
        &[],
    ),
    (
        "comparison",
        "Cat vs dog: who is smarter?",
        None,
        AspectRatio::Wide,
        2,
        &[],
    ),
    (
        "number-tall",
        "10 money mistakes everyone makes",
        None,
        AspectRatio::Tall,
        3,
        &[],
    ),
    (
        "change-square",
        "My living room before and after",
        None,
        AspectRatio::Square,
        4,
        &[],
    ),
    (
        "steps-classic",
        "How to train your puppy in 7 days",
        None,
        AspectRatio::Classic,
        5,
        &[],
    ),
    (
        "framed-person",
        "You won't believe this launch",
        Some("It EXPLODED"),
        AspectRatio::Wide,
        6,
        &[(Role::Person, "astronaut.jpg")],
    ),
    (
        "standing-person-and-logo",
        "24 hours in a space suit",
        Some("24 HOURS in space"),
        AspectRatio::Wide,
        7,
        &[(Role::Person, "astronaut-cut-out.webp"), (Role::Object, "logo.png")],
    ),
    (
        "several-objects",
        "Three things for a better morning",
        None,
        AspectRatio::Classic,
        8,
        &[
            (Role::Object, "coffee.jpg"),
            (Role::Object, "launch.jpg"),
            (Role::Object, "logo.png"),
        ],
    ),
    (
        "inspiration",
        "Fast cars at night",
        None,
        AspectRatio::Wide,
        9,
        &[(Role::Style, "neon.jpg")],
    ),
    (
        "japanese-tall",
        "最強の節約術を10分で解説！",
        None,
        AspectRatio::Tall,
        10,
        &[],
    ),
    (
        "arabic-with-emoji",
        "أفضل طريقة لتعلم البرمجة",
        Some("أفضل طريقة 🔥"),
        AspectRatio::Square,
        11,
        &[],
    ),
    (
        "without-words",
        "",
        None,
        AspectRatio::Wide,
        12,
        &[(Role::Person, "cat.jpg")],
    ),
];

/// The picture of a case, scaled down.
fn small(case: &Case) -> RgbImage {
    let (_, prompt, title, aspect_ratio, seed, references) = *case;
    let reference = |(role, file): &(Role, &str)| {
        ReferencePicture::new(
            *role,
            *file,
            *file,
            bytes::Bytes::from(fs::read(Path::new(REFERENCES).join(file)).unwrap()),
        )
    };
    let picture = drawn(&Brief {
        title: title.map(str::to_owned),
        aspect_ratio,
        format: ImageFormat::Png,
        references: references.iter().map(reference).collect(),
        ..brief(prompt, seed)
    });
    let picture = image::load_from_memory(&picture.bytes).unwrap().into_rgb8();
    let longer = picture.width().max(picture.height());
    let (width, height) = (picture.width() * SIDE / longer, picture.height() * SIDE / longer);
    imageops::resize(&picture, width, height, imageops::FilterType::Triangle)
}

fn write(folder: &str, name: &str, picture: &RgbImage) {
    fs::create_dir_all(folder).unwrap();
    let mut file = Vec::new();
    picture
        .write_with_encoder(WebPEncoder::new_lossless(&mut file))
        .unwrap();
    fs::write(Path::new(folder).join(name), file).unwrap();
}

/// Whether both pictures look the same.
fn matches(one: &RgbImage, other: &RgbImage) -> bool {
    let mut channels = one.as_raw().iter().zip(other.as_raw());
    one.dimensions() == other.dimensions() && channels.all(|(one, other)| one.abs_diff(*other) <= TOLERANCE)
}

#[test]
fn pictures_of_all_kinds_look_as_in_the_files() {
    let renews = env::var("GOLDEN").is_ok_and(|value| value == "renew");
    let mut different = Vec::new();
    for case in &CASES {
        let (name, drawn) = (format!("{}.webp", case.0), small(case));
        if renews {
            write(FOLDER, &name, &drawn);
            continue;
        }
        let file = image::open(Path::new(FOLDER).join(&name)).map(image::DynamicImage::into_rgb8);
        if !file.is_ok_and(|file| matches(&file, &drawn)) {
            write(DIFFERENT, &name, &drawn);
            different.push(name);
        }
    }
    assert!(
        different.is_empty(),
        "{} differ from the files in {FOLDER}; the new ones are in {DIFFERENT}",
        different.join(", ")
    );
}

#[test]
fn every_file_belongs_to_a_picture() {
    let mut files: Vec<String> = fs::read_dir(FOLDER)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md")
        .collect();
    let mut named: Vec<String> = CASES.iter().map(|case| format!("{}.webp", case.0)).collect();
    files.sort();
    named.sort();
    assert_eq!(files, named);
}
